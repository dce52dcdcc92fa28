#include "cli/check/check_run.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <unordered_set>

#include "base/format.hpp"
#include "cli/check/command_words.hpp"
#include "roofline/base/text.hpp"
#include "roofline/report/assertion.hpp"

namespace roofline::cli {
namespace {

/// No row of the command's own: it ends all of them.
struct TooManyRows {};

/// What an error or a row is about, without the dashes of a flag: "B" of "--B".
std::string_view undashed(std::string_view where) {
  where.remove_prefix(std::min(where.find_first_not_of('-'), where.size()));
  return where;
}

/// Judges the rows of one alternative of a case as they come.
class Judge {
 public:
  Judge(const CheckFile& file, const CheckCase& one, const Alternative& alternative, Strictness strictness,
        std::size_t& rows, std::vector<Verdict>& verdicts)
      : file_(file),
        case_(one),
        alternative_(alternative),
        strictness_(strictness),
        rows_of_file_(rows),
        verdicts_(verdicts) {}

  RowReader reader() {
    return {[this](auto columns, const auto& varying) { begin(columns, varying); },
            [this](auto cells, const auto& label) { row(cells, label); },
            [this](const Error& e, const auto& label) {
              count_row();
              fail(e, name_with(label));
            }};
  }
  /// What the whole alternative could not be evaluated for.
  void fail(const Error& e) { fail(e, alternative_.name); }
  void finish() {
    if (rows_ == 0 && !has_failed_) fail(Error("gives no row that could be checked"));
  }

 private:
  struct Promise {
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
        add_error(alternative_.name, expectation.line, expectation, e);
      }
    }
  }

  /// Two that cannot both hold are a mistake in the file.
  void hold(Promise promise) {
    for (const Promise& other : promises_) {
      if (!contradict(promise.assertion, other.assertion)) continue;
      throw Error(formatted("can never pass together with {}", quote(other.assertion.text())));
    }
    promises_.push_back(std::move(promise));
  }

  void row(std::span<const Cell> cells, const std::string& label) {
    ++rows_;
    count_row();
    const std::string name = name_of(cells, label);
    for (const Promise& promise : promises_) judge(name, promise, cells);
  }

  void count_row() {
    if (++rows_of_file_ > kMostRows) throw TooManyRows();
  }

  void judge(const std::string& name, const Promise& promise, std::span<const Cell> cells) {
    Verdict v;
    v.file = file_.name;
    v.line = promise.expectation->line;
    v.name = name;
    v.assertion = promise.assertion.text();
    v.key = columns_[promise.assertion.column()].key;
    v.found = promise.assertion.found(cells);
    v.reason = promise.expectation->reason;
    const Cell& cell = cells[promise.assertion.column()];
    const bool unfit = fits_ < cells.size() && cells[fits_].kind == Cell::Kind::yes_no && cells[fits_].number == 0;
    if (!has_value(cell) && unfit) v.found += ": it does not fit";
    if (has_value(cell) && cell.kind == Cell::Kind::number) v.actual = cell.number;
    if (has_value(cell) && cell.kind != Cell::Kind::number) append_bare(v.actual_word, cell);
    v.limit_word = promise.assertion.word();
    if (v.limit_word.empty()) v.limit = promise.assertion.limit().number;
    const bool warns = promise.expectation->level == Level::warn && strictness_ != Strictness::strict;
    v.status = promise.assertion.holds(cells) ? Status::pass : warns ? Status::warn : Status::fail;
    verdicts_.push_back(std::move(v));
  }

  static bool contradict(const Assertion& a, const Assertion& b) {
    using enum Assertion::Comparison;
    if (a.column() != b.column()) return false;
    const bool words = a.limit().kind != Cell::Kind::number;
    if (words && a.comparison() == equal && b.comparison() == equal) return a.word() != b.word();
    if (words) return a.comparison() != b.comparison() && a.word() == b.word();
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
    return std::any_of(alternative_.inputs.begin(), alternative_.inputs.end(),
                       [](const CheckInput& input) { return input.name == "from"; });
  }
  std::string name_with(std::string_view label) const {
    const std::string_view part = undashed(label);
    const std::string& name = alternative_.name;
    if (part.empty()) return name;
    return name.ends_with(']') ? formatted("{},{}]", name.substr(0, name.size() - 1), part)
                               : formatted("{}[{}]", name, part);
  }

