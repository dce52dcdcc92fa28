// `roofline einsum`: a product of two tensors sharded over a mesh.

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/format.hpp"
#include "cli/answer.hpp"
#include "cli/answer_query.hpp"
#include "cli/command.hpp"
#include "cli/feed.hpp"
#include "cli/inputs.hpp"
#include "cli/mesh_flags.hpp"
#include "cli/picture_wish.hpp"
#include "cli/question_flags.hpp"
#include "cli/rows.hpp"
#include "cli/subject.hpp"
#include "roofline/base/text.hpp"
#include "roofline/ops/einsum.hpp"

namespace roofline::cli {
namespace {

/// An einsum as an op: its dims are inputs, and the axes of the mesh.
struct EinsumOp {
  Einsum einsum;
  std::vector<std::string> axes, divisors;  ///< names of axes; for each dim the axes that divide it, "X,Y"
  std::vector<FieldInfo> fields;
  Op op;

  Lengths lengths(const Values& values) const {
    Lengths lengths;
    const std::size_t dims = einsum.contraction.dims.size();
    for (std::size_t i = 0; i < dims; ++i) lengths.dims[i] = values[i];
    for (std::size_t i = 0; i < axes.size(); ++i) lengths.axes[i] = axis_size(values[dims + i]);
    return lengths;
  }
  OperandFormats formats(const Values& values) const {
    OperandFormats formats = einsum.formats;
    const double given = values[fields.size() - 1];
    formats.compute =
        std::isnan(given) ? wider_dtype(formats.x, formats.y) : static_cast<Dtype>(static_cast<int>(given));
    return formats;
  }
  /// What the figures leave out.
  OpNotes notes(const Values& values, std::size_t way) const {
    OpNotes all;
    const Contraction& c = einsum.contraction;
    const Lengths sizes = lengths(values);
    if (c.dims.size() > 0 && is_full(c))
      all.push_back("a full contraction counts 2N FLOPs; `roofline dot` counts 2N - 1");
    for (std::size_t axis = 0; axis < c.axes.size(); ++axis) {
      if (sizes.axes[axis] == 1 || !is_idle(c, axis)) continue;
      all.push_back("an axis of the mesh splits no tensor: the chips along it do the same");
      break;
    }
    if (adds_up(c, sizes, way)) all.push_back(kAllReduceNote);
    return all;
  }

