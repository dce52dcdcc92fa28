#pragma once
// On which machines is the question asked? Every chip of --chip under every combination of --set, chip outermost.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cli/args.hpp"
#include "cli/left_out.hpp"
#include "roofline/base/io.hpp"
#include "roofline/base/sweep.hpp"
#include "roofline/hardware/catalog.hpp"
#include "roofline/hardware/figures.hpp"

namespace roofline::cli {

/// The chip under another published value of one of its figures.
struct Variant {
  std::string path;
  Figure figure;  ///< with that value
  Chip chip;
};

struct Machine {
  Chip chip;
  std::vector<double> settings;  ///< the value of each --set, in base units
  double reach = 1;              ///< the most that another published value changes a figure, as a factor

  /// The chip under each of them, but for figures that --set fixed. Made when first asked for.
  const std::vector<Variant>& variants() const;

  std::vector<std::string> fixed{};  ///< paths that --set fixed
  bool is_fixed(std::string_view path) const;
  /// A copy with one more figure fixed: other published values of it say nothing.
  Machine fixing(std::string_view path) const;

 private:
  mutable std::vector<Variant> variants_{};
};

/// --chip, --set and --hardware.
std::vector<Flag> machine_flags();

/// --hardware, $ROOFLINE_HARDWARE and the built-in chips.
Catalog make_catalog(const Args& args);
/// A folder of chip files, and what named it.
struct HardwareFolder {
  std::string_view flag;
  std::string path;
};
/// $ROOFLINE_HARDWARE's, then --hardware's.
std::vector<HardwareFolder> hardware_folders(const Args& args);
/// Whether a --chip element is a file, or - for standard input, rather than a name.
bool names_file(std::string_view name);
Document read_spec(const std::string& file, const Read& in);

/// Every chip of the catalogue, as an element of a list of chips.
inline constexpr std::string_view kEveryChip = "*";

/// One --chip element: an id, an alias, a file, or - for standard input.
Chip find_chip(Catalog& catalog, const std::string& name, const Read& in);

class Machines {
 public:
  struct Setting {
    std::string path;
    Dim dim;
    Sweep values;
  };

  /// What no --chip means: a mistake, or one chip without a name of which nothing is known.
  enum class None { error, unknown_chip };
  Machines(const Args& args, const Read& in, None without_chip = None::error);

  /// A chip that '*' brought in, not one that was named.
  bool is_from_star(const Chip& chip) const;
  /// Calls `check` for every chip under the first value of each --set. What a named chip lacks is an Error; a chip of
  /// '*' that lacks something is left out, and it is an Error when none is left.
  void require(const std::function<void(const Chip&)>& check);
  /// The same for a place for a figure.
  void require_figure(std::string_view path);
  const LeftOut& left_out() const { return left_out_; }

  std::uint64_t size() const { return chips_.size() * combinations_; }
  Machine machine(std::uint64_t index) const;
  /// All of them at once, for rows that are asked on each. An Error where they are too many to keep.
  std::vector<Machine> all() const;

  const std::vector<Chip>& chips() const { return chips_; }
  const std::vector<Setting>& settings() const { return settings_; }
  /// A list of chips, '*' even where one is left, or a --set that sweeps.
  bool is_list() const;

 private:
  void read_chips(const std::string& names, Catalog& catalog, const Read& in);
  void add_named(Chip chip);
  void add_star(const Catalog& catalog);
  void read_setting(const std::string& text);
  void count_combinations();

  std::vector<Chip> chips_;
  std::optional<std::vector<std::string>> from_star_;  ///< the ids that '*' brought in, where it was given
  LeftOut left_out_;
  std::vector<Setting> settings_;
  std::uint64_t combinations_ = 1;  ///< of settings
};

}  // namespace roofline::cli
