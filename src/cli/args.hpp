#pragma once
// What was typed, as strings under the names of a command's flags. Numbers are parsed by our own grammar, later.

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/expects.hpp"

namespace roofline::cli {

struct Flag {
  std::string name;   ///< without its dashes: "B", "y-dtype"
  std::string value;  ///< what --help calls the value; empty for a switch
  std::string help;
  std::string heading = "Options";  ///< of --help
  enum class Times { once, many } times = Times::once;
  std::string alias{};  ///< another name of the same flag
  std::string joins{};  ///< how to say what giving it twice would mean, for the hint
  Expects expects{};    ///< what the value can be
};

/// The words after the command that are not flags: "[NAME[,NAME]...]"; empty when there are none.
struct Positional {
  std::string name, help;
  Expects expects{};
};

class Args {
 public:
  /// The value of a flag, or null when it was not given.
  const std::string* find(std::string_view flag) const;
  bool has(std::string_view flag) const { return find(flag) != nullptr; }
  const std::vector<std::string>& all(std::string_view flag) const;
  const std::vector<std::string>& words() const { return words_; }
  /// Every flag that was given, by name, with its values.
  const std::map<std::string, std::vector<std::string>, std::less<>>& given() const { return values_; }

 private:
  friend Args parse_args(std::string_view, std::span<const Flag>, const Positional&, std::span<const std::string>);
  std::map<std::string, std::vector<std::string>, std::less<>> values_;
  std::vector<std::string> words_;
};

/// Throws Error: an unknown flag, a flag without its value, a flag given twice, a word that no one expects.
Args parse_args(std::string_view command, std::span<const Flag> flags, const Positional& positional,
                std::span<const std::string> typed);

}  // namespace roofline::cli
