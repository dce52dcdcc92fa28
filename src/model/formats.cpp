#include "roofline/model/formats.hpp"

#include <algorithm>
#include <cmath>

#include "base/format.hpp"
#include "model/modules.hpp"

namespace roofline {
namespace {

constexpr double kHalf = 16;  // bits: from here on a format is one for all weights, not a quantizer's

std::int64_t blocks(std::int64_t length, std::int64_t block) {
  return length / block + (length % block != 0 ? 1 : 0);
}

Bytes bytes_of(const Weight& weight, const Storage& storage, Dtype base) {
  double bits = static_cast<double>(weight.in) * static_cast<double>(weight.out) * storage.bits +
                static_cast<double>(weight.beside) * info(base).bits;
  if (storage.block_rows > 0 && weight.in > 0) {
    const std::int64_t rows = blocks(weight.in, storage.block_rows),
                       columns = blocks(weight.out, storage.block_columns);
    bits += static_cast<double>(rows) * static_cast<double>(columns) * storage.scale_bits;
  }
  static constexpr double kBitsOfByte = 8;
  return Bytes::from_si(static_cast<double>(weight.copies) * bits / kBitsOfByte);
}

Storage plain(Dtype dtype) {
  return {.dtype = dtype, .bits = info(dtype).bits};
}

/// What a config and a what-if make of the weights of each class.
struct Scheme {
  Storage base, linear, experts, tables;
  Dtype activations = Dtype::bf16;  ///< as matmuls of quantized weights see them
  Dtype others = Dtype::bf16;       ///< as the other matmuls do
  std::optional<Dtype> compute;

  const Storage& of(Class kind) const {
    switch (kind) {
      case Class::linear: return linear;
      case Class::expert: return experts;
      case Class::head:
      case Class::table: return tables;
      case Class::other:
      case Class::unread: break;
    }
    return base;
  }
};

Scheme replaced(const Formats& formats, Dtype weights, const WhatIf& what_if) {
  const bool all = info(weights).bits >= kHalf;
  Scheme scheme;
  scheme.linear = scheme.experts = plain(weights);
  scheme.base = scheme.tables = plain(all ? weights : formats.base);
  scheme.activations = scheme.others = what_if.activations.value_or(scheme.base.dtype);
  return scheme;
}

Scheme as_given(const Formats& formats, const WhatIf& what_if) {
  if (formats.unknown) throw *formats.unknown;
  Scheme scheme;
  scheme.base = plain(formats.base);
  scheme.linear = formats.linear.value_or(scheme.base);
  scheme.experts = formats.experts.value_or(scheme.linear);
  scheme.tables = formats.tables.value_or(scheme.base);
  scheme.activations = scheme.others = what_if.activations.value_or(formats.base);
  const bool narrow = formats.activations == Formats::Activations::as_weights && !what_if.activations;
  if (narrow) scheme.activations = scheme.linear.dtype;
  return scheme;
}

Stored stored(const Weight& weight, const Scheme& scheme, const Storage& storage) {
  Stored result{weight, storage.dtype, bytes_of(weight, storage, scheme.base.dtype), storage.dtype};
  const bool quantizable = weight.kind == Class::linear || weight.kind == Class::expert;
  const bool multiplied = !weight.op.empty() || (weight.kind == Class::table && weight.in > 0);  // a tied head
  if (scheme.compute) result.compute = *scheme.compute;
  if (!scheme.compute && multiplied)
    result.compute = wider_dtype(storage.dtype, quantizable ? scheme.activations : scheme.others);
  return result;
}

std::vector<Stored> stored_layer(const Architecture& model, std::size_t kind, const Scheme& scheme,
                                 std::span<const std::string> ignored) {
  const auto first = std::find(model.layers.begin(), model.layers.end(), kind);
  const auto index = static_cast<std::size_t>(first - model.layers.begin());
  const auto globs = globs_of_layer(ignored, index);
  std::vector<Stored> all;
  for (const Weight& weight : weights_of(model.kinds[kind], model.hidden)) {
    all.push_back(stored(weight, scheme, is_ignored(globs, weight, index) ? scheme.base : scheme.of(weight.kind)));
  }
  return all;
}

}  // namespace

StoredModel store(const Architecture& model, const Formats& formats, const WhatIf& what_if) {
  Scheme scheme = what_if.weights ? replaced(formats, *what_if.weights, what_if) : as_given(formats, what_if);
  scheme.compute = what_if.compute;
  StoredModel result;
  result.notes = formats.notes;
  if (what_if.weights && scheme.base.dtype != scheme.linear.dtype)
    result.notes.push_back(formatted("embedding, head, norms and router stay in {}", info(scheme.base.dtype).name));
  const std::span<const std::string> ignored = what_if.weights ? std::span<const std::string>() : formats.ignored;
  for (std::size_t kind = 0; kind < model.kinds.size(); ++kind) {
    result.kinds.push_back(stored_layer(model, kind, scheme, ignored));
  }
  for (const Weight& weight : weights_around(model)) {
    result.around.push_back(stored(weight, scheme, scheme.of(weight.kind)));
  }
  result.activations = scheme.others;
  result.kv = what_if.kv.value_or(formats.kv.value_or(result.activations));
  result.compute = what_if.compute ? *what_if.compute : wider_dtype(result.activations, result.kv);
  result.state = formats.state.value_or(result.activations);
  return result;
}

}  // namespace roofline
