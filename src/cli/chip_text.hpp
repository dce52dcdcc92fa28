#pragma once
// Chips for people: the list, the page of one with a source number after each figure, several side by side.

#include <string>
#include <string_view>
#include <vector>

#include "roofline/base/resource.hpp"
#include "roofline/hardware/chip.hpp"

namespace roofline::cli {

/// The intensity at which a dtype's peak and a resource's bandwidth meet.
struct Ridge {
  Dtype dtype;
  Word resource;
  Intensity value;
};
std::vector<Ridge> ridges(const Chip& chip);

/// "819 GB/s [1], 810 GB/s [3] also published", a value that several sources give once; empty where nothing else is.
std::string also_published(const Chip& chip, std::string_view path);
/// "[1] [2]; 819 GB/s [1] also published", "no source".
std::string provenance_text(const Chip& chip, const std::string& path);
/// "[1] Google Cloud docs: TPU v5e (read, 2026-08) https://...", one a source.
std::vector<std::string> source_lines(const Chip& chip);

/// "ici: 4 x 45 GB/s one way, torus2d 16x16, wraps on a full axis of 16", one a tier.
std::vector<std::string> wire_lines(const Chip& chip);
/// "1.20 USD/h, GCP us-central1, on demand, 2026-08 [5]", one a price.
std::vector<std::string> price_lines(const Chip& chip);

/// The list under its heading.
std::string chip_list(const std::vector<Chip>& chips, Dtype dtype);
std::string chip_page(const Chip& chip);
std::string chip_comparison(const std::vector<Chip>& chips);

}  // namespace roofline::cli
