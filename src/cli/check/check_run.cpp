#include "cli/check/check_run.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/format.hpp"
#include "cli/check/command_words.hpp"
#include "roofline/base/text.hpp"
#include "roofline/report/assertion.hpp"

namespace roofline::cli {
namespace {

/// No row of the command's own: it ends all of them.
struct TooManyRows {};

/// Judges the rows of one alternative of a case as they come.
class Judge {
 public:
  Judge(const CheckFile& file, const CheckCase& one, Strictness strictness, std::vector<Verdict>& verdicts)
      : file_(file), case_(one), strictness_(strictness), verdicts_(verdicts) {}

  void start(const Alternative& alternative) {
    alternative_ = &alternative;
    assertions_.clear();
    rows_ = 0;
  }
  RowReader reader() {
    return {[this](auto columns, const auto& varying) { begin(columns, varying); },
            [this](auto cells, const auto& label) { row(cells, label); },
            [this](const Error& e, const auto& label) { fail(e, name_with(label)); }};
  }
  /// What the whole alternative could not be evaluated for.
  void fail(const Error& e) { fail(e, alternative_->name); }
  void finish() {
    if (rows_ == 0 && !has_failed_) fail(Error("gives no row that could be checked"));
  }

 private:
  struct Held {
    const Expectation* expectation;
    Assertion assertion;
  };

  void begin(std::span<const Column> columns, const std::vector<std::string>& varying) {
    columns_.assign(columns.begin(), columns.end());
    varying_.clear();
    fits_ = columns.size();
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (std::find(varying.begin(), varying.end(), columns[i].key) != varying.end()) varying_.push_back(i);
      if (columns[i].key == "fits") fits_ = i;
    }
    for (const Expectation& expectation : case_.expectations) {
      try {
        hold({&expectation, Assertion::parse(expectation.assertion, columns_)});
      } catch (Error& e) {
        e.where.clear();
        add_error(alternative_->name, expectation.line, expectation.assertion, e);
      }
    }
  }

  /// Two that cannot both hold are a mistake in the file.
  void hold(Held held) {
    for (const Held& other : assertions_) {
      if (!contradict(held.assertion, other.assertion)) continue;
      throw Error(formatted("can never pass together with {}", quote(other.assertion.text())));
    }
    assertions_.push_back(std::move(held));
  }

  void row(std::span<const Cell> cells, const std::string& label) {
    if (++rows_ > kMostRows) throw TooManyRows();
    const std::string name = name_of(cells, label);
    for (const Held& held : assertions_) judge(name, held, cells);
  }

  void judge(const std::string& name, const Held& held, std::span<const Cell> cells) {
    Verdict v;
    v.file = file_.name;
    v.line = held.expectation->line;
    v.name = name;
    v.assertion = held.assertion.text();
    v.key = columns_[held.assertion.column()].key;
    v.found = held.assertion.found(cells);
    v.reason = held.expectation->reason;
    const Cell& cell = cells[held.assertion.column()];
    const bool unfit = fits_ < cells.size() && cells[fits_].kind == Cell::Kind::yes_no && cells[fits_].number == 0;
    if (!has_value(cell) && unfit) v.found += ": it does not fit";
    if (cell.kind == Cell::Kind::number && has_value(cell)) v.actual = cell.number;
    if (const Cell limit = held.assertion.limit(); limit.kind == Cell::Kind::number) v.limit = limit.number;
    const bool warns = held.expectation->level == Level::warn && strictness_ != Strictness::strict;
    v.status = held.assertion.holds(cells) ? Status::pass : warns ? Status::warn : Status::fail;
    verdicts_.push_back(std::move(v));
  }

  static bool contradict(const Assertion& a, const Assertion& b) {
    if (a.column() != b.column() || a.limit().kind != Cell::Kind::number) return false;
    return is_above(a, b) || is_above(b, a);
  }
  /// Whether what `low` asks at least is more than what `high` asks at most.
  static bool is_above(const Assertion& low, const Assertion& high) {
    using enum Assertion::Comparison;
    const bool from_below = low.comparison() == more || low.comparison() == at_least || low.comparison() == equal;
    const bool from_above = high.comparison() == less || high.comparison() == at_most || high.comparison() == equal;
    if (!from_below || !from_above) return false;
    const bool touching = low.comparison() != more && high.comparison() != less;
    return touching ? low.limit().number > high.limit().number : low.limit().number >= high.limit().number;
  }

