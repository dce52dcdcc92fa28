#include "support/arithmetic.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace support {
namespace {

class Parser {
 public:
  Parser(std::string_view text, const Names& names) : rest_(text), names_(names) {}

  double all() {
    const double value = sum();
    skip();
    if (!rest_.empty()) fail();
    return value;
  }

 private:
  void skip() {
    while (!rest_.empty() && rest_[0] == ' ') rest_.remove_prefix(1);
  }
  bool take(char c) {
    skip();
    if (rest_.empty() || rest_[0] != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  [[noreturn]] void fail() const { throw std::runtime_error("not arithmetic: " + std::string(rest_)); }

  double sum() {
    double value = product();
    while (true) {
      if (take('+')) {
        value += product();
      } else if (take('-')) {
        value -= product();
      } else {
        return value;
      }
    }
  }
  double product() {
    double value = power();
    while (true) {
      if (take('*')) {
        value *= power();
      } else if (take('/')) {
        value /= power();
      } else {
        return value;
      }
    }
  }
  double power() {
    const double value = factor();
    return take('^') ? std::pow(value, factor()) : value;
  }
  double factor() {
    if (take('(')) {
      const double value = sum();
      if (!take(')')) fail();
      return value;
    }
    skip();
    double value = 0;
    const auto number = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (number.ec == std::errc() && number.ptr != rest_.data()) {
      rest_.remove_prefix(static_cast<std::size_t>(number.ptr - rest_.data()));
      return value;
    }
    return named();
  }
  double named() {
    std::size_t length = 0;
    while (length < rest_.size() && (std::isalnum(static_cast<unsigned char>(rest_[length])) != 0 ||
                                     rest_[length] == '_' || rest_[length] == '.'))
      ++length;
    const std::string name(rest_.substr(0, length));
    if (length == 0) fail();
    rest_.remove_prefix(length);
    if (take('(')) return call(name);
    const auto known = names_.find(name);
    if (known == names_.end()) throw std::runtime_error("unknown name " + name);
    return known->second;
  }
  double call(const std::string& name) {
    std::vector<double> arguments{sum()};
    while (take(',')) arguments.push_back(sum());
    if (!take(')')) fail();
    if (name == "max") return *std::max_element(arguments.begin(), arguments.end());
    if (name == "min") return *std::min_element(arguments.begin(), arguments.end());
    if (name == "sqrt" && arguments.size() == 1) return std::sqrt(arguments[0]);
    if (name == "floor" && arguments.size() == 1) return std::floor(arguments[0]);
    throw std::runtime_error("unknown function " + name);
  }

  std::string_view rest_;
  const Names& names_;
};

}  // namespace

double evaluate(std::string_view text, const Names& names) {
  return Parser(text, names).all();
}

}  // namespace support
