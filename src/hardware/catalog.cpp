#include "roofline/hardware/catalog.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/format.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/io.hpp"
#include "roofline/base/text.hpp"

namespace roofline {
namespace {

constexpr std::string_view kSchemaFile = "chip.schema.json";

/// Is it the id of this chip, or one of its aliases?
bool answers_to(const auto& chip, std::string_view name) {
  const auto same = [&](std::string_view own) { return equal_ignoring_case(own, name); };
  return same(chip.id) || std::any_of(chip.aliases.begin(), chip.aliases.end(), same);
}

/// "a100-sxm" fits "a100-80gb-sxm": it is how the name begins, or each of its parts is one of the name's.
bool fits(std::string_view word, std::string_view name) {
  const std::string wanted = lower(word), known = lower(name);
  if (known.starts_with(wanted)) return true;
  const auto parts = split(wanted, '-'), there = split(known, '-');
  return std::all_of(parts.begin(), parts.end(), [&](const std::string& part) {
    return std::find(there.begin(), there.end(), part) != there.end();
  });
}

void add_once(std::vector<std::string>& ids, std::string_view id) {
  if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.emplace_back(id);
}

}  // namespace

std::vector<std::string> names_of(const Chip& chip) {
  std::vector<std::string> names = chip.aliases;
  names.insert(names.begin(), chip.id);
  return names;
}

const Chip* find_chip(std::span<const Chip> chips, std::string_view name) {
  const auto found = std::find_if(chips.begin(), chips.end(), [&](const Chip& chip) { return answers_to(chip, name); });
  return found == chips.end() ? nullptr : &*found;
}

const EmbeddedChip* find_embedded(std::string_view name) {
  const auto chips = embedded_chips();
  const auto found =
      std::find_if(chips.begin(), chips.end(), [&](const EmbeddedChip& chip) { return answers_to(chip, name); });
  return found == chips.end() ? nullptr : &*found;
}

std::vector<std::string> chip_files(const std::string& folder) {
  std::error_code failure;
  std::filesystem::directory_iterator entries(folder, failure);
  std::vector<std::string> files;
  while (!failure && entries != std::filesystem::directory_iterator()) {
    const auto& path = entries->path();
    if (path.extension() == ".json" && path.filename() != kSchemaFile) files.push_back(path.string());
    entries.increment(failure);
  }
  static constexpr std::string_view kWanted = "a folder of chip files, one chip a *.json";
  if (failure)
    throw Error(formatted("cannot read folder {}: {}", quote(folder), failure.message()), std::string(kWanted));
  if (files.empty()) throw Error(formatted("no chip file in {}", quote(folder)), std::string(kWanted));
  std::sort(files.begin(), files.end());
  return files;
}

void Catalog::add_folder(const std::string& folder) {
  for (const std::string& file : chip_files(folder)) add(read_file(file, kMaxSpecBytes), file);
}

/// The files of the build never change: a thread parses each once.
const Chip& Catalog::built_in(const EmbeddedChip& row) {
  static thread_local std::map<std::string_view, Chip> parsed;
  const auto known = parsed.find(row.id);
  if (known != parsed.end()) return known->second;
  Chip chip = read_chip(parse_json(std::string(row.json), formatted("hardware/{}", row.file)));
  chip.origin += " (built in)";
  chip.standing = Chip::Standing::built_in;
  return parsed.emplace(row.id, std::move(chip)).first->second;
}

std::string Catalog::add(std::string text, std::string_view name) {
  return add(parse_json(std::move(text), name));
}

std::string Catalog::add(const Document& document) {
  Chip chip = read_chip(document);
  refuse_taken(chip, document);
  if (find_embedded(chip.id) != nullptr) chip.standing = Chip::Standing::replacing;
  user_.push_back(std::move(chip));
  return user_.back().id;
}

void Catalog::refuse_taken(const Chip& chip, const Document& document) const {
  for (const std::string& name : names_of(chip)) {
    std::string message, hint;
    if (const Chip* other = find_chip(user_, name)) {
      message = formatted("'{}' is taken by {} of {}", name, other->id, other->origin);
    }
    const EmbeddedChip* built_in = find_embedded(name);
    if (built_in != nullptr && (chip.overrides == Chip::Override::no || built_in->id != chip.id)) {
      message = formatted("'{}' is built in, as {}", name, built_in->id);
      hint = built_in->id == chip.id ? "add \"override\": true to replace it, or choose another id"
                                     : "an overriding file replaces the chip of its own id; choose another alias";
    }
    if (message.empty()) continue;
    Error error(message, hint);
    error.place = document.place(document.root);
    error.where = name == chip.id ? "id" : "aliases";
    throw error;
  }
}

Chip Catalog::find(std::string_view name) const {
  if (name.empty()) throw Error("is empty", "`roofline chips` lists what there is");
  if (const Chip* chip = find_chip(user_, name)) return *chip;
  if (const EmbeddedChip* chip = find_embedded(name)) {
    // A chip that overrides takes over every name of the one it replaces.
    if (const Chip* replacing = find_chip(user_, chip->id)) return *replacing;
    return built_in(*chip);
  }
  throw_unknown(name);
}

std::vector<Catalog::Name> Catalog::names() const {
  std::vector<Name> all;
  const auto add = [&](const auto& chip) {
    all.push_back({chip.id, chip.id});
    for (const std::string_view alias : chip.aliases) all.push_back({chip.id, alias});
  };
  for (const EmbeddedChip& chip : embedded_chips()) add(chip);
  for (const Chip& chip : user_) add(chip);
  return all;
}

void Catalog::throw_unknown(std::string_view name) const {
  std::vector<std::string> fitting, known, meant;
  const std::vector<Name> all = names();
  for (const Name& row : all) {
    known.emplace_back(row.name);
    if (fits(name, row.name)) add_once(fitting, row.id);
  }
  const bool ambiguous = fitting.size() > 1;
  const auto near = ambiguous ? std::vector<std::string>() : near_names(name, known);
  for (const std::string& alias : near) {
    const auto same = [&](const Name& row) { return row.name == alias; };
    add_once(meant, std::find_if(all.begin(), all.end(), same)->id);
  }
  if (meant.empty()) meant = fitting;
  static constexpr std::string_view kList = "`roofline chips` lists them all";
  throw Error(ambiguous ? formatted("{} is ambiguous", quote(name)) : formatted("unknown chip {}", quote(name)),
              meant.empty() ? std::string(kList) : formatted("did you mean {}? {}", short_listing(meant, "or"), kList));
}

std::vector<std::string> Catalog::ids() const {
  std::vector<std::string> all;
  for (const Name& row : names()) add_once(all, row.id);
  return all;
}

std::vector<Chip> Catalog::chips() const {
  std::vector<Chip> all;
  for (const std::string& id : ids()) all.push_back(find(id));
  return all;
}

}  // namespace roofline
