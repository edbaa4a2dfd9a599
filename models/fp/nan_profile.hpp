// What becomes of a NaN is not the standard's to say in full (IEEE 754-2019 clause 6.2): it differs between processors
// and libraries. Here it is data, one row each.
#pragma once

#include <cstdint>
#include <string_view>

namespace verbatim::fp {

/// What conversion to an integer gives where the value does not fit (clause 5.8 leaves it open). Invalid is signaled.
enum class integer_overflow : std::uint8_t {
  indefinite,         ///< only the top bit set in signed types, all bits in unsigned ones, NaN too: x86
  saturate_nan_max,   ///< the nearest integer; NaN gives the largest: RISC-V
  saturate_nan_zero,  ///< the nearest integer; NaN gives 0: Arm, CUDA
};

struct nan_profile {
  std::string_view name;
  /// An operation with NaN operands gives the first of them (for fma: first factor, second factor, addend); where not,
  /// the NaN that invalid operations give.
  bool propagates;
  /// A NaN that is passed on has its quiet bit set, and a signaling one signals invalid. Where not, it signals nothing.
  bool quiets_in_arithmetic = true;
  bool quiets_in_conversion = true;  ///< the same of conversions
  /// infinity × 0 + quiet NaN is an invalid operation, and its NaN comes before the operand (clause 7.2 c leaves it open).
  bool product_before_addend = false;
  bool negative = false;  ///< sign of the NaN that an invalid operation gives
  bool all_ones = false;  ///< its fraction: all ones, else the quiet bit alone
  integer_overflow integers = integer_overflow::indefinite;
};

namespace nan_profiles {

/// F16C, SSE and FMA3 as the processors do (Intel SDM volume 1, 4.8.3.5 and volume 2, VFMADD; measured on AMD's too).
inline constexpr nan_profile x86{.name = "x86", .propagates = true, .negative = true};
/// Berkeley SoftFloat 3e, specialisation 8086-SSE: differs for infinity × 0 + NaN.
inline constexpr nan_profile sse_8086{
    .name = "8086-sse", .propagates = true, .product_before_addend = true, .negative = true};
/// Arm with FPCR.DN = 1, as SoftFloat's ARM-VFPv2-defaultNaN.
inline constexpr nan_profile arm_default{.name = "arm-default",
                                         .propagates = false,
                                         .product_before_addend = true,
                                         .integers = integer_overflow::saturate_nan_zero};
/// RISC-V's canonical NaN (unprivileged ISA, extension F, "NaN Generation and Propagation").
inline constexpr nan_profile riscv{.name = "riscv",
                                   .propagates = false,
                                   .product_before_addend = true,
                                   .integers = integer_overflow::saturate_nan_max};
/// Host functions of cuda_fp16.h and cuda_bf16.h: one positive NaN with all fraction bits set.
inline constexpr nan_profile cuda_host{
    .name = "cuda-host", .propagates = false, .all_ones = true, .integers = integer_overflow::saturate_nan_zero};
/// numpy's half: conversions carry the top payload bits over and never quiet; arithmetic is the processor's.
inline constexpr nan_profile numpy{
    .name = "numpy", .propagates = true, .quiets_in_conversion = false, .negative = true};
/// As many bits of the operand as fit, a signaling NaN stays one.
inline constexpr nan_profile preserve{
    .name = "preserve", .propagates = true, .quiets_in_arithmetic = false, .quiets_in_conversion = false};

inline constexpr const nan_profile* all[] = {&x86, &sse_8086, &arm_default, &riscv, &cuda_host, &numpy, &preserve};

}  // namespace nan_profiles
}  // namespace verbatim::fp
