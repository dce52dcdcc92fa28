// Mixers with a state of fixed size.
//
// FLOPs of a token, matrices apart (a multiply-add is 2):
//   mamba, mamba2   6*inner*state: decay, write (2) and add, read (2); and 2*kernel a channel of the convolution
//   gated delta     7*key*value of each head: decay, read what is there (2), write (2), read out (2); and the
//   convolution conv            2*kernel*hidden

#include "base/format.hpp"
#include "model/arch/arch.hpp"
#include "model/blocks.hpp"
#include "roofline/base/text.hpp"

namespace roofline {
namespace {

double product(std::int64_t a, std::int64_t b) {
  return static_cast<double>(a) * static_cast<double>(b);
}

struct Mamba {
  std::int64_t hidden = 0, inner = 0, state = 0, kernel = 0;
  std::int64_t rank = 0;               ///< of dt
  std::int64_t heads = 0, groups = 0;  ///< mamba2
  bool conv_bias = true, biased = false;
  std::int64_t norms = 0;  ///< elements
};

Recurrent mamba(const Mamba& m) {
  const std::int64_t inner = m.inner, conv = inner * (m.kernel + (m.conv_bias ? 1 : 0));
  return {.kind = "mamba",
          .projections = {{"in_proj", "mamba in", m.hidden, 2 * inner, m.biased ? 2 * inner : 0},
                          {"x_proj", "mamba x", inner, m.rank + 2 * m.state, 0},
                          {"dt_proj", "mamba dt", m.rank, inner, inner},
                          {"out_proj", "mamba out", inner, m.hidden, m.biased ? m.hidden : 0, Side::input}},
          .others = conv + inner * m.state + inner + m.norms,
          .state = inner * (m.state + m.kernel),
          .flops_per_token = 6 * product(inner, m.state) + 2 * product(m.kernel, inner)};
}

Recurrent mamba2(const Mamba& m) {
  const std::int64_t channels = m.inner + 2 * m.groups * m.state, out = m.inner + channels + m.heads;
  static constexpr std::int64_t kOfEachHead = 3;  // A, D and the bias of dt
  return {.kind = "mamba2",
          .projections = {{"in_proj", "mamba in", m.hidden, out, m.biased ? out : 0},
                          {"out_proj", "mamba out", m.inner, m.hidden, m.biased ? m.hidden : 0, Side::input}},
          .others = channels * (m.kernel + (m.conv_bias ? 1 : 0)) + kOfEachHead * m.heads + m.norms,
          .state = m.inner * m.state + channels * m.kernel,
          .flops_per_token = 6 * product(m.inner, m.state) + 2 * product(m.kernel, channels)};
}

/// The rank of dt: a number, or "auto" for a sixteenth of the hidden size.
std::int64_t rank_of(const Config& config, std::string_view key, std::int64_t hidden) {
  static constexpr std::int64_t kShare = 16;
  const Json* value = config.find({key});
  if (value != nullptr && value->kind == Json::Kind::number) return config.count({key});
  if (value != nullptr && value->text != "auto")
    config.fail(*value, key, formatted("expected a whole number or auto, found {}", quote(value->text)));
  return (hidden + kShare - 1) / kShare;
}

}  // namespace

/// intermediate_size is right where it and expand differ: falcon-mamba-7b says expand 16.
Recurrent plain_mamba(const Config& config, std::int64_t hidden) {
  const auto inner = config.optional_count({"intermediate_size", "d_inner"});
  Mamba m{.hidden = hidden, .inner = inner ? *inner : config.count_or({"expand"}, 2) * hidden};
  m.state = config.count_or({"state_size"}, 16);
  m.kernel = config.count_or({"conv_kernel"}, 4);
  m.rank = rank_of(config, "time_step_rank", hidden);
  m.conv_bias = config.flag({"use_conv_bias"}).value_or(true);
  m.biased = config.flag({"use_bias"}).value_or(false);
  return mamba(m);
}

Recurrent jamba_mamba(const Config& config, std::int64_t hidden) {
  Mamba m{.hidden = hidden, .inner = config.count_or({"mamba_expand"}, 2) * hidden};
  m.state = config.count_or({"mamba_d_state"}, 16);
  m.kernel = config.count_or({"mamba_d_conv"}, 4);
  m.rank = rank_of(config, "mamba_dt_rank", hidden);
  m.conv_bias = config.flag({"mamba_conv_bias"}).value_or(true);
  m.biased = config.flag({"mamba_proj_bias"}).value_or(false);
  m.norms = m.rank + 2 * m.state;
  return mamba(m);
}

Recurrent plain_mamba2(const Config& config, std::int64_t hidden) {
  Mamba m{.hidden = hidden, .heads = config.count({"num_heads"}), .groups = config.count_or({"n_groups"}, 8)};
  m.inner = m.heads * config.count({"head_dim"});
  m.state = config.count_or({"state_size"}, 128);
  m.kernel = config.count_or({"conv_kernel"}, 4);
  m.conv_bias = config.flag({"use_conv_bias"}).value_or(true);
  m.biased = config.flag({"use_bias"}).value_or(false);
  m.norms = m.inner;
  return mamba2(m);
}

/// granite, bamba and falcon-h1, whose inner size is mamba_d_ssm.
Recurrent granite_mamba(const Config& config, std::int64_t hidden) {
  Mamba m{.hidden = hidden, .heads = config.count({"mamba_n_heads"}), .groups = config.count_or({"mamba_n_groups"}, 1)};
  const auto inner = config.optional_count({"mamba_d_ssm"});
  m.inner = inner ? *inner : m.heads * config.count({"mamba_d_head"});
  m.state = config.count({"mamba_d_state"});
  m.kernel = config.count_or({"mamba_d_conv"}, 4);
  m.conv_bias = config.flag({"mamba_conv_bias"}).value_or(true);
  m.biased = config.flag({"mamba_proj_bias"}).value_or(false);
  m.norms = config.flag({"mamba_rms_norm"}).value_or(true) ? m.inner : 0;
  return mamba2(m);
}

Recurrent nemotron_mamba(const Config& config, std::int64_t hidden) {
  Mamba m{.hidden = hidden, .heads = config.count({"mamba_num_heads"}), .groups = config.count({"n_groups"})};
  m.inner = m.heads * config.count({"mamba_head_dim"});
  m.state = config.count({"ssm_state_size"});
  m.kernel = config.count_or({"conv_kernel"}, 4);
  m.conv_bias = config.flag({"use_conv_bias"}).value_or(true);
  m.biased = config.flag({"mamba_proj_bias"}).value_or(false);
  m.norms = m.inner;
  return mamba2(m);
}

Recurrent gated_delta(const Config& config, std::int64_t hidden) {
  const std::int64_t key_heads = config.count({"linear_num_key_heads"}), key = config.count({"linear_key_head_dim"});
  const std::int64_t heads = config.count({"linear_num_value_heads"}), value = config.count({"linear_value_head_dim"});
  const std::int64_t kernel = config.count_or({"linear_conv_kernel_dim"}, 4);
  const std::int64_t keys = key_heads * key, values = heads * value, channels = 2 * keys + values;
  return {.kind = "gated delta",
          .part = "linear_attn",
          .projections = {{"in_proj_qkvz", "gated delta in", hidden, channels + values, 0},
                          {"in_proj_ba", "gated delta in", hidden, 2 * heads, 0},
                          {"out_proj", "gated delta out", values, hidden, 0, Side::input}},
          .others = channels * kernel + 2 * heads + value,
          .state = values * key + channels * kernel,
          .flops_per_token = 7 * product(values, key) + 2 * product(kernel, channels)};
}

/// Of minimax: q, k and v of the heads of attention, a gate and a norm of their outputs.
Recurrent lightning(const Config& config, std::int64_t hidden) {
  const std::int64_t heads = config.count({"num_attention_heads"}), size = config.count({"head_dim"});
  const std::int64_t inner = heads * size;
  return {.kind = "lightning",
          .part = "linear_attn",
          .projections = {{"qkv_proj", "lightning in", hidden, 3 * inner, 0},
                          {"output_gate", "lightning in", hidden, inner, 0},
                          {"out_proj", "lightning out", inner, hidden, 0, Side::input}},
          .others = inner,
          .state = inner * size,
          .flops_per_token = 5 * product(inner, size)};
}

Recurrent short_convolution(const Config& config, std::int64_t hidden) {
  const std::int64_t kernel = config.count_or({"conv_L_cache"}, 3);
  const bool biased = config.flag({"conv_bias"}).value_or(false);
  return {.kind = "conv",
          .part = "conv",
          .projections = {{"in_proj", "conv in", hidden, 3 * hidden, biased ? 3 * hidden : 0},
                          {"out_proj", "conv out", hidden, hidden, biased ? hidden : 0, Side::input}},
          .others = hidden * (kernel + (biased ? 1 : 0)),
          .state = hidden * kernel,
          .flops_per_token = 2 * product(kernel, hidden)};
}

}  // namespace roofline
