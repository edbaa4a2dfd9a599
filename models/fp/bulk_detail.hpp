// The implementations behind models/fp/bulk.hpp, each callable by name: for its tests and benchmarks, not for users.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "models/fp/rounding.hpp"

namespace verbatim::fp::bulk {

enum class implementation : std::uint8_t { portable, avx2 };

inline constexpr implementation all_implementations[] = {implementation::portable, implementation::avx2};

/// The functions of one implementation. Sizes and mode are checked by the caller.
struct kernels {
  void (*binary32_to_binary16)(const std::uint32_t* in, std::uint16_t* out, std::size_t count, rounding mode);
  void (*binary16_to_binary32)(const std::uint16_t* in, std::uint32_t* out, std::size_t count);
  void (*binary32_to_bfloat16)(const std::uint32_t* in, std::uint16_t* out, std::size_t count, rounding mode);
  void (*bfloat16_to_binary32)(const std::uint16_t* in, std::uint32_t* out, std::size_t count);
};

/// Null where this processor, or the architecture the library was built for, lacks it.
[[nodiscard]] const kernels* find(implementation which);

/// The fastest one here; chosen once.
[[nodiscard]] const kernels& best();

/// The tables themselves; avx2_kernels() is null where the compiler could not build it.
[[nodiscard]] const kernels& portable_kernels();
[[nodiscard]] const kernels* avx2_kernels();

/// What every call on arrays asks first. Each throws std::invalid_argument.
void check_sizes(std::size_t in, std::size_t out);
void check_mode(rounding mode);

}  // namespace verbatim::fp::bulk
