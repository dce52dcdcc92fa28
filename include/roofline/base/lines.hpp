#pragma once
// The lines of a stream of any length, one at a time, in constant memory.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "roofline/base/io.hpp"

namespace roofline {

/// Lines end in LF or CRLF; the last may end with the stream. A byte order mark before the first is skipped. Throws
/// ReadError: a stream that cannot be read, UTF-16, a line of more than kMaxLine bytes.
class Lines {
 public:
  static constexpr std::size_t kMaxLine = std::size_t{1} << 20;

  /// `name` is what messages call the stream.
  Lines(Read read, std::string name);

  /// The next line; false when there is none.
  bool next();
  /// Takes the line after it into the current one, the line end between them included; false when there is none.
  bool extend();
  /// The current line without its end; valid until the next call.
  std::string_view text() const;
  /// Where the current line began, from 1.
  long number() const { return number_; }
  /// The next byte that is no blank and no line end, before anything is taken; nullopt when there is none.
  std::optional<char> peek();

  /// "layers.csv:17:5": a byte of the current line.
  std::string place(std::size_t offset) const;
  /// "layers.csv:17".
  std::string place() const;
  const std::string& name() const { return name_; }

 private:
  bool take();
  bool fill();
  void skip_mark();

  Read read_;
  std::string name_, buffer_;
  std::size_t begin_ = 0, next_ = 0, filled_ = 0;  ///< of buffer_: the current line, the one after it, what was read
  long number_ = 0, lines_ = 1;                    ///< lines_: how many the current one spans
  bool at_end_ = false, started_ = false;
};

}  // namespace roofline
