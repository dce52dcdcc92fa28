#include "roofline/base/dtype.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "base/format.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/text.hpp"

namespace roofline {
namespace {

bool names(const DtypeInfo& row, std::string_view text) {
  if (equal_ignoring_case(row.name, text)) return true;
  for (const auto alias : row.aliases) {
    if (!alias.empty() && equal_ignoring_case(alias, text)) return true;
  }
  return false;
}

}  // namespace

Dtype parse_dtype(std::string_view text) {
  std::vector<std::string> known;
  for (const DtypeInfo& row : kDtypes) {
    if (names(row, text)) return row.dtype;
    known.emplace_back(row.name);
  }
  std::string hint = did_you_mean(text, known);
  if (hint.empty()) hint = "one of " + listing(known, "or");
  throw Error(text.empty() ? std::string("is empty") : formatted("unknown dtype {}", quote(text)), hint);
}

Dtype wider_dtype(Dtype x, Dtype y) {
  const double x_bits = std::floor(info(x).bits), y_bits = std::floor(info(y).bits);  // without block scales
  if (x_bits == y_bits && info(x).peak == info(y).peak) return x;
  if (x_bits == y_bits) {
    throw Error(formatted("{} and {} are equally wide: which computes?", info(x).name, info(y).name),
                formatted("say --compute-dtype {} or {}", info(x).name, info(y).name));
  }
  return x_bits > y_bits ? x : y;
}

}  // namespace roofline
