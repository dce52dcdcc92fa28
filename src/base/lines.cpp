#include "roofline/base/lines.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/format.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"

namespace roofline {
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 16;
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

}  // namespace

Lines::Lines(Read read, std::string name) : read_(std::move(read)), name_(std::move(name)), buffer_(kBlock, '\0') {}

void Lines::skip_mark() {
  started_ = true;
  while (filled_ < kByteOrderMark.size() && fill()) {
  }
  const std::string_view start(buffer_.data(), filled_);
  if (start.starts_with("\xff\xfe") || start.starts_with("\xfe\xff")) {
    ReadError error("the file is UTF-16", "save it as UTF-8");
    error.place = formatted("{}:1:1", escape(name_));
    throw error;
  }
  if (start.starts_with(kByteOrderMark)) begin_ = next_ = kByteOrderMark.size();
}

bool Lines::next() {
  if (!started_) skip_mark();
  begin_ = next_;
  number_ += lines_;
  lines_ = 0;
  return take();
}

bool Lines::extend() {
  return take();
}

std::optional<char> Lines::peek() {
  if (!started_) skip_mark();
  // Counted from next_, which reading on moves.
  for (std::size_t ahead = 0; next_ + ahead < filled_ || fill(); ++ahead) {
    const char c = buffer_[next_ + ahead];
    if (std::string_view(" \t\r\n").find(c) == std::string_view::npos) return c;
  }
  return std::nullopt;
}

/// Moves next_ past the end of the next line.
bool Lines::take() {
  std::size_t looked = 0;  // bytes after next_ without a line end
  while (true) {
    const char* from = buffer_.data() + next_ + looked;
    const void* end = std::memchr(from, '\n', filled_ - next_ - looked);
    looked = filled_ - next_;
    if (end == nullptr && fill()) continue;
    if (end == nullptr && looked == 0) return false;
    next_ = end == nullptr ? filled_ : static_cast<std::size_t>(static_cast<const char*>(end) - buffer_.data()) + 1;
    ++lines_;
    return true;
  }
}

/// Reads on, keeping the current line; false at the end.
bool Lines::fill() {
  if (at_end_) return false;
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, filled_ - begin_);
    next_ -= begin_;
    filled_ -= begin_;
    begin_ = 0;
  }
  if (filled_ == buffer_.size()) {
    if (filled_ >= kMaxLine) {
      ReadError error(formatted("the line is longer than {}", show_binary_given(kMaxLine)));
      error.place = place();
      throw error;
    }
    buffer_.resize(2 * filled_);
  }
  const std::size_t n = read_some(read_, name_, buffer_.data() + filled_, buffer_.size() - filled_);
  filled_ += n;
  at_end_ = n == 0;
  return !at_end_;
}

std::string_view Lines::text() const {
  std::string_view line(buffer_.data() + begin_, next_ - begin_);
  if (line.ends_with('\n')) line.remove_suffix(line.ends_with("\r\n") ? 2 : 1);
  return line;
}

std::string Lines::place(std::size_t offset) const {
  const std::string_view before = text().substr(0, offset);
  const std::size_t last = before.rfind('\n');
  const std::size_t column = last == std::string_view::npos ? offset + 1 : offset - last;
  return formatted("{}:{}:{}", escape(name_), number_ + std::count(before.begin(), before.end(), '\n'), column);
}

std::string Lines::place() const {
  return formatted("{}:{}", escape(name_), number_);
}

}  // namespace roofline
