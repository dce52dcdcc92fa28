// Which chip does a name mean? The names of the catalogue, those that fit several chips, those that fit none.

#include "roofline/hardware/catalog.hpp"

#include <string>
#include <vector>

#include "roofline/base/error.hpp"
#include "support/catch.hpp"

using namespace roofline;

namespace {

/// Chips as a user adds them, with names that no built-in chip has.
Catalog catalog_of(const std::vector<std::pair<std::string, std::string>>& chips) {
  Catalog catalog;
  for (const auto& [id, aliases] : chips) {
    catalog.add(R"({ "id": ")" + id + R"(", "aliases": [)" + aliases + R"(], "peak": { "bf16": "1 TFLOP/s" },)" +
                    R"("memory": [{ "name": "hbm", "bandwidth": "1 TB/s" }] })",
                id + ".json");
  }
  return catalog;
}

/// "message; hint", without where the list is.
std::string error_of(const Catalog& catalog, const std::string& name) {
  try {
    catalog.find(name);
  } catch (const Error& e) {
    return e.message + "; " + e.hint.substr(0, e.hint.find(" `roofline chips` lists "));
  }
  return "no error";
}

const Catalog kFamily = catalog_of({{"q100-44gb-pcie", ""},
                                    {"q100-44gb-sxm", ""},
                                    {"q100-88gb-pcie", ""},
                                    {"q100-88gb-sxm", R"("q100-sxm4", "zeta")"},
                                    {"zed-5e", R"("z5e")"},
                                    {"zed-5p", R"("z5p")"}});

}  // namespace

TEST_CASE("a name that fits several chips is ambiguous, and says which they are") {
  const std::vector<std::pair<std::string, std::string>> rows{
      {"q100", "q100-44gb-pcie, q100-44gb-sxm, q100-88gb-pcie or q100-88gb-sxm"},
      {"Q100-88GB", "q100-88gb-pcie or q100-88gb-sxm"},
      {"q100-sxm", "q100-44gb-sxm or q100-88gb-sxm"},
      {"sxm-q100", "q100-44gb-sxm or q100-88gb-sxm"},
      {"44gb", "q100-44gb-pcie or q100-44gb-sxm"},
      {"zed-5", "zed-5e or zed-5p"},
      {"z5", "zed-5e or zed-5p"},
      {"ze", "q100-88gb-sxm, zed-5e or zed-5p"},  // by an alias too
  };
  for (const auto& [name, chips] : rows) {
    CHECK(error_of(kFamily, name) == "'" + name + "' is ambiguous; did you mean " + chips + "?");
  }
}

TEST_CASE("a name that is one chip's is that chip, whatever else it begins") {
  const Catalog catalog = catalog_of({{"zed", ""}, {"zed-5e", R"("q100")"}, {"q100-sxm", ""}, {"q100-pcie", ""}});
  CHECK(catalog.find("zed").id == "zed");
  CHECK(catalog.find("Q100").id == "zed-5e");
}

TEST_CASE("a name that fits one chip only is still not its name") {
  CHECK(error_of(kFamily, "q100-88gb-p") == "unknown chip 'q100-88gb-p'; did you mean q100-88gb-pcie?");
  CHECK(error_of(kFamily, "88gb-pcie") == "unknown chip '88gb-pcie'; did you mean q100-88gb-pcie?");
  CHECK(error_of(kFamily, "zed-5x") == "unknown chip 'zed-5x'; did you mean zed-5e or zed-5p?");
  CHECK(error_of(kFamily, "q100-nvl").starts_with("unknown chip 'q100-nvl'; "));
  CHECK(error_of(kFamily, "q100-88gb-sxm-") == "unknown chip 'q100-88gb-sxm-'; did you mean q100-88gb-sxm?");
  CHECK(error_of(kFamily, "nothing-of-this").starts_with("unknown chip 'nothing-of-this'; `roofline chips` lists"));
}

TEST_CASE("of many chips the first are named") {
  std::vector<std::pair<std::string, std::string>> chips;
  for (char c = 'a'; c <= 'k'; ++c) chips.emplace_back(std::string("zed-") + c, "");
  CHECK(error_of(catalog_of(chips), "zed") ==
        "'zed' is ambiguous; did you mean zed-a, zed-b, zed-c, zed-d, zed-e, zed-f, zed-g, zed-h or 3 more?");
}

TEST_CASE("every chip comes once, the user's last and in place of those they replace") {
  Catalog catalog = catalog_of({{"zed", ""}});
  const std::size_t built_in = embedded_chips().size();
  catalog.add(R"({ "id": "tpu-v5e", "override": true, "peak": { "bf16": "1 TFLOP/s" },
                   "memory": [{ "name": "hbm", "bandwidth": "1 TB/s" }] })",
              "v5e.json");
  const std::vector<Chip> all = catalog.chips();
  REQUIRE(all.size() == built_in + 1);
  CHECK(all.back().id == "zed");
  for (const Chip& chip : all) {
    CHECK((chip.standing == Chip::Standing::replacing) == (chip.id == "tpu-v5e"));
  }
}

TEST_CASE("what users type finds the chip, or the chips that it may mean") {
  const Catalog catalog;
  const std::vector<std::pair<std::string, std::string>> found{
      {"h100", "h100-sxm"},       {"v5e", "tpu-v5e"},    {"4090", "rtx-4090"}, {"mi300x", "mi300x"},
      {"m4-max", "apple-m4-max"}, {"trn2", "trainium2"}, {"b200", "b200-sxm"}, {"ironwood", "tpu-7x"},
  };
  for (const auto& [name, id] : found) CHECK(catalog.find(name).id == id);
  const std::vector<std::pair<std::string, std::vector<std::string>>> ambiguous{
      {"a100", {"a100-40gb-pcie", "a100-40gb-sxm", "a100-80gb-pcie", "a100-80gb-sxm"}},
      {"a100-80gb", {"a100-80gb-pcie", "a100-80gb-sxm"}},
      {"a100-pcie", {"a100-40gb-pcie", "a100-80gb-pcie"}},
      {"v100", {"v100-16gb-sxm", "v100-32gb-pcie", "v100-32gb-sxm"}},
      {"tpu-v5", {"tpu-v5e", "tpu-v5p"}},
      {"mi300", {"mi300a", "mi300x"}},
      {"trainium", {"trainium1", "trainium2"}},
  };
  for (const auto& [name, chips] : ambiguous) {
    const std::string error = error_of(catalog, name);
    CHECK(error.starts_with("'" + name + "' is ambiguous; did you mean "));
    for (const std::string& chip : chips) CHECK(error.find(chip) != std::string::npos);
  }
}
