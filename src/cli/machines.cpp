#include "cli/machines.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/format.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

Sweep::Steps steps_of(Dim dim) {
  return dim == Dim{} ? Sweep::Steps::whole : Sweep::Steps::real;
}

Variant variant_of(const Chip& chip, const Alternative& other) {
  Figure figure = roofline::figure(chip, other.path);
  figure.value = other.value;
  return {other.path, figure, with_figure(chip, other.path, other.value)};
}

}  // namespace

std::vector<Flag> machine_flags() {
  using enum Flag::Times;
  using enum Expects::Kind;
  return {
      {"chip",
       "NAME,...",
       "chips, by id or alias, a file ./mine.json (- for stdin), or '*' for every chip; those of it that cannot answer "
       "are left out, with a note",
       "Hardware",
       once,
       "",
       "several go in one, as in h100,v5e",
       {chip, Expects::Elements::list}},
      {"set", "PATH=VALUE", "overlay a figure: memory.hbm.bandwidth=1.64TB/s; lists sweep, and it may be given again",
       "Hardware", many},
      {"hardware", "DIR", "a folder of chip files to add ($ROOFLINE_HARDWARE too)", "Hardware", many, "", "", {folder}},
  };
}

std::vector<HardwareFolder> hardware_folders(const Args& args) {
  std::vector<HardwareFolder> folders;
  const char* folder = std::getenv("ROOFLINE_HARDWARE");
  if (folder != nullptr && *folder != '\0') folders.push_back({"ROOFLINE_HARDWARE", folder});
  for (const std::string& named : args.all("hardware")) folders.push_back({"--hardware", named});
  return folders;
}

bool names_file(std::string_view name) {
  return name == "-" || name.find('/') != std::string_view::npos || name.ends_with(".json");
}

Document read_spec(const std::string& file, const Read& in) {
  if (file == "-") return parse_json(read_all(in, "standard input", kMaxSpecBytes), "standard input");
  return parse_json(read_file(file, kMaxSpecBytes), file);
}

Catalog make_catalog(const Args& args) {
  Catalog catalog;
  for (const HardwareFolder& folder : hardware_folders(args)) {
    at(folder.flag, [&] { catalog.add_folder(folder.path); });
  }
  return catalog;
}

Chip find_chip(Catalog& catalog, const std::string& name, const Read& in) {
  return catalog.find(names_file(name) ? catalog.add(read_spec(name, in)) : name);
}

Machines::Machines(const Args& args, const Read& in, None without_chip) {
  const std::string* names = args.find("chip");
  if (names == nullptr && without_chip == None::unknown_chip) {
    if (args.has("set")) throw Error("--set: there is no --chip whose figure it could overlay");
    chips_.emplace_back();
    return;
  }
  if (names == nullptr) throw Error("needs --chip", "for example --chip tpu-v5e; `roofline chips` lists what there is");
  Catalog catalog = make_catalog(args);
  at("--chip", [&] { read_chips(*names, catalog, in); });
  for (const std::string& text : args.all("set")) {
    at("--set", [&] { read_setting(text); });
  }
  at("--set", [&] { count_combinations(); });
}

void Machines::read_chips(const std::string& names, Catalog& catalog, const Read& in) {
  for (const std::string& name : split(names, ',')) {
    if (name.empty()) throw Error(formatted("a name is empty in {}", quote(names)));
    name == kEveryChip ? add_star(catalog) : add_named(find_chip(catalog, name, in));
  }
}

void Machines::add_named(Chip chip) {
  const auto known = std::find_if(chips_.begin(), chips_.end(), [&](const Chip& other) { return other.id == chip.id; });
  if (known == chips_.end()) {
    chips_.push_back(std::move(chip));
  } else if (is_from_star(chip)) {
    std::erase(*from_star_, chip.id);
    *known = std::move(chip);  // a file may replace the built-in one
  } else {
    throw Error(formatted("{} is named twice", chip.id));
  }
}

void Machines::add_star(const Catalog& catalog) {
  if (from_star_) throw Error("'*' is given twice");
  from_star_.emplace();
  for (Chip& chip : catalog.chips()) {
    const auto same = [&](const Chip& other) { return other.id == chip.id; };
    if (std::any_of(chips_.begin(), chips_.end(), same)) continue;
    from_star_->push_back(chip.id);
    chips_.push_back(std::move(chip));
  }
}

bool Machines::is_from_star(const Chip& chip) const {
  return from_star_ && std::find(from_star_->begin(), from_star_->end(), chip.id) != from_star_->end();
}

