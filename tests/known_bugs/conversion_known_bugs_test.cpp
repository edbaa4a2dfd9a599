// Public reports of conversions gone wrong, one named case each.
//
// Each case carries the address of its report, the right bits by exact rational arithmetic, and what went wrong there.
// Some libraries were right and the report was not; these cases are kept so that nobody "mends" them.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>

#include "models/fp/convert.hpp"

namespace {

namespace fp = verbatim::fp;

struct known_bug {
  std::string_view name;  ///< project and what went wrong
  std::string_view report;
  const fp::format& from;
  std::uint64_t bits;
  const fp::format& to;
  std::uint64_t right;
  std::string_view wrong;
  fp::rounding mode = fp::rounding::ties_even;

  friend std::ostream& operator<<(std::ostream& out, const known_bug& bug) { return out << bug.report; }
};

constexpr std::uint64_t f64(double value) { return std::bit_cast<std::uint64_t>(value); }

constexpr const fp::format& half = fp::binary16;
constexpr const fp::format& brain = fp::bfloat16;
constexpr const fp::format& single = fp::binary32;
constexpr const fp::format& wide = fp::binary64;

const known_bug bugs[] = {
    // Rounded twice, through binary32.
    {"tinygrad_rounds_twice", "tinygrad/tinygrad#18071", wide, f64(0x1p0 + 0x1p-11 + 0x1p-40), half, 0x3c01,
     "through binary32: 3c00"},
    {"half_rs_subnormal_rounds_twice", "VoidStarKat/half-rs#116", wide, f64(0x1p-14 - 0x1p-25 - 0x1p-65), half, 0x03ff,
     "through binary32: 0400"},
    {"half_rs_normal_rounds_twice", "VoidStarKat/half-rs#116", wide, f64(0x1ffdffffffp-26), half, 0x67ff,
     "through binary32: 6800"},
    {"julia_large_rounds_twice", "JuliaLang/julia#40315", wide, f64(63343.99805), half, 0x7bbb,
     "through binary32: 7bbc"},
    {"halide_rounds_twice", "halide/Halide PR#903", wide, f64(1025.49995), half, 0x6401, "through binary32: 6402"},
    {"gcc_literal_rounds_twice", "GCC PR124391", wide, f64(512.749999999), half, 0x6001, "literal rounded twice: 6002"},
    {"eigen_overflows_too_early", "Eigen 3.4 half(double)", wide, f64(65519.999999999), half, 0x7bff,
     "through binary32: 7c00"},
    // Digits lost below the last place.
    {"half_rs_drops_the_low_word", "VoidStarKat/half-rs#151", wide, f64(0x1p0 + 0x1p-11 + 0x1p-22), half, 0x3c01,
     "low 32 significand bits dropped: 3c00"},
    {"numpy_loses_the_sticky_bit", "numpy/numpy#12721", single, 0x33000001, half, 0x0001, "sticky bit lost: 0000"},
    {"float16_js_flushes_above_half_the_smallest", "petamoriken/float16#952", wide, 0x3e60000000000001, half, 0x0001,
     "flushed: 0000"},
    {"julia_folder_and_run_time_disagree", "JuliaLang/julia#57805", wide, f64(-2.980232238769532e-8), half, 0x8001,
     "constant folder and run time disagree; 8000"},
    // Ties.
    {"half_rs_tie_to_zero", "VoidStarKat/half-rs#24", single, 0x33000000, half, 0x0000, "ties away: 0001"},
    {"half_rs_tie_to_even", "VoidStarKat/half-rs#24", wide, f64(520.25), half, 0x6010, "ties away: 6011"},
    {"numpy_tie_to_even_was_right", "numpy/numpy#22704", single, 0x34200000, half, 0x0002,
     "right, though reported as a bug"},
    // The report is about decimal text; that number is exactly 2^-25.
    {"fast_float_tie_to_zero", "fastfloat/fast_float#300", wide, f64(2.98023223876953125E-8), half, 0x0000,
     "tie to zero: 0001"},
    // Subnormal results and operands.
    {"ocannl_flushes_subnormals", "ahrefs/ocannl#981", single, 0x33400000, half, 0x0001, "flushed: 0000"},
    {"opencl_cts_host_flushes", "KhronosGroup/OpenCL-CTS#182", single, 0x33c00000, half, 0x0002,
     "under the host's flush to zero: 0000"},
    {"tensorlib_flushes_subnormals", "leanprover/TensorLib PR#92", single, 0x38000000, half, 0x0200, "flushed: 0000"},
    {"dotnet_decodes_largest_subnormal", "dotnet/runtime#46515", half, 0x03ff, single, 0x387fc000,
     "decoded as about one half"},
    {"dotnet_decodes_middle_subnormal", "dotnet/runtime#46515", half, 0x0200, single, 0x38000000, "decoded wrong"},
    // Carry out of the fraction.
    {"float16_js_loses_the_carry_below_one_half", "petamoriken/float16#1046", wide, f64(0.499994), half, 0x3800,
     "carry lost: 3400"},
    {"float16_js_loses_the_carry_below_eight", "petamoriken/float16#1046", wide, f64(7.9999999), half, 0x4800,
     "carry lost: 4400"},
    // Overflow.
    {"tinygrad_keeps_65536", "tinygrad/tinygrad#17087", wide, f64(65536), half, 0x7c00, "kept as 65536"},
    {"haskell_half_65505_was_right", "ekmett/half#26", wide, f64(65505), half, 0x7bff,
     "right, though reported as a bug"},
    {"gorse_largest_float_to_infinity_was_right", "gorse-io/gorse#1240", single, 0x7f7fffff, brain, 0x7f80,
     "right: FLT_MAX rounds to infinity"},
    // Mode, register, truncation, zero.
    {"rocm_ignores_the_mode", "ROCm/legacy-rocm-build#1846", single, 0x39587fff, half, 0x0ac3,
     "toward zero performed to nearest: 0ac4", fp::rounding::toward_zero},
    {"llvm_return_register", "llvm/llvm-project#68610", wide, f64(4.0), half, 0x4400, "return register mixed up: 0000"},
    {"universal_truncates", "stillwater-sc/universal#1133", single, 0x3e89ccd5, brain, 0x3e8a, "truncated: 3e89"},
    {"llvm_plus_zero", "LLVM D159005", single, 0x00000000, brain, 0x0000, "+0 became 0040"},
    {"llvm_minus_zero", "LLVM D159005", single, 0x80000000, brain, 0x8000, "-0 became 8040"},
};

class conversion_known_bugs : public ::testing::TestWithParam<known_bug> {};

TEST_P(conversion_known_bugs, gives_the_right_bits) {
  const known_bug& bug = GetParam();
  const std::uint64_t got = fp::convert(bug.bits, bug.from, bug.to, bug.mode).bits;
  EXPECT_EQ(got, bug.right) << std::hex << bug.report << ": 0x" << got << " instead of 0x" << bug.right
                            << "; what went wrong there: " << bug.wrong;
}

TEST_P(conversion_known_bugs, gives_the_right_bits_with_the_other_sign) {
  const known_bug& bug = GetParam();
  const fp::outcome mirrored = fp::convert(bug.bits ^ bug.from.sign_mask(), bug.from, bug.to, bug.mode);
  EXPECT_EQ(mirrored.bits, bug.right ^ bug.to.sign_mask()) << bug.report;
}

INSTANTIATE_TEST_SUITE_P(reported, conversion_known_bugs, ::testing::ValuesIn(bugs),
                         [](const auto& instance) { return std::string(instance.param.name); });

// intel/llvm PR#22114: a NaN whose payload lives in the low 16 bits became infinity, 7f80.
TEST(conversion_known_bugs, intel_llvm_nan_becomes_infinity) {
  for (const std::uint64_t nan : {0x7f80ffffU, 0x7f800001U, 0xff80ffffU}) {
    EXPECT_TRUE(fp::is_nan(fp::convert(nan, single, brain, fp::rounding::ties_even).bits, brain)) << std::hex << nan;
    EXPECT_TRUE(fp::is_nan(fp::convert(nan, single, half, fp::rounding::ties_even).bits, half)) << std::hex << nan;
  }
}

}  // namespace
