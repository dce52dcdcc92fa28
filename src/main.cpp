// The process around cli::run: descriptors and signals.

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <string>
#include <vector>

#include "cli/run.hpp"

namespace {

/// A descriptor 0, 1 or 2 that is closed would be given to the next file opened, and text for people written into that
/// file. /dev/null stands in, opened the wrong way round, so that using it still fails.
void fill_standard_descriptors() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) >= 0) continue;
    const int flags = descriptor == 0 ? O_WRONLY : O_RDONLY;
    if (::open("/dev/null", flags) < 0) return;
  }
}

}  // namespace

int main(int argc, char** argv) {
  fill_standard_descriptors();
  std::signal(SIGPIPE, SIG_IGN);  // a reader that went away is EPIPE, which ends the output quietly
  std::signal(SIGXFSZ, SIG_IGN);
  const std::vector<std::string> args(argv + (argc > 0 ? 1 : 0), argv + argc);
  roofline::Output out = roofline::Output::to_descriptor(STDOUT_FILENO, "standard output");
  // Nobody can be told that standard error fails.
  roofline::Output err(
      [](std::string_view text) {
        roofline::Output once = roofline::Output::to_descriptor(STDERR_FILENO, "standard error");
        once.append(text);
        try {
          once.flush();
        } catch (...) {
        }
        return 0;
      },
      "standard error");
  return roofline::cli::run(args, roofline::read_descriptor(STDIN_FILENO), out, err);
}