 private:
  static bool is_full(const Contraction& c) {
    const auto& result = c.tensors[2].has;
    return std::none_of(result.begin(), result.end(), [](bool has) { return has; });
  }
  static bool is_idle(const Contraction& c, std::size_t axis) {
    return std::all_of(c.tensors.begin(), c.tensors.end(),
                       [&](const auto& tensor) { return tensor.split[axis] == Contraction::kWhole; });
  }
  /// An all-reduce over more than one chip.
  static bool adds_up(const Contraction& c, const Lengths& sizes, std::size_t way) {
    for (const Contraction::Move& move : c.ways[way].moves) {
      if (move.collective != Collective::all_reduce) continue;
      for (std::size_t axis = 0; axis < c.axes.size(); ++axis) {
        if (move.axes.has(axis) && sizes.axes[axis] > 1) return true;
      }
    }
    return false;
  }
};

std::string axes_dividing(const EinsumOp& e, std::size_t dim) {
  std::string names;
  for (std::size_t axis = 0; axis < e.axes.size(); ++axis) {
    if (e.einsum.contraction.divisors[dim].has(axis)) names += (names.empty() ? "" : ",") + e.axes[axis];
  }
  return names;
}

void add_fields(EinsumOp& e) {
  const Contraction& c = e.einsum.contraction;
  for (std::size_t dim = 0; dim < c.dims.size(); ++dim) e.divisors.push_back(axes_dividing(e, dim));
  for (std::size_t dim = 0; dim < c.dims.size(); ++dim)
    e.fields.push_back({c.dims[dim].view(),
                        c.is_contracted(dim) ? "contracted dim" : "a dim of the result",
                        FieldKind::count,
                        Given::always,
                        {},
                        e.divisors[dim],
                        {}});
  for (const std::string& axis : e.axes)
    e.fields.push_back({axis, "chips along the axis", FieldKind::count, Given::in_group, {}, {}, "mesh"});
  e.fields.push_back(
      {"compute_dtype", "whose peak counts (default: the wider input's)", FieldKind::dtype, Given::maybe, {}, {}, {}});
}

constexpr std::array<std::string_view, 4> kExamples{
    "roofline einsum 'bf16[B, D_X] * bf16[D_X, F] -> bf16[B, F]' --B 1024 --D 8192 --F 8192 --mesh X=2 --chip v5e",
    "roofline einsum 'bf16[B, D_X] * int8[D_X, F_Y] -> bf16[B, F_Y]' --B 1024 --D 8192 --F 32768 --mesh X=4,Y=4 "
    "--chip v5p",
    "roofline einsum 'bf16[B_X, D] * bf16[D, F_X] -> bf16[B_X, F]' --B 64:4096:x2 --D 8192 --F 32768 --mesh X=8 "
    "--chip h100",
    "roofline einsum 'bf16[B, D_X] * bf16[D_X, F] -> bf16[B, F]' --B 1024 --F 8192 --mesh X=2 --chip v5e --solve D",
};

std::shared_ptr<EinsumOp> make_op(std::string_view notation, std::vector<std::string> axes) {
  auto e = std::make_shared<EinsumOp>();
  e->axes = std::move(axes);
  e->einsum = at("einsum", [&] { return parse_einsum(notation, e->axes); });
  add_fields(*e);
  const EinsumOp& self = *e;
  Op& op = e->op;
  op.name = "einsum";
  op.fields = e->fields;
  op.examples = kExamples;
  op.ways = [&self](const Values&) {
    std::vector<std::string> names;
    for (const Contraction::Way& way : self.einsum.contraction.ways) names.push_back(way.name);
    return names;
  };
  op.way_count = [&self](const Values&) { return self.einsum.contraction.ways.size(); };
  op.work = [&self](const Values& v, std::size_t way) {
    return work(self.einsum.contraction, self.formats(v), self.lengths(v), way);
  };
  op.formulas = [&self](const Values& v, std::size_t way) {
    return formulas(self.einsum.contraction, self.formats(v), self.lengths(v), way);
  };
  op.notes = [&self](const Values& v, std::size_t way) { return self.notes(v, way); };
  op.operands = [&self](const Values&) {
    const auto& [x, y, z] = self.einsum.texts;
    Operands all;
    all.push_back({"x", self.einsum.formats.x, x});
    all.push_back({"y", self.einsum.formats.y, y});
    all.push_back({"z", self.einsum.formats.z, z});
    return all;
  };
  return e;
}

/// The value of a flag among words that are not parsed yet.
std::string typed_value(std::span<const std::string> typed, const std::string& flag) {
  for (std::size_t i = 0; i < typed.size(); ++i) {
    if (typed[i] == flag && i + 1 < typed.size()) return typed[i + 1];
    if (typed[i].starts_with(flag + "=")) return typed[i].substr(flag.size() + 1);
  }
  return "";
}

/// The first word that is no flag, nor the value of one.
std::string typed_notation(std::span<const std::string> typed) {
  static const std::vector<std::string> kSwitches{"--in-switch", "--sensitivity", "--explain"};
  for (std::size_t i = 0; i < typed.size(); ++i) {
    if (typed[i].starts_with("--")) continue;
    const bool after_flag = i > 0 && typed[i - 1].starts_with("--") && typed[i - 1].find('=') == std::string::npos;
    const bool is_value = after_flag && std::find(kSwitches.begin(), kSwitches.end(), typed[i - 1]) == kSwitches.end();
    if (!is_value) return typed[i];
  }
  return "";
}

std::size_t find_way(const EinsumOp& e, const std::string& name) {
  const std::vector<std::string> names = e.op.ways({});
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  throw Error(formatted("{} is no way to do this", quote(name)), "one of " + listing(names, "or"));
}

int answer_einsum(const Invocation& run, const std::shared_ptr<EinsumOp>& e) {
  if (!e || run.args.words().empty()) throw Error("einsum needs a notation", std::string(kExamples[0]));
  if (run.args.words().size() > 1) throw Error("einsum takes one notation", "quote it: 'bf16[B, D] * ...'");
  Asked asked;
  asked.words = {{std::string(kEinsum), e->einsum.text}};
  for (auto& word : mesh_words(run.args)) asked.words.push_back(std::move(word));
  asked.mesh = read_mesh(run.args, e->axes);
  if (const std::string* named = run.args.find("strategy"))
    asked.way = at("--strategy", [&] { return find_way(*e, *named); });
  return answer_query(run, read_query(e->op, run.args, run.in, asked));
}

}  // namespace

Command einsum_command(std::span<const std::string> typed) {
  std::shared_ptr<EinsumOp> e;
  const std::string notation = typed_notation(typed), mesh = typed_value(typed, "--mesh");
  if (!notation.empty()) {
    e = make_op(notation, mesh.empty() ? std::vector<std::string>() : at("--mesh", [&] { return mesh_axes(mesh); }));
  }
  Command command;
  command.positional = {"NOTATION",
                        "'bf16[B, D_X] * int8[D_X, F_Y] -> bf16[B, F_Y]': format and dims of the two inputs and the "
                        "result; D_X splits D over axis X of the mesh, D_XY over two; {U_X} after the result leaves "
                        "partial sums on X. Each dim is a flag of its own: --B 1024 --D 8192",
                        {}};
  if (e) command.flags = flags_of(e->op);
  for (Flag& flag : mesh_flags()) command.flags.push_back(std::move(flag));
  command.flags.push_back({"strategy", "NAME", "force one of the ways, such as gather-first or reduce-after", "Mesh"});
  for (Flag& flag : feed_flags()) command.flags.push_back(std::move(flag));
  for (Flag& flag : machine_flags()) command.flags.push_back(std::move(flag));
  command.flags.push_back(over_flag());
  for (Flag& flag : picture_flags()) command.flags.push_back(std::move(flag));
  for (Flag& flag : question_flags(e ? e->op : Op{})) command.flags.push_back(std::move(flag));
  for (Flag& flag : answer_flags()) command.flags.push_back(std::move(flag));
  command.examples.assign(kExamples.begin(), kExamples.end());
  command.keys = "the dims and axes, " + key_list() + "; bytes_<axis> t_<axis> strategy bottleneck_axis";
  command.body = [e](const Invocation& run) { return answer_einsum(run, e); };
  return command;
}

}  // namespace roofline::cli