  /// "serve[chip=h100-sxm,batch=8]": the alternative, and what varies within it.
  std::string name_of(std::span<const Cell> cells, const std::string& label) const {
    std::string parts;
    for (const std::size_t i : varying_) {
      std::string value;
      append_bare(value, cells[i]);
      parts += formatted("{}{}={}", parts.empty() ? "" : ",", columns_[i].key, value);
    }
    return name_with(parts.empty() || has_rows_of_a_file() ? label : parts);
  }
  bool has_rows_of_a_file() const {
    return std::any_of(alternative_->inputs.begin(), alternative_->inputs.end(),
                       [](const CheckInput& input) { return input.name == "from"; });
  }
  std::string name_with(const std::string& part) const {
    const std::string& name = alternative_->name;
    if (part.empty()) return name;
    return name.ends_with(']') ? formatted("{},{}]", name.substr(0, name.size() - 1), part)
                               : formatted("{}[{}]", name, part);
  }

  void fail(const Error& e, const std::string& name) {
    has_failed_ = true;
    add_error(name, line_of(e), "", e);
  }
  /// The line of the input that an error names first: "--B: ...", "chip: ...".
  int line_of(const Error& e) const {
    std::string_view where = e.where;
    while (where.starts_with('-')) where.remove_prefix(1);
    where = where.substr(0, where.find(':'));
    for (const CheckInput& input : alternative_->inputs) {
      std::string name = input.name;
      std::replace(name.begin(), name.end(), '_', '-');
      if (name == where || input.name == where) return input.line;
    }
    return case_.line;
  }
  void add_error(const std::string& name, int line, const std::string& assertion, const Error& e) {
    has_failed_ = true;
    Verdict v;
    v.status = Status::error;
    v.file = file_.name;
    v.line = line;
    v.name = name;
    v.assertion = assertion;
    std::string_view where = e.where;
    while (where.starts_with('-')) where.remove_prefix(1);
    v.found =
        formatted("{}{}{}{}{}", e.place, e.place.empty() ? "" : ": ", where, where.empty() ? "" : ": ", e.message);
    v.reason = e.hint;
    verdicts_.push_back(std::move(v));
  }

  const CheckFile& file_;
  const CheckCase& case_;
  Strictness strictness_;
  std::vector<Verdict>& verdicts_;
  const Alternative* alternative_ = nullptr;
  std::vector<Column> columns_;
  std::vector<std::size_t> varying_;
  std::vector<Held> assertions_;
  std::size_t rows_ = 0, fits_ = 0;
  bool has_failed_ = false;
};

void run_alternative(const CheckFile& file, const CheckCase& one, const Alternative& alternative, Judge& judge,
                     Commands& commands) {
  judge.start(alternative);
  try {
    const auto [command, words] = command_line_of(file, one.run, alternative.inputs, commands);
    const Args args = parse_args(command.name, command.flags, command.positional, words);
    const RowReader reader = judge.reader();
    std::string unsaid;  // what a command would say beside its rows is said by the verdicts
    Output nowhere = Output::to_string(unsaid);
    command.body({args, read_string(""), nowhere, nowhere, words, &reader});
    judge.finish();
  } catch (const TooManyRows&) {
    judge.fail(Error(formatted("gives more than {} rows", kMostRows)));
  } catch (const Error& e) {
    judge.fail(e);
  }
}

void skip(const CheckFile& file, const CheckCase& one, std::vector<Verdict>& verdicts) {
  for (const Expectation& expectation : one.expectations) {
    Verdict v;
    v.status = Status::skip;
    v.file = file.name;
    v.line = expectation.line;
    v.name = one.name;
    v.assertion = expectation.assertion;
    v.reason = one.skip;
    verdicts.push_back(std::move(v));
  }
}

}  // namespace

void run_case(const CheckFile& file, const CheckCase& one, Strictness strictness, Commands& commands,
              std::vector<Verdict>& verdicts) {
  if (!one.skip.empty()) return skip(file, one, verdicts);
  Judge judge(file, one, strictness, verdicts);
  std::vector<Alternative> all;
  try {
    all = alternatives_of(file, one, commands);
  } catch (const Error& e) {
    const Alternative whole{one.name, one.inputs};
    judge.start(whole);
    return judge.fail(e);
  }
  for (const Alternative& alternative : all) run_alternative(file, one, alternative, judge, commands);
}

void check_defaults(const CheckFile& file, Commands& commands) {
  for (const CheckInput& d : file.defaults) {
    const bool taken = std::any_of(file.cases.begin(), file.cases.end(), [&](const CheckCase& c) {
      try {
        return takes(commands.find(c.run), d.name);
      } catch (const Error&) {
        return true;  // the case itself tells that it has no such command
      }
    });
    if (taken) continue;
    Error e(formatted("defaults: no case takes {}", quote(d.name)));
    e.place = formatted("{}:{}", escape(file.name), d.line);
    throw e;
  }
}

}  // namespace roofline::cli
