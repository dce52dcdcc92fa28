#include "cli/expects.hpp"

#include "roofline/base/dtype.hpp"

namespace roofline::cli {

Expects expects_dtypes(Expects::Elements elements) {
  Expects expects{Expects::Kind::word, elements};
  for (const DtypeInfo& row : kDtypes) expects.words.emplace_back(row.name);
  return expects;
}

}  // namespace roofline::cli
