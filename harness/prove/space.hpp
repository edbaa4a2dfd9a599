// The inputs of a sweep in their order: what index stands for which operands.
//
// - Functions of up to 32 bits of input: all of them; operands side by side in one number, the first the most
//   significant, counted up from 0.
// - fma of binary16: by its distinct products (products.hpp).
// - Conversion of binary64 to a format of 16 bits or fewer: by structure. A result depends on the kept bits, which all lie
//   in the upper half of the operand, on the first bit cut off, and on whether anything is set below that.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "harness/oracle/oracle.hpp"

namespace verbatim::prove {

class space {
 public:
  explicit space(const oracle::function& what);
  space(const space&) = delete;
  space& operator=(const space&) = delete;
  virtual ~space() = default;

  [[nodiscard]] virtual std::uint64_t size() const = 0;
  /// `all 2^32 inputs`; stated in certificates, and with the function's name fixes the order.
  [[nodiscard]] virtual std::string name() const = 0;
  /// Under which assumption a sweep without a mismatch is a proof; empty where none is needed.
  [[nodiscard]] virtual std::string assumption() const { return {}; }
  /// Writes the operand columns of cases first … first + count - 1. Precondition: they are in the space.
  virtual void fill(std::uint64_t first, std::size_t count, const std::array<void*, 3>& columns) const = 0;

  [[nodiscard]] oracle::operands at(std::uint64_t index) const;

 protected:
  [[nodiscard]] std::size_t operand_count() const { return count_; }
  [[nodiscard]] std::size_t bytes(std::size_t operand) const { return bytes_[operand]; }

 private:
  std::size_t count_;
  std::array<std::size_t, 3> bytes_{};
};

/// Throws core::request_error where the function has too many inputs and no structure that is known here.
[[nodiscard]] std::shared_ptr<const space> space_of(const oracle::function& what);

}  // namespace verbatim::prove
