#pragma once
// How a check is told: the reporter table. Each writes the same verdicts; none judges.

#include <span>
#include <string>
#include <string_view>

#include "cli/check/verdict.hpp"

namespace roofline::cli {

struct Reporter {
  std::string_view name, summary;
  std::string (*write)(const CheckReport& report);
  enum class Service { no, yes } service = Service::no;  ///< a service reads it, which knows no other errors
};

std::span<const Reporter> reporters();
/// By name; an Error with the list or a suggestion.
const Reporter& find_reporter(std::string_view name);

// The functions behind the table, one file each.
std::string check_text(const CheckReport& report);
std::string check_json(const CheckReport& report);
std::string check_json_lines(const CheckReport& report);
std::string check_junit(const CheckReport& report);
std::string check_sarif(const CheckReport& report);
std::string check_github(const CheckReport& report);
std::string check_markdown(const CheckReport& report);

}  // namespace roofline::cli
