#include "cli/answer.hpp"

#include "base/format.hpp"
#include "cli/rows.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

const View& view_of(const Args& args) {
  const std::string* format = args.find("format");
  if (format != nullptr) return at("--format", [&]() -> const View& { return find_view(*format); });
  return args.has("get") ? values_view() : text_view();
}

/// --get's, else a table's for people, else all.
std::vector<std::string> keys_of(const Args& args, const View& view, std::span<const Column> columns,
                                 const AnswerShape& shape) {
  if (const std::string* get = args.find("get")) return split(*get, ',');
  if (view.readers == View::Readers::people) return shape.table_keys;
  if (!shape.machine_keys.empty()) return shape.machine_keys;
  std::vector<std::string> keys;
  for (const Column& column : columns) keys.push_back(column.key);
  return keys;
}

}  // namespace

std::vector<Flag> answer_flags() {
  using enum Flag::Times;
  std::string formats;
  Expects names{Expects::Kind::word};
  for (const View& view : views()) {
    formats += formatted("{}{}: {}", formats.empty() ? "" : "; ", view.name, view.summary);
    names.words.emplace_back(view.name);
  }
  return {
      {"assert", "CONDITION", "exit 1 unless every row keeps 'KEY OP VALUE'", "Questions", many},
      {"format", "FORMAT", formats, "Output", once, "", "", names},
      {"get", "KEY,...", "only these keys; bare values without --format", "Output"},
  };
}

Answer::Answer(const Invocation& run, std::span<const Column> columns, const AnswerShape& shape)
    : run_(run),
      view_(&view_of(run.args)),
      table_{shape.title, {}, shape.rows},
      until_(shape.until),
      text_(shape.text) {
  if (run.rows != nullptr) {
    run.rows->begin(columns, shape.varying);
    return;
  }
  for (const std::string& text : run.args.all("assert")) {
    at("--assert", [&] { assertions_.push_back(Assertion::parse(text, columns)); });
  }
  const auto keys = keys_of(run.args, *view_, columns, shape);
  picked_ = at("--get", [&] { return pick_columns(columns, keys); });
  for (const std::size_t i : picked_) table_.columns.push_back(columns[i]);
  is_sheet_ = view_ == &text_view() && !run.args.has("get") && shape.text != AnswerShape::Text::table;
  printer_.emplace(*view_, run.out, table_);
  row_.resize(picked_.size());
}

std::vector<std::string> Answer::keys() const {
  std::vector<std::string> keys;
  for (const Column& column : table_.columns) keys.push_back(column.key);
  return keys;
}

void Answer::row(std::span<const Cell> cells) {
  if (run_.rows != nullptr) return;  // it takes them as they are checked
  for (std::size_t i = 0; i < picked_.size(); ++i) row_[i] = cells[picked_[i]];
  printer_->row(row_);
}

void Answer::check_assertions(std::span<const Cell> cells, const std::string& label) {
  bool kept = true;
  for (const Assertion& a : assertions_) {
    if (a.holds(cells)) continue;
    kept = false;
    const std::string front = label.empty() ? "" : label + ": ";
    run_.err.append(formatted("roofline: assert failed: {}{}\n", front, escape(a.failure(cells))));
  }
  if (!kept) ++broken_;
}

void Answer::fail(const Error& error, const std::string& label) {
  if (table_.rows == Table::Rows::one) throw error;
  if (!first_error_) first_error_ = error;
  ++failed_;
  if (run_.rows != nullptr) return run_.rows->failed(error, label);
  // Where the message names the point itself, once is enough.
  std::string where = error.message.starts_with(label) ? "" : label;
  if (!error.where.empty()) where += (where.empty() ? "" : ": ") + error.where;
  const std::string hint = error.hint.empty() ? "" : formatted(" ({})", error.hint);
  run_.err.append(error_text(error.place, where, error.message + hint, ""));
}

void Answer::see_misfit(const Error& error) {
  ++misfits_;
  if (table_.rows == Table::Rows::one && run_.rows == nullptr)
    run_.err.append(error_text(error.place, error.where, error.message, error.hint));
}

void Answer::remark(const std::string& note) {
  remarks_.push_back(note);
  const bool drawn = is_sheet_ && text_ == AnswerShape::Text::picture;
  if (run_.rows != nullptr) return;
  const bool below = view_->readers == View::Readers::people && (!is_sheet_ || drawn);
  if (!below) run_.err.append(formatted("roofline: note: {}\n", note));
}

int Answer::finish(std::span<const std::string> notes) {
  if (run_.rows != nullptr) return kAnswered;
  const bool nothing = failed_ > 0 && rows_ == 0;
  std::vector<std::string> all(notes.begin(), notes.end());
  if (view_->readers == View::Readers::people) all.insert(all.end(), remarks_.begin(), remarks_.end());
  if (!is_sheet_ && !nothing) printer_->end(all);
  if (nothing && view_->errors == View::Errors::object) run_.out.append(error_object(*first_error_, kBadInput));
  if (broken_ > 0 && table_.rows == Table::Rows::many) {
    run_.err.append(formatted("roofline: {} of {} rows failed\n", broken_, rows_));
  }
  if (failed_ > 0) return kBadInput;
  if (misfits_ > 0 && fitting_ == 0) return kDoesNotFit;
  return broken_ > 0 ? kAssertionFailed : kAnswered;
}

}  // namespace roofline::cli
