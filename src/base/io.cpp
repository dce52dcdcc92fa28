#include "roofline/base/io.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

#include "base/format.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"

namespace roofline {
namespace {

std::string reason(int error) {
  return std::strerror(error);
}

int write_fully(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(descriptor, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return 0;
}

/// Closes on every way out.
class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (value_ >= 0) ::close(value_);
  }
  int get() const { return value_; }

 private:
  int value_;
};

}  // namespace

Output::Output(Write write, std::string_view name) : write_(std::move(write)), name_(name) {
  buffer_.reserve(kFlushAt + (kFlushAt >> 2));
}

Output Output::to_descriptor(int descriptor, std::string_view name) {
  return Output([descriptor](std::string_view text) { return write_fully(descriptor, text); }, name);
}

Output Output::to_string(std::string& text) {
  const auto write = [&text](std::string_view more) {
    text += more;
    return 0;
  };
  return Output(write, "text");
}

void Output::flush() {
  if (buffer_.empty()) return;
  const int error = closed_ ? 0 : write_(buffer_);
  buffer_.clear();
  wrote_ = true;
  if (error == EPIPE) closed_ = true;
  if (error == 0 || error == EPIPE) return;
  closed_ = true;
  throw WriteError(formatted("cannot write {}: {}", name_, reason(error)));
}

Read read_descriptor(int descriptor) {
  return [descriptor](char* into, std::size_t size) -> long {
    while (true) {
      const ssize_t n = ::read(descriptor, into, size);
      if (n >= 0) return n;
      if (errno != EINTR) return -errno;
    }
  };
}

Read read_string(std::string text) {
  return [text = std::move(text), used = std::size_t{0}](char* into, std::size_t size) mutable -> long {
    const std::size_t n = std::min(size, text.size() - used);
    std::memcpy(into, text.data() + used, n);
    used += n;
    return static_cast<long>(n);
  };
}

Read open_file(const std::string& path) {
  if (path.empty()) throw Error("the file name is empty");
  if (path.find('\0') != std::string::npos) throw Error("the file name has a NUL byte");
  // A FIFO is opened to wait for its writer; anything else without waiting, and judged by what was opened.
  struct stat status {};
  const bool fifo = ::stat(path.c_str(), &status) == 0 && S_ISFIFO(status.st_mode);
  const auto file = std::make_shared<Descriptor>(::open(path.c_str(), O_RDONLY | O_CLOEXEC | (fifo ? 0 : O_NONBLOCK)));
  if (file->get() < 0) throw Error(formatted("cannot open {}: {}", quote(path), reason(errno)));
  if (::fstat(file->get(), &status) != 0) throw Error(formatted("cannot read {}: {}", quote(path), reason(errno)));
  if (S_ISDIR(status.st_mode)) throw Error(formatted("{} is a directory", quote(path)));
  if (!S_ISREG(status.st_mode) && !S_ISFIFO(status.st_mode)) {
    throw Error(formatted("{} is not a regular file", quote(path)));
  }
  return [file, read = read_descriptor(file->get())](char* into, std::size_t size) { return read(into, size); };
}

std::size_t read_some(const Read& read, std::string_view name, char* into, std::size_t size) {
  const long n = read(into, size);
  if (n == -EBADF) throw ReadError(formatted("{} is closed", name));
  if (n < 0) throw ReadError(formatted("cannot read {}: {}", quote(name), reason(static_cast<int>(-n))));
  return static_cast<std::size_t>(n);
}

std::string read_all(const Read& read, std::string_view name, std::size_t limit) {
  std::string text;
  std::string block(std::size_t{1} << 16, '\0');
  while (true) {
    const std::size_t n = read_some(read, name, block.data(), block.size());
    if (n == 0) return text;
    text.append(block, 0, n);
    if (text.size() > limit) {
      throw Error(formatted("{} is larger than {}", quote(name), show_binary_given(static_cast<double>(limit))));
    }
  }
}

std::string read_file(const std::string& path, std::size_t limit) {
  return read_all(open_file(path), path, limit);
}

namespace {

[[noreturn]] void throw_unwritten(const std::string& path, int error) {
  throw WriteError(formatted("cannot write {}: {}", quote(path), reason(error)));
}

void check_name(const std::string& path) {
  if (path.empty()) throw WriteError("the file name is empty");
  if (path.find('\0') != std::string::npos) throw WriteError("the file name has a NUL byte");
}

/// Writes to what is there, or where a link leads.
void write_in_place(const std::string& path, std::string_view text) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  const int error = file.get() < 0 ? errno : write_fully(file.get(), text);
  if (error != 0) throw_unwritten(path, error);
}

/// What a new file may be read and written by.
mode_t usual_mode() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

/// Makes a file beside the target, then puts it in its place at once. Returns 0 or an errno value; EACCES where the
/// folder takes no new file.
int replace(const std::string& target, mode_t mode, std::string_view text) {
  std::string beside = target + ".XXXXXX";
  const int descriptor = ::mkstemp(beside.data());
  if (descriptor < 0) return errno;
  int error = ::fchmod(descriptor, mode) == 0 ? write_fully(descriptor, text) : errno;
  if (::close(descriptor) != 0 && error == 0) error = errno;
  if (error == 0 && ::rename(beside.c_str(), target.c_str()) != 0) error = errno;
  if (error != 0) ::unlink(beside.c_str());
  return error;
}

}  // namespace

void write_file(const std::string& path, std::string_view text) {
  check_name(path);
  struct stat status {};
  const bool is_link = ::lstat(path.c_str(), &status) == 0 && S_ISLNK(status.st_mode);
  const bool there = ::stat(path.c_str(), &status) == 0;
  if (there && S_ISDIR(status.st_mode)) throw_unwritten(path, EISDIR);
  if ((there && !S_ISREG(status.st_mode)) || (is_link && !there)) return write_in_place(path, text);
  if (there && ::access(path.c_str(), W_OK) != 0) throw_unwritten(path, errno);
  std::string target = path;
  if (const std::unique_ptr<char, decltype(&std::free)> real(is_link ? ::realpath(path.c_str(), nullptr) : nullptr,
                                                             &std::free);
      real)
    target = real.get();
  const int error = replace(target, there ? status.st_mode & 07777 : usual_mode(), text);
  if (error == EACCES && there) return write_in_place(path, text);
  if (error != 0) throw_unwritten(path, error);
}

void append_file(const std::string& path, std::string_view text) {
  check_name(path);
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  const int error = file.get() < 0 ? errno : write_fully(file.get(), text);
  if (error != 0) throw_unwritten(path, error);
}

}  // namespace roofline
