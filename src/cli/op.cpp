// The command of every row of the op table.

#include "cli/answer.hpp"
#include "cli/answer_query.hpp"
#include "cli/command.hpp"
#include "cli/feed.hpp"
#include "cli/inputs.hpp"
#include "cli/picture_wish.hpp"
#include "cli/query.hpp"
#include "cli/question_flags.hpp"
#include "cli/rows.hpp"

namespace roofline::cli {

Expects expects_inputs(const Op& op) {
  Expects inputs{Expects::Kind::word};
  for (const FieldInfo& field : op.fields) {
    if (!is_quantity(field.kind)) continue;
    inputs.words.emplace_back(field.name);
    if (!field.alias.empty()) inputs.words.emplace_back(field.alias);
  }
  return inputs;
}

Flag over_flag() {
  return {"over", "RESOURCE", "price the bytes over this memory or link of the chip: vmem, l2, pcie, nic", "Hardware"};
}

std::vector<Flag> question_flags(const Op& op) {
  using enum Flag::Times;
  return {
      {"solve", "WHAT",
       "where does the regime change as an input or a figure of the chip (memory.hbm.bandwidth) grows?", "Questions",
       once, "", "", expects_inputs(op)},
      {"for", "CONDITION", "with --solve: where does 'KEY OP VALUE' change instead, such as 't_lower <= 1ms'?",
       "Questions"},
      {"sensitivity", "", "what 1% more of each resource brings, and which to raise first", "Questions"},
      {"explain", "", "formula, numbers and source of every figure", "Questions"},
  };
}

Command op_command(const Op& op) {
  Command command;
  command.name = op.name;
  command.summary = op.summary;
  command.flags = flags_of(op);
  for (Flag& flag : feed_flags()) command.flags.push_back(std::move(flag));
  for (Flag& flag : machine_flags()) command.flags.push_back(std::move(flag));
  command.flags.push_back(over_flag());
  for (Flag& flag : picture_flags()) command.flags.push_back(std::move(flag));
  for (Flag& flag : question_flags(op)) command.flags.push_back(std::move(flag));
  for (Flag& flag : answer_flags()) command.flags.push_back(std::move(flag));
  command.examples.assign(op.examples.begin(), op.examples.end());
  command.keys = "the inputs, dtype, and " + key_list();
  command.body = [&op](const Invocation& run) { return answer_query(run, read_query(op, run.args, run.in)); };
  return command;
}

}  // namespace roofline::cli
