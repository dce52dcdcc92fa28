#include "cli/sought.hpp"

#include "base/format.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {

std::optional<Sought> find_sought(const Op& op, const Args& args) {
  const std::string* named = args.find("solve");
  if (named == nullptr) return std::nullopt;
  std::vector<std::string> known;
  for (std::size_t i = 0; i < op.fields.size(); ++i) {
    const FieldInfo& field = op.fields[i];
    if (!is_quantity(field.kind)) continue;
    const bool alias = !field.alias.empty() && field.alias == *named;
    if (field.name == *named || alias) return Sought{i, std::string(field.name)};
    known.emplace_back(field.name);
  }
  if (named->find('.') != std::string::npos) return Sought{std::nullopt, *named};
  std::string hint = did_you_mean(*named, known);
  if (hint.empty()) hint = "one of " + listing(known, "or") + ", or a figure of the chip such as memory.hbm.bandwidth";
  throw Error(formatted("--solve: {} has no input {} to solve for", op.name, quote(*named)), hint);
}

void check_sought(const Sought& sought, Machines& machines) {
  if (sought.field) return;
  if (sought.name.ends_with(".domain_size")) throw Error(formatted("no time depends on {}", sought.name));
  machines.require_figure(sought.name);
  for (const Chip& chip : machines.chips()) {
    const std::string path = figure(chip, sought.name).path;
    for (const auto& setting : machines.settings()) {
      if (figure(chip, setting.path).path == path)
        throw Error(formatted("--set fixes {}", path), "leave one of them out");
    }
  }
}

}  // namespace roofline::cli
