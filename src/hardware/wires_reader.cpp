#include "hardware/wires_reader.hpp"

#include <array>
#include <string>
#include <vector>

#include "base/format.hpp"
#include "roofline/base/text.hpp"

namespace roofline {
namespace {

struct TopologyRow {
  Topology topology;
  std::string_view name;
  std::size_t dims;  ///< how many lengths "dims" has
};

constexpr std::array kTopologies{
    TopologyRow{Topology::torus2d, "torus2d", 2}, TopologyRow{Topology::torus3d, "torus3d", 3},
    TopologyRow{Topology::mesh2d, "mesh2d", 2},   TopologyRow{Topology::ring, "ring", 1},
    TopologyRow{Topology::switched, "switch", 0}, TopologyRow{Topology::full_mesh, "full_mesh", 0},
    TopologyRow{Topology::host, "host", 0},
};

struct ReductionRow {
  InNetworkReduction reduction;
  std::string_view name;
};

constexpr std::array kReductions{ReductionRow{InNetworkReduction::all_sent_once, "V"},
                                 ReductionRow{InNetworkReduction::shards_gathered, "V*(n+1)/n"}};

const TopologyRow& row_of(Topology topology) {
  return kTopologies[static_cast<std::size_t>(topology)];
}

Topology read_topology(ObjectReader& object) {
  const std::string name = object.text("topology");
  std::vector<std::string> known;
  for (const TopologyRow& row : kTopologies) {
    if (row.name == name) return row.topology;
    known.emplace_back(row.name);
  }
  object.fail(object.required("topology"), "topology", formatted("unknown topology {}", quote(name)),
              "one of " + listing(known, "or"));
}

WrapRule parse_wrap(std::string_view rule) {
  static constexpr std::string_view kAt = "axis == ", kMultiple = "axis % ", kEnd = " == 0";
  if (rule == "always") return {WrapRule::When::always, 0};
  if (rule == "never") return {WrapRule::When::never, 0};
  if (rule.starts_with(kAt)) return {WrapRule::When::at, parse_count(rule.substr(kAt.size()))};
  if (rule.starts_with(kMultiple) && rule.ends_with(kEnd) && rule.size() > kMultiple.size() + kEnd.size()) {
    rule.remove_prefix(kMultiple.size());
    rule.remove_suffix(kEnd.size());
    return {WrapRule::When::multiple_of, parse_count(rule)};
  }
  throw Error(formatted("unknown wrap rule {}", quote(rule)),
              "\"axis == 16\", \"axis % 4 == 0\", \"always\" or \"never\"");
}

/// "dims": [16, 16] and "wrap": "axis == 16", "axis % 4 == 0", "always" or "never", of a torus.
void read_dims(ObjectReader& object, Tier& t) {
  const std::size_t wanted = row_of(t.topology).dims;
  if (wanted == 0) return;
  const Json& dims = object.required("dims");
  if (dims.kind != Json::Kind::array || dims.items.size() != wanted) {
    object.fail(dims, "dims", formatted("expected an array of {} lengths", wanted));
  }
  for (const Json& item : dims.items) {
    if (item.kind != Json::Kind::number) object.fail(item, "dims", "expected a number");
    t.dims.push_back(object.checked(item, "dims", [&] { return parse_count(item.text); }));
  }
  const std::string rule = object.text("wrap");
  t.wrap = object.checked(object.required("wrap"), "wrap", [&] { return parse_wrap(rule); });
}

/// "in_network_reduction": what leaves each of n chips when V bytes are added up on the way.
InNetworkReduction read_reduction(ObjectReader& object) {
  const auto text = object.optional_text("in_network_reduction");
  if (!text) return InNetworkReduction::none;
  for (const ReductionRow& row : kReductions) {
    if (row.name == *text) return row.reduction;
  }
  object.fail(object.required("in_network_reduction"), "in_network_reduction",
              formatted("unknown in-network reduction {}", quote(*text)), R"("V" or "V*(n+1)/n")");
}

void check_domain(const ObjectReader& object, const Tier& t) {
  double chips = 1;
  for (const std::int64_t d : t.dims) chips *= static_cast<double>(d);
  if (t.dims.empty() || chips == static_cast<double>(t.domain_size)) return;
  object.fail(*object.find("domain_size"), "domain_size",
              formatted("is {}, but dims make {} chips", t.domain_size, chips));
}

}  // namespace

Tier read_wires(ObjectReader& object) {
  Tier t;
  t.kind = object.optional_text("kind").value_or("");
  t.basis = object.optional_text("basis").value_or("");
  t.topology = read_topology(object);
  read_dims(object, t);
  t.links = object.optional_count("links").value_or(1);
  t.domain_size =
      t.topology == Topology::host ? object.optional_count("domain_size").value_or(1) : object.count("domain_size");
  check_domain(object, t);
  t.link_bandwidth = object.optional_quantity<BytesPerSecond>("link_bandwidth", Notation::bits_allowed);
  t.latency = object.optional_quantity<Seconds>("latency");
  t.in_network_reduction = read_reduction(object);
  t.total_bandwidth = object.optional_quantity<BytesPerSecond>("total_bandwidth", Notation::bits_allowed);
  t.both_ways = object.optional_quantity<BytesPerSecond>("both_ways", Notation::bits_allowed);
  return t;
}

std::string_view topology_name(Topology topology) {
  return row_of(topology).name;
}

}  // namespace roofline
