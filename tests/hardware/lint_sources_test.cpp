// What the lint says of where figures are from: sources, dates, words, what others publish.

#include <string>

#include "lint_specs.hpp"
#include "support/catch.hpp"

using namespace roofline;

namespace {

/// "key: found", one a line.
std::string keys(const std::string& text) {
  std::string all;
  for (const Finding& f : lint_text(text)) all += f.key + ": " + f.found + "\n";
  return all;
}

}  // namespace

TEST_CASE("sources, dates and confidence are there") {
  const std::string head = R"("confidence": "low", "date": "2026-08", )";
  const auto source = [&](const std::string& rest) {
    return spec(head + R"("sources": [{ "title": "t", "access": "read")" + rest + " }], ");
  };
  CHECK(keys(spec("")) == "sources: none\ndate: none\nconfidence: none\n");
  CHECK(keys(source(R"(, "date": "2026", "covers": ["peak", "memory"])")).empty());
  CHECK(keys(source(R"(, "covers": ["peak", "memory"])")) == "sources[0].date: none\n");
  CHECK(keys(source(R"(, "date": "2026", "covers": ["peak"])")) == "memory.hbm.bandwidth: 1 TB/s\n");
  const auto unsourced = [&](const std::string& path) {
    return spec(head + R"("sources": [{ "title": "t", "access": "read", "date": "2026", "covers": ["peak"] }],
                          "unsourced": ["memory.hbm.bandwidth", ")" +
                path + R"("], )");
  };
  CHECK(keys(unsourced("peak.fp8")) == "unsourced: 'peak.fp8'\n");
  CHECK(keys(unsourced("peak.bf16")) == "unsourced: 'peak.bf16'\n");
}

TEST_CASE("what others publish is explained, dates are dates, words are known") {
  const auto file = [](const std::string& more, const std::string& date, const std::string& source_date) {
    return spec(R"("confidence": "low", "date": ")" + date +
                R"(", "sources": [{ "title": "t", "access": "read", "date": ")" + source_date +
                R"(", "covers": ["peak", "memory"] }], )" + more);
  };
  CHECK(keys(file("", "2026-08", "2026-08-21")).empty());
  const auto other = [&](const std::string& rest) {
    return file(R"("alternatives": [{ "path": "peak.bf16", "value": "110 TFLOP/s", "source": 1)" + rest + " }], ",
                "2026", "2026");
  };
  CHECK(keys(other("")) == "alternatives[0].note: none\n");
  CHECK(keys(other(R"(, "note": "n")")).empty());
  for (const std::string date : {"soon", "20", "0000", "2026-13", "2026-02-32", "2026-8", "2026-08-", "2099x"}) {
    CAPTURE(date);
    CHECK(keys(file("", date, "2026")) == "date: '" + date + "'\n");
    CHECK(keys(file("", "2026", date)) == "sources[0].date: '" + date + "'\n");
  }
  CHECK(keys(file(R"("kind": "banana", "year": 3022, )", "2026", "2026")) == "kind: 'banana'\nyear: 3022\n");
  CHECK(keys(file(R"("price": [{ "per_chip": "1 USD/h", "provider": "p", "kind": "k", "date": "d", "source": 1 }], )",
                  "2026", "2026")) == "price: 1\n");
}
