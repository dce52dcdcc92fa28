#pragma once
// The words that work and hardware share without knowing each other: engines, names of memories and wires, and the
// shapes wires come in.

#include <array>
#include <cstddef>
#include <stdexcept>
#include <string_view>

namespace roofline {

/// What computes: the matrix engine (tensor cores, MXU) or the vector units.
enum class Engine { matrix, vector };

/// How the chips of one axis are wired: a closed ring, an open line, a switch, or a link between every pair.
enum class Shape { ring, line, switched, full_mesh };

/// The name of a memory level or of a set of wires ("hbm", "vmem", "ici"): at most 15 characters, kept in place.
/// "main" means any chip's first memory level.
class Word {
 public:
  static constexpr std::size_t kMaxLength = 15;

  constexpr Word() = default;
  constexpr explicit Word(std::string_view text) {
    if (text.size() > kMaxLength) throw std::length_error("a Word holds 15 characters");
    for (std::size_t i = 0; i < text.size(); ++i) letters_[i] = text[i];
  }
  constexpr std::string_view view() const { return letters_.data(); }
  constexpr bool empty() const { return letters_[0] == 0; }
  friend constexpr bool operator==(const Word&, const Word&) = default;

 private:
  std::array<char, kMaxLength + 1> letters_{};
};

inline constexpr Word kMainMemory{"main"};

}  // namespace roofline
