#pragma once
// A short list that lives in place: at most N items, no heap, so that an estimate allocates nothing.

#include <array>
#include <cstddef>
#include <stdexcept>

namespace roofline {

template <class T, std::size_t N>
class Few {
 public:
  /// Throws std::logic_error when it is full: N is ours to choose, not the user's to exceed.
  constexpr void push_back(const T& item) {
    if (size_ == N) throw std::logic_error("Few: more items than it has room for");
    items_[size_++] = item;
  }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr T& operator[](std::size_t i) { return items_[i]; }
  constexpr const T& operator[](std::size_t i) const { return items_[i]; }
  constexpr T* begin() { return items_.data(); }
  constexpr T* end() { return items_.data() + size_; }
  constexpr const T* begin() const { return items_.data(); }
  constexpr const T* end() const { return items_.data() + size_; }

 private:
  std::array<T, N> items_{};
  std::size_t size_ = 0;
};

}  // namespace roofline
