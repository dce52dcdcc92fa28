#pragma once
// What the rules of lint.cpp share: a spec with its text, and a list of findings about it.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "roofline/base/units.hpp"
#include "roofline/hardware/lint.hpp"

namespace roofline {

/// Half a percent of rounding on each side, and a boost clock that a sheet rounds.
inline constexpr double kTolerance = 0.02;

struct Spec {
  const Document& document;
  const Chip& chip;

  /// The value as it is written; null where the file has none.
  const Json* written(std::string_view path) const;
};

class Findings {
 public:
  explicit Findings(const Spec& spec) : spec_(spec) {}

  void start_rule(std::string_view name) { rule_ = name; }
  void add(std::string key, std::string found, std::string expected, std::string why);
  /// Adds where `found` differs from `expected` by more than the tolerance.
  template <class Q>
  void compare(const std::string& key, Q found, Q expected, const std::string& why) {
    if (differ(found / expected)) add(key, show(found.si(), Q::dim), show(expected.si(), Q::dim), why);
  }
  bool have(std::string_view key) const;
  std::vector<Finding> take() { return std::move(all_); }

  static bool differ(double ratio) { return ratio > 1 + kTolerance || ratio < 1 - kTolerance; }

 private:
  static std::string show(double si, Dim dim);

  const Spec& spec_;
  std::string_view rule_;
  std::vector<Finding> all_;
};

/// Within 5%.
bool is_near(double value, double wanted);
/// "; it is twice that: ..." or nothing: the slips that a ratio betrays.
std::string slip(double ratio);

// lint_peaks.cpp
void check_ladder(const Spec& spec, Findings& findings);
void check_clock(const Spec& spec, Findings& findings);
void check_per_chip(const Spec& spec, Findings& findings);
// lint_memory.cpp
void check_bus(const Spec& spec, Findings& findings);
void check_order(const Spec& spec, Findings& findings);
void check_decimal_rates(const Spec& spec, Findings& findings);
void check_capacity(const Spec& spec, Findings& findings);
// lint_wires.cpp
void check_links(const Spec& spec, Findings& findings);
void check_generation(const Spec& spec, Findings& findings);
// lint_namesake.cpp
void check_namesake(const Spec& spec, Findings& findings);
// lint_sources.cpp
void check_provenance(const Spec& spec, Findings& findings);

}  // namespace roofline
