#pragma once
// One object of a config.json, leniently: keys that nobody asks for are no fault, null is as good as absent, and a
// quantity may have several spellings, of which the first that is there counts. What is asked for must be of its type:
// every complaint names file, line, column and key.

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "roofline/base/json.hpp"

namespace roofline {

/// No size of a model is larger; so sums of products of three of them stay within 64 bits.
inline constexpr std::int64_t kMaxSize = std::int64_t{1} << 19;
inline constexpr std::int64_t kMaxTokens = std::int64_t{1} << 30;  ///< of a window or chunk
inline constexpr std::int64_t kMaxVocab = std::int64_t{1} << 24;
inline constexpr std::int64_t kMaxLayers = 4096;

/// What a count may be.
struct Range {
  std::int64_t least = 1, most = kMaxSize;
};

class Config {
 public:
  using Keys = std::initializer_list<std::string_view>;

  /// `object` must be an object (Error). `notes` gets a line for each default that is used; all must outlive this.
  Config(const Document& document, const Json& object, std::string path, std::string family,
         std::vector<std::string>& notes);

  const std::string& family() const { return family_; }
  /// The same object, read as of another family.
  Config as(std::string family) const;
  const Document& document() const { return *document_; }
  const Json& object() const { return *object_; }

  /// The value of the first key that is there and not null.
  const Json* find(Keys keys) const;
  bool has(Keys keys) const { return find(keys) != nullptr; }
  bool is_null(std::string_view key) const;  ///< there, and null

  std::int64_t count(Keys keys, Range range = {}) const;
  std::optional<std::int64_t> optional_count(Keys keys, Range range = {}) const;
  /// A default of the family is a note.
  std::int64_t count_or(Keys keys, std::int64_t absent, Range range = {}) const;
  std::vector<std::int64_t> counts(Keys keys, Range range = {}) const;  ///< of an array; empty when absent
  /// A number for each of `layers` layers, where there is one for all or an array of one each.
  std::vector<std::int64_t> each_layer(Keys keys, std::size_t layers, Range range = {}) const;
  std::optional<double> ratio(Keys keys) const;  ///< more than 0
  std::optional<bool> flag(Keys keys) const;
  std::optional<std::string> text(Keys keys) const;
  std::vector<std::string> texts(Keys keys) const;  ///< of an array; empty when absent
  std::optional<Config> inner(Keys keys) const;
  std::vector<Config> inners(Keys keys) const;  ///< of an array; empty when absent

  void note(std::string text) const;  ///< once
  /// Throws Error at a value of this object.
  [[noreturn]] void fail(const Json& at, std::string_view key, std::string message, std::string hint = {}) const;
  /// Throws Error at the object: a key that must be there.
  [[noreturn]] void missing(Keys keys) const;

 private:
  struct Found {
    std::string_view key;
    const Json* value = nullptr;
  };
  Found first(Keys keys) const;
  std::int64_t whole(const Json& value, std::string_view key, Range range) const;
  const std::vector<Json>& array(const Found& found) const;

  const Document* document_;
  const Json* object_;
  std::string path_, family_;
  std::vector<std::string>* notes_;
};

}  // namespace roofline
