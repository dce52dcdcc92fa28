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

/// "message; hint", without the count of chips that ends it.
std::string error_of(const Catalog& catalog, const std::string& name) {
  try {
    catalog.find(name);
  } catch (const Error& e) {
    return e.message + "; " + e.hint.substr(0, e.hint.find(" `roofline chips` lists all "));
  }
  return "no error";
}

const Catalog kFamily = catalog_of({{"q100-40gb-pcie", ""},
                                    {"q100-40gb-sxm", ""},
                                    {"q100-80gb-pcie", ""},
                                    {"q100-80gb-sxm", R"("q100-sxm4", "zeta")"},
                                    {"zed-5e", R"("z5e")"},
                                    {"zed-5p", R"("z5p")"}});

}  // namespace

TEST_CASE("a name that fits several chips is ambiguous, and says which they are") {
  const std::vector<std::pair<std::string, std::string>> rows{
      {"q100", "q100-40gb-pcie, q100-40gb-sxm, q100-80gb-pcie or q100-80gb-sxm"},
      {"Q100-80GB", "q100-80gb-pcie or q100-80gb-sxm"},
      {"q100-sxm", "q100-40gb-sxm or q100-80gb-sxm"},
      {"sxm-q100", "q100-40gb-sxm or q100-80gb-sxm"},
      {"40gb", "q100-40gb-pcie or q100-40gb-sxm"},
      {"zed-5", "zed-5e or zed-5p"},
      {"z5", "zed-5e or zed-5p"},
      {"ze", "q100-80gb-sxm, zed-5e or zed-5p"},  // by an alias too
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
  CHECK(error_of(kFamily, "q100-80gb-p") == "unknown chip 'q100-80gb-p'; did you mean q100-80gb-pcie?");
  CHECK(error_of(kFamily, "80gb-pcie") == "unknown chip '80gb-pcie'; did you mean q100-80gb-pcie?");
  CHECK(error_of(kFamily, "zed-5x") == "unknown chip 'zed-5x'; did you mean zed-5e or zed-5p?");
  CHECK(error_of(kFamily, "q100-nvl").starts_with("unknown chip 'q100-nvl'; "));
  CHECK(error_of(kFamily, "q100-80gb-sxm-") == "unknown chip 'q100-80gb-sxm-'; did you mean q100-80gb-sxm?");
  CHECK(error_of(kFamily, "nothing-of-this").starts_with("unknown chip 'nothing-of-this'; `roofline chips` lists all"));
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
