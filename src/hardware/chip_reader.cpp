#include <algorithm>

#include "base/format.hpp"
#include "hardware/wires_reader.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/object_reader.hpp"
#include "roofline/base/text.hpp"
#include "roofline/hardware/chip.hpp"
#include "roofline/hardware/figures.hpp"

namespace roofline {
namespace {

/// Names become keys (t_hbm), so they may not collide with the keys there are.
Word read_name(ObjectReader& object, std::vector<std::string>& taken) {
  static constexpr std::array<std::string_view, 9> kReserved{"comp",  "comm",      "lower",   "upper", "step",
                                                             "floor", "bandwidth", "latency", "main"};
  const std::string name = object.text("name");
  const Json& place = object.required("name");
  const bool letters = name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos;
  if (!letters || name.empty() || name[0] < 'a' || name.size() > Word::kMaxLength) {
    object.fail(place, "name",
                formatted("{} must be 1 to {} of a-z, 0-9 and _, a letter first", quote(name), Word::kMaxLength));
  }
  if (std::find(kReserved.begin(), kReserved.end(), name) != kReserved.end()) {
    object.fail(place, "name", formatted("'{}' is a word of its own in keys such as t_{}", name, name));
  }
  if (std::find(taken.begin(), taken.end(), name) != taken.end()) {
    object.fail(place, "name", formatted("'{}' is used twice: names are unique in a chip", name));
  }
  taken.push_back(name);
  return Word(name);
}

class Reader {
 public:
  explicit Reader(const Document& document) : object_(document, document.root, "") {}

  Chip read() {
    object_.optional_text("$schema");
    read_identity();
    read_peaks("peak", chip_.matrix);
    read_peaks("vector", chip_.vector);
    read_ratios();
    read_units();
    for (ObjectReader& m : at_most(kMostLevels, "memory")) read_memory(m);
    for (ObjectReader& t : at_most(kMaxTiers, "interconnect")) read_tier(t);
    read_rest();
    check_complete();
    read_sources();
    object_.finish();
    return std::move(chip_);
  }

 private:
  static constexpr std::size_t kMostLevels = 16, kMostSources = 256;

  std::vector<ObjectReader> at_most(std::size_t limit, std::string_view key) {
    auto objects = object_.objects(key);
    if (objects.size() > limit) object_.fail(*object_.find(key), key, formatted("has more than {} entries", limit));
    return objects;
  }

  void read_identity() {
    chip_.id = object_.text("id");
    const bool plain = chip_.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789.-") == std::string::npos;
    if (!plain || chip_.id.empty()) {
      object_.fail(object_.required("id"), "id", formatted("{} must be of a-z, 0-9, . and -", quote(chip_.id)));
    }
    for (const auto key : {"id", "aliases"}) note_line(object_, key, key);
    chip_.name = object_.optional_text("name").value_or(chip_.id);
    chip_.aliases = object_.texts("aliases");
    if (chip_.aliases.size() > kMostSources)
      object_.fail(object_.required("aliases"), "aliases", formatted("has more than {} entries", kMostSources));
    for (const std::string& alias : chip_.aliases) check_alias(alias);
    chip_.vendor = object_.optional_text("vendor").value_or("");
    chip_.year = object_.optional_count("year").value_or(0);
    chip_.kind = object_.optional_text("kind").value_or("");
    chip_.devices_per_chip = object_.optional_count("devices_per_chip").value_or(1);
    chip_.confidence = object_.optional_text("confidence").value_or("");
    chip_.date = object_.optional_text("date").value_or("");
    chip_.compute_units = object_.optional_text("compute_units").value_or("");
    chip_.peak_basis = object_.optional_text("peak_basis").value_or("");
    chip_.overrides = object_.flag("override") ? Chip::Override::yes : Chip::Override::no;
    chip_.notes = object_.texts("notes");
    chip_.unsourced = object_.texts("unsourced");
  }

