// `roofline collective`: one collective alone over axes of a mesh.

#include <cmath>

#include "base/format.hpp"
#include "cli/answer.hpp"
#include "cli/answer_query.hpp"
#include "cli/collective_sheet.hpp"
#include "cli/command.hpp"
#include "cli/feed.hpp"
#include "cli/inputs.hpp"
#include "cli/mesh_flags.hpp"
#include "cli/question_flags.hpp"
#include "cli/subject.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

constexpr std::array<std::string_view, 5> kExamples{
    "roofline collective all-gather --size 34MB --mesh X=8,Y=4 --axis Y --chip tpu-v5e",
    "roofline collective all-reduce --size 64MiB --mesh 8 --in-switch --chip h100",
    "roofline collective all-to-all --size 1MB:1GB:x10 --mesh X=16 --chip v5e,v6e",
    "roofline collective ragged-all-to-all --size 1GB --k 8 --mesh 64 --chip h100",
    "roofline collective all-gather --mesh 4 --chip v5e --solve size --for 't_lower <= 1ms'",
};

constexpr std::size_t kWithK = 3;  ///< of the examples

/// A collective as an op: its size and the axes of the mesh are inputs.
struct CollectiveOp {
  const CollectiveRow& row;
  std::vector<std::string> axes;
  AxisSet over;
  std::vector<FieldInfo> fields;
  Op op{};

  std::size_t first_axis() const { return fields.size() - axes.size(); }
  bool takes_k() const { return row.chooses == CollectiveRow::Chooses::k; }

  /// V: as given, or what each chip holds of it times the chips.
  double size(const Values& values, double chips) const {
    const bool per_chip = !std::isnan(values[1]);
    const bool pieces = row.holds == CollectiveRow::Holds::piece;
    const double size = per_chip ? values[1] : values[0];
    if (std::isnan(size))
      throw Error(formatted("{} needs --size", row.name),
                  "such as --size 34MB, or --size-per-chip; of a file a column size");
    if (size <= 0) at(per_chip ? "--size-per-chip" : "--size", [] { throw Error("must be more than 0"); });
    return per_chip && pieces ? chips * size : size;
  }

  Work work(const Values& values) const {
    Work w;
    double chips = 1;
    for (std::size_t i = 0; i < axes.size(); ++i) {
      const std::int64_t along = axis_size(values[first_axis() + i]);
      w.axes.push_back({Word(axes[i]), along});
      if (over.has(i)) chips *= static_cast<double>(along);
    }
    const double copies = takes_k() ? values[2] : 1;
    w.transfers.push_back({row.collective, Bytes::from_si(size(values, chips)), over, 0, copies});
    return w;
  }
};

std::vector<FieldInfo> fields_of(const CollectiveRow& row, const std::vector<std::string>& axes) {
  std::vector<FieldInfo> fields;
  for (const char* size : {"size", "size_per_chip"})
    fields.push_back({size, "", FieldKind::bytes, Given::maybe, {}, {}, {}});
  if (row.chooses == CollectiveRow::Chooses::k)
    fields.push_back({"k", "", FieldKind::count, Given::always, {}, {}, {}});
  for (const std::string& axis : axes) fields.push_back({axis, "", FieldKind::count, Given::in_group, {}, {}, "mesh"});
  return fields;
}

/// The size is given one way, by a flag or a column, or looked for.
void check_size(const Query& query) {
  const auto has = [&](std::size_t field) { return query.given(field) || query.seeks(field); };
  if (has(0) && has(1)) throw Error("--size-per-chip: --size is given too", "one of them");
}

/// "Y", "X+Y": all of the mesh where nothing is said.
AxisSet read_axis(const Args& args, const std::vector<std::string>& axes, std::string& shown) {
  AxisSet set;
  const std::string* text = args.find("axis");
  for (const std::string& name : text == nullptr ? axes : split(*text, '+')) {
    std::size_t i = 0;
    while (i < axes.size() && axes[i] != name) ++i;
    if (i == axes.size()) {
      const std::string_view both = name.find(',') == std::string::npos ? "" : "; X+Y is both together";
      throw Error(formatted("{} is no axis of the mesh", quote(name)), formatted("it has {}{}", listing(axes), both));
    }
    if (set.has(i)) throw Error(formatted("{} is named twice", name));
    set |= AxisSet::of(i);
    shown += (shown.empty() ? "" : "+") + name;
  }
  return set;
}

void fill_op(CollectiveOp& c) {
  Op& op = c.op;
  op.name = "collective";
  op.about = Op::About::collective;
  op.fields = c.fields;
  op.examples = std::span(kExamples).subspan(c.takes_k() ? kWithK : 0);
  op.work = [&c](const Values& v, std::size_t) { return c.work(v); };
}

