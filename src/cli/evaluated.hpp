#pragma once
// The answer to a question at one point: what is asked of a chip, and how long it takes.

#include <functional>
#include <memory>
#include <optional>

#include "roofline/base/fields.hpp"
#include "roofline/estimate/estimate.hpp"

namespace roofline::cli {

struct ModelRun;

/// In the best way, or the one that is asked for.
struct Evaluated {
  Work work;
  Mesh mesh;
  Estimate estimate;
  std::size_t way = 0;  ///< the best of the op's, or the one of --strategy
  /// The next best.
  struct Other {
    std::size_t way;
    Seconds lower;
  };
  std::optional<Other> other{};
  std::shared_ptr<const ModelRun> run{};  ///< of a model
};

/// Of a question that is more than one op.
using Evaluation = std::function<Evaluated(const Chip&, const Values&)>;

}  // namespace roofline::cli
