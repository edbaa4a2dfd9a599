// The complete fma of binary16, by its distinct products.
//
// a × b + c depends on a and b through their exact product alone. Over finite numbers that are not zero |a × b| takes
// 22,776,329 values, so these times 65,536 addends, 1.49 · 10^12 cases, stand for the 2^48 inputs. The order: products from
// the least to the greatest, each by its pair a <= b with the least a, both positive; after them pairs with a zero, an
// infinity or a NaN; after them a sample of the products once more, by another pair and with other signs. For each pair
// every addend, counted up from 0.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/prove/space.hpp"

namespace verbatim::prove {

/// Two encodings of binary16.
struct factor_pair {
  std::uint16_t a;
  std::uint16_t b;
  friend bool operator==(const factor_pair&, const factor_pair&) = default;
};

/// The distinct products of positive finite numbers that are not zero, in ascending order. About 91 MB, made once in about
/// a second.
[[nodiscard]] const std::vector<factor_pair>& distinct_products();

class products_and_addends final : public space {
 public:
  explicit products_and_addends(const oracle::function& what);
  [[nodiscard]] std::uint64_t size() const override;
  [[nodiscard]] std::string name() const override;
  [[nodiscard]] std::string assumption() const override;
  void fill(std::uint64_t first, std::size_t count, const std::array<void*, 3>& columns) const override;
  [[nodiscard]] factor_pair pair(std::uint64_t row) const;

 private:
  std::vector<factor_pair> more_;  ///< specials and the sample
};

}  // namespace verbatim::prove
