#pragma once
// One set of wires of a chip file: an entry of "interconnect".

#include "roofline/base/object_reader.hpp"
#include "roofline/hardware/chip.hpp"

namespace roofline {

/// All of a tier but its name. Throws Error at the value that is wrong.
Tier read_wires(ObjectReader& object);

}  // namespace roofline
