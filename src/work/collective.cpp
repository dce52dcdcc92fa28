#include "roofline/work/collective.hpp"

#include <array>
#include <cmath>
#include <vector>

#include "base/format.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/text.hpp"
#include "work/collective_parts.hpp"

namespace roofline {
namespace {

using namespace collective_parts;

template <Part (*part)(const Group&)>
double share(const Group& group) {
  return part(group).value;
}
template <Part (*part)(const Group&)>
std::string formula(const Group& group) {
  return text_of(part(group));
}

constexpr ChipFactor kGathered{gathered, "(n - 1) / n"}, kReduced{reduced, "2 * (n - 1) / n"},
    kExchanged{exchanged, "(n - 1) / (n * n)"}, kChosen{chosen, "d * (n - 1) / (n * n)"}, kAll{all, ""};

using Holds = CollectiveRow::Holds;
using Chooses = CollectiveRow::Chooses;

constexpr std::array kCollectives{
    CollectiveRow{
        .collective = Collective::all_gather,
        .name = "all-gather",
        .measure = Measure::whole,
        .share = share<gather>,
        .steps = once,
        .formula = formula<gather>,
        .floor = kGathered,
        .lacking = kGathered,
        .bus = kGathered,
        .holds = Holds::piece,
        .chooses = Chooses::no,
        .size_help = "the gathered result on one chip",
        .summary = "every chip holds one piece and ends with the whole array",
        .before = "[a]|[b]|[c]|[d]",
        .after = "[abcd]|[abcd]|[abcd]|[abcd]",
        .needed = "needed when a sharded input must be whole; all-reduce is a reduce-scatter, then an all-gather",
    },
    CollectiveRow{
        .collective = Collective::reduce_scatter,
        .name = "reduce-scatter",
        .measure = Measure::whole,
        .share = share<gather>,
        .steps = once,
        .formula = formula<gather>,
        .floor = kGathered,
        .lacking = kGathered,
        .bus = kGathered,
        .holds = Holds::all,
        .chooses = Chooses::no,
        .size_help = "one chip's unreduced input",
        .summary = "every chip holds a whole array and ends with one piece of their sum",
        .before = "[a1..d1]|[a2..d2]|[a3..d3]|[a4..d4]",
        .after = "[A]|[B]|[C]|[D]",
        .needed = "A = a1 + a2 + a3 + a4; needed when partial sums may stay sharded; an all-gather backwards",
    },
    CollectiveRow{
        .collective = Collective::all_reduce,
        .name = "all-reduce",
        .measure = Measure::whole,
        .share = share<all_reduce>,
        .steps = twice,
        .formula = formula<all_reduce>,
        .floor = kAll,
        .lacking = kReduced,
        .bus = kReduced,
        .holds = Holds::all,
        .chooses = Chooses::no,
        .size_help = "one chip's unreduced input",
        .summary = "every chip holds a whole array and ends with their sum",
        .before = "[a1..d1]|[a2..d2]|[a3..d3]|[a4..d4]",
        .after = "[ABCD]|[ABCD]|[ABCD]|[ABCD]",
        .needed = "needed when every chip wants the sum of partial sums; a reduce-scatter, then an all-gather",
    },
    CollectiveRow{
        .collective = Collective::all_to_all,
        .name = "all-to-all",
        .measure = Measure::all_chips,
        .share = share<exchange>,
        .steps = once,
        .formula = formula<exchange>,
        .floor = kExchanged,
        .lacking = kExchanged,
        .bus = kGathered,
        .holds = Holds::piece,
        .chooses = Chooses::no,
        .size_help = "the whole array over all chips, n times the size of nccl-tests",
        .summary = "every chip sends a different piece to every other",
        .before = "[abcd]|[efgh]|[ijkl]|[mnop]",
        .after = "[aeim]|[bfjn]|[cgko]|[dhlp]",
        .needed = "needed when an array changes the dim that it is sharded over, and to send tokens to experts",
    },
    CollectiveRow{
        .collective = Collective::ragged_all_to_all,
        .name = "ragged-all-to-all",
        .measure = Measure::all_chips,
        .share = share<ragged>,
        .steps = once,
        .formula = formula<ragged>,
        .floor = kChosen,
        .lacking = kChosen,
        .bus = kAll,
        .holds = Holds::piece,
        .chooses = Chooses::k,
        .size_help = "all chips' tokens, once",
        .summary = "every chip sends each of its tokens to the chips of k experts, none twice",
        .before = "[ab]|[cd]|[ef]|[gh]",
        .after = "[acf]|[abdh]|[eg]|[bceh]",
        .needed = "needed for mixtures of experts; balanced: every chip is chosen as often as any other",
    },
    CollectiveRow{
        .collective = Collective::broadcast,
        .name = "broadcast",
        .measure = Measure::whole,
        .share = share<broadcast>,
        .steps = once,
        .formula = formula<broadcast>,
        .floor = kAll,
        .lacking = kAll,
        .bus = kAll,
        .holds = Holds::all,
        .chooses = Chooses::no,
        .size_help = "the message",
        .summary = "one chip holds an array and every chip ends with it",
        .before = "[abcd]|[ ]|[ ]|[ ]",
        .after = "[abcd]|[abcd]|[abcd]|[abcd]",
        .needed = "needed to hand out weights; piped, link after link",
    },
    CollectiveRow{
        .collective = Collective::permute,
        .name = "permute",
        .measure = Measure::per_message,
        .share = share<permute>,
        .steps = to_the_next,
        .formula = formula<permute>,
        .floor = kAll,
        .lacking = kAll,
        .bus = kAll,
        .holds = Holds::all,
        .chooses = Chooses::no,
        .size_help = "the message of each chip",
        .summary = "every chip sends its array on to the next",
        .before = "[a]|[b]|[c]|[d]",
        .after = "[d]|[a]|[b]|[c]",
        .needed = "needed for pipelines and for rings that are walked step by step",
    },
};

/// "AllGather", "allgather", "all_gather" and "all-gather" are one.
std::string letters_of(std::string_view name) {
  std::string letters = lower(name);
  std::erase_if(letters, [](char c) { return c == '-' || c == '_' || c == ' '; });
  return letters;
}

}  // namespace

double chips_of(const Legs& legs) {
  double n = 1;
  for (const Leg& leg : legs) n *= static_cast<double>(leg.size);
  return n;
}

std::string times(std::string_view front, const ChipFactor& factor) {
  return factor.text.empty() ? std::string(front) : formatted("{} * {}", front, factor.text);
}

double distinct_chips(double n, double k) {
  return -n * std::expm1(k * std::log1p(-1 / n));  // n (1 - (1 - 1/n)^k), without its cancellation
}

std::span<const CollectiveRow> collectives() {
  return kCollectives;
}

const CollectiveRow& info(Collective collective) {
  return kCollectives[static_cast<std::size_t>(collective)];
}

const CollectiveRow& find_collective(std::string_view name) {
  std::vector<std::string> known;
  for (const CollectiveRow& row : kCollectives) {
    if (letters_of(row.name) == letters_of(name)) return row;
    known.emplace_back(row.name);
  }
  std::string hint = did_you_mean(name, known);
  if (hint.empty()) hint = "one of " + listing(known, "or");
  throw Error(formatted("unknown collective {}", quote(name)), hint);
}

}  // namespace roofline
