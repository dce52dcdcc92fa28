// The notation of contractions: bf16[B, D_X] * int8[D_X, F_Y] -> bf16[B, F_Y].

#include <algorithm>

#include "base/format.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/text.hpp"
#include "roofline/ops/einsum.hpp"

namespace roofline {
namespace {

bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool is_name_char(char c) {
  return is_upper(c) || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

class Parser {
 public:
  Parser(std::string_view text, std::span<const std::string> axes) : text_(text), axes_(axes) {
    for (const std::string& axis : axes) contraction().axes.push_back(Word(axis));
  }

  Einsum parse() {
    e_.formats.x = tensor(0);
    expect("*", "between the inputs");
    e_.formats.y = tensor(1);
    expect("->", "before the result");
    e_.formats.z = tensor(2);
    skip_blanks();
    if (at_ < text_.size()) fail(at_, "nothing may follow the result", "a contraction has two inputs and one result");
    e_.text = formatted("{} * {} -> {}", e_.texts[0], e_.texts[1], e_.texts[2]);
    return std::move(e_);
  }

 private:
  Contraction& contraction() { return e_.contraction; }

  /// "... at character 9, 'in8[D_X, F_Y]'".
  [[noreturn]] void fail(std::size_t at, const std::string& message, const std::string& hint = "") const {
    static constexpr std::size_t kShown = 16;
    const std::string rest = at < text_.size() ? "at " + quote(text_.substr(at, kShown)) : "at the end";
    throw Error(formatted("character {}: {}, {}", at + 1, message, rest),
                hint.empty() ? "written like 'bf16[B, D_X] * int8[D_X, F_Y] -> bf16[B, F_Y]'" : hint);
  }

  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool accept(std::string_view token) {
    skip_blanks();
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  void expect(std::string_view token, std::string_view where) {
    if (!accept(token)) fail(at_, formatted("expected '{}' {}", token, where));
  }
  std::string_view word() {
    skip_blanks();
    const std::size_t start = at_;
    while (at_ < text_.size() && is_name_char(text_[at_])) ++at_;
    return text_.substr(start, at_ - start);
  }

  Dtype tensor(std::size_t number) {
    skip_blanks();
    const std::size_t start = at_;
    const Dtype dtype = format();
    expect("[", "after the format");
    used_ = AxisSet();
    std::string dims;
    if (!accept("]")) {
      do dims += (dims.empty() ? "" : ", ") + dim(number);
      while (accept(","));
      expect("]", "after the dims");
    }
    std::string text = formatted("{}[{}]", info(dtype).name, dims);
    if (accept("{")) text += partial_sums(number);
    e_.texts[number] = text;
    if (number < 2 && at_ > start && text.ends_with("}")) {
      fail(start, "an input with partial sums", "reduce it first: only the result may have {U_X}");
    }
    return dtype;
  }

  Dtype format() {
    skip_blanks();
    const std::size_t start = at_;
    while (at_ < text_.size() && (is_name_char(text_[at_]) || text_[at_] == '_')) ++at_;
    const std::string_view name = text_.substr(start, at_ - start);
    if (name.empty()) fail(start, "expected a tensor with its format");
    if (is_upper(name[0])) fail(start, "a tensor begins with its format", "such as bf16[B, D]");
    try {
      return parse_dtype(name);
    } catch (const Error& e) {
      fail(start, e.message, e.hint);
    }
  }

  std::size_t dim_number(std::string_view name, std::size_t at) {
    auto& dims = contraction().dims;
    for (std::size_t i = 0; i < dims.size(); ++i) {
      if (dims[i].view() == name) return i;
    }
    if (std::find(axes_.begin(), axes_.end(), name) != axes_.end()) {
      fail(at, formatted("{} is an axis of the mesh", quote(name)), "a dim needs a name of its own");
    }
    if (dims.size() == kMaxDims) fail(at, formatted("more than {} dims", kMaxDims));
    dims.push_back(Word(name));
    return dims.size() - 1;
  }

  std::string dim(std::size_t number) {
    skip_blanks();
    const std::size_t start = at_;
    const std::string_view name = word();
    if (name.empty() || !is_upper(name[0])) {
      fail(start, "expected a dim", "dims and axes begin with a capital letter: B, D, Heads");
    }
    if (name.size() > Word::kMaxLength) fail(start, formatted("a name has at most {} characters", Word::kMaxLength));
    const std::size_t d = dim_number(name, start);
    auto& tensor = contraction().tensors[number];
    if (tensor.has[d]) fail(start, formatted("{} is twice in one tensor", name));
    tensor.has[d] = true;
    std::string text(name);
    if (at_ < text_.size() && text_[at_] == '_') text += axes(number, static_cast<std::int8_t>(d));
    return text;
  }

  /// "_X", "_XY": axes of the mesh, the longest name that fits first.
  std::string axes(std::size_t number, std::int8_t to) {
    const std::size_t start = ++at_;
    std::string_view rest = word();
    const std::string text = formatted("_{}", rest);
    if (rest.empty()) fail(start, "expected an axis of the mesh after _");
    std::size_t at = start;
    if (is_ambiguous(rest)) fail(start, formatted("{} is one axis, and several others", quote(rest)), "rename an axis");
    while (!rest.empty()) {
      const std::size_t axis = longest_axis(rest, at);
      if (used_.has(axis)) fail(at, formatted("axis {} is used twice in one tensor", axes_[axis]));
      used_ |= AxisSet::of(axis);
      contraction().tensors[number].split[axis] = to;
      rest.remove_prefix(axes_[axis].size());
      at += axes_[axis].size();
    }
    return text;
  }

  /// An axis whose name is made of the names of others: XY beside X and Y.
  bool is_ambiguous(std::string_view name) const {
    if (std::find(axes_.begin(), axes_.end(), name) == axes_.end()) return false;
    return std::any_of(axes_.begin(), axes_.end(), [&](const std::string& a) {
      return a != name && name.starts_with(a) && splits(name.substr(a.size()));
    });
  }
  bool splits(std::string_view rest) const {
    return rest.empty() || std::any_of(axes_.begin(), axes_.end(), [&](const std::string& a) {
             return rest.starts_with(a) && splits(rest.substr(a.size()));
           });
  }

  std::size_t longest_axis(std::string_view rest, std::size_t at) const {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < axes_.size(); ++i) {
      if (rest.starts_with(axes_[i]) && (!best || axes_[i].size() > axes_[*best].size())) best = i;
    }
    if (best) return *best;
    const std::string mesh = axes_.empty() ? "there is no mesh yet" : "the mesh has " + listing(axes_);
    fail(at, formatted("{} is no axis of the mesh", quote(rest)), mesh + "; written like --mesh X=4,Y=8");
  }

  /// "{U_X}".
  std::string partial_sums(std::size_t number) {
    skip_blanks();
    if (!accept("U_")) fail(at_, "expected U_ and the axes that keep partial sums", "such as bf16[B, F]{U_X}");
    --at_;
    std::string text = "{U" + axes(number, Contraction::kUnreduced);
    expect("}", "after the axes");
    return text + "}";
  }

  std::string_view text_;
  std::span<const std::string> axes_;
  std::size_t at_ = 0;
  AxisSet used_;
  Einsum e_;
};

}  // namespace

Einsum parse_einsum(std::string_view text, std::span<const std::string> axes) {
  Einsum e = Parser(text, axes).parse();
  find_ways(e.contraction);
  e.formats.compute = e.formats.x;
  return e;
}

}  // namespace roofline
