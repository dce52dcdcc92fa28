#include "roofline/base/io.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "roofline/base/error.hpp"
#include "support/catch.hpp"
#include "support/cli.hpp"
#include "support/errors.hpp"

using namespace roofline;
using support::error_of;
using support::has;

namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

}  // namespace

TEST_CASE("output is collected and written whole") {
  std::string text;
  std::size_t writes = 0;
  Output out(
      [&](std::string_view more) {
        text += more;
        ++writes;
        return 0;
      },
      "text");
  CHECK(!out.wrote_anything());
  out.flush();
  CHECK(writes == 0);
  out.append("a");
  CHECK(out.wrote_anything());
  out.append("b");
  out.buffer() += "c";
  out.settle();
  CHECK(writes == 0);
  out.flush();
  CHECK(text == "abc");
  CHECK(writes == 1);
  CHECK(out.wrote_anything());

  std::string expected = text;
  for (int i = 0; i < 100000; ++i) {
    out.append("0123456789");
    expected += "0123456789";
  }
  out.flush();
  CHECK(text == expected);
  CHECK(writes < 20);
  CHECK(writes > 2);
  CHECK(!out.closed());
}

TEST_CASE("output to a string appends") {
  std::string text = "a";
  Output out = Output::to_string(text);
  out.append("b");
  out.flush();
  CHECK(text == "ab");
}

TEST_CASE("a reader that went away ends the output quietly") {
  int writes = 0;
  Output out(
      [&](std::string_view) {
        ++writes;
        return EPIPE;
      },
      "standard output");
  out.append("a");
  CHECK(error_of([&] { out.flush(); }).message == "(no error)");
  CHECK(out.closed());
  out.append(std::string(kMiB, 'b'));
  out.flush();
  CHECK(writes == 1);
}

TEST_CASE("a write that fails is an error") {
  static constexpr struct {
    int error;
    const char* message;
  } kRows[]{
      {ENOSPC, "cannot write standard output: No space left on device"},
      {EIO, "cannot write standard output: Input/output error"},
      {EBADF, "cannot write standard output: Bad file descriptor"},
      {EFBIG, "cannot write standard output: File too large"},
  };
  for (const auto& row : kRows) {
    INFO(row.message);
    int writes = 0;
    Output out(
        [&](std::string_view) {
          ++writes;
          return row.error;
        },
        "standard output");
    out.append("a");
    CHECK(error_of([&] { out.flush(); }).message == row.message);
    CHECK(out.closed());
    out.append("b");
    CHECK(error_of([&] { out.flush(); }).message == "(no error)");
    CHECK(writes == 1);
  }
  Output out([](std::string_view) { return ENOSPC; }, "standard output");
  CHECK(has(error_of([&] { out.append(std::string(kMiB, 'a')); }).message, "No space left"));
}

TEST_CASE("output to a descriptor") {
  const support::TemporaryFile file("", "out.txt");
  const int descriptor = ::open(file.path().c_str(), O_WRONLY | O_CLOEXEC);
  REQUIRE(descriptor >= 0);
  Output out = Output::to_descriptor(descriptor, "out.txt");
  const std::string text(3 * kMiB + 1, 'x');
  out.append(text);
  out.flush();
  CHECK(support::read(file.path()) == text);
  ::close(descriptor);

  const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  REQUIRE(full >= 0);
  Output to_full = Output::to_descriptor(full, "standard output");
  to_full.append("a");
  CHECK(error_of([&] { to_full.flush(); }).message == "cannot write standard output: No space left on device");
  ::close(full);

  Output to_nothing = Output::to_descriptor(-1, "standard output");
  to_nothing.append("a");
  CHECK(error_of([&] { to_nothing.flush(); }).message == "cannot write standard output: Bad file descriptor");
}

TEST_CASE("a closed pipe is no error") {
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  ::close(ends[0]);
  Output out = Output::to_descriptor(ends[1], "standard output");
  out.append("a");
  CHECK(error_of([&] { out.flush(); }).message == "(no error)");
  CHECK(out.closed());
  ::close(ends[1]);
  std::signal(SIGPIPE, before);
}

TEST_CASE("all of a source is read, up to the limit") {
  const std::string text(3 * kMiB, 'x');
  CHECK(read_all(read_string(text), "x", 3 * kMiB) == text);
  CHECK(read_all(read_string(""), "x", 0).empty());
  CHECK(read_all(read_string(std::string("a\0b", 3)), "x", kMiB) == std::string("a\0b", 3));
  const Error e = error_of([&] { read_all(read_string(text + "x"), "a\x1b", 3 * kMiB); });
  CHECK(e.message == "'a\\x1b' is larger than 3 MiB");

  const std::vector<std::string> pieces{"a", "bc", "d"};
  std::size_t next = 0;
  const Read short_reads = [&](char* into, std::size_t) -> long {
    if (next == pieces.size()) return 0;
    const std::string& piece = pieces[next++];
    return static_cast<long>(piece.copy(into, piece.size()));
  };
  CHECK(read_all(short_reads, "x", kMiB) == "abcd");

  const Read failing = [](char*, std::size_t) -> long { return -EIO; };
  CHECK(error_of([&] { read_all(failing, "x", kMiB); }).message == "cannot read 'x': Input/output error");
  const Read closed = read_descriptor(-1);
  CHECK(error_of([&] { read_all(closed, "-", kMiB); }).message == "- is closed");

  const Read endless = [](char* into, std::size_t size) -> long {
    std::fill(into, into + size, 'x');
    return static_cast<long>(size);
  };
  CHECK(has(error_of([&] { read_all(endless, "x", kMiB); }).message, "larger than 1 MiB"));
}

