// Non-negative integers of a fixed largest size, for what decimal text needs: times and divided by small numbers.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "models/fp/wide.hpp"

namespace verbatim::fp {

/// Up to 6,400 bits: the 900 digits that text.hpp keeps, shifted and scaled for any exponent of binary64, take fewer
/// than 6,000. Going past that is a fault of the caller.
class big_integer {
 public:
  constexpr big_integer() = default;
  constexpr explicit big_integer(std::uint64_t value) : limbs_{value}, size_(value != 0 ? 1 : 0) {}

  [[nodiscard]] constexpr bool is_zero() const { return size_ == 0; }

  [[nodiscard]] constexpr int bit_width() const {
    return size_ == 0 ? 0 : static_cast<int>((size_ - 1) * 64) + static_cast<int>(std::bit_width(limbs_[size_ - 1]));
  }

  constexpr void multiply_add(std::uint64_t factor, std::uint64_t addend) {
    std::uint64_t carry = addend;
    for (std::size_t i = 0; i < size_; ++i) {
      const uint128 product = uint128{limbs_[i]} * factor + carry;
      limbs_[i] = static_cast<std::uint64_t>(product);
      carry = static_cast<std::uint64_t>(product >> 64);
    }
    if (carry != 0) {
      limbs_[size_++] = carry;
    }
  }

  /// Returns the remainder.
  constexpr std::uint64_t divide(std::uint64_t divisor) {
    std::uint64_t rest = 0;
    for (std::size_t i = size_; i-- > 0;) {
      const uint128 part = (uint128{rest} << 64) | limbs_[i];
      limbs_[i] = static_cast<std::uint64_t>(part / divisor);
      rest = static_cast<std::uint64_t>(part % divisor);
    }
    trim();
    return rest;
  }

  /// × 5^power.
  constexpr void multiply_by_five(int power) {
    for (; power > 0; power -= step) multiply_add(power_of_five(power), 0);
  }

  /// Down to the integer; whether anything was cut off.
  constexpr bool divide_by_five(int power) {
    bool rest = false;
    for (; power > 0; power -= step) rest = divide(power_of_five(power)) != 0 || rest;
    return rest;
  }

  constexpr void shift_left(int count) {
    const auto whole = static_cast<std::size_t>(count / 64);
    const int part = count % 64;
    if (size_ == 0 || count == 0) return;
    for (std::size_t i = size_ + 1; i-- > 0;) {
      const std::uint64_t high = i < size_ ? limbs_[i] : 0;
      const std::uint64_t low = i > 0 ? limbs_[i - 1] : 0;
      limbs_[i + whole] = part == 0 ? high : (high << part) | (low >> (64 - part));
    }
    for (std::size_t i = 0; i < whole; ++i) limbs_[i] = 0;
    size_ += whole + 1;
    trim();
  }

  /// (-1)^negative × this × 2^exponent, the digits below the top 64 made sticky.
  [[nodiscard]] constexpr exact to_exact(bool negative, int exponent, bool sticky) const {
    const int spare = bit_width() - 64;
    if (spare <= 0) return {negative, size_ == 0 ? 0 : limbs_[0], exponent, sticky};
    const auto whole = static_cast<std::size_t>(spare / 64);
    const int part = spare % 64;
    for (std::size_t i = 0; i < whole; ++i) sticky = sticky || limbs_[i] != 0;
    std::uint64_t top = limbs_[whole] >> part;
    if (part != 0) {
      sticky = sticky || (limbs_[whole] << (64 - part)) != 0;
      top |= limbs_[whole + 1] << (64 - part);
    }
    return {negative, top, exponent + spare, sticky};
  }

 private:
  static constexpr int step = 27;  // 5^27 is the largest power of five below 2^64

  static constexpr std::uint64_t power_of_five(int power) {
    std::uint64_t value = 1;
    for (int i = 0; i < (power < step ? power : step); ++i) value *= 5;
    return value;
  }

  constexpr void trim() {
    while (size_ > 0 && limbs_[size_ - 1] == 0) --size_;
  }

  std::array<std::uint64_t, 102> limbs_{};
  std::size_t size_ = 0;
};

}  // namespace verbatim::fp
