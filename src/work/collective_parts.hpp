#pragma once
// What part of V a collective puts on the busiest link, in how many steps, and what each chip lacks.

#include <string>
#include <string_view>

#include "roofline/work/collective.hpp"

namespace roofline::collective_parts {

/// A part of V: its value, and the text that gives it, which is made only where it is asked for.
struct Part {
  double value = 0;
  std::string_view form = "0 * V";  ///< in V and n; # is `number`
  double number = 0;
  double times = 1;  ///< before the form; the value has it
};
/// "2 * V * (n - 1) / n".
std::string text_of(const Part& part);

/// Over the busiest link, one way.
Part gather(const Group& group);
Part all_reduce(const Group& group);
Part exchange(const Group& group);
Part ragged(const Group& group);
Part broadcast(const Group& group);
Part permute(const Group& group);

/// Messages in turn: to the farthest chip, there and back, to the next.
double once(const Group& group);
double twice(const Group& group);
double to_the_next(const Group& group);

/// What each of n chips lacks of V, and is sent.
double gathered(double n, double copies);
double reduced(double n, double copies);
double exchanged(double n, double copies);
double chosen(double n, double copies);
double all(double n, double copies);

}  // namespace roofline::collective_parts
