#include "cli/feed.hpp"

#include <algorithm>
#include <unordered_set>

#include "base/format.hpp"
#include "cli/inputs.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/number.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

constexpr std::string_view kMeasured = "measured";

Records open_records(const Args& args, const Read& in) {
  const std::string& file = *args.find("from");
  return at("--from", [&] { return file == "-" ? Records(in, "standard input") : Records(open_file(file), file); });
}

/// The field that a column names: by its key, its alias or its flag.
std::optional<std::size_t> field_named(const Op& op, std::string_view name) {
  for (std::size_t i = 0; i < op.fields.size(); ++i) {
    const FieldInfo& field = op.fields[i];
    const bool alias = !field.alias.empty() && field.alias == name;
    if (field.name == name || alias || flag_of(field) == name) return i;
  }
  return std::nullopt;
}

/// The unit that a column of measured times names: "us" of measured_us, "" of measured; nullopt for any other column.
std::optional<std::string> unit_of(std::string_view column) {
  if (column == kMeasured) return "";
  if (!column.starts_with(kMeasured) || column[kMeasured.size()] != '_') return std::nullopt;
  std::string unit(column.substr(kMeasured.size() + 1));
  try {
    parse_si("1" + unit, Seconds::dim);
  } catch (const Error&) {
    return std::nullopt;
  }
  return unit;
}

}  // namespace

std::vector<Flag> feed_flags() {
  Flag from{"from", "FILE", "a row for each row of a CSV or JSON Lines file (- for stdin): columns named as inputs",
            "Rows in"};
  from.expects.kind = Expects::Kind::file;
  Flag rename{"rename", "THEIRS=OURS,...", "columns of --from under our names, such as time_us=measured_us", "Rows in"};
  Flag measured{"measured", "TIME",
                "a measured time such as 310us, held against the bound; in --from a column measured_us", "Rows in"};
  return {from, rename, measured};
}

double parse_measured(std::string_view text) {
  if (text.find(',') != std::string_view::npos) throw Error("takes one time", "--from takes a file of them");
  const double time = parse_si(text, Seconds::dim);
  if (time <= 0) throw Error(formatted("must be more than 0, got {}", quote(text)));
  return time;
}

Feed::Feed(const Op& op, const Args& args, const Read& in, const std::optional<Sought>& sought)
    : op_(op), records_(open_records(args, in)), names_(records_.names()) {
  if (const std::string* text = args.find("rename")) at("--rename", [&] { rename(*text); });
  place_columns(sought);
}

void Feed::rename(const std::string& text) {
  const std::vector<std::string>& known = records_.names();
  for (const std::string& part : split(text, ',')) {
    const std::size_t equals = part.rfind('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == part.size()) {
      throw Error(formatted("{} is not THEIRS=OURS", quote(part)), "written like --rename M=B,K=D");
    }
    const std::string from = part.substr(0, equals);
    const auto found = std::find(known.begin(), known.end(), from);
    if (found == known.end()) {
      std::string hint = did_you_mean(from, known);
      if (hint.empty()) hint = "it has " + listing(known);
      throw Error(formatted("{} has no column {}", escape(name()), quote(from)), hint);
    }
    std::string& name = names_[static_cast<std::size_t>(found - known.begin())];
    if (name != *found) throw Error(formatted("{} is named twice", quote(from)));
    name = part.substr(equals + 1);
  }
}

void Feed::place_columns(const std::optional<Sought>& sought) {
  std::unordered_set<std::string_view> seen;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const auto field = field_named(op_, names_[i]);
    const auto unit = unit_of(names_[i]);
    const bool twice = !seen.insert(names_[i]).second || (field && has(*field)) || (unit && time_);
    if (twice) {
      throw Error(formatted("{}: two columns for {}", escape(name()),
                            field  ? op_.fields[*field].name
                            : unit ? kMeasured
                                   : escape(names_[i])),
                  "--rename gives one of them another name");
    }
    const bool is_sought = field && sought && sought->field == field;
    if (field && !is_sought) {
      inputs_.push_back({i, *field});
    } else if (unit && !sought) {
      time_ = Time{i, *unit};
    } else {
      passing_.push_back(i);
    }
  }
  if (!time_ && !sought) refuse_near_times();
}

