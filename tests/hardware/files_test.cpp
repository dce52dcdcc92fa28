// Every file of hardware/ as data: it loads, says where each figure comes from, and shares no name.

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include "roofline/base/error.hpp"
#include "roofline/base/text.hpp"
#include "roofline/hardware/catalog.hpp"
#include "roofline/hardware/figures.hpp"
#include "support/catch.hpp"
#include "support/cli.hpp"

using namespace roofline;
using namespace roofline::unit;

namespace {

double value(const Chip& chip, std::string_view path) {
  return figure(chip, path).value.value();
}

}  // namespace

TEST_CASE("each file is embedded as it is") {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(support::source_path("hardware"))) {
    if (entry.path().extension() != ".json" || entry.path().filename() == "chip.schema.json") continue;
    ++files;
    const auto all = embedded_chips();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const EmbeddedChip& c) { return c.file == entry.path().filename().string(); });
    CAPTURE(entry.path().string());
    REQUIRE(found != all.end());
    CHECK(found->json == support::read(entry.path().string()));
    CHECK(found->file == std::string(found->id) + ".json");
  }
  CHECK(files == embedded_chips().size());
}

TEST_CASE("names are unique over the catalogue, and each finds its chip") {
  std::set<std::string> names;
  const Catalog catalog;
  for (const EmbeddedChip& embedded : embedded_chips()) {
    const Chip chip = catalog.find(embedded.id);
    CHECK(chip.id == embedded.id);
    CHECK(std::equal(chip.aliases.begin(), chip.aliases.end(), embedded.aliases.begin(), embedded.aliases.end()));
    CHECK(names.insert(lower(embedded.id)).second);
    for (const std::string_view alias : embedded.aliases) {
      CAPTURE(alias);
      CHECK(names.insert(lower(alias)).second);
      CHECK(catalog.find(alias).id == embedded.id);
    }
  }
}

TEST_CASE("there are second figures to compare with") {
  const Catalog catalog;
  std::size_t rates = 0;
  for (const std::string& id : catalog.ids()) {
    const Chip chip = catalog.find(id);
    CAPTURE(id);
    CHECK(chip.year >= 2010);
    CHECK(chip.name != chip.id);
    for (const Alternative& a : chip.alternatives) {
      if (a.path.starts_with("peak.") || a.path.ends_with("bandwidth")) ++rates;
      // lint holds it too: what is another figure, not another rounding, is explained.
      if (std::fabs(a.ratio - 1) > 0.02) CHECK_FALSE(a.note.empty());
    }
  }
  CHECK(rates > 100);
}

TEST_CASE("the three reference chips carry the reference figures") {
  const Catalog catalog;
  const Chip h100 = catalog.find("h100"), v5e = catalog.find("v5e"), v6e = catalog.find("v6e");
  CHECK(h100.id == "h100-sxm");
  CHECK(value(h100, "peak.bf16") == 9.89e14);
  CHECK(value(h100, "peak.fp16") == 9.89e14);
  CHECK(value(h100, "peak.int8") == 1.979e15);
  CHECK(value(h100, "peak.fp8") == 1.979e15);
  CHECK(value(h100, "memory.hbm.bandwidth") == 3.35e12);
  CHECK(value(h100, "memory.hbm.usable") == 85520809984.0);
  CHECK(value(h100, "interconnect.nvlink.link_bandwidth") == 25e9);
  CHECK(h100.find_tier(Word("nvlink"))->links == 18);
  CHECK(*h100.find_tier(Word("nvlink"))->path_bandwidth() == 450 * GB / s);
  CHECK(h100.find_tier(Word("nvlink"))->domain_size == 8);
  CHECK(value(h100, "nic.bandwidth") == 50e9);

  CHECK(value(v5e, "peak.bf16") == 1.97e14);
  CHECK(value(v5e, "peak.int8") == 3.94e14);
  CHECK(value(v5e, "memory.main.bandwidth") == 8.2e11);
  CHECK(value(v5e, "memory.hbm.capacity") == 17179869184.0);
  CHECK(value(v5e, "interconnect.ici.link_bandwidth") == 4.5e10);
  CHECK(v5e.find_tier(Word("ici"))->dims == std::vector<std::int64_t>{16, 16});
  CHECK(value(v5e, "nic.bandwidth") == 3.125e9);

  CHECK(value(v6e, "peak.bf16") == 9.1e14);
  CHECK(value(v6e, "peak.int8") == 1.82e15);
  CHECK(value(v6e, "peak.fp8") == 9.1e14);
  CHECK(value(v6e, "memory.hbm.bandwidth") == 1.6e12);
  CHECK(value(v6e, "interconnect.ici.link_bandwidth") == 9e10);

  const auto others = [](const Chip& chip, std::string_view path) {
    std::set<double> values;
    for (const Alternative& a : chip.alternatives) {
      if (a.path == path) values.insert(a.value);
    }
    return values;
  };
  CHECK(others(v5e, "memory.hbm.bandwidth") == std::set<double>{8.1e11, 8.19e11});
  CHECK(others(v5e, "interconnect.ici.link_bandwidth") == std::set<double>{5e10});
  CHECK(others(v6e, "peak.bf16") == std::set<double>{9.18e14, 9.2e14, 9.26e14});
  CHECK(others(h100, "peak.bf16") == std::set<double>{9.894e14, 9.895e14, 9.9e14, 1e15});
}
