// A check as a table for a job summary or a comment. A summary may hold 1 MiB, so that the table ends before.

#include <algorithm>

#include "base/format.hpp"
#include "cli/check/reporters.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

constexpr std::size_t kMostBytes = std::size_t{900} << 10;

/// In a cell of a table: what would end it or start markup stands as an entity, which never does.
std::string plain(std::string_view text) {
  static constexpr std::string_view kMarkup = "|`<>*[]\\&_~#!";
  std::string out;
  for (const char c : escape(text)) {
    const bool marks = kMarkup.find(c) != std::string_view::npos;
    out += marks ? formatted("&#{};", static_cast<int>(c)) : std::string(1, c);
  }
  return out;
}

std::string code(std::string_view text) {
  return formatted("<code>{}</code>", plain(text));
}

std::string row_of(const Verdict& v) {
  const bool told = v.status == Status::skip;
  const std::string& why = v.reason.empty() ? v.hint : v.reason;
  const std::string reason = why.empty() || told ? "" : formatted(" ({})", why);
  return formatted("| {} | {} | {} | {} | {} |\n", v.status == Status::fail ? "FAIL" : name_of(v.status), code(v.name),
                   v.assertion.empty() ? "" : code(v.assertion), plain((told ? v.reason : v.found) + reason),
                   code(place_of(v)));
}

}  // namespace

std::string check_markdown(const CheckReport& report) {
  std::string text = formatted("### roofline check: {}\n\n", plain(summary(report)));
  if (report.count(Status::pass) == report.verdicts.size()) return text;
  text += "| | case | assertion | found | place |\n|---|---|---|---|---|\n";
  std::size_t left_out = 0;
  for (const Verdict* v : report.by_weight()) {
    if (v->status == Status::pass) continue;
    std::string row = row_of(*v);
    if (text.size() + row.size() > kMostBytes) {
      ++left_out;
    } else {
      text += row;
    }
  }
  return left_out == 0 ? text : formatted("{}\n{} more are left out.\n", text, left_out);
}

}  // namespace roofline::cli
