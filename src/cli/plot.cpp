// `roofline plot`: the roofs of chips, drawn and as rows.

#include <algorithm>

#include "base/format.hpp"
#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/each_row.hpp"
#include "cli/inputs.hpp"
#include "cli/origins.hpp"
#include "cli/picture.hpp"
#include "cli/picture_roofs.hpp"
#include "cli/question.hpp"
#include "cli/title.hpp"

namespace roofline::cli {
namespace {

constexpr std::array<std::string_view, 4> kExamples{
    "roofline plot --chip tpu-v5e,h100",
    "roofline plot --chip h100 --dtype bf16,fp8 --plot roofs.svg",
    "roofline plot --chip v5e --roofs all --format csv",
    "roofline plot --chip v5e --set memory.hbm.bandwidth=0.82TB/s,1.64TB/s",
};

struct RoofInputs {
  Dtype dtype = Dtype::bf16;

  static constexpr auto fields() {
    return std::array{Field<RoofInputs>{{"dtype", "whose peak is a roof (default bf16)"}, &RoofInputs::dtype}};
  }
};

/// The inputs as an op has them: it asks a peak and the main memory of a chip, and nothing of either.
const Op& asked() {
  static const Op kRoofs = [] {
    Op op{"plot", "the roofs of chips, drawn", detail::kFieldInfos<RoofInputs>, kExamples};
    op.work = [](const Values& v, std::size_t) {
      Work work;
      work.compute.push_back({Engine::matrix, from_values<RoofInputs>(v).dtype, Flops{}});
      work.traffic.push_back({kMainMemory, Bytes{}});
      return work;
    };
    op.operands = [](const Values& v) {
      Operands operands;
      operands.push_back({"x", from_values<RoofInputs>(v).dtype});
      return operands;
    };
    return op;
  }();
  return kRoofs;
}

/// The columns of every row, and its cells: a row for each bandwidth under each peak.
class RoofRows {
 public:
  explicit RoofRows(const Query& query) : question_(query, columns_, kOutputs) {
    first_ = columns_.size();
    columns_.push_back({"dtype", Show::word, 0, dtype_names()});
    columns_.push_back({"peak", Show::flop_rate});
    columns_.push_back({"resource", Show::word});
    columns_.push_back({"bandwidth", Show::byte_rate});
    columns_.push_back({"ridge", Show::number});
    columns_.push_back({"notes", Show::list});
    row_.resize(columns_.size());
  }
  RoofRows(const RoofRows&) = delete;
  RoofRows& operator=(const RoofRows&) = delete;
  ~RoofRows() = default;

  const std::vector<Column>& columns() const { return columns_; }

  /// Valid until the next call, or as long as the roof and notes.
  std::span<const Cell> row(const Point& point, const Roof& roof, std::span<const std::string_view> notes) {
    question_.fill(point.machine, point.values, row_);
    const Estimate& e = point.estimate;
    Cell* cell = &row_[first_];
    *cell++ = Cell::of(info(e.dtype).name);
    *cell++ = Cell::of(e.rate.si());
    *cell++ = Cell::of(std::string_view(roof.name));
    *cell++ = Cell::of(roof.rate);
    *cell++ = Cell::of(e.rate.si() / roof.rate);
    *cell = Cell::of(notes);
    return row_;
  }

 private:
  static constexpr std::array<std::string_view, 1> kOutputs{"dtype"};
  std::vector<Column> columns_;
  QuestionColumns question_;
  std::size_t first_ = 0;
  std::vector<Cell> row_;
};

/// Text is the picture, unless rows are asked for.
AnswerShape shape_of(const Query& query) {
  const std::vector<std::string> keys{"chip", "dtype", "peak", "resource", "bandwidth", "ridge"};
  AnswerShape shape{Table::Rows::many, AnswerShape::Text::picture};
  shape.table_keys = keys;
  shape.varying = {"chip", "dtype", "resource"};
  shape.title = table_title(query);
  return shape;
}

int answer_plot(const Invocation& run) {
  const Query query = read_query(asked(), run.args, run.in);
  Picture picture(run, query, read_roof_picture(run.args, query));
  RoofRows rows(query);
  Answer answer(run, rows.columns(), shape_of(query));
  Notes notes;
  std::vector<std::string> all_notes;
  for_each_row(query, answer, notes, [&](const Machine& machine, const Values& values) {
    const Evaluated found = evaluate(query, machine.chip, values);
    const Point point{query, machine, values, found.work, found.estimate, found};
    picture.see_roofs(point);
    const std::vector<std::string> caveats = cli::caveats(machine, point.work, point.estimate);
    const std::vector<std::string_view> row_notes(caveats.begin(), caveats.end());
    for (const std::string& note : caveats) {
      if (std::find(all_notes.begin(), all_notes.end(), note) == all_notes.end()) all_notes.push_back(note);
    }
    Plot::Machine one;
    add_roofs(one, point, picture.wish());
    for (const Roof& roof : one.roofs) {
      if (roof.kind == Roof::Kind::peak || roof.standing != Roof::Standing::own) continue;
      const auto cells = rows.row(point, roof, row_notes);
      if (!answer.is_sheet()) answer.row(cells);
      answer.check(cells, [&] { return formatted("{} {}", row_label(query, machine, values), roof.name); });
    }
  });
  all_notes.insert(all_notes.end(), answer.remarks().begin(), answer.remarks().end());
  const int exit = answer.finish({});
  picture.finish(all_notes, answer.is_sheet() ? Picture::Terminal::always : Picture::Terminal::as_asked);
  return exit;
}

}  // namespace

Command plot_command() {
  Command command;
  command.flags = flags_of(asked());
  for (Flag& flag : machine_flags()) command.flags.push_back(std::move(flag));
  for (Flag& flag : roof_flags()) command.flags.push_back(std::move(flag));
  for (Flag& flag : answer_flags()) command.flags.push_back(std::move(flag));
  command.examples.assign(kExamples.begin(), kExamples.end());
  command.keys = "chip dtype peak resource bandwidth ridge notes; a row for each bandwidth under each peak";
  command.body = answer_plot;
  return command;
}

}  // namespace roofline::cli
