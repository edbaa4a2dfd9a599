// What the tests of models/fp/bulk_arithmetic.hpp share: the implementations to test, and what the scalar model says.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "models/fp/bulk_arithmetic_detail.hpp"
#include "models/fp/divide.hpp"
#include "models/fp/multiply.hpp"

namespace verbatim::testing {

using arithmetic_kernels = fp::bulk::arithmetic_kernels;

struct named_arithmetic {
  std::string name;
  const arithmetic_kernels* functions;
};

/// Those that this processor has.
inline std::vector<named_arithmetic> arithmetic_implementations() {
  std::vector<named_arithmetic> here;
  for (const fp::bulk::implementation which : fp::bulk::all_implementations) {
    if (const arithmetic_kernels* functions = fp::bulk::find_arithmetic(which)) {
      here.push_back({which == fp::bulk::implementation::portable ? "portable" : "avx2", functions});
    }
  }
  return here;
}

/// An operation with two operands: its kernel, and the scalar model's result.
struct pair_operation {
  const char* name;
  arithmetic_kernels::two_operands arithmetic_kernels::* kernel;
  std::uint16_t (*model)(std::uint16_t a, std::uint16_t b, fp::rounding mode);
};

inline constexpr std::array<pair_operation, 4> pair_operations = {{
    {"add", &arithmetic_kernels::add,
     [](std::uint16_t a, std::uint16_t b, fp::rounding mode) {
       return static_cast<std::uint16_t>(fp::add(a, b, fp::binary16, mode).bits);
     }},
    {"subtract", &arithmetic_kernels::subtract,
     [](std::uint16_t a, std::uint16_t b, fp::rounding mode) {
       return static_cast<std::uint16_t>(fp::subtract(a, b, fp::binary16, mode).bits);
     }},
    {"multiply", &arithmetic_kernels::multiply,
     [](std::uint16_t a, std::uint16_t b, fp::rounding mode) {
       return static_cast<std::uint16_t>(fp::multiply(a, b, fp::binary16, mode).bits);
     }},
    {"divide", &arithmetic_kernels::divide,
     [](std::uint16_t a, std::uint16_t b, fp::rounding mode) {
       return static_cast<std::uint16_t>(fp::divide(a, b, fp::binary16, mode).bits);
     }},
}};

inline std::uint16_t model_fma(std::uint16_t a, std::uint16_t b, std::uint16_t c, fp::rounding mode) {
  return static_cast<std::uint16_t>(fp::fused_multiply_add(a, b, c, fp::binary16, mode).bits);
}

inline std::uint16_t model_root(std::uint16_t a, fp::rounding mode) {
  return static_cast<std::uint16_t>(fp::square_root(a, fp::binary16, mode).bits);
}

}  // namespace verbatim::testing
