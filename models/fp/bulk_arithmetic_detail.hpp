// The implementations behind models/fp/bulk_arithmetic.hpp, each callable by name: for its tests and benchmarks, not for
// users.
#pragma once

#include <cstddef>
#include <cstdint>

#include "models/fp/bulk_detail.hpp"
#include "models/fp/rounding.hpp"

namespace verbatim::fp::bulk {

/// The functions of one implementation. Sizes and mode are checked by the caller.
struct arithmetic_kernels {
  using two_operands = void (*)(const std::uint16_t* a, const std::uint16_t* b, std::uint16_t* out, std::size_t count,
                                rounding mode);

  two_operands add;
  two_operands subtract;
  two_operands multiply;
  two_operands divide;
  void (*square_root)(const std::uint16_t* a, std::uint16_t* out, std::size_t count, rounding mode);
  void (*fused_multiply_add)(const std::uint16_t* a, const std::uint16_t* b, const std::uint16_t* c, std::uint16_t* out,
                             std::size_t count, rounding mode);
  /// `wide_c` is `c` in binary32, or null.
  void (*add_to_product)(std::uint16_t a, std::uint16_t b, const std::uint16_t* c, const std::uint32_t* wide_c,
                         std::uint16_t* out, std::size_t count, rounding mode);
};

/// Null where this processor, or the architecture the library was built for, lacks it.
[[nodiscard]] const arithmetic_kernels* find_arithmetic(implementation which);

/// The fastest one here; chosen once.
[[nodiscard]] const arithmetic_kernels& best_arithmetic();

/// The tables themselves; avx2_arithmetic() is null where the compiler could not build it.
[[nodiscard]] const arithmetic_kernels& portable_arithmetic();
[[nodiscard]] const arithmetic_kernels* avx2_arithmetic();

}  // namespace verbatim::fp::bulk
