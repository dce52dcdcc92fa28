#include "roofline/report/assertion.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/format.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/number.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"

namespace roofline {
namespace {

struct Parts {
  std::string key, comparison, value;
};

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(' ') - first + 1));
}

Parts take_apart(std::string_view text, std::string_view example) {
  static constexpr std::string_view kSigns = "=!<>";
  const Error malformed(formatted("{} is not KEY OP VALUE", quote(text)),
                        formatted("written like '{}', quoted", example));
  const std::size_t start = text.find_first_of(kSigns);
  if (start == std::string_view::npos) throw Error(malformed);
  const std::size_t end = std::min(text.find_first_not_of(kSigns, start), text.size());
  Parts parts{trimmed(text.substr(0, start)), std::string(text.substr(start, end - start)), trimmed(text.substr(end))};
  if (parts.key.empty() || parts.value.empty()) throw Error(malformed);
  return parts;
}

std::size_t find_column(const std::string& key, std::span<const Column> columns) {
  std::vector<std::string> known;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].key == key) return i;
    known.push_back(columns[i].key);
  }
  throw Error(formatted("unknown key {}", quote(key)), name_hint(key, known));
}

/// Rounded by division: two of these are never safely equal.
bool is_measure(Show show) {
  return show == Show::seconds || show == Show::number || show == Show::tenths || show == Show::percent ||
         show == Show::flop_rate || show == Show::byte_rate;
}

/// The base unit; none of what has no one.
std::string_view unit_of(Show show) {
  switch (show) {
    case Show::seconds: return unit_name(Seconds::dim);
    case Show::flops: return unit_name(Flops::dim);
    case Show::flop_rate: return unit_name(FlopsPerSecond::dim);
    case Show::bytes:
    case Show::binary: return unit_name(Bytes::dim);
    case Show::byte_rate: return unit_name(BytesPerSecond::dim);
    default: return "";
  }
}

/// A count as inputs write it (8Ki), or any number to compare one with.
double parse_whole(const std::string& value) {
  const bool plain = value.find_first_not_of("0123456789.eE+-_%") == std::string::npos;
  return plain ? parse_ratio(value) : static_cast<double>(parse_count(value));
}

double parse_limit(const std::string& value, const Column& column) {
  const bool in_bits = column.origin == Column::Origin::stated_of_wires;
  switch (column.show) {
    case Show::seconds: return parse_si(value, Seconds::dim);
    case Show::flops: return parse_si(value, Flops::dim, Notation::bare_allowed);
    case Show::flop_rate: return parse_si(value, FlopsPerSecond::dim);
    case Show::bytes:
    case Show::binary: return parse_si(value, Bytes::dim);
    case Show::byte_rate:
      return parse_si(value, BytesPerSecond::dim, in_bits ? Notation::bits_allowed : Notation::plain);
    case Show::watts: return parse_si(value, Watts::dim);
    case Show::hertz: return parse_si(value, Hertz::dim);
    case Show::count: return parse_whole(value);
    case Show::number:
    case Show::tenths:
    case Show::percent:
    case Show::word:
    case Show::yes_no:
    case Show::list: break;
  }
  // A change of time may be below zero, which no quantity is.
  return value.starts_with('-') ? -parse_ratio(value.substr(1)) : parse_ratio(value);
}

void check_choice(const Column& column, const std::string& word) {
  const auto& choices = column.choices;
  if (choices.empty() || std::find(choices.begin(), choices.end(), word) != choices.end()) return;
  const std::vector<std::string> known(choices.begin(), choices.end());
  const bool memory = word == "memory-bound" || word == "bandwidth-bound";
  throw Error(formatted("{} is {}", column.key, short_listing(known, "or", kManyWords)),
              memory ? "for main memory write 'bottleneck == hbm'" : did_you_mean(word, known));
}

}  // namespace

Assertion::Comparison Assertion::parse_comparison(std::string_view text) {
  static constexpr std::array<std::string_view, 6> kSigns{"==", "!=", "<", "<=", ">", ">="};
  for (std::size_t i = 0; i < kSigns.size(); ++i) {
    if (kSigns[i] == text) return static_cast<Comparison>(i);
  }
  throw Error(formatted("unknown comparison {}", quote(text)),
              text == "=" ? "did you mean ==?" : "one of == != < <= > >=");
}

Assertion Assertion::parse(std::string_view text, std::span<const Column> columns, std::string_view example) {
  const Parts parts = take_apart(text, example);
  Assertion a;
  a.text_ = formatted("{} {} {}", parts.key, parts.comparison, parts.value);
  a.comparison_ = parse_comparison(parts.comparison);
  a.column_ = find_column(parts.key, columns);
  const Column& column = columns[a.column_];
  a.show_ = column.show;
  const bool equality = a.comparison_ == Comparison::equal || a.comparison_ == Comparison::unequal;
  if (column.show == Show::list) throw Error(formatted("{} is a list, which has no comparison", column.key));
  if (column.show == Show::word || column.show == Show::yes_no) {
    if (!equality) throw Error(formatted("{} is a word: only == and != compare it", column.key));
    if (column.show == Show::yes_no && parts.value != "true" && parts.value != "false") {
      throw Error(formatted("{} is true or false, got {}", column.key, quote(parts.value)));
    }
    check_choice(column, parts.value);
    a.word_ = parts.value;
    return a;
  }
  if (equality && is_measure(column.show) && column.origin == Column::Origin::computed) {
    throw Error(formatted("{} is a computed figure: == would depend on its last bit", column.key),
                "compare with <= or >=");
  }
  a.limit_ = at(column.key, [&] { return parse_limit(parts.value, column); });
  return a;
}

bool Assertion::compare(double value) const {
  switch (comparison_) {
    case Comparison::equal: return value == limit_;
    case Comparison::unequal: return value != limit_;
    case Comparison::less: return value < limit_;
    case Comparison::at_most: return value <= limit_;
    case Comparison::more: return value > limit_;
    case Comparison::at_least: return value >= limit_;
  }
  return false;
}

bool Assertion::holds(std::span<const Cell> row) const {
  const Cell& cell = row[column_];
  if (cell.kind == Cell::Kind::none) return false;
  if (cell.kind == Cell::Kind::number) return compare(cell.number);
  std::string word;
  append_bare(word, cell);
  return (word == word_) == (comparison_ == Comparison::equal);
}

double Assertion::slack(std::span<const Cell> row) const {
  const Cell& cell = row[column_];
  if (cell.kind != Cell::Kind::number) return std::nan("");
  switch (comparison_) {
    case Comparison::equal: return -std::fabs(cell.number - limit_);
    case Comparison::unequal: return std::fabs(cell.number - limit_);
    case Comparison::less:
    case Comparison::at_most: return limit_ - cell.number;
    case Comparison::more:
    case Comparison::at_least: return cell.number - limit_;
  }
  return std::nan("");
}

std::string Assertion::found(std::span<const Cell> row) const {
  const Cell& cell = row[column_];
  if (!has_value(cell)) return "has no value";
  std::string shown = show_cell(cell, show_);
  const bool is_number = cell.kind == Cell::Kind::number;
  if (is_number && cell.number != limit_ && shown == show_cell(Cell::of(limit_), show_)) {
    shown.clear();
    append_number(shown, cell.number);
    if (const std::string_view unit = unit_of(show_); !unit.empty()) shown += formatted(" {}", unit);
  }
  return formatted("is {}", shown);
}

std::string Assertion::failure(std::span<const Cell> row) const {
  return formatted("{}: {}", text_, found(row));
}

}  // namespace roofline
