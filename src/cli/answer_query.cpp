#include "cli/answer_query.hpp"

#include <algorithm>

#include "base/format.hpp"
#include "cli/answer.hpp"
#include "cli/collective_sheet.hpp"
#include "cli/each_row.hpp"
#include "cli/explain.hpp"
#include "cli/measured.hpp"
#include "cli/model_sheet.hpp"
#include "cli/notes.hpp"
#include "cli/origins.hpp"
#include "cli/picture.hpp"
#include "cli/rows.hpp"
#include "cli/sheet.hpp"
#include "cli/solve_page.hpp"
#include "cli/title.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

AnswerShape shape_of(const Query& query, const PictureWish& picture, std::vector<std::string> table_keys) {
  AnswerShape shape{query.is_list() ? Table::Rows::many : Table::Rows::one};
  const bool sheet = !query.is_list() || (query.explain && query.rows() == 1);
  shape.text = picture.table == PictureWish::Table::gives_way ? AnswerShape::Text::picture
               : sheet                                        ? AnswerShape::Text::sheet
                                                              : AnswerShape::Text::table;
  if (!picture.files.empty()) shape.until = AnswerShape::Until::last_row;
  shape.table_keys = std::move(table_keys);
  shape.varying = varying_keys(query);
  shape.title = table_title(query);
  return shape;
}

void print_explanation(Output& out, const Point& point, std::span<const std::string_view> notes) {
  const std::string title = wrap(row_title(point.query, point.machine, point.values), kTextWidth, 0);
  out.append(title + "\n" + (point.estimate.alone ? "\n" + picture(info(point.estimate.alone->collective)) : ""));
  print_steps(out, explain(point));
  print_origins(out, point);
  if (notes.empty()) return;
  out.append("\n");
  print_notes(out, std::vector<std::string>(notes.begin(), notes.end()));
}

void print_sheet(Output& out, const Point& point, std::span<const std::string_view> notes) {
  point.query.explain ? print_explanation(out, point, notes) : print(out, make_sheet(point, notes));
}

/// The steps, then where their hardware figures come from, as the list of machine formats.
std::vector<std::string> explanation_lines(const Point& point) {
  std::vector<std::string> lines;
  for (const ExplainedStep& step : explain(point)) lines.push_back(in_one_line(step));
  for (std::string& line : origin_lines(point)) lines.push_back(std::move(line));
  return lines;
}

/// A column that says otherwise than a flag is no error, but nobody should take it for what was asked.
void tell_unused(Output& err, const Query& query, const std::vector<std::string>& columns) {
  if (columns.empty()) return;
  err.append(formatted("roofline: note: the command line asks for all rows, so columns of {} are not used: {}\n",
                       escape(query.from->name()), listing(columns)));
}

/// An op that does not fit keeps its times; a model has none.
void see_fit(Answer& answer, const Point& point) {
  const auto fits = point.query.op.is_model() ? point.estimate.fits() : std::nullopt;
  if (fits == true) answer.see_fit();
  if (fits == false) answer.see_misfit(point.query.is_list() ? Error("") : unfit_error(point));
}

/// Of all rows of a table together.
std::vector<std::string> notes_below(const Query& query, const Measurements& measurements, const TableNotes& table) {
  std::vector<std::string> notes = query.is_measured() ? measurements.notes() : std::vector<std::string>();
  for (std::string& note : table.all()) notes.push_back(std::move(note));
  return notes;
}

/// What qualifies a picture: the notes of the answer, and rows that it has not.
std::vector<std::string> notes_of_picture(std::vector<std::string> notes, const Answer& answer) {
  notes.insert(notes.end(), answer.remarks().begin(), answer.remarks().end());
  if (answer.failed() > 0)
    notes.push_back(formatted("{} row{} could not be answered", answer.failed(), answer.failed() == 1 ? "" : "s"));
  return notes;
}

