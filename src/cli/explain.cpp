#include "cli/explain.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/format.hpp"
#include "cli/origins.hpp"
#include "roofline/base/number.hpp"
#include "roofline/base/show.hpp"
#include "roofline/base/text.hpp"
#include "roofline/hardware/mesh.hpp"
#include "roofline/report/report.hpp"

namespace roofline::cli {
namespace {

/// A power of ten as people write it: "e+14" is e14.
std::string short_power(std::string_view power) {
  const bool negative = power[0] == '-';
  power.remove_prefix(std::min(power.find_first_not_of("+-0"), power.size() - 1));
  return formatted("e{}{}", negative ? "-" : "", power);
}

/// Short large numbers as 1.97e14, other whole numbers in full, the rest with seven digits.
std::string digits_of(double value) {
  static constexpr double kLarge = 1e6, kExact = 9007199254740992.0;
  static constexpr std::size_t kShortMantissa = 5;
  const std::string text = formatted("{:.6e}", value);
  const std::size_t e = text.find('e');
  std::string mantissa = text.substr(0, e);
  mantissa.erase(mantissa.find_last_not_of('0') + 1);
  if (mantissa.ends_with('.')) mantissa.pop_back();
  const std::string compact = mantissa + short_power(std::string_view(text).substr(e + 1));
  if (value >= kLarge && mantissa.size() <= kShortMantissa && parse_ratio(compact) == value) return compact;
  if (value == std::trunc(value) && std::fabs(value) <= kExact) return formatted("{:.0f}", value);
  return value >= 1e-3 && value < kLarge ? formatted("{:.7g}", value) : text;
}

bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

class Explainer {
 public:
  explicit Explainer(const Point& point)
      : query_(point.query), machine_(point.machine), values_(point.values), work_(point.work), e_(point.estimate) {
    for (std::size_t i = 0; i < query_.op.fields.size(); ++i) {
      if (!std::isnan(values_[i])) names_[std::string(query_.op.fields[i].name)] = values_[i];
    }
  }

  std::vector<Step> steps() {
    const auto formulas = query_.op.formulas(values_);
    add_formula(formulas, "flops", e_.flops.si(), Flops::dim);
    const Bytes operands = work_.traffic[0].bytes;
    if (shared_wires()) {
      add_formula(formulas, "bytes", operands.si(), Bytes::dim, "operands");
      for (const Work::Transfer& t : work_.transfers)
        add_transfer_bytes(formulas, t, formatted("bytes_{}", t.tensor.view()));
      add("bytes", "operands" + transfer_sum(), "all cross the same wires", e_.primary().bytes.si(), Bytes::dim);
    } else {
      add_formula(formulas, "bytes", operands.si(), Bytes::dim);
    }
    add_comp();
    add_time(e_.primary(), "bytes");
    for (std::size_t i = 1; i < e_.bounds.size(); ++i) add_transfer(formulas, work_.transfers[i - 1], e_.bounds[i]);
    add_bounds();
    add_verdict();
    if (e_.memory) add_formula(formulas, "memory_bytes", e_.memory->si(), Bytes::dim);
    return std::move(steps_);
  }

 private:
  void add(std::string key, std::string formula, std::string why, double result, Dim dim) {
    names_[key] = result;
    const std::string numbers = substitute(formula);
    std::string shown = digits_of(result);
    if (const auto unit = unit_name(dim); !unit.empty()) shown += formatted(" {}", unit);
    steps_.push_back({std::move(key), formula, std::move(why), numbers == formula ? "" : numbers, std::move(shown)});
  }

  std::string substitute(std::string_view formula) const {
    std::string out;
    while (!formula.empty()) {
      std::size_t length = 0;
      while (length < formula.size() && is_name_char(formula[length])) ++length;
      if (length == 0) {
        out += formula[0];
        formula.remove_prefix(1);
        continue;
      }
      const auto known = names_.find(formula.substr(0, length));
      out += known == names_.end() ? std::string(formula.substr(0, length)) : digits_of(known->second);
      formula.remove_prefix(length);
    }
    return out;
  }

  /// Transfers over the wires that the operands cross have no bound of their own.
  bool shared_wires() const { return e_.bounds.size() == 1 && !work_.transfers.empty(); }

  std::string transfer_sum() const {
    std::string text;
    for (const Work::Transfer& t : work_.transfers) text += formatted(" + bytes_{}", t.tensor.view());
    return text;
  }

  /// The op's formula for a key, under another name where one is given.
  void add_formula(const std::vector<Formula>& formulas, std::string_view key, double result, Dim dim,
                   std::string_view name = "") {
    for (const Formula& f : formulas) {
      if (f.key != key) continue;
      names_.erase(f.key);
      add(name.empty() ? f.key : std::string(name), f.text == f.key ? digits_of(result) : f.text, f.why, result, dim);
    }
  }

  std::string rate_name() const { return peak_path(work_.compute[0]); }

  void add_comp() {
    names_[rate_name()] = e_.rate.si();
    add("t_comp", "flops / " + rate_name(), "", e_.comp.si(), Seconds::dim);
  }

  /// What a resource's rate is called: a spec path, or E_nvlink for all links of a chip together, in a step of its own.
  std::string rate_text(const Bound& b) {
    const auto paths = rate_paths(machine_.chip, b);
    for (const std::string& path : paths) names_[path] = *figure(machine_.chip, path).value;
    if (paths.size() == 1) return paths[0];
    const std::string all = formatted("E_{}", b.resource.view());
    if (!names_.contains(all)) add(all, formatted("{} * {}", paths[0], paths[1]), "", b.rate.si(), BytesPerSecond::dim);
    return all;
  }

