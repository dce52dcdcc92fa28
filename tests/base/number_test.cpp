#include "roofline/base/number.hpp"

#include "support/catch.hpp"

using namespace roofline;

TEST_CASE("a count is a whole number") {
  CHECK(parse_count("8192") == 8192);
}