  /// What --chip could take for a list or a file is no alias.
  void check_alias(const std::string& alias) {
    const Json& place = object_.required("aliases");
    const bool plain =
        !alias.empty() && alias.find_first_of(",/ ") == std::string::npos && !alias.ends_with(".json") && alias != "-";
    if (!plain)
      object_.fail(place, "aliases", formatted("{} is no alias: no comma, slash, blank or .json", quote(alias)));
    const auto same = [&](const std::string& other) { return equal_ignoring_case(other, alias); };
    if (same(chip_.id) || std::count_if(chip_.aliases.begin(), chip_.aliases.end(), same) > 1) {
      object_.fail(place, "aliases", formatted("{} is named twice", quote(alias)));
    }
  }

  void read_peaks(std::string_view key, Peaks& peaks) {
    auto object = object_.optional_object(key);
    if (!object) return;
    for (const DtypeInfo& dtype : kDtypes) {
      if (dtype.peak != dtype.dtype) continue;
      auto& peak = peaks[static_cast<std::size_t>(dtype.dtype)];
      peak = object->optional_quantity<FlopsPerSecond>(dtype.name);
      if (peak) note_line(*object, formatted("{}.{}", key, dtype.name), dtype.name);
    }
    object->finish();
  }

  void read_ratios() {
    auto object = object_.optional_object("peak_ratio");
    if (!object) return;
    for (const DtypeInfo& dtype : kDtypes) {
      if (dtype.peak != dtype.dtype) continue;
      chip_.peak_ratio[static_cast<std::size_t>(dtype.dtype)] = object->optional_ratio(dtype.name);
    }
    object->finish();
  }

  void read_units() {
    auto object = object_.optional_object("units");
    if (!object) return;
    chip_.units.count = object->optional_count("count");
    chip_.units.clock = object->optional_quantity<Hertz>("clock");
    for (const auto key : {"count", "clock"}) note_line(*object, formatted("units.{}", key), key);
    if (auto rates = object->optional_object("flops_per_clock")) {
      for (const DtypeInfo& dtype : kDtypes) {
        if (dtype.peak != dtype.dtype) continue;
        chip_.units.flops_per_clock[static_cast<std::size_t>(dtype.dtype)] = rates->optional_count(dtype.name);
        note_line(*rates, formatted("units.flops_per_clock.{}", dtype.name), dtype.name);
      }
      rates->finish();
    }
    object->finish();
  }

  void read_memory(ObjectReader& object) {
    Memory m;
    m.name = read_name(object, names_);
    m.kind = object.optional_text("kind").value_or("");
    m.basis = object.optional_text("basis").value_or("");
    m.capacity = object.optional_quantity<Bytes>("capacity");
    m.usable = object.optional_quantity<Bytes>("usable");
    m.bandwidth = object.optional_quantity<BytesPerSecond>("bandwidth");
    m.bus_width = object.optional_count("bus_width");
    m.pin_rate = object.optional_quantity<BytesPerSecond>("pin_rate", Notation::bits_allowed);
    if (m.usable && m.capacity && *m.usable > *m.capacity) {
      object.fail(object.required("usable"), "usable", "is more than the capacity",
                  "a capacity is in GiB: 80 GB is less than 80 GiB");
    }
    object.finish();
    for (const auto key : {"capacity", "usable", "bandwidth", "bus_width", "pin_rate"}) {
      note_line(object, formatted("memory.{}.{}", m.name.view(), key), key);
    }
    chip_.memory.push_back(std::move(m));
  }

  void read_tier(ObjectReader& object) {
    const Word name = read_name(object, names_);
    Tier t = read_wires(object);
    t.name = name;
    object.finish();
    for (const auto key : {"links", "link_bandwidth", "domain_size", "latency", "total_bandwidth", "both_ways"}) {
      note_line(object, formatted("interconnect.{}.{}", t.name.view(), key), key);
    }
    chip_.interconnect.push_back(std::move(t));
  }

