// A check for programs: typed values, and the words that people read.

#include "base/format.hpp"
#include "cli/check/reporters.hpp"
#include "roofline/base/show.hpp"
#include "roofline/report/report.hpp"

namespace roofline::cli {
namespace {

/// No word is null.
void append_text(std::string& out, std::string_view key, std::string_view value) {
  out += formatted(",\"{}\":", key);
  if (value.empty()) {
    out += "null";
  } else {
    append_json_string(out, value);
  }
}

void append_value(std::string& out, std::string_view key, const std::optional<double>& value, std::string_view word) {
  if (!value) return append_text(out, key, word);
  out += formatted(",\"{}\":", key);
  append_number(out, *value);
}

std::string object_of(const Verdict& v) {
  std::string out = R"({"schema":1,"command":"check")";
  append_text(out, "file", v.file);
  out += formatted(",\"line\":{}", v.line);
  append_text(out, "case", v.name);
  append_text(out, "assertion", v.assertion);
  append_text(out, "status", name_of(v.status));
  append_text(out, "key", v.key);
  append_value(out, "limit", v.limit, v.limit_word);
  append_value(out, "actual", v.actual, v.actual_word);
  append_text(out, "found", v.found);
  append_text(out, "reason", v.reason);
  append_text(out, "hint", v.hint);
  return out + "}";
}

}  // namespace

std::string check_json(const CheckReport& report) {
  std::string out = formatted(
      R"({{"schema":1,"command":"check","files":{},"cases":{},"assertions":{},"passed":{},"failed":{},"warned":{},)"
      R"("skipped":{},"errors":{},"exit":{},"results":[)",
      report.files, report.cases, report.verdicts.size(), report.count(Status::pass), report.count(Status::fail),
      report.count(Status::warn), report.count(Status::skip), report.count(Status::error), report.exit());
  for (std::size_t i = 0; i < report.verdicts.size(); ++i) out += (i == 0 ? "" : ",\n") + object_of(report.verdicts[i]);
  return out + "]}\n";
}

std::string check_json_lines(const CheckReport& report) {
  std::string out;
  for (const Verdict& v : report.verdicts) out += object_of(v) + "\n";
  return out;
}

}  // namespace roofline::cli