int answer_estimates(const Invocation& run, const Query& query, const PictureWish& wish) {
  RowPlan plan(query);
  tell_unused(run.err, query, plan.unused());
  Picture picture(run, query, wish);
  Answer answer(run, plan.columns(), shape_of(query, wish, plan.table_keys()));
  Notes notes;
  TableNotes table_notes(query);
  Measurements measurements;
  std::vector<std::string> explanation, last_notes;
  for_each_row(query, answer, notes, [&](const Machine& machine, const Values& values) {
    const Evaluated found = evaluate(query, machine.chip, values);
    const Point point{query, machine, values, found.work, found.estimate, found};
    const auto row_notes = notes.of(point);
    if (query.explain) explanation = explanation_lines(point);
    const std::vector<std::string_view> steps(explanation.begin(), explanation.end());
    const auto cells = plan.fill(point, row_notes, steps);
    if (!answer.is_sheet()) answer.row(cells);
    if (answer.is_sheet() && wish.table == PictureWish::Table::stays) print_sheet(run.out, point, row_notes);
    if (wish.is_wanted()) picture.see(point);
    answer.check(cells, [&] { return row_label(query, machine, values); });
    see_fit(answer, point);
    table_notes.see(point, notes);
    if (query.is_measured()) measurements.see(point);
    if (!query.is_list()) last_notes.assign(row_notes.begin(), row_notes.end());
  });
  std::vector<std::string> all = query.is_list() ? notes_below(query, measurements, table_notes) : last_notes;
  const std::vector<std::string> of_picture = notes_of_picture(all, answer);
  if (query.is_list()) {
    for (std::string& note : plan.notes(answer.keys())) all.push_back(std::move(note));
  }
  const int exit = answer.finish(all);
  picture.finish(of_picture);
  return exit;
}

int answer_solutions(const Invocation& run, const Query& query) {
  SolvePlan plan(query);
  Solver solver(query);
  tell_unused(run.err, query, plan.unused());
  Answer answer(run, plan.columns(), shape_of(query, {}, plan.table_keys()));
  Notes notes;
  std::vector<std::string> all_notes;
  for_each_row(query, answer, notes, [&](const Machine& machine, const Values& values) {
    const Solution solution = solver.solve(machine, values);
    const std::vector<std::string> common = common_notes(query, machine, values, solution);
    std::vector<std::string> texts = answer_notes(query, machine, values, solution, solver);
    texts.insert(texts.end(), common.begin(), common.end());
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    const auto cells = plan.fill(machine, values, solution, views);
    if (answer.is_sheet()) {
      Sheet sheet = make_sheet(query, machine, values, solution);
      sheet.notes = texts;
      print(run.out, sheet);
    } else {
      answer.row(cells);
    }
    answer.check(cells, [&] { return row_label(query, machine, values); });
    if (solution.fits == false && !solution.crossing) {
      answer.see_misfit(Error(formatted("the model does not fit at any {}", query.sought->name)));
    } else {
      answer.see_fit();
    }
    for (const std::string& text : query.is_list() ? common : texts) {
      if (std::find(all_notes.begin(), all_notes.end(), text) == all_notes.end()) all_notes.push_back(text);
    }
  });
  for (std::string& note : plan.notes(answer.keys())) all_notes.push_back(std::move(note));
  return answer.finish(all_notes);
}

void check_explain(const Query& query, const Args& args) {
  if (!query.explain) return;
  if (query.sought) throw Error("does not go with --solve");
  if (query.from) throw Error("shows one row, and --from may have many");
  if (query.measured || query.sensitivity) throw Error("goes with neither --measured nor --sensitivity");
  if (query.rows() > 1) throw Error(formatted("shows one row; this is {}", query.rows()));
  const std::string* format = args.find("format");
  if (args.has("get") || (format != nullptr && *format == "markdown")) {
    throw Error("goes with text, json, jsonl and csv, and not with --get");
  }
}

}  // namespace

int answer_query(const Invocation& run, const Query& query) {
  at("--explain", [&] { check_explain(query, run.args); });
  const PictureWish picture = read_picture(run.args, query);
  return query.sought ? answer_solutions(run, query) : answer_estimates(run, query, picture);
}

}  // namespace roofline::cli
