#pragma once
// Runs the cases of check files as the command line would, and judges their rows.

#include <vector>

#include "cli/check/check_file.hpp"
#include "cli/check/command_words.hpp"
#include "cli/check/verdict.hpp"

namespace roofline::cli {

class Checker {
 public:
  Checker(Strictness strictness, Commands& commands) : strictness_(strictness), commands_(commands) {}

  /// A verdict for each assertion on each row of each case; a case or row that cannot be evaluated is an error.
  void run(const CheckFile& file);
  /// A file that could not be read.
  void fail(const std::string& file, const Error& error);
  std::vector<Verdict> take();

 private:
  void run_case(const CheckFile& file, const CheckCase& one);
  void run_alternative(const CheckFile& file, const CheckCase& one, const Alternative& alternative);
  void skip(const CheckFile& file, const CheckCase& one, const Alternative& alternative);

  Strictness strictness_;
  Commands& commands_;
  std::vector<Verdict> verdicts_;
  std::size_t rows_ = 0;  ///< of the file so far
};

}  // namespace roofline::cli