/// A column that is meant to be a measured time, and would pass through unread.
void Feed::refuse_near_times() const {
  for (const std::size_t i : passing_) {
    if (!lower(names_[i]).starts_with(kMeasured)) continue;
    throw Error(formatted("{}: the column {} names no unit of time", escape(name()), quote(names_[i])),
                formatted("measured_us, measured_ms and so on do; --rename {}=... gives it another name",
                          escape(records_.names()[i])));
  }
}

std::string_view Feed::column_of(std::size_t field) const {
  const auto gives = [&](const Input& input) { return input.field == field; };
  const auto found = std::find_if(inputs_.begin(), inputs_.end(), gives);
  return found == inputs_.end() ? std::string_view() : records_.names()[found->column];
}

double Feed::read_input(const Input& input) const {
  const FieldInfo& field = op_.fields[input.field];
  const RecordField& value = records_.fields()[input.column];
  if (value.kind != RecordField::Kind::none) return parse_cell(field, value.text);
  if (field.given == Given::always || field.group == "mesh") throw Error("has no value");
  return kNotGiven;
}

std::optional<double> Feed::read_time() const {
  const RecordField& value = records_.fields()[time_->column];
  if (value.kind == RecordField::Kind::none) return std::nullopt;
  const std::string& unit = time_->unit;
  if (!unit.empty() && value.text.find_first_not_of("0123456789.eE+-_") != std::string_view::npos) {
    throw Error(formatted("expected a number of {}, got {}", unit, quote(value.text)));
  }
  try {
    return parse_measured(std::string(value.text) + unit);
  } catch (Error& e) {
    if (!unit.empty()) throw;
    e.hint = formatted(
        "such as 310us; numbers alone have their unit in the column's name: --rename {0}=measured_us, "
        "or {0}=measured_s for seconds, as roofline writes them",
        escape(records_.names()[time_->column]));
    throw;
  }
}

void Feed::read(Values& values) {
  const auto stands_in = [&](std::size_t column, auto f) {
    try {
      f();
    } catch (Error& e) {
      e.place = records_.place(column);
      e.where = escape(names_[column]);
      throw;
    }
  };
  for (const Input& input : inputs_) {
    stands_in(input.column, [&] { values[input.field] = read_input(input); });
  }
  if (time_) stands_in(time_->column, [&] { measured_ = read_time(); });
}

std::vector<std::string> Feed::renamed() const {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (names_[i] != records_.names()[i])
      texts.push_back(formatted("{} as {}", escape(records_.names()[i]), escape(names_[i])));
  }
  return texts;
}

std::string Feed::hint_for(std::string_view input) const {
  if (names_.size() == 1 && names_[0].find_first_of(";\t") != std::string::npos) {
    return "the columns of a CSV file are separated by commas";
  }
  const auto same = [&](std::string_view column) {
    column.remove_prefix(std::min(column.find_first_not_of(' '), column.size()));
    column = column.substr(0, column.find_last_not_of(' ') + 1);
    return equal_ignoring_case(column, input);
  };
  const auto near = std::find_if(names_.begin(), names_.end(), same);
  const std::string rename = formatted("{}={}", near == names_.end() ? "THEIRS" : escape(*near), input);
  return formatted("the columns of {} are {}; --rename {} makes one of them an input", escape(name()), listing(names_),
                   rename.find(' ') == std::string::npos ? rename : "'" + rename + "'");
}

Cell Feed::passing_cell(std::size_t column) const {
  const RecordField& value = records_.fields()[column];
  if (value.kind == RecordField::Kind::none) return {};
  // CSV has no types: what reads as a number is one.
  const bool number = records_.format() == Records::Format::csv && is_json_number(value.text);
  return number || value.kind == RecordField::Kind::literal ? Cell::literal(value.text) : Cell::of(value.text);
}

}  // namespace roofline::cli
