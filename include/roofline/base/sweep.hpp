#pragma once
// One value, a list or a range, wherever a value goes: "256", "64,512", "1:4096:x2", "128:1024:+128", "1:8". Values are
// computed as they are asked for, so a range of any length takes no memory.

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace roofline {

class Sweep {
 public:
  /// What one element means, as a number; throws Error.
  using Parse = std::function<double(std::string_view)>;
  enum class Steps { whole, real, none };

  /// FIRST:LAST is every whole number, :xN multiplies (*N too), :+N adds; the end is included when a step lands on it.
  /// `steps` says whether factors are whole, real, or ranges make no sense (dtypes). Throws Error.
  static Sweep parse(std::string_view text, const Parse& element, Steps steps);
  static Sweep one(double value);

  std::uint64_t size() const { return size_; }
  /// `index` is less than size().
  double at(std::uint64_t index) const;
  /// A list or range was written, even one of a single value.
  bool is_list() const { return is_list_; }
  double largest() const;

 private:
  struct Segment {
    double first = 0, step = 0;
    std::uint64_t size = 1;
    std::uint64_t start = 0;  ///< the index of its first value
    enum { adds, multiplies } kind = adds;
    double at(std::uint64_t index) const;
  };
  static Segment parse_range(std::string_view text, const Parse& element, Steps steps);

  std::vector<Segment> segments_;
  std::uint64_t size_ = 0;
  bool is_list_ = false;
};

}  // namespace roofline
