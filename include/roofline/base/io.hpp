#pragma once
// Bytes in and out: a writer that checks every write, and a reader that takes only what is a file.

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "roofline/base/error.hpp"

namespace roofline {

/// Output that could not be written: nothing can go on after it.
class WriteError : public Error {
 public:
  using Error::Error;
};

/// Input that cannot be read on: nothing comes after it.
class ReadError : public Error {
 public:
  using Error::Error;
};

/// The one output writer: collects text and hands it on in large pieces. A reader that went away (EPIPE) ends the
/// output quietly; any other failure throws WriteError ("cannot write standard output: No space left on device").
class Output {
 public:
  /// Writes all of the bytes; returns 0 or an errno value.
  using Write = std::function<int(std::string_view)>;

  /// `name` is what messages call it: "standard output".
  Output(Write write, std::string_view name);
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  Output(Output&&) = default;
  Output& operator=(Output&&) = default;
  ~Output() = default;
  /// Writes to a file descriptor that the caller keeps open. EINTR and short writes are handled.
  static Output to_descriptor(int descriptor, std::string_view name);
  /// For tests and callers that want the text: appends to `text`.
  static Output to_string(std::string& text);

  void append(std::string_view text) {
    buffer_.append(text);
    if (buffer_.size() >= kFlushAt) flush();
  }
  /// For writers that format in place; call settle() now and then.
  std::string& buffer() { return buffer_; }
  void settle() {
    if (buffer_.size() >= kFlushAt) flush();
  }
  /// Hands on all that was collected. Nothing does so at the end of its life.
  void flush();

  /// The reader went away: writing on is pointless, and no error.
  bool closed() const { return closed_; }
  bool wrote_anything() const { return wrote_ || !buffer_.empty(); }

 private:
  static constexpr std::size_t kFlushAt = 1 << 16;
  Write write_;
  std::string name_, buffer_;
  bool closed_ = false, wrote_ = false;
};

/// Fills a buffer; returns the number of bytes, 0 at the end, or a negative errno value.
using Read = std::function<long(char*, std::size_t)>;
Read read_descriptor(int descriptor);
Read read_string(std::string text);

/// A regular file or FIFO, opened; anything else is an Error.
Read open_file(const std::string& path);

/// Up to `size` bytes; 0 at the end. Throws ReadError. `name` is what messages call the source.
std::size_t read_some(const Read& read, std::string_view name, char* into, std::size_t size);
/// All that is left, at most `limit` bytes (an Error beyond).
std::string read_all(const Read& read, std::string_view name, std::size_t limit);
/// The bytes of a regular file or FIFO, at most `limit`.
std::string read_file(const std::string& path, std::size_t limit);

/// Makes a file of these bytes, or leaves the one that was there as it was: never half of it. What is no regular file
/// (a FIFO, /dev/stderr), and a file in a folder that takes no new one, is written to. Throws WriteError.
void write_file(const std::string& path, std::string_view text);
/// Adds the bytes to the end of a file, which is made where there is none. Throws WriteError.
void append_file(const std::string& path, std::string_view text);

}  // namespace roofline
