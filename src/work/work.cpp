#include "roofline/work/work.hpp"

#include <stdexcept>

namespace roofline {
namespace {

bool same_axes(const Axes& a, const Axes& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].name != b[i].name || a[i].size != b[i].size) return false;
  }
  return true;
}

void add(Work& to, const Work::Compute& more) {
  for (Work::Compute& c : to.compute) {
    if (c.engine != more.engine || c.dtype != more.dtype) continue;
    c.flops += more.flops;
    return;
  }
  to.compute.push_back(more);
}

void add(Work& to, const Work::Traffic& more) {
  for (Work::Traffic& t : to.traffic) {
    if (t.resource != more.resource) continue;
    t.bytes += more.bytes;
    return;
  }
  to.traffic.push_back(more);
}

void add(Work& to, const Work::Transfer& more) {
  for (Work::Transfer& t : to.transfers) {
    if (t.collective != more.collective || t.axes != more.axes || t.operand != more.operand || t.copies != more.copies)
      continue;
    t.array += more.array;
    return;
  }
  to.transfers.push_back(more);
}

}  // namespace

Work operator+(const Work& a, const Work& b) {
  if (!same_axes(a.axes, b.axes)) throw std::logic_error("Work: the axes of a sum differ");
  Work sum = a;
  for (const Work::Compute& c : b.compute) add(sum, c);
  for (const Work::Traffic& t : b.traffic) add(sum, t);
  for (const Work::Transfer& t : b.transfers) add(sum, t);
  sum.resident = a.resident && b.resident ? std::optional(*a.resident + *b.resident) : std::nullopt;
  return sum;
}

Work operator*(double n, const Work& work) {
  Work product = work;
  for (Work::Compute& c : product.compute) c.flops = n * c.flops;
  for (Work::Traffic& t : product.traffic) t.bytes = n * t.bytes;
  for (Work::Transfer& t : product.transfers) t.array = n * t.array;
  return product;
}

}  // namespace roofline
