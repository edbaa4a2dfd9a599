#include "harness/prove/products.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

namespace verbatim::prove {
namespace {

constexpr std::uint32_t largest = 0x7bff;
constexpr std::uint64_t addends = 65536;
constexpr std::size_t sampled_step = 1024;

struct unpacked {
  std::uint32_t significand;
  std::uint32_t exponent;  // of its last place, from 1 on
};

unpacked unpack(std::uint32_t x) {
  const std::uint32_t field = x >> 10;
  return field == 0 ? unpacked{x, 1} : unpacked{(x & 0x3ff) | 0x400, field};
}

// Greater for the greater product, the same for the same one: the place of the leading bit (up to 80), and the 21 bits
// behind it.
std::uint32_t key_of(std::uint32_t a, std::uint32_t b) {
  const unpacked x = unpack(a);
  const unpacked y = unpack(b);
  const std::uint32_t product = x.significand * y.significand;
  const auto width = static_cast<std::uint32_t>(std::bit_width(product));
  return ((x.exponent + y.exponent - 2 + width) << 21) | ((product << (22 - width)) & 0x1fffff);
}

constexpr std::size_t keys = std::size_t{(60 + 22 + 1)} << 21;

// Pairs that reach every product, and among those of one product the pair with the least a: a number below 2048 has the
// least exponent its significand can have beside a given b; a greater a is needed only where b is in the last binade. By
// the sum of their exponents, so that the keys of one sum stay in the cache.
template <class Function>
void each_candidate(const Function& use) {
  constexpr std::uint32_t last_binade = 30;
  for (std::uint32_t sum = 2; sum <= 2 * last_binade; ++sum) {
    const std::uint32_t binade = std::min(sum - 1, last_binade);
    const std::uint32_t first_b = binade == 1 ? 1 : binade << 10;
    const std::uint32_t other = sum - binade;
    const std::uint32_t first_a = other == 1 ? 1 : other << 10;
    for (std::uint32_t a = first_a; a < (other + 1) << 10; ++a)
      for (std::uint32_t b = std::max(a, first_b); b < (binade + 1) << 10; ++b) use(a, b);
  }
}

std::vector<factor_pair> make_products() {
  std::vector<std::uint64_t> reached(keys / 64);
  each_candidate([&reached](std::uint32_t a, std::uint32_t b) {
    const std::uint32_t key = key_of(a, b);
    reached[key / 64] |= std::uint64_t{1} << key % 64;
  });
  std::vector<std::uint32_t> before(reached.size());  // how many keys are reached before each word
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    before[i] = count;
    count += static_cast<std::uint32_t>(std::popcount(reached[i]));
  }
  std::vector<factor_pair> out(count, factor_pair{0xffff, 0});
  each_candidate([&](std::uint32_t a, std::uint32_t b) {
    const std::uint32_t key = key_of(a, b);
    const std::uint64_t below = reached[key / 64] & ((std::uint64_t{1} << key % 64) - 1);
    factor_pair& place = out[before[key / 64] + static_cast<std::uint32_t>(std::popcount(below))];
    if (a < place.a) place = {static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b)};
  });
  return out;
}

// Another pair of the same product: a doubled and b halved as far as both stay normal, and exchanged.
factor_pair another(factor_pair pair, std::size_t turn) {
  while (pair.a >= 0x400 && pair.a + 0x400U <= largest && pair.b >= 0x800) {
    pair.a = static_cast<std::uint16_t>(pair.a + 0x400);
    pair.b = static_cast<std::uint16_t>(pair.b - 0x400);
    if (pair.a >= pair.b) break;
  }
  std::swap(pair.a, pair.b);
  const unsigned signs = 1 + static_cast<unsigned>(turn % 3);  // of a, of b, of both
  if ((signs & 1) != 0) pair.a |= 0x8000;
  if ((signs & 2) != 0) pair.b |= 0x8000;
  return pair;
}

}  // namespace

const std::vector<factor_pair>& distinct_products() {
  static const std::vector<factor_pair> all = make_products();
  return all;
}

products_and_addends::products_and_addends(const oracle::function& what) : space(what) {
  // Zeros, infinities, NaN: the default one, quiet and signaling ones of least and greatest payload; and numbers beside them.
  const std::uint16_t specials[] = {0x0000, 0x8000, 0x7c00, 0xfc00, 0x7e00, 0xfe00,
                                    0x7e01, 0xffff, 0x7c01, 0xfdff, 0x7dff, 0xfc01};
  const std::uint16_t numbers[] = {0x0001, 0x8001, 0x3c00, 0xbc00, 0x7bff, 0xfbff};
  for (const std::uint16_t a : specials) {
    for (const std::uint16_t b : specials) more_.push_back({a, b});
    for (const std::uint16_t b : numbers) {
      more_.push_back({a, b});
      more_.push_back({b, a});
    }
  }
  const std::vector<factor_pair>& all = distinct_products();
  for (std::size_t i = 0; i < all.size(); i += sampled_step) more_.push_back(another(all[i], i / sampled_step));
}

std::uint64_t products_and_addends::size() const { return (distinct_products().size() + more_.size()) * addends; }

std::string products_and_addends::name() const {
  return fmt::format("{} distinct products and {} more pairs x 65536 addends", distinct_products().size(),
                     more_.size());
}

std::string products_and_addends::assumption() const {
  return "a result depends on a and b through their exact product alone, and changes its sign with product and addend. "
         "The "
         "model is built so (one multiplication of integers, then one addition; its sweep of f16_mul covers the "
         "product); of "
         "another implementation one pair for each product was run, and a sample of others";
}

factor_pair products_and_addends::pair(std::uint64_t row) const {
  const std::vector<factor_pair>& all = distinct_products();
  return row < all.size() ? all[row] : more_[row - all.size()];
}

void products_and_addends::fill(std::uint64_t first, std::size_t count, const std::array<void*, 3>& columns) const {
  for (std::size_t done = 0; done < count;) {
    const std::uint64_t index = first + done;
    const auto at = static_cast<std::uint32_t>(index % addends);
    const std::size_t run = std::min<std::size_t>(count - done, addends - at);
    const factor_pair factors = pair(index / addends);
    std::fill_n(static_cast<std::uint16_t*>(columns[0]) + done, run, factors.a);
    std::fill_n(static_cast<std::uint16_t*>(columns[1]) + done, run, factors.b);
    auto* const c = static_cast<std::uint16_t*>(columns[2]) + done;
    for (std::size_t i = 0; i < run; ++i) c[i] = static_cast<std::uint16_t>(at + i);
    done += run;
  }
}

}  // namespace verbatim::prove
