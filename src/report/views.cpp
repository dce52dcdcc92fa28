#include "report/views.hpp"

#include "base/format.hpp"

#include <array>

#include "roofline/base/error.hpp"
#include "roofline/base/text.hpp"

namespace roofline {
namespace {

/// The view table.
constexpr std::array kViews{
    View{"text", "for people (default)", begin_text, text_row, end_text},
    View{"json", "one object; an array when an input is a list", begin_json, json_row, end_json},
    View{"jsonl", "an object a line", begin_json_lines, json_lines_row, end_json_lines},
    View{"csv", "a header and a line a row", begin_csv, csv_row, end_csv},
    View{"markdown", "a table for a document", begin_markdown, markdown_row, end_markdown},
};

constexpr View kValues{"values", "bare values, tab-separated", begin_values, values_row, end_values};

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
