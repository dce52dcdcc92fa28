#include "cli/rates.hpp"

#include <algorithm>
#include <cmath>

#include "cli/inputs.hpp"
#include "roofline/base/error.hpp"
#include "roofline/estimate/estimate.hpp"
#include "roofline/hardware/mesh.hpp"

namespace roofline::cli {
namespace {

/// The same question with every dim 1 and one chip: what is left are the dtypes and words.
Query dtype_probe(const Query& query) {
  Query probe = query;
  for (std::size_t i = 0; i < query.op.fields.size(); ++i) {
    const FieldInfo& field = query.op.fields[i];
    const bool known = field.given == Given::always || query.given(i) || query.seeks(i);
    if (is_quantity(field.kind) && known) probe.inputs[i] = Sweep::one(1);
  }
  return probe;
}

/// The flag that chose the compute dtype, as far as one did. The vector units compute in fp32 unless told.
std::string blamed_flag(const Query& query, const Work& work) {
  const bool vector = !work.compute.empty() && work.compute[0].engine == Engine::vector;
  if (vector && !query.given(query.op.index_of("compute_dtype"))) return "";
  std::string first = query.op.index_of("dtype") < query.op.fields.size() ? "--dtype" : "";
  for (std::size_t i = query.op.fields.size(); i-- > 0;) {
    const FieldInfo& field = query.op.fields[i];
    if (field.kind != FieldKind::dtype || !query.given(i)) continue;
    if (field.name == "compute_dtype") return "--" + flag_of(field);
    first = "--" + flag_of(field);
  }
  return first;
}

void check_peaks(const Query& query, const Chip& chip, const Work& work) {
  const std::size_t choice = query.op.index_of("compute_dtype");
  const bool could_choose = choice < query.op.fields.size() && !query.given(choice);
  try {
    for (const auto& part : work.compute) rate_of(chip, part);
  } catch (Error& e) {
    if (could_choose && e.hint.empty()) e.hint = "--compute-dtype computes in another";
    throw;
  }
}

/// The formats that rows compute in are known before the first row.
bool knows_dtypes(const Query& query) {
  for (std::size_t i = 0; i < query.op.fields.size(); ++i) {
    if (query.op.fields[i].kind == FieldKind::dtype && query.from && query.from->has(i)) return false;
  }
  return true;
}

/// The most chips a dim is split over; of those not known yet, enough to need wires.
double most_chips(const Query& query, std::size_t shard) {
  const bool unknown = query.seeks(shard) || (query.from && query.from->has(shard));
  const double most = query.inputs[shard].largest();
  return unknown || !(most >= 1) ? 2 : most;
}

bool is_chips(const FieldInfo& field) {
  return field.given == Given::in_group || field.counts == FieldInfo::Counts::chips;
}

}  // namespace

Values widest(const Query& query) {
  Values values;
  values.fill(kNotGiven);
  for (std::size_t i = 0; i < query.op.fields.size(); ++i) {
    const FieldInfo& field = query.op.fields[i];
    if (!is_quantity(field.kind)) {
      values[i] = query.inputs[i].at(0);
    } else if (is_chips(field) && (query.given(i) || query.seeks(i))) {
      values[i] = most_chips(query, i);
    } else if (field.given == Given::always || query.given(i) || query.seeks(i)) {
      values[i] = 1;
      for (const std::size_t divisor : divisors_of(query.op, field)) {
        if (query.given(divisor) || query.seeks(divisor)) values[i] *= most_chips(query, divisor);
      }
      values[i] = std::min(values[i], static_cast<double>(kMaxCount));
    }
  }
  return values;
}

namespace {

/// The dims are 1: what can be wrong is the compute dtype, or words that do not go together.
Work work_of_probe(const Query& query, const Values& values) {
  Values plain = values;
  for (std::size_t i = 0; i < query.op.fields.size(); ++i) {
    if (query.op.fields[i].kind == FieldKind::word) plain[i] = kNotGiven;
  }
  at("--compute-dtype", [&] { query.op.work(plain, 0); });
  return query.op.work(values, 0);
}

/// Every combination of dtypes and words. A chip of '*' may lack some of them: it is left out of those rows as they
/// come.
void check_dtypes(const Query& query, const Query& probe, const Chip& chip) {
  std::optional<Lack> lack;
  bool answers = false;
  Points points(probe);
  do {
    const Work work = work_of_probe(query, points.values());
    try {
      at(blamed_flag(query, work), [&] { check_peaks(query, chip, work); });
      answers = true;
    } catch (const Lack& e) {
      if (!query.machines.is_from_star(chip)) throw;
      if (!lack) lack = e;
    }
  } while (points.next());
  if (!answers) throw Lack(*lack);
}

/// What is said of the mesh beside its sizes, each under the name of its flag.
void check_mesh(const Query& query, const Chip& chip) {
  MeshWish wish = query.mesh;
  const auto only = [&](const AxisWish& axis) { return axis.physical > 0; };
  for (AxisWish& axis : wish.axes) axis.wrap = AxisWish::Wrap::by_rule;
  if (std::any_of(wish.axes.begin(), wish.axes.end(), only)) at("--mesh", [&] { lay_mesh(chip, wish); });
  wish.axes = {};
  if (!wish.slice.empty()) at("--slice", [&] { lay_mesh(chip, wish); });
  if (wish.adding == MeshWish::Adding::in_switch) at("--in-switch", [&] { require_adding(chip); });
  for (const AxisWish& axis : query.mesh.axes) {
    if (axis.wrap != AxisWish::Wrap::by_rule) at("--wrap", [&] { require_torus(chip); });
  }
}

void check_chip(const Query& query, const Query& probe, Chip chip) {
  if (query.sought && !query.sought->field) set_figure(chip, query.sought->name, 1);
  if (query.over) at("--over", [&] { bandwidth_of(chip, *query.over); });
  if (knows_dtypes(query)) check_dtypes(query, probe, chip);
  if (takes_wires(query) && !chip.nic) own_tier(chip);
  check_mesh(query, chip);
}

}  // namespace

void check_rates(Query& query) {
  if (query.op.about == Op::About::model_in_memory) return;
  const Query probe = dtype_probe(query);
  query.machines.require([&](const Chip& chip) { check_chip(query, probe, chip); });
}

bool takes_wires(const Query& query) {
  const Values values = widest(query);
  for (std::size_t way = 0; way < query.op.way_count(values); ++way) {
    if (!query.op.work(values, way).transfers.empty()) return true;
  }
  return false;
}

}  // namespace roofline::cli
