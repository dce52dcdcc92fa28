#include "roofline/report/report.hpp"

#include <cmath>

#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"

namespace roofline {
namespace {

std::string show_value(double value, Show show_as) {
  switch (show_as) {
    case Show::seconds: return show(value, Seconds::dim);
    case Show::flops: return show(value, Flops::dim);
    case Show::flop_rate: return show(value, FlopsPerSecond::dim);
    case Show::bytes: return show(value, Bytes::dim);
    case Show::byte_rate: return show(value, BytesPerSecond::dim);
    case Show::binary: return show_binary(value);
    case Show::watts: return show_given(value, Watts::dim);
    case Show::hertz: return show_given(value, Hertz::dim);
    case Show::percent: return show_percent(value);
    case Show::number: return show_number(value);
    case Show::tenths: return show_tenths(value);
    case Show::count:
    case Show::word:
    case Show::yes_no:
    case Show::list: break;
  }
  std::string text;
  append_number(text, value);
  return text;
}

void append_list(std::string& out, std::span<const std::string_view> list) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i > 0) out += "; ";
    out += list[i];
  }
}

}  // namespace

bool has_value(const Cell& cell) {
  if (cell.kind == Cell::Kind::none) return false;
  return cell.kind != Cell::Kind::number || std::isfinite(cell.number);
}

std::string show_cell(const Cell& cell, Show show_as) {
  if (!has_value(cell)) return "-";
  if (cell.kind == Cell::Kind::number) return show_value(cell.number, show_as);
  std::string text;
  append_bare(text, cell);
  return escape(text);
}

void append_bare(std::string& out, const Cell& cell) {
  if (!has_value(cell)) return;
  switch (cell.kind) {
    case Cell::Kind::none: return;
    case Cell::Kind::number: append_number(out, cell.number); return;
    case Cell::Kind::word:
    case Cell::Kind::literal: out += cell.word; return;
    case Cell::Kind::yes_no: out += cell.number != 0 ? "true" : "false"; return;
    case Cell::Kind::list: append_list(out, cell.list); return;
  }
}

void print_notes(Output& out, std::span<const std::string> notes) {
  static constexpr std::string_view kFront = "note: ";
  for (const std::string& note : notes) {
    out.append(std::string(kFront) + wrap(note, kTextWidth, kFront.size()) + "\n");
  }
}

}  // namespace roofline
