#pragma once
// One JSON object, key by key: no missing, unknown or mistyped key, no quantity without a unit. Every complaint names
// file, line, column and key path.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "roofline/base/error.hpp"
#include "roofline/base/json.hpp"
#include "roofline/base/number.hpp"

namespace roofline {

/// Reads one object key by key. Whatever was not asked for by finish() is an unknown key, so the keys a reader asks
/// for are the keys there are.
class ObjectReader {
 public:
  /// `path` is the key path of `value`, which must be an object (Error); both must outlive the reader.
  ObjectReader(const Document& document, const Json& value, std::string path);

  /// Throws Error when the key is missing.
  const Json& required(std::string_view key);
  const Json* optional(std::string_view key);  ///< null when absent
  /// The value of a key without asking for it.
  const Json* find(std::string_view key) const;
  /// Throws Error for the first key that nobody asked for.
  void finish() const;

  std::string text(std::string_view key);
  std::optional<std::string> optional_text(std::string_view key);
  std::vector<std::string> texts(std::string_view key);  ///< of an array; empty when absent
  std::optional<std::int64_t> optional_count(std::string_view key);
  std::int64_t count(std::string_view key);
  std::optional<double> optional_ratio(std::string_view key);  ///< from 1e-6 to 1e6
  bool flag(std::string_view key);                             ///< false when absent
  /// The objects of an array; empty when absent.
  std::vector<ObjectReader> objects(std::string_view key);
  std::optional<ObjectReader> optional_object(std::string_view key);

  template <class Q>
  Q quantity(std::string_view key, Notation notation = Notation::plain) {
    return Q::from_si(si(key, required(key), Q::dim, notation));
  }
  template <class Q>
  std::optional<Q> optional_quantity(std::string_view key, Notation notation = Notation::plain) {
    const Json* value = optional(key);
    return value == nullptr ? std::nullopt : std::optional(Q::from_si(si(key, *value, Q::dim, notation)));
  }

  const std::vector<std::pair<std::string, Json>>& members() const { return value_->members; }
  std::string path_of(std::string_view key) const;

  /// Throws Error at a value of this object.
  [[noreturn]] void fail(const Json& at, std::string_view key, const std::string& message,
                         const std::string& hint = {}) const;

  /// Runs f on a value of this object; an Error that leaves f stands at that value.
  template <class F>
  auto checked(const Json& at, std::string_view key, F&& f) const {
    try {
      return f();
    } catch (const Error& e) {
      fail(at, key, e.message, e.hint);
    }
  }

 private:
  double si(std::string_view key, const Json& value, Dim dim, Notation notation) const;
  std::string checked_text(std::string_view key, const Json& value) const;
  std::int64_t checked_count(std::string_view key, const Json& value) const;
  const Json* array(std::string_view key);

  const Document* document_;
  const Json* value_;
  std::string path_;
  std::vector<std::string> asked_;
};

}  // namespace roofline
