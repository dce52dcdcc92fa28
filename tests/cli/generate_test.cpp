// What `roofline generate` writes names all that the command table has. That it works is for completions_test.sh.

#include "cli/generate.hpp"

#include "support/catch.hpp"
#include "support/cli.hpp"

namespace {

using roofline::cli::Command;
using roofline::cli::Expects;
using roofline::cli::Flag;

std::string generated(const std::string& text) {
  const support::Outcome outcome = support::run("generate " + text);
  CHECK(outcome.exit == 0);
  CHECK(outcome.err.empty());
  return outcome.out;
}

/// The man page as it is read.
std::string plain(std::string roff) {
  for (std::size_t at = roff.find("\\-"); at != std::string::npos; at = roff.find("\\-", at)) roff.erase(at, 1);
  return roff;
}

/// Text from the first place of `from`, as far as the next of `to`.
std::string part(const std::string& text, const std::string& from, const std::string& to) {
  CAPTURE(from);
  const std::size_t begin = text.find(from);
  REQUIRE(begin != std::string::npos);
  return text.substr(begin, text.find(to, begin + from.size()) - begin);
}

/// Whether text has the word, and not as part of a longer one.
bool has_word(const std::string& text, const std::string& word) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const std::string after(1, text[at + word.size()]);
    if (after.find_first_of("abcdefghijklmnopqrstuvwxyz-_") == std::string::npos) return true;
  }
  return false;
}

/// The value is called FILE, DIR or DTYPE just where it is one.
bool called_as_expected(const Flag& flag) {
  const bool file = flag.expects.kind == Expects::Kind::file, folder = flag.expects.kind == Expects::Kind::folder;
  const bool words = flag.expects.kind == Expects::Kind::word;
  return (flag.value == "FILE") == file && (flag.value == "DIR") == folder && (flag.value != "DTYPE" || words);
}

}  // namespace

TEST_CASE("every command and flag is completed and described") {
  const std::string bash = generated("bash"), zsh = generated("zsh"), fish = generated("fish"),
                    man = plain(generated("man"));
  for (const Command& command : roofline::cli::all_commands()) {
    CAPTURE(command.name);
    const std::string in_bash = part(bash, "\n    " + command.name + ")\n", "\n      ;;\n");
    const std::string in_zsh = part(zsh, "\n    " + command.name + ")\n", "\n      ;;\n");
    const std::string in_fish = part(fish, "'__roofline_command " + command.name + "'", "\n\n");
    const std::string in_man = part(man, ".SS roofline " + command.name + "\n", "\n.S");
    CHECK(has_word(part(bash, "COMP_CWORD == 1", "return"), command.name));
    CHECK(part(zsh, "commands=(", "\n    )").find("'" + command.name + ":") != std::string::npos);
    CHECK(fish.find(" -a " + command.name + " -d ") != std::string::npos);
    CHECK(man.find(".B roofline " + command.name + "\n") != std::string::npos);
    for (const Flag& flag : command.flags) {
      CAPTURE(flag.name, flag.value);
      CHECK(called_as_expected(flag));
      for (const std::string& name : roofline::cli::names_of(flag)) {
        CAPTURE(name);
        CHECK(has_word(in_bash, name));
        CHECK(has_word(in_zsh, name));
        CHECK(has_word(in_fish, " -l " + name.substr(2)));
        CHECK(has_word(in_man, name));
      }
    }
  }
}

TEST_CASE("the man page has its sections, in order, and no date") {
  const std::string page = generated("man");
  std::size_t at = 0;
  for (const std::string name : {"NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "VALUES", "KEYS", "EXIT STATUS",
                                 "ENVIRONMENT", "EXAMPLES", "SEE ALSO"}) {
    CAPTURE(name);
    at = page.find("\n.SH " + name + "\n", at);
    REQUIRE(at != std::string::npos);
  }
  CHECK(page.starts_with(".TH ROOFLINE 1 \"\" \"roofline "));
  CHECK(plain(page).find("ROOFLINE_HARDWARE") != std::string::npos);
  CHECK(page.find("2\\(ha20") != std::string::npos);
}

TEST_CASE("generate says what it can write") {
  const std::string known = "bash, zsh, fish or man";
  CHECK(support::run("generate").err == "roofline: error: generate needs one of " + known + "\n");
  CHECK(support::run("generate").exit == 2);
  const support::Outcome near = support::run("generate bahs");
  CHECK(near.exit == 2);
  CHECK(near.out.empty());
  CHECK(near.err == "roofline: error: nothing to generate is called 'bahs'\n  hint: did you mean bash?\n");
  CHECK(support::run("generate powershell").err.find("hint: one of " + known) != std::string::npos);
  CHECK(support::run("generate bash zsh").exit == 2);
  CHECK(support::run("generate --format json bash").exit == 2);
}
