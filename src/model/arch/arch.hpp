#pragma once
// What the rows of the architecture table point at: a file of arch/ for each group of families.

#include <cstddef>
#include <cstdint>

#include "model/config_reader.hpp"
#include "model/family.hpp"
#include "roofline/model/architecture.hpp"

namespace roofline {

// decoders.cpp: small differences
void telechat_layer(Layer& layer, const Config& config, std::size_t index);
void halve_width(Layer& layer, const Config& config, std::size_t index);
void molmo_table(Architecture& model, const Config& config);
Architecture read_chatglm(const Config& config, const Traits& traits);
Architecture read_nemotron_nas(const Config& config, const Traits& traits);
Architecture read_mpt(const Config& config, const Traits& traits);

// gpt.cpp
void gpt_layer(Layer& layer, const Config& config, std::size_t index);
void gpt2_positions(Architecture& model, const Config& config);
void bloom_around(Architecture& model, const Config& config);
void falcon_layer(Layer& layer, const Config& config, std::size_t index);
void opt_around(Architecture& model, const Config& config);

// moe.cpp
void gpt_oss_layer(Layer& layer, const Config& config, std::size_t index);
void minimax_m3_layer(Layer& layer, const Config& config, std::size_t index);
void sparse_layer(Layer& layer, const Config& config, std::size_t index);
Architecture read_dbrx(const Config& config, const Traits& traits);

// gemma.cpp
void gemma3n_layer(Layer& layer, const Config& config, std::size_t index);
void gemma3n_around(Architecture& model, const Config& config);
void gemma4_layer(Layer& layer, const Config& config, std::size_t index);
void gemma4_around(Architecture& model, const Config& config);

// recurrent.cpp: mixers
Recurrent gated_delta(const Config& config, std::int64_t hidden);
Recurrent jamba_mamba(const Config& config, std::int64_t hidden);
Recurrent granite_mamba(const Config& config, std::int64_t hidden);
Recurrent nemotron_mamba(const Config& config, std::int64_t hidden);
Recurrent lightning(const Config& config, std::int64_t hidden);
Recurrent short_convolution(const Config& config, std::int64_t hidden);
Recurrent plain_mamba(const Config& config, std::int64_t hidden);
Recurrent plain_mamba2(const Config& config, std::int64_t hidden);

// hybrids.cpp
void gated_queries(Layer& layer, const Config& config, std::size_t index);
void granite_hybrid_layer(Layer& layer, const Config& config, std::size_t index);
void falcon_h1_layer(Layer& layer, const Config& config, std::size_t index);
void lfm2_layer(Layer& layer, const Config& config, std::size_t index);
Architecture read_mamba(const Config& config, const Traits& traits);
Architecture read_mamba2(const Config& config, const Traits& traits);
Architecture read_nemotron_h(const Config& config, const Traits& traits);
Architecture read_rwkv5(const Config& config, const Traits& traits);

// deepseek_v4.cpp
Architecture read_deepseek_v4(const Config& config, const Traits& traits);

// encoders.cpp
Architecture read_bert(const Config& config, const Traits& traits);
Architecture read_bart(const Config& config, const Traits& traits);
Architecture read_whisper(const Config& config, const Traits& traits);
Architecture read_t5(const Config& config, const Traits& traits);

}  // namespace roofline
