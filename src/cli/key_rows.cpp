#include "cli/key_rows.hpp"

#include <array>

#include "base/format.hpp"

namespace roofline::cli {
namespace {

constexpr std::array kFigures{
    KeyRow{"dtype", Show::word, [](const Estimate& e) { return Cell::of(info(e.dtype).name); }},
    KeyRow{"flops", Show::flops, [](const Estimate& e) { return Cell::of(e.flops.si()); }},
    KeyRow{"bytes", Show::bytes, [](const Estimate& e) { return Cell::of(e.primary().bytes.si()); }},
    KeyRow{"intensity", Show::number, [](const Estimate& e) { return cell_of(e.intensity(e.primary())); }},
    KeyRow{"ridge", Show::number, [](const Estimate& e) { return cell_of(e.ridge(e.primary())); }},
};

constexpr std::array kVerdicts{
    KeyRow{"t_comm", Show::seconds, [](const Estimate& e) { return Cell::of(e.comm.si()); }},
    KeyRow{"t_lower", Show::seconds, [](const Estimate& e) { return Cell::of(e.lower.si()); }},
    KeyRow{"t_upper", Show::seconds, [](const Estimate& e) { return Cell::of(e.upper.si()); }},
    KeyRow{"regime", Show::word, [](const Estimate& e) { return Cell::of(name_of(e.regime)); }},
    KeyRow{"bottleneck", Show::word, [](const Estimate& e) { return word_cell(e.bottleneck()); }},
    KeyRow{"margin", Show::number, [](const Estimate& e) { return cell_of(e.margin()); }},
    KeyRow{"attainable", Show::flop_rate, [](const Estimate& e) { return cell_of(e.attainable()); }},
    KeyRow{"mfu_max", Show::percent, [](const Estimate& e) { return cell_of(e.mfu_max()); }},
    KeyRow{"memory_bytes", Show::binary, [](const Estimate& e) { return cell_of(e.memory); }},
    KeyRow{"capacity_bytes", Show::binary, [](const Estimate& e) { return cell_of(e.capacity); }},
    KeyRow{"fits", Show::yes_no, [](const Estimate& e) { return e.fits() ? Cell::yes_no(*e.fits()) : Cell{}; }},
};

constexpr std::array kCollectiveFigures{
    KeyRow{"t_bandwidth", Show::seconds, [](const Estimate& e) { return Cell::of(e.alone->bandwidth.si()); }},
    KeyRow{"t_latency", Show::seconds, [](const Estimate& e) { return cell_of(e.alone->latency); }},
    KeyRow{"t_lower", Show::seconds, [](const Estimate& e) { return Cell::of(e.alone->lower.si()); }},
    KeyRow{"t_upper", Show::seconds, [](const Estimate& e) { return cell_of(e.alone->upper); }},
    KeyRow{"t_floor", Show::seconds, [](const Estimate& e) { return Cell::of(e.alone->floor.si()); }},
    KeyRow{"steps", Show::count, [](const Estimate& e) { return Cell::of(e.alone->steps); }},
    KeyRow{"bytes_per_link", Show::bytes, [](const Estimate& e) { return Cell::of(e.alone->bytes_per_link().si()); }},
    KeyRow{"latency_binds_below", Show::bytes,
           [](const Estimate& e) { return cell_of(latency_binds_below(*e.alone)); }},
    KeyRow{"algbw", Show::byte_rate, [](const Estimate& e) { return cell_of(algbw(*e.alone)); }},
    KeyRow{"busbw", Show::byte_rate, [](const Estimate& e) { return cell_of(busbw(*e.alone)); }},
    KeyRow{"bottleneck", Show::word, [](const Estimate& e) { return word_cell(e.bottleneck()); }},
};

}  // namespace

std::span<const KeyRow> figure_keys() {
  return kFigures;
}
std::span<const KeyRow> verdict_keys() {
  return kVerdicts;
}
std::span<const KeyRow> collective_keys() {
  return kCollectiveFigures;
}

std::string key_list() {
  std::string text;
  for (const KeyRow& f : kFigures) {
    if (f.key != "dtype") text += formatted("{} ", f.key);
  }
  text += "t_comp t_<resource>";
  for (const KeyRow& f : kVerdicts) text += formatted(" {}", f.key);
  return text +
         " notes; for wires bytes_, intensity_, ridge_<resource>; with --solve: solve critical critical_whole rule "
         "regime, and with --for: for holds; with a measured time: measured efficiency; with --sensitivity: "
         "raise_first "
         "lower_change_<resource> upper_change_<resource>";
}

}  // namespace roofline::cli
