#include "models/fp/bulk.hpp"

#include <cstddef>
#include <stdexcept>

#include "models/fp/bulk_detail.hpp"

namespace verbatim::fp {

namespace bulk {

const kernels* find(implementation which) {
  switch (which) {
    case implementation::portable: return &portable_kernels();
    case implementation::avx2: {
#if defined(__x86_64__) && defined(__GNUC__)
      // The kernels use fused multiply-adds too; every processor with AVX2 that is known has both, but they are two
      // bits of CPUID, and a hypervisor may hide either.
      static const bool supported = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
      return supported ? avx2_kernels() : nullptr;
#else
      return nullptr;
#endif
    }
  }
  return nullptr;
}

const kernels& best() {
  static const kernels* const avx2 = find(implementation::avx2);
  return avx2 != nullptr ? *avx2 : portable_kernels();
}

void check_sizes(std::size_t in, std::size_t out) {
  if (in != out) {
    throw std::invalid_argument("bulk: an operand and the output differ in size");
  }
}

void check_mode(rounding mode) {
  switch (mode) {
    case rounding::ties_even:
    case rounding::ties_away:
    case rounding::toward_zero:
    case rounding::up:
    case rounding::down:
    case rounding::to_odd: return;
    default: throw std::invalid_argument("bulk: no such rounding mode here");
  }
}

}  // namespace bulk

void convert_binary32_to_binary16(std::span<const std::uint32_t> in, std::span<std::uint16_t> out, rounding mode) {
  bulk::check_sizes(in.size(), out.size());
  bulk::check_mode(mode);
  bulk::best().binary32_to_binary16(in.data(), out.data(), in.size(), mode);
}

void convert_binary16_to_binary32(std::span<const std::uint16_t> in, std::span<std::uint32_t> out) {
  bulk::check_sizes(in.size(), out.size());
  bulk::best().binary16_to_binary32(in.data(), out.data(), in.size());
}

void convert_binary32_to_bfloat16(std::span<const std::uint32_t> in, std::span<std::uint16_t> out, rounding mode) {
  bulk::check_sizes(in.size(), out.size());
  bulk::check_mode(mode);
  bulk::best().binary32_to_bfloat16(in.data(), out.data(), in.size(), mode);
}

void convert_bfloat16_to_binary32(std::span<const std::uint16_t> in, std::span<std::uint32_t> out) {
  bulk::check_sizes(in.size(), out.size());
  bulk::best().bfloat16_to_binary32(in.data(), out.data(), in.size());
}

}  // namespace verbatim::fp
