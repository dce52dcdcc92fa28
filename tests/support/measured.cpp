#include "support/measured.hpp"

#include <filesystem>

#include "roofline/base/records.hpp"
#include "support/catch.hpp"
#include "support/cli.hpp"

namespace support {

std::vector<Fields> published_rows(const std::string& file) {
  std::vector<Fields> all;
  const std::string path = source_path("../shared/measured/" + file);
  if (!std::filesystem::exists(path)) {
    WARN("skipped: there are no published measurements at " << path);
    return all;
  }
  roofline::Records rows(roofline::open_file(path), path);
  while (rows.next()) {
    Fields fields;
    for (std::size_t i = 0; i < rows.names().size(); ++i) fields[rows.names()[i]] = rows.fields()[i].text;
    all.push_back(fields);
  }
  return all;
}

}  // namespace support
