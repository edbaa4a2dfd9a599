#include "harness/prove/space.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include <fmt/format.h>

#include "harness/core/error.hpp"
#include "harness/oracle/evaluators.hpp"
#include "harness/prove/products.hpp"
#include "models/fp/boundary.hpp"

namespace verbatim::prove {
namespace {

constexpr int most_input_bits = 32;

template <class Element>
void count_up(void* column, std::size_t from, std::size_t count, std::uint64_t first) {
  auto* const out = static_cast<Element*>(column) + from;
  const auto start = static_cast<Element>(first);
  for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<Element>(start + static_cast<Element>(i));
}

template <class Element>
void repeat(void* column, std::size_t from, std::size_t count, std::uint64_t value) {
  std::fill_n(static_cast<Element*>(column) + from, count, static_cast<Element>(value));
}

void count_up(void* column, std::size_t bytes, std::size_t from, std::size_t count, std::uint64_t first) {
  switch (bytes) {
    case 1: return count_up<std::uint8_t>(column, from, count, first);
    case 2: return count_up<std::uint16_t>(column, from, count, first);
    case 4: return count_up<std::uint32_t>(column, from, count, first);
    default: return count_up<std::uint64_t>(column, from, count, first);
  }
}

void repeat(void* column, std::size_t bytes, std::size_t from, std::size_t count, std::uint64_t value) {
  switch (bytes) {
    case 1: return repeat<std::uint8_t>(column, from, count, value);
    case 2: return repeat<std::uint16_t>(column, from, count, value);
    case 4: return repeat<std::uint32_t>(column, from, count, value);
    default: return repeat<std::uint64_t>(column, from, count, value);
  }
}

class all_inputs final : public space {
 public:
  explicit all_inputs(const oracle::function& what) : space(what), bits_(what.input_width()) {
    for (std::size_t i = 0; i < what.operands.size(); ++i) widths_[i] = what.operands[i].width();
  }

  [[nodiscard]] std::uint64_t size() const override { return std::uint64_t{1} << bits_; }
  [[nodiscard]] std::string name() const override { return fmt::format("all 2^{} inputs", bits_); }

  void fill(std::uint64_t first, std::size_t count, const std::array<void*, 3>& columns) const override {
    const std::size_t last = operand_count() - 1;
    const std::uint64_t row = std::uint64_t{1} << widths_[last];
    for (std::size_t done = 0; done < count;) {
      const std::uint64_t index = first + done;
      const std::uint64_t at = index & (row - 1);
      const std::size_t run = static_cast<std::size_t>(std::min<std::uint64_t>(count - done, row - at));
      count_up(columns[last], bytes(last), done, run, at);
      std::uint64_t rest = index >> widths_[last];
      for (std::size_t i = last; i-- > 0;) {
        repeat(columns[i], bytes(i), done, run, rest & ((std::uint64_t{1} << widths_[i]) - 1));
        rest >>= widths_[i];
      }
      done += run;
    }
  }

 private:
  int bits_;
  std::array<int, 3> widths_{};
};

// Every upper half with a few lower halves: none, one, half, all and one more that differs from upper half to upper half;
// then every boundary of the target (numbers and midpoints between neighbours, and what lies one ulp beside them).
class binary64_by_structure final : public space {
 public:
  explicit binary64_by_structure(const oracle::function& what) : space(what) {
    const fp::format& to = *what.result.format;
    const std::uint64_t sign = fp::binary64.sign_mask();
    std::vector<std::uint64_t> numbers;
    fp::attributes keep;
    for (std::uint64_t size = 0; size <= to.largest_finite(); ++size)
      numbers.push_back(fp::convert(size, to, fp::binary64, keep).bits);
    // Past the largest: the number that would come next.
    const double largest = std::bit_cast<double>(numbers.back());
    const double before = numbers.size() > 1 ? std::bit_cast<double>(numbers[numbers.size() - 2]) : 0.0;
    numbers.push_back(std::bit_cast<std::uint64_t>(largest + (largest - before)));
    for (std::size_t i = 0; i + 1 < numbers.size(); ++i) {
      const double low = std::bit_cast<double>(numbers[i]);
      const double high = std::bit_cast<double>(numbers[i + 1]);
      const std::uint64_t middle = std::bit_cast<std::uint64_t>(low + (high - low) / 2);
      for (const std::uint64_t each : {numbers[i], middle})
        for (const std::uint64_t beside : {each - 1, each, each + 1})
          if (beside <= fp::binary64.infinity()) boundaries_.push_back(beside);  // 0 - 1 is none
    }
    const std::size_t positive = boundaries_.size();
    for (std::size_t i = 0; i < positive; ++i) boundaries_.push_back(boundaries_[i] | sign);
  }

  [[nodiscard]] std::uint64_t size() const override { return lower_halves * upper_halves + boundaries_.size(); }
  [[nodiscard]] std::string name() const override {
    return fmt::format("2^32 upper halves x {} lower halves, and {} boundaries", lower_halves, boundaries_.size());
  }
  [[nodiscard]] std::string assumption() const override {
    return "between the lower halves swept, the implementation is monotonic: with both ends of every interval right, "
           "what "
           "lies between them is";
  }

  void fill(std::uint64_t first, std::size_t count, const std::array<void*, 3>& columns) const override {
    auto* const out = static_cast<std::uint64_t*>(columns[0]);
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t index = first + i;
      if (index >= lower_halves * upper_halves) {
        out[i] = boundaries_[index - lower_halves * upper_halves];
        continue;
      }
      const std::uint64_t upper = index & (upper_halves - 1);
      std::uint64_t lower = 0;
      switch (index / upper_halves) {
        case 0: break;
        case 1: lower = 1; break;
        case 2: lower = 0x80000000; break;
        case 3: lower = 0xffffffff; break;
        default: lower = fp::boundary::split_mix{upper}() >> 32;
      }
      out[i] = upper << 32 | lower;
    }
  }

 private:
  static constexpr std::uint64_t lower_halves = 5;
  static constexpr std::uint64_t upper_halves = std::uint64_t{1} << 32;
  std::vector<std::uint64_t> boundaries_;
};

}  // namespace

space::space(const oracle::function& what) : count_(what.operands.size()) {
  for (std::size_t i = 0; i < count_; ++i) bytes_[i] = what.operands[i].bytes();
}

oracle::operands space::at(std::uint64_t index) const {
  std::array<std::uint64_t, 3> cells{};
  fill(index, 1, {&cells[0], &cells[1], &cells[2]});
  oracle::operands out{};
  for (std::size_t i = 0; i < count_; ++i) out[i] = oracle::load(&cells[i], 0, bytes_[i]);
  return out;
}

std::shared_ptr<const space> space_of(const oracle::function& what) {
  const int bits = what.input_width();
  if (bits <= most_input_bits) return std::make_shared<all_inputs>(what);
  if (what.name == "f16_mulAdd") return std::make_shared<products_and_addends>(what);
  if (what.operands.size() == 1 && what.operands[0].format == &fp::binary64 && what.result.format != nullptr &&
      what.result.width() <= 16 && what.result.format->subnormals && what.result.format->is_signed)
    return std::make_shared<binary64_by_structure>(what);
  throw core::request_error(fmt::format(
      "{} has 2^{} inputs, too many to sweep, and no structure that shortens it is known; there are functions of up to "
      "32 "
      "bits of input, f16_mulAdd, and f64_to_FORMAT of 16 bits or fewer. Sample it instead: verbatim vectors emit {}",
      what.name, bits, what.name));
}

}  // namespace verbatim::prove
