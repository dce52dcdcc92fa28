// Contractions over a mesh, against a count of elements: what each chip computes, reads, and lacks.

#include "roofline/ops/einsum.hpp"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "roofline/base/error.hpp"
#include "roofline/estimate/estimate.hpp"
#include "roofline/hardware/catalog.hpp"
#include "roofline/ops/matmul.hpp"
#include "support/arithmetic.hpp"
#include "support/catch.hpp"
#include "support/element_count.hpp"
#include "support/errors.hpp"

using namespace roofline;

namespace {

const std::vector<std::string> kAxes{"X", "Y", "Z"};

/// A tensor over these dims, each axis on one of them or none.
std::string tensor(std::mt19937& random, const std::string& dims, std::size_t axes) {
  static constexpr std::array kFormats{"bf16", "int8", "fp32"};
  std::vector<std::string> names;
  for (const char d : dims) names.emplace_back(1, d);
  for (std::size_t axis = 0; axis < axes && !names.empty(); ++axis) {
    const std::size_t at = random() % (names.size() + 1);
    if (at == names.size()) continue;
    names[at] += (names[at].size() == 1 ? "_" : "") + kAxes[axis];
  }
  std::string text = std::string(kFormats[random() % kFormats.size()]) + "[";
  for (std::size_t i = 0; i < names.size(); ++i) text += (i == 0 ? "" : ", ") + names[i];
  return text + "]";
}

Einsum einsum(const std::string& text, std::vector<std::string> axes = {"X", "Y"}) {
  return parse_einsum(text, axes);
}

std::vector<std::string> way_names(const std::string& text) {
  std::vector<std::string> names;
  for (const Contraction::Way& way : einsum(text).contraction.ways) names.push_back(way.name);
  return names;
}

/// The transfers of one way, as words: "all-gather 0", with the number of the tensor.
std::vector<std::string> moves(const std::string& text, const std::string& way) {
  const Einsum e = einsum(text);
  std::vector<std::string> words;
  for (const Contraction::Way& w : e.contraction.ways) {
    if (w.name != way) continue;
    for (const auto& move : w.moves)
      words.push_back(std::string(info(move.collective).name) + " " + "xyz"[move.tensor]);
  }
  return words;
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("the four cases of the book, and what is wanted of the result") {
  // 1: nothing is contracted over an axis
  CHECK(way_names("bf16[I_X, J] * bf16[J, K_Y] -> bf16[I_X, K_Y]") == Words{"local"});
  // 2: one input is split along the contracted dim
  CHECK(way_names("bf16[I, J_X] * bf16[J, K] -> bf16[I, K]") == Words{"reduce-after", "gather-first"});
  CHECK(moves("bf16[I, J_X] * bf16[J, K] -> bf16[I, K]", "gather-first") == Words{"all-gather x"});
  // 3: both are
  CHECK(moves("bf16[I, J_X] * bf16[J_X, K] -> bf16[I, K]", "reduce-after") == Words{"all-reduce z"});
  CHECK(moves("bf16[I, J_X] * bf16[J_X, K] -> bf16[I, K]", "gather-first") == Words{"all-gather x", "all-gather y"});
  CHECK(moves("bf16[I, J_X] * bf16[J_X, K] -> bf16[I, K_X]", "scatter-after") == Words{"reduce-scatter z"});
  CHECK(way_names("bf16[I, J_X] * bf16[J_X, K] -> bf16[I, K]{U_X}") == Words{"local"});
  // 4: both along dims that stay, over the same axis
  CHECK(moves("bf16[I_X, J] * bf16[J, K_X] -> bf16[I_X, K]", "gather-first") == Words{"all-gather y"});
  CHECK(moves("bf16[I_X, J] * bf16[J, K_X] -> bf16[I_X, K]", "split-K") == Words{"all-gather x", "all-to-all z"});
  // a result wanted whole, and one wanted along another dim
  CHECK(way_names("bf16[I_X, J] * bf16[J, K] -> bf16[I, K]") == Words{"gather-after", "gather-first"});
  CHECK(moves("bf16[I_X, J] * bf16[J, K] -> bf16[I, K_X]", "exchange-after") == Words{"all-to-all z"});
  CHECK(moves("bf16[I_X, J] * bf16[J, K] -> bf16[I, K_X]", "gather-first") == Words{"all-gather x"});
  // an axis that scatters and one that does not: over the wires of both, then whole again over the other
  CHECK(moves("bf16[I, J_XY] * bf16[J_XY, K] -> bf16[I_X, K]", "X=scatter-after,Y=reduce-after") ==
        Words{"reduce-scatter z", "all-gather z"});
  // two axes at once are one collective
  CHECK(moves("bf16[I, J_XY] * bf16[J_XY, K] -> bf16[I, K]", "reduce-after") == Words{"all-reduce z"});
  // an input that changes the dim it is split along
  CHECK(moves("bf16[E, T_X, D] * bf16[E_X, D, F] -> bf16[E_X, T, F]", "exchange-first") == Words{"all-to-all x"});
  // a batch dim needs nothing
  CHECK(way_names("bf16[G_X, I, J] * bf16[G_X, J, K] -> bf16[G_X, I, K]") == Words{"local"});
  CHECK(way_names("bf16[G_X, I, J] * bf16[G, J, K] -> bf16[G_X, I, K]") == Words{"local"});
}

TEST_CASE("a contraction equals a count of elements, in every way it can be done") {
  std::mt19937 random(20251130);
  const Chip chip = Catalog().find("h100-sxm");
  int counted = 0;
  for (int round = 0; round < 400; ++round) {
    static constexpr std::array<std::array<const char*, 3>, 5> kShapes{
        {{"BD", "DF", "BF"}, {"GBD", "GDF", "GBF"}, {"BDE", "DEF", "BF"}, {"D", "D", ""}, {"BD", "D", "B"}}};
    const auto& [x, y, z] = kShapes[random() % kShapes.size()];
    const std::size_t axes = 1 + random() % 3;
    const std::string text =
        tensor(random, x, axes) + " * " + tensor(random, y, axes) + " -> " + tensor(random, z, axes);
    CAPTURE(text);
    Einsum e = parse_einsum(text, std::span(kAxes).first(axes));
    e.formats.compute = Dtype::bf16;
    const Contraction& c = e.contraction;
    Lengths lengths;
    for (std::size_t axis = 0; axis < axes; ++axis) lengths.axes[axis] = 1 + static_cast<std::int64_t>(random() % 2);
    for (std::size_t d = 0; d < c.dims.size(); ++d) {
      lengths.dims[d] = 1 + static_cast<double>(random() % 2);
      for (std::size_t axis = 0; axis < axes; ++axis)
        lengths.dims[d] *= c.divisors[d].has(axis) ? static_cast<double>(lengths.axes[axis]) : 1;
    }
    for (std::size_t way = 0; way < c.ways.size(); ++way) {
      CAPTURE(c.ways[way].name);
      const support::ElementCount count(e, lengths, way);
      const Work w = work(c, e.formats, lengths, way);
      CHECK(w.compute[0].flops.si() == count.flops());
      CHECK(w.traffic[0].bytes.si() == count.bytes());
      const Mesh mesh = lay_mesh(chip, wish_of(w.axes));
      std::array<double, 3> lacking{};
      for (const Work::Transfer& t : w.transfers) lacking[t.operand] += price(t, mesh).lacking.si();
      CHECK_THAT(lacking[0], WithinRel(count.lacking_of_input(0), 1e-12));
      CHECK_THAT(lacking[1], WithinRel(count.lacking_of_input(1), 1e-12));
      CHECK_THAT(lacking[2], WithinRel(count.lacking_of_result(), 1e-12));
      counted += w.transfers.empty() ? 0 : 1;
    }
  }
  CHECK(counted > 200);
}

TEST_CASE("the displayed formulas of a contraction give its figures") {
  const Einsum e = einsum("bf16[B, D_XY] * int8[D_X, F_Y] -> bf16[B, F_Y]");
  const Lengths lengths{{6, 24, 8}, {2, 4}};
  const support::Names names{{"B", 6}, {"D", 24}, {"F", 8}, {"X", 2}, {"Y", 4}};
  for (std::size_t way = 0; way < e.contraction.ways.size(); ++way) {
    const Work w = work(e.contraction, e.formats, lengths, way);
    std::size_t transfer = 0;
    for (const Formula& f : formulas(e.contraction, e.formats, lengths, way)) {
      CAPTURE(e.contraction.ways[way].name, f.key, f.text);
      const double shown = support::evaluate(f.text, names);
      if (f.key == "flops") CHECK(shown == w.compute[0].flops.si());
      if (f.key == "bytes") CHECK(shown == w.traffic[0].bytes.si());
      if (f.key == "V") CHECK(shown == w.transfers[transfer++].array.si());
    }
    CHECK(transfer == w.transfers.size());
  }
}

TEST_CASE("matmul is a case of it, to the bit") {
  const Einsum e = einsum("bf16[B_X, D_Y] * int8[D_Y, F_Z] -> bf16[B_X, F_Z]", kAxes);
  Matmul op{.b = 48, .d = 81920, .f = 1024, .shard_b = 2, .shard_d = 4, .shard_f = 2};
  op.y_dtype = Dtype::int8;
  const Chip chip = Catalog().find("v5p");
  for (std::size_t way = 0; way < 2; ++way) {
    const Estimate a = estimate(work(op, way), chip);
    const Estimate b = estimate(work(e.contraction, e.formats, {{48, 81920, 1024}, {2, 4, 2}}, way), chip);
    CHECK(a.flops == b.flops);
    CHECK(a.comp == b.comp);
    CHECK(a.lower == b.lower);
    CHECK(a.upper == b.upper);
    CHECK(a.primary().bytes == b.primary().bytes);
  }
}

TEST_CASE("a full contraction counts 2N FLOPs") {
  const Einsum e = einsum("bf16[N] * bf16[N] -> fp32[]");
  const Work w = work(e.contraction, e.formats, {{1000}, {}}, 0);
  CHECK(w.compute[0].flops.si() == 2000);
  CHECK(w.traffic[0].bytes.si() == 2 * 1000 + 2 * 1000 + 4);
}

TEST_CASE("replicated axes multiply FLOPs, sharded ones share them") {
  // ch. 3: A[B_X, D_Y] . W[D_Y, F] over X, Y, Z does 2BDF / (XY) on each chip.
  const Einsum e = einsum("bf16[B_X, D_Y] * bf16[D_Y, F] -> bf16[B_X, F]", kAxes);
  const Work w = work(e.contraction, e.formats, {{8, 8, 8}, {2, 2, 4}}, 0);
  CHECK(w.compute[0].flops.si() == 2 * 8 * 8 * 8 / 4);
}

TEST_CASE("what cannot be read or done points at the character or names the dim") {
  const auto error_of = [](const std::string& text) { return support::error_of([&] { einsum(text); }).message; };
  CHECK(error_of("bf16[B, D_Z] * bf16[D, F] -> bf16[B, F]").find("character 11: 'Z' is no axis of the mesh") == 0);
  CHECK(error_of("bf16[B_X, D_X] * bf16[D, F] -> bf16[B, F]").find("character 13: axis X is used twice") == 0);
  CHECK(error_of("bf61[B, D] * bf16[D, F] -> bf16[B, F]").find("character 1: unknown dtype 'bf61'") == 0);
  CHECK(error_of("bf16[B, D * bf16[D, F] -> bf16[B, F]").find("character 11: expected ']'") == 0);
  CHECK(error_of("bf16[B, D] * bf16[D, F]").find("character 24: expected '->'") == 0);
  CHECK(error_of("bf16[B, D] * bf16[D, F] -> bf16[B, F] * bf16[F]").find("character 39: nothing may follow") == 0);
  CHECK(error_of("bf16[B, D] * bf16[E, F] -> bf16[B, F]") == "D is a dim of one input alone: sum over it before");
  CHECK(error_of("bf16[B, D] * bf16[D, F] -> bf16[B, G]") == "G is a dim of the result alone");
  CHECK(error_of("bf16[B, D] * bf16[D, F] -> bf16[B, F, G]") == "G is a dim of the result alone");
  CHECK(error_of("bf16[B, D]{U_X} * bf16[D, F] -> bf16[B, F]").find("character 1: an input with partial sums") == 0);
  CHECK(error_of("bf16[B, D] * bf16[D, F] -> bf16[B, F]{U_X}").find("{U_X}: X splits no contracted dim") == 0);
  CHECK(error_of("bf16[B, X] * bf16[X, F] -> bf16[B, F]").find("character 9: 'X' is an axis of the mesh") == 0);
  CHECK(error_of("bf16[B, B] * bf16[B, F] -> bf16[B, F]").find("character 9: B is twice in one tensor") == 0);
  const Einsum e = einsum("bf16[B, D_X] * bf16[D_X, F] -> bf16[B, F]");
  CHECK(support::error_of([&] {
          work(e.contraction, e.formats, {{8, 9, 8}, {2, 1}}, 0);
        }).message == "D=9 does not divide over 2 chips");
  CHECK(support::error_of([&] {
          work(e.contraction, e.formats, {{8, 9, 8}, {std::int64_t{1} << 52, 1}}, 0);
        }).hint == "4503599627370496 does");
}
