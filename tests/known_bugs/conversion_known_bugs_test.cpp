// Public reports of conversions and arithmetic gone wrong, one named case each.
//
// Each case carries the address of its report, the right bits by exact rational arithmetic, and what went wrong there.
// Some libraries were right and the report was not; these cases are kept so that nobody "mends" them.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "models/fp/operations.hpp"
#include "models/fp/parse.hpp"
#include "tests/known_bugs/case_text.hpp"

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
constexpr std::uint64_t f32(float value) { return std::bit_cast<std::uint32_t>(value); }

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
    // Formats of 8 and 4 bits.
    {"ml_dtypes_tie_to_even_was_right", "jax-ml/ml_dtypes#221", single, f32(4.25F), fp::e4m3fn, 0x48,
     "right: tie to even"},
    {"ml_dtypes_464_stays_finite", "jax-ml/ml_dtypes#260", single, f32(464), fp::e4m3fn, 0x7e,
     "a tie that stays at 448"},
    {"ml_dtypes_465_is_nan", "jax-ml/ml_dtypes#260", single, f32(465), fp::e4m3fn, 0x7f, "without saturation NaN"},
    {"onnx_infinity_becomes_240", "onnx/onnx#6220", single, 0x7f800000, fp::e4m3fnuz, 0x80, "infinity became 240"},
    {"tilelang_infinity_becomes_finite", "tile-ai/tilelang#2944", single, 0x7f800000, fp::e5m2, 0x7c,
     "infinity became 7b"},
    {"triton_rounds_half_up", "triton-lang/triton#5925", single, f32(9), fp::e5m2, 0x48, "tie up: 49"},
    {"rocm_shifts_modulo_64", "ROCm/rocm-systems#10591", wide, f64(0x1p-142), fp::e5m2, 0x00,
     "shift count taken modulo 64"},
    {"tt_metal_rounds_down_to_zero", "tenstorrent/tt-metal#51971", single, f32(0.25000006F), fp::e2m1fn, 0x1,
     "rounded down to 0"},
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
  // The one NaN of fnuz formats has no sign.
  const bool signless = fp::is_nan(bug.right, bug.to) && bug.to.nans == fp::nan_encoding::negative_zero;
  EXPECT_EQ(mirrored.bits, signless ? bug.right : bug.right ^ bug.to.sign_mask()) << bug.report;
}

INSTANTIATE_TEST_SUITE_P(reported, conversion_known_bugs, ::testing::ValuesIn(bugs),
                         [](const auto& instance) { return std::string(instance.param.name); });

// A NaN whose payload lives in the low 16 bits became infinity, 7f80.
constexpr std::string_view intel_report = "intel/llvm PR#22114";

TEST(conversion_known_bugs, intel_llvm_nan_becomes_infinity) {
  for (const std::uint64_t nan : {0x7f80ffffU, 0x7f800001U, 0xff80ffffU}) {
    EXPECT_TRUE(fp::is_nan(fp::convert(nan, single, brain, fp::rounding::ties_even).bits, brain)) << std::hex << nan;
    EXPECT_TRUE(fp::is_nan(fp::convert(nan, single, half, fp::rounding::ties_even).bits, half)) << std::hex << nan;
  }
}

// Exactly 2^-25 in decimal: a tie to zero. One digit further down it is one no more.
constexpr std::string_view fast_float_report = "fastfloat/fast_float#300";

TEST(conversion_known_bugs, fast_float_text_tie_to_zero) {
  EXPECT_EQ(fp::parse("2.98023223876953125E-8", half).result.bits, 0x0000U) << "tie to zero: 0001";
  EXPECT_EQ(fp::parse("-2.98023223876953125E-8", half).result.bits, 0x8000U);
  EXPECT_EQ(fp::parse("2.980232238769531250000000000001E-8", half).result.bits, 0x0001U);
  EXPECT_EQ(fp::parse("2.98023223876953124999999999999E-8", half).result.bits, 0x0000U);
}

struct arithmetic_bug {
  std::string_view name;
  std::string_view report;
  std::string_view operation;
  fp::operation::operands operands;
  std::uint64_t right;
  std::string_view wrong;

  friend std::ostream& operator<<(std::ostream& out, const arithmetic_bug& bug) { return out << bug.report; }
};

