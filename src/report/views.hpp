#pragma once
// The functions behind the rows of the view table, one file each.

#include "roofline/report/report.hpp"

namespace roofline {

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

}  // namespace roofline
