#pragma once
// How many parameters, and how many elements of cache? In elements, which are bytes once a format is chosen.

#include <cstdint>
#include <string_view>
#include <vector>

#include "roofline/model/architecture.hpp"

namespace roofline {

struct PartCount {
  std::string_view part;
  double elements = 0;
};

/// MTP and load-balancing biases are apart: Architecture has them. A vision tower is named in its notes.
struct Counts {
  double total = 0;
  double active = 0;  ///< that one token uses: of experts the top_k; the whole token table counts
  std::vector<PartCount> parts;
};
Counts count_parameters(const Architecture& model);

/// Elements that one more token adds to the cache of a sequence past every window and chunk, in all layers.
double cache_per_token(const Architecture& model);
/// Elements that a sequence of `tokens` holds: a window or chunk holds no more than its own.
double cache_of_sequence(const Architecture& model, std::int64_t tokens);
/// Elements of the recurrent states of a sequence.
double state_of_sequence(const Architecture& model);

}  // namespace roofline
