// Lines, CSV and records: the rows do not depend on how the stream is cut, all are as wide as the first, and what was
// read can be written and read again. The first byte says how long the pieces are.

#include "roofline/base/csv.hpp"

#include <vector>

#include "fuzz.hpp"
#include "roofline/base/records.hpp"

using namespace roofline;

namespace {

using Row = std::vector<std::string>;
constexpr std::size_t kWhole = std::size_t{1} << 20;

struct Rows {
  std::vector<Row> good;
  std::vector<Row> all;  ///< the bad ones too, as place, message and hint

  friend bool operator==(const Rows&, const Rows&) = default;
};

/// Calls next(), which returns a row, until it returns none or the stream cannot be read on.
template <class Next>
Rows read_rows(Next next) {
  Rows rows;
  while (true) {
    try {
      Row row = next();
      if (row.empty()) return rows;
      PROPERTY(rows.good.empty() || row.size() == rows.good[0].size());
      rows.good.push_back(row);
      rows.all.push_back(std::move(row));
    } catch (const Error& e) {
      PROPERTY(!e.message.empty() && e.place.starts_with("x.csv:"));
      rows.all.push_back({e.place, e.message, e.hint});
      if (dynamic_cast<const ReadError*>(&e) != nullptr) return rows;
    }
  }
}

Rows csv_rows(const std::string& text, std::size_t piece) {
  Lines lines(fuzz::in_pieces(text, piece), "x.csv");
  CsvReader reader(lines);
  return read_rows([&] { return reader.next() ? Row(reader.fields().begin(), reader.fields().end()) : Row(); });
}

Rows records(const std::string& text, std::size_t piece) {
  std::optional<Records> reader;
  try {
    reader.emplace(fuzz::in_pieces(text, piece), "x.csv");
  } catch (const Error& e) {
    return {{}, {{e.place, e.message, e.hint}}};
  }
  return read_rows([&] {
    Row row;
    if (!reader->next()) return row;
    for (const RecordField& f : reader->fields())
      row.push_back(std::to_string(static_cast<int>(f.kind)).append(f.text));
    PROPERTY(row.size() == reader->names().size());
    row.back() += " at " + reader->place(row.size() - 1);  // a place counts bytes, which pieces must not change
    return row;
  });
}

std::string written(const std::vector<Row>& rows) {
  std::string text;
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      text += i == 0 ? "\"" : ",\"";
      for (const char c : row[i]) text += c == '"' ? std::string("\"\"") : std::string(1, c);
      text += '"';
    }
    text += "\r\n";
  }
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::size_t piece = 1 + data[0] % 7;
  const std::string text = fuzz::text_of(data + 1, size - 1);
  const Rows rows = csv_rows(text, kWhole);
  PROPERTY(csv_rows(text, piece) == rows);
  PROPERTY(records(text, piece) == records(text, kWhole));
  PROPERTY(csv_rows(written(rows.good), piece).all == rows.good);
  return 0;
}
