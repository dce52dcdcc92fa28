#include "roofline/model/plan.hpp"

#include <string>

#include "base/format.hpp"
#include "roofline/base/error.hpp"
#include "roofline/base/number.hpp"
#include "roofline/base/text.hpp"

namespace roofline {
namespace {

Error bad_request(std::string_view part) {
  return Error(formatted("{} is not COUNTxCACHED+NEW", quote(part)),
               "written like 4x0+2048: 4 sequences, nothing cached, 2048 new tokens each");
}

Request parse_request(const std::string& part) {
  const std::size_t times = part.find('x'), plus = part.find('+');
  if (times == std::string::npos || plus == std::string::npos || plus < times) throw bad_request(part);
  const std::string cached = part.substr(times + 1, plus - times - 1);
  Request request;
  request.count = parse_count(part.substr(0, times));
  request.cached = cached == "0" ? 0 : parse_count(cached);
  request.fresh = parse_count(part.substr(plus + 1));
  return request;
}

}  // namespace

double Plan::tokens() const {
  double sum = 0;
  for (const Request& r : requests) sum += static_cast<double>(r.count) * static_cast<double>(r.fresh);
  return sum;
}

double Plan::sequences() const {
  double sum = 0;
  for (const Request& r : requests) sum += static_cast<double>(r.count);
  return sum;
}

double Plan::sampled() const {
  const bool each = logits == Logits::all || phase == Phase::decode;
  return each ? tokens() : sequences();
}

std::vector<Request> parse_requests(std::string_view text) {
  std::vector<Request> requests;
  for (const std::string& part : split(text, ',')) at(quote(part), [&] { requests.push_back(parse_request(part)); });
  return requests;
}

}  // namespace roofline
