#include "cli/trail.hpp"

#include <algorithm>

namespace roofline::cli {
namespace {

constexpr std::size_t kMostEven = 512, kMostTurns = 64;

}  // namespace

void Trail::add(const Plot::Vertex& vertex) {
  const Step step{rows_++, vertex};
  if (last_ && last_->vertex.binds != vertex.binds && turns_.size() + 2 <= kMostTurns) {
    turns_.push_back(*last_);
    turns_.push_back(step);
  }
  if (step.row % stride_ == 0) even_.push_back(step);
  if (even_.size() >= kMostEven) halve();
  last_ = step;
}

void Trail::halve() {
  stride_ *= 2;
  std::erase_if(even_, [&](const Step& step) { return step.row % stride_ != 0; });
}

std::vector<Plot::Vertex> Trail::take() {
  even_.insert(even_.end(), turns_.begin(), turns_.end());
  if (last_) even_.push_back(*last_);
  std::stable_sort(even_.begin(), even_.end(), [](const Step& a, const Step& b) { return a.row < b.row; });
  std::vector<Plot::Vertex> path;
  for (std::size_t i = 0; i < even_.size(); ++i) {
    if (i == 0 || even_[i].row != even_[i - 1].row) path.push_back(even_[i].vertex);
  }
  return path;
}

}  // namespace roofline::cli
