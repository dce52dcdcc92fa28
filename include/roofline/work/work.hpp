#pragma once
// What does a computation ask of each resource? FLOPs of an engine, bytes of a memory or link, transfers between
// chips, and room in memory: per chip, without knowing any chip.

#include <cstdint>
#include <optional>

#include "roofline/base/dtype.hpp"
#include "roofline/base/few.hpp"
#include "roofline/base/resource.hpp"
#include "roofline/base/units.hpp"
#include "roofline/work/axes.hpp"
#include "roofline/work/collective.hpp"

namespace roofline {

/// One chip's part. Making, adding and estimating one takes no heap.
struct Work {
  struct Compute {
    Engine engine = Engine::matrix;
    Dtype dtype = Dtype::bf16;
    Flops flops;
  };
  struct Traffic {
    Word resource = kMainMemory;  ///< a memory level, or wires by name
    Bytes bytes;
  };
  struct Transfer {
    Collective collective{};
    Bytes array;               ///< V of the collective's row
    AxisSet axes;              ///< of `axes`: together
    std::uint8_t operand = 0;  ///< what the array is, of the op's operands
    double copies = 1;         ///< of a ragged all-to-all: choices of each token
  };

  Few<Compute, 4> compute;
  Few<Traffic, 2> traffic;
  Few<Transfer, 8> transfers;
  Axes axes;                      ///< the chips it is spread over; none: one chip
  std::optional<Bytes> resident;  ///< room the operands take; nullopt: not known

  /// The same work with its main-memory bytes moved over another level or link.
  Work over(Word resource) const {
    Work moved = *this;
    for (Traffic& t : moved.traffic) {
      if (t.resource == kMainMemory) t.resource = resource;
    }
    return moved;
  }
};

/// Both, one after the other on the same chips: FLOPs of one engine and dtype add up, bytes of one resource too. Room
/// is that of both at once; unknown where either is. The two must be spread over the same axes
/// (std::logic_error).
Work operator+(const Work& a, const Work& b);
/// The same `n` times. It takes no more room.
Work operator*(double n, const Work& work);

}  // namespace roofline
