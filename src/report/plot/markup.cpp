#include "report/plot/markup.hpp"

#include "base/format.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"

namespace roofline::plot {

std::string coordinate(double value) {
  return formatted("{:.2f}", value);
}

std::string unrounded(double value) {
  std::string text;
  append_number(text, value);
  return text;
}

Element& Element::with(std::string_view key, std::string_view value) {
  out_ += formatted(" {}=\"{}\"", key, escape_markup(value));
  return *this;
}

void Element::holding(std::string_view text) {
  out_ += formatted(">{}</{}>\n", escape_markup(text), name_);
}

void Element::titled(std::string_view title) {
  out_ += formatted("><title>{}</title></{}>\n", escape_markup(title), name_);
}

}  // namespace roofline::plot