  void add_time(const Bound& b, const std::string& bytes) {
    add(formatted("t_{}", b.resource.view()), formatted("{} / {}", bytes, rate_text(b)), "", b.time.si(), Seconds::dim);
  }

  /// V, then what of it crosses the busiest link.
  void add_transfer_bytes(const std::vector<Formula>& formulas, const Work::Transfer& t, const std::string& key) {
    add_formula(formulas, "V", t.array.si(), Bytes::dim);
    std::vector<std::int64_t> sizes;
    for (const Axis& axis : work_.axes) sizes.push_back(axis.size);
    const std::int64_t n = sizes[t.axis];
    const Shape shape = lay_axes(machine_.chip, sizes)[t.axis].shape;
    const CollectiveRow& row = info(t.collective);
    names_["n"] = static_cast<double>(n);
    add(key, std::string(row.formula(shape)), formatted("{} over n = {}, {}", row.name, n, shape_text(shape)),
        row.bytes_per_link(t.array, n, shape).si(), Bytes::dim);
  }

  void add_transfer(const std::vector<Formula>& formulas, const Work::Transfer& t, const Bound& b) {
    const std::string key = formatted("bytes_{}", b.resource.view());
    add_transfer_bytes(formulas, t, key);
    add_time(b, key);
  }

  static std::string_view shape_text(Shape shape) {
    switch (shape) {
      case Shape::ring: return "a ring";
      case Shape::line: return "a line";
      case Shape::switched: return "a switch";
      case Shape::full_mesh: return "a full mesh";
    }
    return "";
  }

  std::string joined_times(std::string_view separator) const {
    std::string text;
    for (const Bound& b : e_.bounds) text += formatted("{}t_{}", text.empty() ? "" : separator, b.resource.view());
    return text;
  }

  void add_bounds() {
    const bool single = e_.bounds.size() == 1;
    const std::string comm = single ? joined_times("") : formatted("max({})", joined_times(", "));
    add("t_comm", comm, single ? "nothing else moves bytes" : "the slowest", e_.comm.si(), Seconds::dim);
    if (single) steps_.back().numbers.clear();
    add("t_lower", "max(t_comp, t_comm)", "all of it overlaps", e_.lower.si(), Seconds::dim);
    add("t_upper", "t_comp + " + joined_times(" + "), "none of it overlaps", e_.upper.si(), Seconds::dim);
  }

  void add_verdict() {
    for (std::size_t i = 0; i < e_.bounds.size(); ++i) {
      const Bound& b = e_.bounds[i];
      const std::string suffix = i == 0 ? "" : formatted("_{}", b.resource.view());
      if (const auto intensity = e_.intensity(b))
        add("intensity" + suffix, "flops / bytes" + suffix, "", intensity->si(), Intensity::dim);
      add("ridge" + suffix, formatted("{} / {}", rate_name(), rate_text(b)), "", e_.ridge(b).si(), Intensity::dim);
    }
    if (e_.comm > Seconds{}) {
      const bool compute = e_.regime == Regime::compute_bound;
      add("margin", "t_comp / t_comm", formatted("{}, so {}", compute ? ">= 1" : "< 1", name_of(e_.regime)),
          *e_.margin(), Dim{});
    }
    if (e_.lower == Seconds{}) return;
    add("attainable", "flops / t_lower", "", e_.attainable()->si(), FlopsPerSecond::dim);
    add("mfu_max", "t_comp / t_lower", "", *e_.mfu_max(), Dim{});
  }

  const Query& query_;
  const Machine& machine_;
  const Values& values_;
  const Work& work_;
  const Estimate& e_;
  std::map<std::string, double, std::less<>> names_;
  std::vector<Step> steps_;
};

}  // namespace

std::vector<Step> explain(const Point& point) {
  return Explainer(point).steps();
}

void print_steps(Output& out, const std::vector<Step>& steps) {
  static constexpr std::size_t kKeyWidth = 10, kWhyColumn = 49, kGap = 2;
  for (const Step& step : steps) {
    const std::size_t key_width = std::max(step.key.size(), kKeyWidth), indent = key_width + 3;
    std::string first = formatted("{:{}} = {}", step.key, key_width, wrap(step.formula, kTextWidth, indent));
    const bool beside = first.size() + kGap <= kWhyColumn && kWhyColumn + step.why.size() <= kTextWidth;
    if (!step.why.empty() && beside) first += std::string(kWhyColumn - first.size(), ' ') + step.why;
    if (!step.why.empty() && !beside) first += formatted("\n{:{}}({})", "", indent, step.why);
    out.append("\n" + first + "\n");
    if (!step.numbers.empty())
      out.append(formatted("{:{}} = {}\n", "", key_width, wrap(step.numbers, kTextWidth, indent)));
    out.append(formatted("{:{}} = {}\n", "", key_width, step.result));
  }
}

std::string in_one_line(const Step& step) {
  const std::string numbers = step.numbers.empty() ? "" : formatted(" = {}", step.numbers);
  return formatted("{} = {}{} = {}", step.key, step.formula, numbers, step.result);
}

}  // namespace roofline::cli
