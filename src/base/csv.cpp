#include "roofline/base/csv.hpp"

#include <algorithm>
#include <utility>

#include "base/format.hpp"
#include "roofline/base/text.hpp"

namespace roofline {
namespace {

/// The first byte that is not UTF-8, NUL included; the size when all are.
std::size_t find_bad_byte(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool ascii = byte > 0 && byte < 0x80;
    const std::size_t length = ascii ? 1 : byte == 0 ? 0 : utf8_length(text.substr(i));
    if (length == 0) return i;
    i += length;
  }
  return text.size();
}

}  // namespace

bool CsvReader::next() {
  do {
    if (!lines_.next()) return false;
  } while (lines_.text().empty() && width_ != 1);
  spans_.clear();
  split();
  check();
  make_fields();
  return true;
}

void CsvReader::split() {
  for (std::size_t at = 0;;) {
    const std::string_view text = lines_.text();
    const bool quoted = at < text.size() && text[at] == '"';
    at = quoted ? take_quoted(at + 1) : take_bare(at);
    if (at == lines_.text().size()) return;
    ++at;  // the comma
  }
}

/// Each returns where the field ends: at a comma, or at the end of the row.
std::size_t CsvReader::take_bare(std::size_t begin) {
  const std::string_view text = lines_.text();
  const std::size_t end = std::min(text.find_first_of(",\"\r", begin), text.size());
  if (end < text.size() && text[end] == '"') {
    fail(end, "a quote inside a field that does not begin with one", "quote the whole field, and double the quote");
  }
  if (end < text.size() && text[end] == '\r') {
    fail(end, "a carriage return that ends no line", "rows end in LF or CRLF");
  }
  spans_.push_back({begin, end});
  return end;
}

std::size_t CsvReader::take_quoted(std::size_t begin) {
  Span span{begin, begin};
  for (std::size_t from = begin;;) {
    const std::size_t quote = lines_.text().find('"', from);
    if (quote == std::string_view::npos) {
      from = lines_.text().size();
      extend(begin - 1);
      continue;
    }
    const std::string_view text = lines_.text();
    const bool ends = quote + 1 == text.size() || text[quote + 1] == ',';
    if (ends) {
      span.end = quote;
      spans_.push_back(span);
      return quote + 1;
    }
    if (text[quote + 1] != '"') fail(quote + 1, "text after a closing quote", "double a quote inside a field");
    span.quotes = Span::doubled;
    from = quote + 2;
  }
}

/// Reads on for the end of a quoted field.
void CsvReader::extend(std::size_t quote) {
  static constexpr std::string_view kOpen = "a quote that nothing closes; what follows it is not read";
  try {
    if (lines_.extend()) return;
  } catch (ReadError& e) {
    if (e.place.empty()) throw;  // the stream failed
    e.message = kOpen;
    e.place = lines_.place(quote);
    e.hint.clear();
    throw;
  }
  fail(quote, std::string(kOpen));
}

void CsvReader::check() const {
  const std::string_view text = lines_.text();
  const std::size_t bad = find_bad_byte(text);
  if (bad < text.size()) fail(bad, text[bad] == '\0' ? "a NUL byte" : "bytes that are not UTF-8", "save it as UTF-8");
  if (width_ == 0 || spans_.size() == width_) return;
  const std::size_t n = spans_.size();
  fail(0, formatted("{} field{}, where the first row has {}", n, n == 1 ? "" : "s", width_));
}

void CsvReader::make_fields() {
  width_ = spans_.size();
  const std::string_view text = lines_.text();
  unescaped_.clear();
  unescaped_.reserve(text.size());  // views into it must hold
  fields_.clear();
  for (const Span& span : spans_) {
    const std::string_view raw = text.substr(span.begin, span.end - span.begin);
    if (span.quotes == Span::plain) {
      fields_.push_back(raw);
      continue;
    }
    const std::size_t start = unescaped_.size();
    for (std::size_t i = 0; i < raw.size(); i += raw[i] == '"' ? 2 : 1) unescaped_ += raw[i];
    fields_.push_back(std::string_view(unescaped_).substr(start));
  }
}

void CsvReader::fail(std::size_t offset, std::string message, std::string hint) const {
  Error error(std::move(message), std::move(hint));
  error.place = lines_.place(offset);
  throw error;
}

}  // namespace roofline
