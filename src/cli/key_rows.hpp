#pragma once
// Which key is which figure of an estimate? The tables of the columns that come from it.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "roofline/estimate/estimate.hpp"
#include "roofline/report/report.hpp"

namespace roofline::cli {

/// A key and its value in an estimate.
struct KeyRow {
  std::string_view key;
  Show show;
  Cell (*of)(const Estimate&);
};

/// Before the columns of each resource.
std::span<const KeyRow> figure_keys();
/// After them.
std::span<const KeyRow> verdict_keys();
/// Of a collective alone.
std::span<const KeyRow> collective_keys();

/// Of a model: what it is and takes in memory; how long a step lasts.
std::span<const KeyRow> model_memory_keys();
std::span<const KeyRow> model_time_keys();
std::string model_key_list();

template <class Q>
Cell cell_of(const std::optional<Q>& q) {
  return q ? Cell::of(q->si()) : Cell{};
}
inline Cell cell_of(const std::optional<double>& value) {
  return value ? Cell::of(*value) : Cell{};
}
/// No value where there is no word.
inline Cell word_cell(std::string_view word) {
  return word.empty() ? Cell{} : Cell::of(word);
}

/// The keys of an estimate, for --help: "flops bytes ... notes".
std::string key_list();

}  // namespace roofline::cli
