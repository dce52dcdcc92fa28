#pragma once
// X[B,D] . Y[D,F] -> Z[B,F]: 2BDF FLOPs; X and Y are read and Z is written once. Source: How to Scale Your Model,
// ch. 1.
//
// Over n chips it is an einsum (einsum.hpp): a sharded B or F needs no communication; a sharded D leaves partial sums
// of Z on every chip, which an all-reduce adds up (ch. 3, case 3), or X and Y are gathered first. All figures are per
// chip.

#include <algorithm>

#include "roofline/ops/einsum.hpp"
#include "roofline/ops/op.hpp"

namespace roofline {

struct Matmul {
  std::int64_t b = 0, d = 0, f = 0;                      ///< rows of X, what is summed over, columns of Y
  Dtype dtype = Dtype::bf16;                             ///< of X and Y, unless given apart
  std::optional<Dtype> x_dtype{}, y_dtype{}, z_dtype{};  ///< Z defaults to X's
  std::optional<Dtype> compute_dtype{};                  ///< default: the input with the wider elements
  std::int64_t shard_b = 1, shard_d = 1, shard_f = 1;    ///< chips that each dim is split over

  static constexpr std::string_view kName = "matmul";
  static constexpr std::string_view kSummary = "matrix product X[B,D] . Y[D,F] -> Z[B,F]";
  static constexpr std::array<std::string_view, 5> kExamples{
      "roofline matmul --B 256 --D 8192 --F 8192 --chip tpu-v5e",
      "roofline matmul --B 1:4096:x2 --D 8192 --F 8192 --chip h100,v6e --format csv",
      "roofline matmul --D 8192 --F 8192 --y-dtype int8 --chip v5e --solve B",
      "roofline matmul --D 8192 --F 8192 --chip h100 --solve B --for 't_lower <= 1ms'",
      "roofline matmul --B 1024 --D 8192 --F 8192 --shard D=2 --chip v5e --explain",
  };

  static constexpr auto fields() {
    return std::array{
        Field<Matmul>{{"B", "rows of X and Z (tokens)", {}, Given::always, "M", "shard_B"}, &Matmul::b},
        Field<Matmul>{{"D", "contracted dim", {}, Given::always, "K", "shard_D"}, &Matmul::d},
        Field<Matmul>{{"F", "columns of Y and Z", {}, Given::always, "N", "shard_F"}, &Matmul::f},
        Field<Matmul>{{"dtype", "of X, Y and Z, and computed in (default bf16)"}, &Matmul::dtype},
        Field<Matmul>{{"x_dtype", "of X alone"}, &Matmul::x_dtype},
        Field<Matmul>{{"y_dtype", "of Y alone (weights)"}, &Matmul::y_dtype},
        Field<Matmul>{{"z_dtype", "of Z alone (default: X's)"}, &Matmul::z_dtype},
        Field<Matmul>{{"compute_dtype", "whose peak counts (default: the wider input's)"}, &Matmul::compute_dtype},
        Field<Matmul>{{"shard_B", "chips that B is split over", {}, Given::in_group, {}, {}, "shard"},
                      &Matmul::shard_b},
        Field<Matmul>{{"shard_D", "chips that D is split over", {}, Given::in_group, {}, {}, "shard"},
                      &Matmul::shard_d},
        Field<Matmul>{{"shard_F", "chips that F is split over", {}, Given::in_group, {}, {}, "shard"},
                      &Matmul::shard_f},
    };
  }

  Dtype x() const { return x_dtype.value_or(dtype); }
  Dtype y() const { return y_dtype.value_or(dtype); }
  Dtype z() const { return z_dtype.value_or(x()); }
  Dtype computed_in() const { return compute_dtype ? *compute_dtype : wider_dtype(x(), y()); }
};

/// The einsum that a matmul is, its dims B, D, F over axes shard_B, shard_D, shard_F.
const Contraction& matmul_contraction();

inline OperandFormats formats(const Matmul& op) {
  return {op.x(), op.y(), op.z(), op.computed_in()};
}
inline Lengths lengths(const Matmul& op) {
  return {{static_cast<double>(op.b), static_cast<double>(op.d), static_cast<double>(op.f)},
          {op.shard_b, op.shard_d, op.shard_f}};
}

/// Over a split D: reduce-after adds up partial sums of Z, gather-first brings X and Y together before.
inline std::size_t way_count(const Matmul& op) {
  return op.shard_d > 1 ? matmul_contraction().ways.size() : 1;
}
inline std::vector<std::string> ways(const Matmul& op) {
  std::vector<std::string> names;
  for (const Contraction::Way& way : matmul_contraction().ways) names.push_back(way.name);
  return op.shard_d > 1 ? names : std::vector<std::string>();
}

/// Per chip. Throws Error: a dim below 1 or above 2^53, one that its shard does not divide, no clear compute dtype.
inline Work work(const Matmul& op, std::size_t way = 0) {
  Work w = work(matmul_contraction(), formats(op), lengths(op), way);
  if (op.shard_b == 1 && op.shard_d == 1 && op.shard_f == 1) w.axes = {};  // one chip, and no mesh to lay
  return w;
}

inline std::vector<Formula> formulas(const Matmul& op, std::size_t way = 0) {
  std::vector<Formula> all = formulas(matmul_contraction(), formats(op), lengths(op), way);
  for (Formula& f : all) {
    if (f.key == "bytes") f.why = "X, Y, Z cross once";
    if (f.key == "memory_bytes") f.why = "X, Y and Z at once";
    if (f.key == "V" && way == 0) f.why = "Z on one chip, a partial sum";
  }
  return all;
}

inline OpNotes notes(const Matmul& op, std::size_t way = 0) {
  OpNotes all;
  if (op.shard_d > 1 && way == 0) all.push_back(kAllReduceNote);
  return all;
}

/// Where the other two dims are much larger, intensity is 2 * dim / (bytes of an element of the operand without it). A
/// split D also has 2BDF FLOPs against the bytes of Z over the wires: the higher of the two bounds it.
inline std::optional<Rule> rule(const Matmul& op, std::string_view field, const Ridges& ridges) {
  using enum Rule::Against;
  const auto above = [](double ridge, Dtype other, std::int64_t chips) {
    return ridge * bytes_per_element(other) / 2 * static_cast<double>(chips);
  };
  if (field == "B") return Rule{above(ridges.operands, op.y(), op.shard_b), operands, "where D and F are much larger"};
  if (field == "F") return Rule{above(ridges.operands, op.x(), op.shard_f), operands, "where B and D are much larger"};
  if (field != "D") return std::nullopt;
  const double memory = above(ridges.operands, op.z(), op.shard_d);
  const double link = above(ridges.wires, op.z(), op.shard_d) * ridges.share_of_array;
  return Rule{std::max(memory, link), link > memory ? wires : operands, "where B and F are much larger"};
}

inline Operands operands(const Matmul& op) {
  Operands all;
  all.push_back({"x", op.x(), "X"});
  all.push_back({"y", op.y(), "Y"});
  all.push_back({"z", op.z(), "Z"});
  return all;
}

}  // namespace roofline
