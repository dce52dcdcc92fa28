#pragma once
// Text of SVG and HTML, piece by piece. Whatever comes from outside is escaped on its way in.

#include <string>
#include <string_view>

namespace roofline::plot {

/// A coordinate: two digits after the point. The value is finite.
std::string coordinate(double value);
/// Unrounded, as data-* attributes have it.
std::string unrounded(double value);

/// One element: attributes, then whether it holds anything.
class Element {
 public:
  Element(std::string& out, std::string_view name) : out_(out), name_(name) { out_.append("<").append(name); }
  Element& with(std::string_view key, std::string_view value);
  /// A coordinate.
  Element& at(std::string_view key, double value) { return with(key, coordinate(value)); }
  /// A number for scripts and tests.
  Element& data(std::string_view key, double value) { return with(key, unrounded(value)); }
  void empty() { out_ += "/>\n"; }
  void open() { out_ += ">\n"; }
  void holding(std::string_view text);
  /// What a pointer at rest shows.
  void titled(std::string_view title);

 private:
  std::string& out_;
  std::string_view name_;
};

}  // namespace roofline::plot
