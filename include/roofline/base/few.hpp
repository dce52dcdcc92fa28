#pragma once
// A short list that lives in place: at most N items, no heap, so that an estimate allocates nothing. Room that is not
// used is not touched either, so that making and copying one costs what it holds.

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <type_traits>

namespace roofline {

template <class T, std::size_t N>
class Few {
  static_assert(std::is_trivially_destructible_v<T>);

 public:
  Few() {}  // not defaulted: that would write all of the room
  Few(const Few& other) : size_(other.size_) { std::uninitialized_copy(other.begin(), other.end(), begin()); }
  Few& operator=(const Few& other) {
    if (this == &other) return *this;
    size_ = other.size_;
    std::uninitialized_copy(other.begin(), other.end(), begin());
    return *this;
  }
  ~Few() = default;

  /// Throws std::logic_error when it is full: N is ours to choose, not the user's to exceed.
  void push_back(const T& item) {
    if (size_ == N) throw std::logic_error("Few: more items than it has room for");
    std::construct_at(begin() + size_, item);
    ++size_;
  }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) { return begin()[i]; }
  const T& operator[](std::size_t i) const { return begin()[i]; }
  T* begin() { return items_; }
  T* end() { return begin() + size_; }
  const T* begin() const { return items_; }
  const T* end() const { return begin() + size_; }

 private:
  union {
    T items_[N];
  };
  std::size_t size_ = 0;
};

}  // namespace roofline
