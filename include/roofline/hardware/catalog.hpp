#pragma once
// Which chips are there, and which one does a name mean? The files of hardware/ are built in; more come from folders
// and files that the user names. Ids and aliases match whole, ASCII case-insensitively; only what is asked for is
// parsed.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "roofline/hardware/chip.hpp"

namespace roofline {

inline constexpr std::size_t kMaxSpecBytes = std::size_t{8} << 20;

/// A file of hardware/, as the build embeds it.
struct EmbeddedChip {
  std::string_view id, file, json;
  std::span<const std::string_view> aliases;
};
/// In the order of their ids, numbers in them as numbers.
std::span<const EmbeddedChip> embedded_chips();

/// The id of a chip, then its aliases.
std::vector<std::string> names_of(const Chip& chip);
/// The first chip whose id or alias this is; nullptr where there is none.
const Chip* find_chip(std::span<const Chip> chips, std::string_view name);
const EmbeddedChip* find_embedded(std::string_view name);

/// The chip files of a folder, every *.json but chip.schema.json, in order. An Error where there are none.
std::vector<std::string> chip_files(const std::string& folder);

class Catalog {
 public:
  /// Adds the chip files of a folder. An id or alias that exists is an Error, unless the spec says
  /// "override": true and replaces a built-in chip.
  void add_folder(const std::string& folder);
  /// Adds one spec; returns its id. `text` is the content of the file called `name`. Throws Error as read_chip does.
  std::string add(std::string text, std::string_view name);
  std::string add(const Document& document);

  /// The chip of this id or alias. Throws Error with suggestions; a name that several chips begin with, or have the
  /// parts of, is ambiguous ("a100", "a100-sxm").
  Chip find(std::string_view name) const;
  /// All ids: built-in ones in the order of their names, then the user's.
  std::vector<std::string> ids() const;
  /// All chips, in that order.
  std::vector<Chip> chips() const;

 private:
  /// An id or alias, and the chip it means.
  struct Name {
    std::string_view id, name;
  };
  std::vector<Name> names() const;
  [[noreturn]] void throw_unknown(std::string_view name) const;
  static const Chip& built_in(const EmbeddedChip& row);
  void refuse_taken(const Chip& chip, const Document& document) const;

  std::vector<Chip> user_;
};

}  // namespace roofline