const arithmetic_bug arithmetic_bugs[] = {
    {"llvm_fma_through_float",
     "llvm/llvm-project#98389",
     "fma",
     {0x520b, 0x00e9, 0x2ff6},
     0x3001,
     "fma of binary32, then rounded: 3000"},
    {"llvm_small_fma_through_float",
     "llvm/llvm-project#128450",
     "fma",
     {0x0fae, 0x1240, 0x9000},
     0x8fff,
     "fma of binary32, then rounded"},
    {"opencl_cts_fma_reference",
     "KhronosGroup/OpenCL-CTS PR#1882",
     "fma",
     {0x5bab, 0x4cfd, 0x7701},
     0x7819,
     "the reference itself gave 781a"},
    {"float16_c_add_loses_the_carry",
     "artyom-beilis/float16#5",
     "add",
     {0x0001, 0x0801, 0},
     0x0802,
     "carry into the next binade lost"},
    {"opencl_cts_sub_in_the_wrong_mode",
     "KhronosGroup/OpenCL-CTS PR#2223",
     "sub",
     {0x365f, 0xdc63, 0},
     0x5c65,
     "expected value taken in the wrong mode"},
    {"llvm_negation_quiets",
     "llvm/llvm-project#104915",
     "neg",
     {0x7d01, 0, 0},
     0xfd01,
     "negation through binary32 quiets the signaling NaN: ff01"},
};

class arithmetic_known_bugs : public ::testing::TestWithParam<arithmetic_bug> {};

TEST_P(arithmetic_known_bugs, gives_the_right_bits) {
  const arithmetic_bug& bug = GetParam();
  const fp::operation* const operation = fp::find_operation(bug.operation);
  ASSERT_NE(operation, nullptr);
  const std::uint64_t got = operation->evaluate(bug.operands, half, half, {}).bits;
  EXPECT_EQ(got, bug.right) << std::hex << bug.report << ": 0x" << got << " instead of 0x" << bug.right
                            << "; what went wrong there: " << bug.wrong;
}

INSTANTIATE_TEST_SUITE_P(reported, arithmetic_known_bugs, ::testing::ValuesIn(arithmetic_bugs),
                         [](const auto& instance) { return std::string(instance.param.name); });

// ------------------------------------------------------------------------------------------- the table they come from

/// Columns: operation, operands, result format, rounding, right, what went wrong, report.
struct table_row {
  std::vector<std::string> cells;

  [[nodiscard]] fp::rounding mode() const {
    const fp::rounding* const found = fp::find_rounding(cells[3]);
    return found != nullptr ? *found : fp::rounding::ties_even;  // "-", where none matters
  }
};

std::vector<table_row> table_rows() {
  std::vector<table_row> rows;
  std::ifstream in(std::filesystem::path(VERBATIM_SOURCE_DIR) / "../shared/cases/known_conversion_bugs.tsv");
  std::string line;
  std::getline(in, line);  // column names
  while (std::getline(in, line)) {
    if (!line.empty()) {
      rows.push_back({verbatim::testing::split(line, '\t')});
    }
  }
  return rows;
}

bool is_named_here(const table_row& row, const verbatim::testing::case_operands& operands) {
  const std::string& report = row.cells[6];
  if (row.cells[0] != "conv") {
    return std::ranges::any_of(arithmetic_bugs, [&](const arithmetic_bug& bug) {
      return bug.report == report && bug.operation == row.cells[0] && bug.operands == operands.bits;
    });
  }
  return report == intel_report || report == fast_float_report || std::ranges::any_of(bugs, [&](const known_bug& bug) {
           return bug.report == report && &bug.from == operands.format && bug.bits == operands.bits[0] &&
                  bug.mode == row.mode();
         });
}

TEST(known_bugs_table, every_row_is_right_and_has_a_name_here) {
  const std::vector<table_row> rows = table_rows();
  if (rows.empty()) {
    GTEST_SKIP() << "../shared/cases/known_conversion_bugs.tsv is not there";
  }
  EXPECT_GE(rows.size(), 45U);
  for (const table_row& row : rows) {
    ASSERT_EQ(row.cells.size(), 7U) << row.cells[0];
    SCOPED_TRACE(row.cells[0] + " " + row.cells[1] + " " + row.cells[6]);
    const auto operands = verbatim::testing::read_operands(row.cells[1]);
    const fp::format* const to = fp::find_format(row.cells[2]);
    ASSERT_NE(to, nullptr) << row.cells[2];
    const bool is_text = operands.format == nullptr;
    const fp::operation* const operation = fp::find_operation(row.cells[0] == "conv" ? "convert" : row.cells[0]);
    ASSERT_NE(operation, nullptr);
    const std::uint64_t got = is_text ? fp::parse(operands.text, *to, row.mode()).result.bits
                                      : operation->evaluate(operands.bits, *operands.format, *to, row.mode()).bits;
    if (row.cells[4] == "nan") {
      EXPECT_TRUE(fp::is_nan(got, *to)) << std::hex << got;
    } else {
      EXPECT_EQ(got, verbatim::testing::read_hexadecimal(row.cells[4])) << std::hex << got;
    }
    EXPECT_TRUE(is_named_here(row, operands));
  }
}

}  // namespace
