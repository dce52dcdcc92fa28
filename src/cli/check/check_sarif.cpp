// A check as SARIF 2.1.0 for code scanning: a result for what failed or warned, a rule for each key that is asserted
// on. Source: OASIS, Static Analysis Results Interchange Format 2.1.0.

#include <algorithm>
#include <cstdint>

#include "base/format.hpp"
#include "cli/check/reporters.hpp"
#include "roofline/report/report.hpp"

namespace roofline::cli {
namespace {

std::string json(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

/// A relative reference: bytes that a URI cannot hold as %20.
std::string uri(std::string_view path) {
  static constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
  std::string out;
  for (const char c : path) {
    const bool plain = kPlain.find(c) != std::string_view::npos;
    out += plain ? std::string(1, c) : formatted("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

/// The same from run to run: of what is asserted, not of what was found or where it stands (FNV-1a).
std::string fingerprint(const Verdict& v) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : report_path(v) + "\n" + v.name + "\n" + v.assertion) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3;
  }
  return formatted("{:016x}", hash);
}

std::string rule_of(const Verdict& v) {
  return "roofline/" + v.key;
}

std::vector<std::string> rules_of(const std::vector<const Verdict*>& results) {
  std::vector<std::string> rules;
  for (const Verdict* v : results) {
    if (std::find(rules.begin(), rules.end(), rule_of(*v)) == rules.end()) rules.push_back(rule_of(*v));
  }
  return rules;
}

std::string location_of(const Verdict& v) {
  return formatted(
      R"("locations":[{{"physicalLocation":{{"artifactLocation":{{"uri":{}}},"region":{{"startLine":{}}}}},)"
      R"("logicalLocations":[{{"fullyQualifiedName":{}}}]}}])",
      json(uri(report_path(v))), std::max(v.line, 1), json(v.name));
}

std::string result_of(const Verdict& v, const std::vector<std::string>& rules) {
  const auto index = std::find(rules.begin(), rules.end(), rule_of(v)) - rules.begin();
  const std::string reason = v.reason.empty() ? "" : ": " + v.reason;
  return formatted(R"({{"ruleId":{},"ruleIndex":{},"level":"{}","message":{{"text":{}}},{},)"
                   R"("partialFingerprints":{{"rooflineCase/v1":"{}"}}}})",
                   json(rule_of(v)), index, v.status == Status::fail ? "error" : "warning",
                   json(formatted("{}: {} {}{}", v.name, v.assertion, v.found, reason)), location_of(v),
                   fingerprint(v));
}

/// What could not be checked is about the file, not a result of the check.
std::string notification_of(const Verdict& v) {
  return formatted(R"({{"level":"error","message":{{"text":{}}},{}}})",
                   json(formatted("{}: {}{}{}", v.name, v.found, v.hint.empty() ? "" : "; ", v.hint)), location_of(v));
}

template <class Items, class F>
std::string joined(const Items& items, F f) {
  std::string text;
  for (const auto& item : items) text += (text.empty() ? "" : ",\n") + f(item);
  return text;
}

}  // namespace

std::string check_sarif(const CheckReport& report) {
  std::vector<const Verdict*> results, errors;
  std::vector<const Verdict*> all;
  for (const Verdict& v : report.verdicts) all.push_back(&v);
  for (const Verdict* v : once_a_case(all)) {
    if (v->status == Status::fail || v->status == Status::warn) results.push_back(v);
    if (v->status == Status::error) errors.push_back(v);
  }
  const std::vector<std::string> rules = rules_of(results);
  const auto rule = [](const std::string& id) {
    return formatted(R"({{"id":{},"shortDescription":{{"text":{}}}}})", json(id),
                     json(id.substr(id.find('/') + 1) + " breaks a promise"));
  };
  return formatted(
      R"({{"$schema":"https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json",)"
      R"("version":"2.1.0","runs":[{{"tool":{{"driver":{{"name":"roofline","version":"{}","rules":[{}]}}}},)"
      R"("invocations":[{{"executionSuccessful":{},"exitCode":{},"toolConfigurationNotifications":[{}]}}],)"
      "\n\"results\":[{}]}}]}}\n",
      ROOFLINE_VERSION, joined(rules, rule), errors.empty() ? "true" : "false", report.exit(),
      joined(errors, [](const Verdict* v) { return notification_of(*v); }),
      joined(results, [&](const Verdict* v) { return result_of(*v, rules); }));
}

}  // namespace roofline::cli