void check_words(const Args& args) {
  if (args.words().size() == 1) return;
  std::vector<std::string> names;
  for (const CollectiveRow& row : collectives()) names.emplace_back(row.name);
  throw Error(args.words().empty() ? "collective needs a name" : "collective takes one name",
              "one of " + listing(names, "or"));
}

void check_mesh(const Args& args, const CollectiveRow& row) {
  if (args.has("in-switch") && row.collective != Collective::all_reduce)
    throw Error(formatted("--in-switch: {} adds nothing up in a switch", row.name), "all-reduce does; leave it out");
  if (args.has("mesh")) return;
  throw Error(formatted("{} needs --mesh", row.name), args.has("from")
                                                          ? "name the axes whose sizes are columns: --mesh X,Y"
                                                          : "the chips that take part: --mesh 8, --mesh X=8,Y=4");
}

int answer_collective(const Invocation& run) {
  const Args& args = run.args;
  check_words(args);
  const CollectiveRow& row = find_collective(args.words()[0]);
  check_mesh(args, row);
  if (args.has("solve") && !args.has("for"))
    throw Error("--solve: a collective has no regime that changes", "say what does: --for 't_lower <= 1ms'");
  Asked asked;
  const std::vector<std::string> axes = at("--mesh", [&] { return mesh_axes(*args.find("mesh")); });
  std::string axis;
  const AxisSet over = at("--axis", [&] { return read_axis(args, axes, axis); });
  CollectiveOp c{row, axes, over, fields_of(row, axes)};
  if (args.has("k") && !c.takes_k()) throw Error(formatted("--k: {} has no k", row.name), "leave it out");
  fill_op(c);
  asked.words = {{std::string(kCollective), std::string(row.name)}, {std::string(kAxis), axis}};
  for (auto& word : mesh_words(args)) asked.words.push_back(std::move(word));
  asked.mesh = read_mesh(args, axes);
  const Query query = read_query(c.op, args, run.in, asked);
  check_size(query);
  return answer_query(run, query);
}

/// What each of them does, for --help.
std::string pictures() {
  std::string text;
  for (const CollectiveRow& row : collectives()) text += (text.empty() ? "" : "\n") + picture(row);
  return text;
}

/// "V: of all-gather the gathered result on one chip; of ...", those alike in one.
std::string size_help() {
  std::string text = "V";
  for (std::size_t i = 0; i < collectives().size();) {
    const CollectiveRow& first = collectives()[i];
    std::vector<std::string> names;
    for (; i < collectives().size() && collectives()[i].size_help == first.size_help; ++i)
      names.emplace_back(collectives()[i].name);
    text += formatted("{} of {} {}", text.size() == 1 ? ":" : ";", listing(names), first.size_help);
  }
  return text;
}

std::vector<Flag> size_flags() {
  const std::string sweeps = "a list such as 1MB,2MB or a range such as 1MB:1GB:x10 sweeps";
  Flag size{"size", "BYTES", size_help(), "Inputs"};
  Flag per_chip{"size-per-chip", "BYTES",
                "instead of --size: what one chip holds before: its piece, its input, its message, its tokens",
                "Inputs"};
  Flag k{"k", "N", "of ragged-all-to-all: choices of each token, among all chips alike", "Inputs"};
  Flag axis{"axis", "AXIS", "the axis to go over, X+Y for both together (default: all)", "Mesh"};
  size.joins = per_chip.joins = k.joins = sweeps;
  axis.joins = "several go in one, as in X+Y";
  std::vector<Flag> flags{size, per_chip, k};
  for (Flag& flag : mesh_flags()) flags.push_back(std::move(flag));
  flags.push_back(axis);
  return flags;
}

}  // namespace

Command collective_command() {
  Command command;
  Expects names{Expects::Kind::word};
  for (const CollectiveRow& row : collectives()) names.words.emplace_back(row.name);
  command.positional = {"NAME", listing(names.words, "or") + "; drawn below", names};
  command.flags = size_flags();
  for (Flag& flag : feed_flags()) command.flags.push_back(std::move(flag));
  for (Flag& flag : machine_flags()) command.flags.push_back(std::move(flag));
  for (Flag& flag : question_flags(Op{})) {
    if (flag.name != "sensitivity") command.flags.push_back(std::move(flag));
  }
  for (Flag& flag : answer_flags()) command.flags.push_back(std::move(flag));
  command.examples.assign(kExamples.begin(), kExamples.end());
  command.keys =
      "the inputs, collective, axis, t_bandwidth t_latency t_lower t_upper t_floor steps bytes_per_link "
      "latency_binds_below algbw busbw bottleneck notes; with a measured time: measured efficiency";
  command.epilogue = pictures();
  command.body = answer_collective;
  return command;
}

}  // namespace roofline::cli