  /// Each of the case's assertions could not be checked.
  void fail(const Error& e, const std::string& name) {
    for (const Expectation& expectation : case_.expectations) add_error(name, line_of(e), expectation, e);
  }
  /// The line of the input that an error names first: "--B: ...", "chip: ...".
  int line_of(const Error& e) const {
    std::string_view where = undashed(e.where);
    where = e.place.empty() ? where.substr(0, where.find(':')) : "from";  // a place in the rows of a file
    for (const CheckInput& input : alternative_.inputs) {
      std::string name = input.name;
      std::replace(name.begin(), name.end(), '_', '-');
      if (name == where || input.name == where) return input.line;
    }
    return case_.line;
  }
  void add_error(const std::string& name, int line, const Expectation& expectation, const Error& e) {
    has_failed_ = true;
    Verdict v;
    v.status = Status::error;
    v.file = file_.name;
    v.line = line;
    v.name = name;
    v.assertion = expectation.assertion;
    const std::string_view where = undashed(e.where);
    v.found =
        formatted("{}{}{}{}{}", e.place, e.place.empty() ? "" : ": ", where, where.empty() ? "" : ": ", e.message);
    v.reason = expectation.reason;
    v.hint = e.hint;
    verdicts_.push_back(std::move(v));
  }

  const CheckFile& file_;
  const CheckCase& case_;
  const Alternative& alternative_;
  Strictness strictness_;
  std::size_t& rows_of_file_;
  std::vector<Verdict>& verdicts_;
  std::vector<Column> columns_;
  std::vector<std::size_t> varying_;
  std::vector<Promise> promises_;
  std::size_t rows_ = 0, fits_ = 0;
  bool has_failed_ = false;
};

}  // namespace

void Checker::run(const CheckFile& file) {
  rows_ = 0;
  for (const CheckCase& one : file.cases) run_case(file, one);
}

/// A case that is skipped could run all the same, or it is a mistake that nobody would see.
void Checker::skip(const CheckFile& file, const CheckCase& one, const Alternative& alternative) {
  try {
    words_of(file, commands_.of(file, one.run, alternative.inputs), alternative.inputs);
  } catch (const Error& e) {
    return Judge(file, one, alternative, strictness_, rows_, verdicts_).fail(e);
  }
  for (const Expectation& expectation : one.expectations) {
    Verdict v;
    v.status = Status::skip;
    v.file = file.name;
    v.line = expectation.line;
    v.name = one.name;
    v.assertion = expectation.assertion;
    v.reason = one.skip;
    verdicts_.push_back(std::move(v));
  }
}

void Checker::run_case(const CheckFile& file, const CheckCase& one) {
  const Alternative whole{one.name, one.inputs};
  std::vector<Alternative> all;
  try {
    all = alternatives_of(file, one, commands_);
  } catch (const Error& e) {
    return Judge(file, one, whole, strictness_, rows_, verdicts_).fail(e);
  }
  if (!one.skip.empty()) return skip(file, one, all.front());
  for (const Alternative& alternative : all) run_alternative(file, one, alternative);
}

void Checker::run_alternative(const CheckFile& file, const CheckCase& one, const Alternative& alternative) {
  const std::size_t rows = rows_, verdicts = verdicts_.size();
  Judge judge(file, one, alternative, strictness_, rows_, verdicts_);
  try {
    const Command command = commands_.of(file, one.run, alternative.inputs);
    const std::vector<std::string> words = words_of(file, command, alternative.inputs);
    const Args args = parse_args(command.name, command.flags, command.positional, words);
    const RowReader reader = judge.reader();
    std::string unsaid;  // what a command would say beside its rows is said by the verdicts
    Output nowhere = Output::to_string(unsaid);
    command.body({args, read_string(""), nowhere, nowhere, words, &reader});
    judge.finish();
  } catch (const TooManyRows&) {
    rows_ = rows;
    verdicts_.resize(verdicts);
    judge.fail(Error(formatted("has more rows than the {} that a check file may have", kMostRows)));
  } catch (const Error& e) {
    judge.fail(e);
  }
}

void Checker::fail(const std::string& file, const Error& error) {
  Verdict v;
  v.status = Status::error;
  v.file = file == "-" ? "standard input" : file;
  const std::vector<std::string> place = split(error.place, ':');  // file, line, column
  v.line = place.size() > 1 ? std::atoi(place[place.size() - (place.size() > 2 ? 2 : 1)].c_str()) : 1;
  v.name = "check file";
  v.found = formatted("{}{}{}", error.where, error.where.empty() ? "" : ": ", error.message);
  v.hint = error.hint;
  verdicts_.push_back(std::move(v));
}

std::vector<Verdict> Checker::take() {
  std::unordered_set<std::string> seen;
  for (Verdict& v : verdicts_) {
    const bool is_new = seen.insert(v.file + "\n" + v.name + "\n" + v.assertion).second;
    if (is_new || v.status == Status::error) continue;
    v.status = Status::error;
    v.found = "has the name of another row: names are identities";
  }
  return std::move(verdicts_);
}

}  // namespace roofline::cli
