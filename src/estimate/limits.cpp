#include "roofline/estimate/limits.hpp"

#include "estimate/limits_search.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/show.hpp"
#include "roofline/estimate/estimate.hpp"
#include "roofline/hardware/mesh.hpp"

namespace roofline {
namespace {

void check(const LimitInputs& in) {
  if ((in.e == 0) != (in.k == 0)) {
    throw Error("--E and --k go together", "experts stored and experts active for a token: --E 128 --k 4");
  }
  if (in.k > in.e) throw Error(formatted("--k: of {} experts {} cannot be active", in.e, in.k), "give --k up to --E");
  if (in.x == 1) throw Error("--X: one node has no other to send to", "give 2 nodes or more, or leave --X out");
}

void add_symbols(Search& s) {
  const std::string peak = formatted("peak.{}", info(info(s.in.dtype).peak).name);
  s.found.symbols.push_back({"C", s.peak.si(), FlopsPerSecond::dim, peak, {peak}});
  if (s.element != 2) {
    s.found.symbols.push_back({"b", s.element, {}, formatted("{} B an element", s.element), {}});
  }
  const std::pair<const char*, std::int64_t> inputs[] = {{"F", s.in.f}, {"B", s.in.b}, {"N", s.in.n}, {"E", s.in.e},
                                                         {"k", s.in.k}, {"X", s.in.x}, {"Y", s.in.y}, {"Z", s.in.z}};
  for (const auto& [name, count] : inputs) {
    if (count > 0) s.found.symbols.push_back({name, as_double(count), {}, "", {}});
  }
}

bool is_torus(const Tier& tier) {
  return tier.topology == Topology::torus2d || tier.topology == Topology::torus3d || tier.topology == Topology::ring;
}

}  // namespace

void add_wires(Search& s, LimitSymbol wires, std::string_view ratio) {
  const double value = s.ratio(BytesPerSecond::from_si(wires.value));
  const std::string text = s.ratio_text(wires.name), shown = show(Intensity::from_si(value));
  const bool in_a_row = ratio == "alpha" && s.experts.text.empty();
  s.found.symbols.push_back(std::move(wires));
  s.found.symbols.push_back(
      {std::string(ratio), value, Intensity::dim, in_a_row ? shown : formatted("{} = {}", text, shown), {}});
}

void add_decode(Search& s, BytesPerSecond wires, std::string_view wires_name) {
  const Memory& memory = s.chip.main();
  const double b = as_double(s.in.b), beta = *memory.bandwidth / wires;
  if (s.in.f == 0 || s.in.b == 0 || b >= s.ratio(*memory.bandwidth)) return;
  const std::string path = formatted("memory.{}.bandwidth", memory.name.view());
  s.found.symbols.push_back({"beta", beta, {}, formatted("{} / {} = {}", path, wires_name, show_number(beta)), {path}});
  s.add("tp, decode of B tokens", Relation::at_most, s.f() / (b * beta), kChips, "F / (B * beta)");
}

const Tier& limit_tier(const Chip& chip) {
  const Tier& tier = own_tier(chip);
  const auto name = tier.name.view();
  if (!tier.link_bandwidth) {
    throw Lack(formatted("bandwidth for {}", name), Error(formatted("{} gives no bandwidth for {}", chip.id, name)));
  }
  if (tier.topology == Topology::mesh2d) {
    throw Lack("torus or switch",
               Error(formatted("{} of {} is a mesh that does not wrap: no rules for it", name, chip.id)));
  }
  return tier;
}

Limits limits(const Chip& chip, const LimitInputs& inputs) {
  check(inputs);
  const Factor experts = inputs.e == 0 ? Factor{} : Factor{as_double(inputs.e) / as_double(inputs.k), " * E / k"};
  Search s{
      chip,   limit_tier(chip), inputs, peak_of(chip, Engine::matrix, inputs.dtype), bytes_per_element(inputs.dtype),
      experts};
  add_symbols(s);
  const bool torus = is_torus(s.tier);
  torus ? find_on_torus(s) : find_on_switch(s);
  if (inputs.f == 0)
    s.found.notes.push_back(
        formatted("--F gives the rules of tp{}", s.tier.dims.size() > 1 ? " and of fsdp + tp" : ""));
  if (inputs.f > 0 && inputs.e > 0) {
    s.found.notes.emplace_back(
        "E and k change dp, fsdp and ep; tp and fsdp + tp are those of a dense layer of width F");
  }
  return std::move(s.found);
}

}  // namespace roofline
