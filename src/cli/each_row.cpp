#include "cli/each_row.hpp"

#include <cmath>

#include "base/format.hpp"
#include "cli/inputs.hpp"
#include "cli/title.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

/// What goes wrong in one row and not before it has to do with how it is split: "--shard", where that was given.
std::string blamed_group(const Query& query) {
  for (std::size_t i = 0; i < query.op.fields.size(); ++i) {
    if (query.op.fields[i].given == Given::in_group && query.given(i))
      return "--" + std::string(query.op.fields[i].group);
  }
  return "";
}

/// Where rows go: into the answer, or, of a chip of '*' that lacks what the row needs, nowhere.
struct Sink {
  Answer& answer;
  LeftOut left_out;
  std::optional<Values> lacking{};  ///< where the machine last lacked something
};

/// Whether rows of one machine ask for the same peaks and wires: what one lacks the other lacks too.
bool need_the_same(const Query& query, const Values& a, const Values& b) {
  for (std::size_t i = 0; i < query.op.fields.size(); ++i) {
    const FieldInfo& field = query.op.fields[i];
    const bool decides = field.kind == FieldKind::dtype || field.given == Given::in_group;
    if (decides && std::isnan(a[i]) != std::isnan(b[i])) return false;
    if (decides && a[i] != b[i] && !std::isnan(a[i])) return false;
  }
  return true;
}

/// One row: what goes wrong in it is its own, and the rows after it go on.
void answer_row(const Query& query, Sink& sink, const Machine& machine, const Values& values, const RowBody& body) {
  if (sink.lacking && need_the_same(query, *sink.lacking, values)) return;
  try {
    body(machine, with_whole_axes(query, machine.chip, values));
  } catch (const WriteError&) {
    throw;
  } catch (Error& e) {
    const auto* lack = dynamic_cast<const Lack*>(&e);
    if (lack != nullptr && query.machines.is_from_star(machine.chip)) {
      sink.left_out.add(machine.chip.id, *lack, LeftOut::Of::some_rows);
      sink.lacking = values;
      return;
    }
    if (query.from) {
      e.place = query.from->place();
    } else if (e.where.empty()) {
      e.where = blamed_group(query);
    }
    sink.answer.fail(e, flags_label(query, machine, values));
  }
}

/// Every combination of the lists asked, a machine after the other.
void answer_sweep(const Query& query, Sink& sink, Notes& notes, const RowBody& body) {
  for (std::uint64_t m = 0; m < query.machines.size(); ++m) {
    const Machine machine = query.machines.machine(m);
    sink.lacking.reset();
    notes.start_machine();
    Points points(query);
    do {
      if (sink.answer.done()) return;
      answer_row(query, sink, machine, points.values(), body);
    } while (points.next());
  }
}

enum class Fed { row, bad, end };

/// Puts the next row of --from into the values.
Fed next_fed(const Query& query, Answer& answer, Values& values) {
  try {
    if (!query.from->next()) return Fed::end;
    query.from->read(values);
    return Fed::row;
  } catch (const ReadError& e) {
    answer.fail(e, "");
    return Fed::end;
  } catch (const Error& e) {
    answer.fail(e, "");
    return Fed::bad;
  }
}

/// One row of --from on every machine, with every combination of the flags' lists.
void answer_fed_row(const Query& query, Sink& sink, Notes& notes, const std::vector<Machine>& machines, Points& points,
                    const RowBody& body) {
  for (const Machine& machine : machines) {
    if (machines.size() > 1) notes.start_machine();
    sink.lacking.reset();
    do {
      if (sink.answer.done()) return;
      answer_row(query, sink, machine, points.values(), body);
    } while (points.next());
  }
}

void answer_feed(const Query& query, Sink& sink, Notes& notes, const RowBody& body) {
  const std::vector<Machine> machines = query.machines.all();
  Points points(query);
  bool has_rows = false;
  while (!sink.answer.done()) {
    const Fed fed = next_fed(query, sink.answer, points.values());
    if (fed == Fed::end) break;
    has_rows = true;
    if (fed == Fed::row) answer_fed_row(query, sink, notes, machines, points, body);
  }
  if (!has_rows && sink.answer.is_untouched())
    sink.answer.fail(Error(formatted("{} has no rows", escape(query.from->name()))), "--from");
}

}  // namespace

void for_each_row(const Query& query, Answer& answer, Notes& notes, const RowBody& body) {
  Sink sink{answer, query.machines.left_out()};
  query.from ? answer_feed(query, sink, notes, body) : answer_sweep(query, sink, notes, body);
  if (answer.is_untouched() && !answer.done()) return answer.fail(sink.left_out.none_left(), "");
  for (const std::string& note : sink.left_out.notes()) answer.remark(note);
}

}  // namespace roofline::cli