void Machines::require(const std::function<void(const Chip&)>& check) {
  const auto lacks = [&](const Chip& chip) {
    Chip overlaid = chip;
    for (const Setting& s : settings_) set_figure(overlaid, s.path, s.values.at(0));
    try {
      check(overlaid);
      return false;
    } catch (const Lack& lack) {
      if (!is_from_star(chip)) throw;
      left_out_.add(chip.id, lack, LeftOut::Of::everything);
      return true;
    }
  };
  std::erase_if(chips_, lacks);
  if (chips_.empty()) throw left_out_.none_left();
}

void Machines::require_figure(std::string_view path) {
  require([&](const Chip& chip) {
    try {
      figure(chip, path);
    } catch (const Error& e) {
      throw Lack(formatted("figure {}", quote(path)), e);
    }
  });
}

void Machines::count_combinations() {
  std::uint64_t size = chips_.size();
  for (const Setting& s : settings_) {
    if (__builtin_mul_overflow(size, s.values.size(), &size)) throw Error("too many combinations");
  }
  combinations_ = size / chips_.size();
}

void Machines::read_setting(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    throw Error(formatted("{} is not PATH=VALUE", quote(text)), "written like memory.hbm.bandwidth=1.64TB/s");
  }
  Setting setting;
  setting.path = text.substr(0, equals);
  require_figure(setting.path);
  for (const Chip& chip : chips_) {
    const Figure known = figure(chip, setting.path);
    for (const Setting& other : settings_) {
      if (figure(chip, other.path).path != known.path) continue;
      throw Error(formatted("{} is set twice", known.path), "a list sweeps: PATH=1TB/s,2TB/s");
    }
    setting.dim = known.dim;
    const auto element = [&](std::string_view value) { return parse_figure(known, value); };
    setting.values = at(setting.path, [&] {
      return Sweep::parse(std::string_view(text).substr(equals + 1), element, steps_of(known.dim));
    });
  }
  settings_.push_back(std::move(setting));
}

bool Machines::is_list() const {
  const auto sweeps = [](const Setting& s) { return s.values.is_list(); };
  return chips_.size() > 1 || from_star_ || std::any_of(settings_.begin(), settings_.end(), sweeps);
}

Machine Machines::machine(std::uint64_t index) const {
  Machine machine;
  std::uint64_t combinations = combinations_;
  machine.chip = chips_[index / combinations];
  index %= combinations;
  for (const Setting& s : settings_) {
    combinations /= s.values.size();
    const double value = s.values.at(index / combinations);
    index %= combinations;
    Figure overlaid = figure(machine.chip, s.path);
    machine.fixed.push_back(overlaid.path);
    overlaid.value = value;
    machine.chip = with_figure(machine.chip, s.path, value);
    std::string shown = show_figure(overlaid);
    std::erase(shown, ' ');  // as it could be typed
    machine.chip.overlays.push_back(formatted("{}={}", s.path, shown));
    machine.settings.push_back(value);
  }
  for (const Alternative& other : machine.chip.alternatives) {
    const bool rate = other.path.starts_with("peak.") || other.path.ends_with(".bandwidth") ||
                      other.path.ends_with(".link_bandwidth") || other.path.ends_with(".links");
    if (rate && !machine.is_fixed(other.path)) machine.reach = std::max({machine.reach, other.ratio, 1 / other.ratio});
  }
  return machine;
}

std::vector<Machine> Machines::all() const {
  static constexpr std::uint64_t kMost = 1000;
  if (size() > kMost)
    throw Error(formatted("--from goes over at most {} chips and --set values, this is {}", kMost, size()));
  std::vector<Machine> machines;
  for (std::uint64_t i = 0; i < size(); ++i) machines.push_back(machine(i));
  return machines;
}

Machine Machine::fixing(std::string_view path) const {
  Machine copy = *this;
  copy.fixed.push_back(figure(chip, path).path);
  copy.variants_.clear();
  return copy;
}

bool Machine::is_fixed(std::string_view path) const {
  return std::find(fixed.begin(), fixed.end(), path) != fixed.end();
}

const std::vector<Variant>& Machine::variants() const {
  if (!variants_.empty()) return variants_;
  for (const Alternative& other : chip.alternatives) {
    const auto same = [&](const Variant& v) { return v.path == other.path && v.figure.value == other.value; };
    const bool known = std::any_of(variants_.begin(), variants_.end(), same);
    if (!known && !is_fixed(other.path)) variants_.push_back(variant_of(chip, other));
  }
  return variants_;
}

}  // namespace roofline::cli
