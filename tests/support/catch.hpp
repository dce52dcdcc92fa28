#pragma once
// Catch2, version 2 (Debian 12) or 3.

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Matchers::WithinRel;
#else
#include <catch2/catch.hpp>
using Catch::Matchers::WithinRel;
#endif
