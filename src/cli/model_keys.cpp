// The keys of a model's rows: what it is and takes, then how long a step of it lasts.

#include <array>

#include "base/format.hpp"
#include "cli/key_rows.hpp"

namespace roofline::cli {
namespace {

const Served& of(const Estimate& e) {
  return *e.served;
}

std::optional<double> weight_share(const Estimate& e) {
  return e.capacity ? std::optional(of(e).weights / *e.capacity) : std::nullopt;
}

/// What weights and the reserve leave.
std::optional<Bytes> kv_room(const Estimate& e) {
  if (!e.capacity) return std::nullopt;
  return std::max(Bytes{}, *e.capacity - of(e).reserve - of(e).weights);
}

std::optional<double> per(const std::optional<double>& rate, double n) {
  return rate ? std::optional(*rate / n) : std::nullopt;
}

std::optional<double> time_of(const Estimate& e, Served::Phase phase, double tokens) {
  const Served& s = of(e);
  return s.step && s.phase == phase ? std::optional(s.step->si() / tokens) : std::nullopt;
}

constexpr std::array kMemory{
    KeyRow{"params", Show::count, [](const Estimate& e) { return Cell::of(of(e).params); }},
    KeyRow{"params_active", Show::count, [](const Estimate& e) { return Cell::of(of(e).params_active); }},
    KeyRow{"params_mtp", Show::count, [](const Estimate& e) { return Cell::of(of(e).params_mtp); }},
    KeyRow{"weight_bytes", Show::binary, [](const Estimate& e) { return Cell::of(of(e).weights.si()); }},
    KeyRow{"kv_bytes_per_token", Show::binary, [](const Estimate& e) { return Cell::of(of(e).kv_per_token.si()); }},
    KeyRow{"kv_bytes", Show::binary,
           [](const Estimate& e) { return of(e).sequences > 0 ? Cell::of(of(e).kv.si()) : Cell{}; }},
    KeyRow{"state_bytes", Show::binary,
           [](const Estimate& e) { return of(e).sequences > 0 ? Cell::of(of(e).state.si()) : Cell{}; }},
    KeyRow{"activation_bytes", Show::binary,
           [](const Estimate& e) { return of(e).tokens > 0 ? Cell::of(of(e).activations.si()) : Cell{}; }},
    KeyRow{"memory_bytes", Show::binary, [](const Estimate& e) { return cell_of(e.memory); }},
    KeyRow{"capacity_bytes", Show::binary, [](const Estimate& e) { return cell_of(e.capacity); }},
    KeyRow{"fits", Show::yes_no, [](const Estimate& e) { return e.fits() ? Cell::yes_no(*e.fits()) : Cell{}; }},
    KeyRow{"max_batch", Show::count, [](const Estimate& e) { return cell_of(of(e).max_batch); }},
    KeyRow{"max_context", Show::count, [](const Estimate& e) { return cell_of(of(e).max_context); }},
    KeyRow{"weight_share", Show::percent, [](const Estimate& e) { return cell_of(weight_share(e)); }},
    KeyRow{"kv_room_bytes", Show::binary, [](const Estimate& e) { return cell_of(kv_room(e)); }},
};

constexpr std::array kTimes{
    KeyRow{"t_comm", Show::seconds, [](const Estimate& e) { return Cell::of(e.comm.si()); }},
    KeyRow{"t_lower", Show::seconds, [](const Estimate& e) { return Cell::of(e.lower.si()); }},
    KeyRow{"t_step", Show::seconds, [](const Estimate& e) { return cell_of(of(e).step); }},
    KeyRow{"t_upper", Show::seconds, [](const Estimate& e) { return Cell::of(e.upper.si()); }},
    KeyRow{"regime", Show::word, [](const Estimate& e) { return Cell::of(name_of(e.regime)); }},
    KeyRow{"bottleneck", Show::word, [](const Estimate& e) { return word_cell(e.bottleneck()); }},
    KeyRow{"margin", Show::number, [](const Estimate& e) { return cell_of(e.margin()); }},
    KeyRow{"mfu_max", Show::percent,
           [](const Estimate& e) { return of(e).step ? Cell::of(e.comp / *of(e).step) : Cell{}; }},
    KeyRow{"tokens_per_s", Show::number, [](const Estimate& e) { return cell_of(of(e).tokens_per_second()); }},
    KeyRow{"tokens_per_s_per_sequence", Show::number,
           [](const Estimate& e) { return cell_of(per(of(e).tokens_per_second(), of(e).sequences)); }},
    KeyRow{"tokens_per_s_per_chip", Show::number,
           [](const Estimate& e) { return cell_of(per(of(e).tokens_per_second(), of(e).chips)); }},
    KeyRow{"ttft", Show::seconds, [](const Estimate& e) { return cell_of(time_of(e, Served::Phase::prefill, 1)); }},
    KeyRow{
        "tpot", Show::seconds,
        [](const Estimate& e) { return cell_of(time_of(e, Served::Phase::decode, of(e).tokens / of(e).sequences)); }},
    KeyRow{"usd_per_mtok", Show::number, [](const Estimate& e) { return cell_of(of(e).dollars_per_million_tokens()); }},
};

}  // namespace

std::span<const KeyRow> model_memory_keys() {
  return kMemory;
}
std::span<const KeyRow> model_time_keys() {
  return kTimes;
}

std::string model_key_list() {
  std::string text;
  for (const KeyRow& f : kMemory) text += formatted("{}{}", text.empty() ? "" : " ", f.key);
  text += "; with a phase: flops bytes intensity ridge t_comp t_<resource>";
  for (const KeyRow& f : kTimes) text += formatted(" {}", f.key);
  return text + "; ops with --by; notes; with --solve: solve critical critical_whole regime, and with --for: for holds";
}

}  // namespace roofline::cli