TEST_CASE("a file is read byte for byte") {
  const std::string content("{\"a\": 1}\r\n\0\xff", 12);
  const support::TemporaryFile file(content);
  CHECK(read_file(file.path(), kMiB) == content);
  const std::string link = file.folder() + "/link";
  REQUIRE(::symlink(file.path().c_str(), link.c_str()) == 0);
  CHECK(read_file(link, kMiB) == content);
  const std::string odd = file.folder() + "/\xff\n.json";
  std::filesystem::copy_file(file.path(), odd);
  CHECK(read_file(odd, kMiB) == content);

  const support::TemporaryFile empty("");
  CHECK(read_file(empty.path(), kMiB).empty());
  const support::TemporaryFile large(std::string(kMiB, 'x'));
  CHECK(read_file(large.path(), kMiB).size() == kMiB);
}

TEST_CASE("what is no readable file is refused") {
  const support::TemporaryFile file(std::string(kMiB + 1, 'x'));
  const std::string dangling = file.folder() + "/dangling", loop = file.folder() + "/loop";
  REQUIRE(::symlink("nowhere", dangling.c_str()) == 0);
  REQUIRE(::symlink("loop", loop.c_str()) == 0);
  const std::vector<std::pair<std::string, std::string>> rows{
      {"", "is empty"},
      {file.path(), "is larger than 1 MiB"},
      {file.folder(), "is a directory"},
      {file.folder() + "/", "is a directory"},
      {file.folder() + "/none.json", "No such file or directory"},
      {file.path() + "/x", "Not a directory"},
      {dangling, "No such file or directory"},
      {loop, "Too many levels of symbolic links"},
      {"/dev/zero", "'/dev/zero' is not a regular file"},
      {"/dev/null", "'/dev/null' is not a regular file"},
      {"/dev/urandom", "'/dev/urandom' is not a regular file"},
      {std::string("a\0b", 3), "NUL byte"},
      {"/" + std::string(300, 'x'), "File name too long"},
      {"\x1b[2J.json", "cannot open '\\x1b[2J.json': No such file or directory"},
      {"\xff.json", "cannot open '\\xff.json': No such file or directory"},
  };
  for (const auto& [path, message] : rows) {
    INFO(message);
    const Error e = error_of([&, path = path] { read_file(path, kMiB); });
    CAPTURE(e.message);
    CHECK(has(e.message, message));
  }
}

TEST_CASE("a FIFO waits for its writer") {
  const support::TemporaryFile folder("");
  const std::string path = folder.folder() + "/fifo";
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  ssize_t written = 0;
  std::thread writer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    // Opened both ways: does not wait for a reader.
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
    written = ::write(descriptor, "{}", 2);
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    ::close(descriptor);
  });
  const std::string text = read_file(path, kMiB);
  writer.join();
  CHECK(written == 2);
  CHECK(text == "{}");
}

TEST_CASE("a file is made whole or not at all, under its own name and permissions") {
  const support::TemporaryFile folder("");
  const std::string path = folder.folder() + "/out.svg", link = folder.folder() + "/link.svg";
  write_file(path, "one");
  CHECK(support::read(path) == "one");
  REQUIRE(::chmod(path.c_str(), 0640) == 0);
  REQUIRE(::symlink(path.c_str(), link.c_str()) == 0);
  write_file(link, "two");
  CHECK(std::filesystem::is_symlink(link));
  CHECK(support::read(path) == "two");
  CHECK((std::filesystem::status(path).permissions() & std::filesystem::perms::all) == std::filesystem::perms(0640));
  const std::string nowhere = folder.folder() + "/nowhere.svg", target = folder.folder() + "/made.svg";
  REQUIRE(::symlink(target.c_str(), nowhere.c_str()) == 0);
  write_file(nowhere, "three");
  CHECK(std::filesystem::is_symlink(nowhere));
  CHECK(support::read(target) == "three");
  const std::filesystem::directory_iterator all(folder.folder());
  CHECK(std::distance(begin(all), end(all)) == 5);  // no part of a file is left
}

TEST_CASE("a file that cannot be written says why") {
  const std::vector<std::pair<std::string, std::string>> rows{
      {"", "the file name is empty"},
      {"/no/such/folder/x", "cannot write '/no/such/folder/x': No such file or directory"},
      {"/tmp", "Is a directory"},
      {"/dev/full", "No space left on device"},
      {std::string("a\0b", 3), "NUL byte"},
  };
  for (const auto& [path, message] : rows) {
    INFO(message);
    const Error e = error_of([&, path = path] { write_file(path, "text"); });
    CAPTURE(e.message);
    CHECK(has(e.message, message));
  }
}