  void read_rest() {
    if (auto nic = object_.optional_object("nic")) {
      chip_.nic = nic->quantity<BytesPerSecond>("bandwidth", Notation::bits_allowed);
      chip_.nic_basis = nic->optional_text("basis").value_or("");
      note_line(*nic, "nic.bandwidth", "bandwidth");
      nic->finish();
      names_.emplace_back("nic");
    }
    if (auto power = object_.optional_object("power")) {
      chip_.power = power->quantity<Watts>("tdp");
      chip_.power_basis = power->optional_text("basis").value_or("");
      note_line(*power, "power.tdp", "tdp");
      power->finish();
    }
  }

  void read_sources() {
    const auto known = figures(chip_);
    for (ObjectReader& s : at_most(kMostSources, "sources")) {
      chip_.sources.push_back({s.text("title"), s.optional_text("url").value_or(""), s.text("access"),
                               s.optional_text("date").value_or(""), s.texts("covers")});
      for (const std::string& path : chip_.sources.back().covers) check_covers(s, path, known);
      s.finish();
    }
    for (ObjectReader& a : at_most(kMostSources, "alternatives")) read_alternative(a);
    for (ObjectReader& a : at_most(kMostSources, "accepted")) {
      chip_.accepted.push_back({a.text("rule"), a.text("key"), a.text("why")});
      a.finish();
    }
    for (ObjectReader& p : at_most(kMostSources, "price")) {
      chip_.prices.push_back({p.quantity<DollarsPerSecond>("per_chip"), p.text("provider"), p.text("kind"),
                              p.text("date"), p.optional_text("note").value_or(""), read_source_number(p)});
      p.finish();
    }
  }

  void check_covers(ObjectReader& source, const std::string& path, const std::vector<Figure>& known) const {
    if (path == "price") return;
    for (const Figure& f : known) {
      if (is_under(f.path, path)) return;
    }
    source.fail(source.required("covers"), "covers", formatted("{} is no figure of this chip", quote(path)));
  }

  void read_alternative(ObjectReader& object) {
    Alternative a;
    a.path = object.text("path");
    const std::string written = object.text("value");
    const Figure base = object.checked(object.required("path"), "path", [&] { return figure(chip_, a.path); });
    a.value = object.checked(object.required("value"), "value", [&] { return parse_figure(base, written); });
    if (!base.value) object.fail(object.required("path"), "path", "the chip gives no figure of its own here");
    a.ratio = a.value / *base.value;
    a.source = read_source_number(object);
    a.note = object.optional_text("note").value_or("");
    object.finish();
    chip_.alternatives.push_back(std::move(a));
  }

  /// Sources are numbered from 1, as [1] on the screen.
  std::size_t read_source_number(ObjectReader& object) const {
    const auto number = static_cast<std::size_t>(object.count("source"));
    if (number > chip_.sources.size()) {
      object.fail(object.required("source"), "source",
                  formatted("there is no source {}, of {}", number, chip_.sources.size()));
    }
    return number;
  }

  void check_complete() {
    const bool any_peak =
        std::any_of(chip_.matrix.begin(), chip_.matrix.end(), [](const auto& p) { return p.has_value(); });
    if (!any_peak)
      object_.fail(object_.required("peak"), "peak", "has no dtype", R"(written like { "bf16": "197 TFLOP/s" })");
    if (chip_.memory.empty())
      object_.fail(object_.required("memory"), "memory", "needs main memory as its first level");
    if (!chip_.main().bandwidth) {
      object_.fail(object_.required("memory").items[0], "memory[0]", "main memory needs the key \"bandwidth\"");
    }
  }

  void note_line(const ObjectReader& object, std::string path, std::string_view key) {
    const Json* value = object.find(key);
    if (value != nullptr) chip_.lines.emplace_back(std::move(path), value->line);
  }

  ObjectReader object_;
  Chip chip_;
  std::vector<std::string> names_;
};

}  // namespace

Chip read_chip(const Document& document) {
  Chip chip = Reader(document).read();
  chip.origin = escape(document.name);
  return chip;
}

}  // namespace roofline
