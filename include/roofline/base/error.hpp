#pragma once
// What went wrong with what the user gave, and where? One exception type, thrown anywhere, caught once in cli::run.
// Our own broken invariants are asserts or std::logic_error, never an Error.

#include <exception>
#include <string>
#include <string_view>
#include <utility>

namespace roofline {

/// `message` says what is wrong, `hint` how to mend it. `where` names the flag or key path ("--chip: peak.bf16"),
/// `place` the file position ("mine.json:4:18"); both may be empty.
class Error : public std::exception {
 public:
  explicit Error(std::string what_is_wrong, std::string how_to_mend = {})
      : message(std::move(what_is_wrong)), hint(std::move(how_to_mend)) {}

  const char* what() const noexcept override { return message.c_str(); }

  std::string message, hint, where, place;
};

/// An Error about something that a chip does not have, in words that follow "has no": "bf16 peak". They name no chip
/// and no value, so that all chips that lack the same can be told in one line.
class Lack : public Error {
 public:
  Lack(std::string lacking, Error error) : Error(std::move(error)), what_is_lacking(std::move(lacking)) {}

  std::string what_is_lacking;
};

/// Runs f; an Error that leaves it is known to have happened at `where`. Nested calls join, outermost first; an Error
/// that has a place in a file needs no more.
template <class F>
decltype(auto) at(std::string_view where, F&& f) {
  try {
    return std::forward<F>(f)();
  } catch (Error& e) {
    if (e.place.empty()) e.where = e.where.empty() ? std::string(where) : std::string(where) + ": " + e.where;
    throw;
  }
}

}  // namespace roofline
