#include <array>

#include "base/format.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/text.hpp"
#include "roofline/report/report.hpp"

namespace roofline {

// The functions behind the rows below, one file each.
void begin_text(ViewState&);
void text_row(ViewState&, std::span<const Cell>);
void end_text(ViewState&, std::span<const std::string> notes);
void begin_json(ViewState&);
void json_row(ViewState&, std::span<const Cell>);
void end_json(ViewState&, std::span<const std::string> notes);
void begin_json_lines(ViewState&);
void json_lines_row(ViewState&, std::span<const Cell>);
void end_json_lines(ViewState&, std::span<const std::string> notes);
void begin_csv(ViewState&);
void csv_row(ViewState&, std::span<const Cell>);
void end_csv(ViewState&, std::span<const std::string> notes);
void begin_markdown(ViewState&);
void markdown_row(ViewState&, std::span<const Cell>);
void end_markdown(ViewState&, std::span<const std::string> notes);
void begin_values(ViewState&);
void values_row(ViewState&, std::span<const Cell>);
void end_values(ViewState&, std::span<const std::string> notes);

namespace {

using enum View::Readers;
using enum View::Errors;

/// The view table.
constexpr std::array kViews{
    View{"text", "for people (default)", people, text, begin_text, text_row, end_text},
    View{"json", "an object, or an array where an input is a list", machines, object, begin_json, json_row, end_json},
    View{"jsonl", "an object a line", machines, object, begin_json_lines, json_lines_row, end_json_lines},
    View{"csv", "a header, then a line a row", machines, text, begin_csv, csv_row, end_csv},
    View{"markdown", "a table for a document", people, text, begin_markdown, markdown_row, end_markdown},
};

constexpr View kValues{"values", "bare values, tab-separated", machines, text, begin_values, values_row, end_values};

}  // namespace

std::span<const View> views() {
  return kViews;
}

const View& text_view() {
  return kViews[0];
}

const View& values_view() {
  return kValues;
}

const View& find_view(std::string_view name) {
  std::vector<std::string> known;
  for (const View& view : kViews) {
    if (view.name == name) return view;
    known.emplace_back(view.name);
  }
  throw Error(name.empty() ? std::string("is empty") : formatted("unknown format {}", quote(name)),
              "one of " + listing(known, "or"));
}

}  // namespace roofline
