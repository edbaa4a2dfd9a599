// Compares models/fp with the half-precision instructions of Arm (FEAT_FP16): result bits, and the exceptions in FPSR.
//
// Arm gives what x86 cannot check: binary16 arithmetic in one rounding, fused multiply-add among it, binary64 to
// binary16 at once, rounding to odd (FCVTXN), tininess told before rounding, and a default NaN (FPCR.DN).
// For AArch64 only: arm_half_slow_test.cpp builds and runs it, in an emulator elsewhere. Each instruction stands in one
// asm statement with the accesses to FPSR around it, so that no compiler can move or fold it.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <iterator>

#include "models/fp/boundary.hpp"
#include "models/fp/integers.hpp"
#include "models/fp/names.hpp"
#include "models/fp/operations.hpp"

#if !defined(__aarch64__)
#error "for AArch64 with -march=armv8.2-a+fp16"
#endif

namespace {

namespace fp = verbatim::fp;
using fp::binary16;
using fp::binary32;
using fp::binary64;
using fp::boundary::split_mix;

constexpr std::uint64_t default_nan_bit = std::uint64_t{1} << 25;
constexpr std::uint64_t flush_half_bit = std::uint64_t{1} << 19;

void set_control(std::uint64_t control) { asm volatile("msr fpcr, %0" : : "r"(control)); }

fp::flags raised_by(std::uint64_t status) {
  fp::flags set = fp::flags::none;
  set = (status & 1) != 0 ? set | fp::flags::invalid : set;
  set = (status & 2) != 0 ? set | fp::flags::divide_by_zero : set;
  set = (status & 4) != 0 ? set | fp::flags::overflow : set;
  set = (status & 8) != 0 ? set | fp::flags::underflow : set;
  return (status & 16) != 0 ? set | fp::flags::inexact : set;
}

// Three operands go to the registers named by `view` (h, s or d), the result comes back in the first.
#define VERBATIM_ARM(name, load, instruction, result, store)                               \
  fp::outcome name(const std::uint64_t* x) {                                               \
    std::uint64_t bits = 0;                                                                \
    std::uint64_t status = 0;                                                              \
    asm volatile(load "\n\tmsr fpsr, xzr\n\t" instruction "\n\tmrs %1, fpsr\n\t" store     \
                 : "=&r"(bits), "=&r"(status)                                              \
                 : "r"(x[0]), "r"(x[1]), "r"(x[2])                                         \
                 : "v0", "v1", "v2");                                                      \
    return {bits & ((result).magnitude_mask() | (result).sign_mask()), raised_by(status)}; \
  }

#define VERBATIM_HALVES "fmov h0, %w2\n\tfmov h1, %w3\n\tfmov h2, %w4"
VERBATIM_ARM(arm_add, VERBATIM_HALVES, "fadd h0, h0, h1", binary16, "fmov %w0, h0")
VERBATIM_ARM(arm_sub, VERBATIM_HALVES, "fsub h0, h0, h1", binary16, "fmov %w0, h0")
VERBATIM_ARM(arm_mul, VERBATIM_HALVES, "fmul h0, h0, h1", binary16, "fmov %w0, h0")
VERBATIM_ARM(arm_div, VERBATIM_HALVES, "fdiv h0, h0, h1", binary16, "fmov %w0, h0")
VERBATIM_ARM(arm_sqrt, VERBATIM_HALVES, "fsqrt h0, h0", binary16, "fmov %w0, h0")
VERBATIM_ARM(arm_fma, VERBATIM_HALVES, "fmadd h0, h0, h1, h2", binary16, "fmov %w0, h0")
VERBATIM_ARM(arm_round_exact, VERBATIM_HALVES, "frintx h0, h0", binary16, "fmov %w0, h0")
VERBATIM_ARM(arm_round_away, VERBATIM_HALVES, "frinta h0, h0", binary16, "fmov %w0, h0")
VERBATIM_ARM(arm_half_to_single, VERBATIM_HALVES, "fcvt s0, h0", binary32, "fmov %w0, s0")
VERBATIM_ARM(arm_half_to_double, VERBATIM_HALVES, "fcvt d0, h0", binary64, "fmov %0, d0")
VERBATIM_ARM(arm_single_to_half, "fmov s0, %w2", "fcvt h0, s0", binary16, "fmov %w0, h0")
VERBATIM_ARM(arm_double_to_half, "fmov d0, %2", "fcvt h0, d0", binary16, "fmov %w0, h0")
VERBATIM_ARM(arm_double_to_single, "fmov d0, %2", "fcvt s0, d0", binary32, "fmov %w0, s0")
VERBATIM_ARM(arm_double_to_odd_single, "fmov d0, %2", "fcvtxn s0, d0", binary32, "fmov %w0, s0")
VERBATIM_ARM(arm_to_i32, VERBATIM_HALVES, "fcvtzs %w0, h0", binary32, "")
VERBATIM_ARM(arm_to_u64, VERBATIM_HALVES, "fcvtzu %0, h0", binary64, "")
VERBATIM_ARM(arm_to_i64_to_nearest, VERBATIM_HALVES, "fcvtns %0, h0", binary64, "")
VERBATIM_ARM(arm_from_i64, "", "scvtf h0, %2", binary16, "fmov %w0, h0")
VERBATIM_ARM(arm_from_u32, "", "ucvtf h0, %w2", binary16, "fmov %w0, h0")

struct direction {
  fp::rounding mode;
  std::uint64_t control;
};
constexpr direction directions[] = {{fp::rounding::ties_even, 0},
                                    {fp::rounding::up, std::uint64_t{1} << 22},
                                    {fp::rounding::down, std::uint64_t{2} << 22},
                                    {fp::rounding::toward_zero, std::uint64_t{3} << 22}};

/// How an operation is compared.
enum class scope : std::uint8_t {
  all,          ///< bits and flags, also with FPCR.FZ16 (bits alone: Arm does not flag what it flushes as inexact)
  never_flush,  ///< FZ16 has no effect on it
};

class comparison {
 public:
  comparison(const char* name, const fp::format& result) : name_(name), result_(result) {}
  comparison(const comparison&) = delete;
  comparison& operator=(const comparison&) = delete;

  void compare(const fp::outcome& model, const fp::outcome& arm, bool with_flags, bool by_class, const char* mode,
               const std::uint64_t* x) {
    ++checked_;
    const bool both_nan = by_class && fp::is_nan(model.bits, result_) && fp::is_nan(arm.bits, result_);
    if ((both_nan || model.bits == arm.bits) && (!with_flags || model.raised == arm.raised)) return;
    if (++wrong_ > 5) return;
    const auto wide = [](std::uint64_t bits) { return static_cast<unsigned long long>(bits); };
    std::printf("%s %llx %llx %llx %s: model %llx %s, Arm %llx %s\n", name_, wide(x[0]), wide(x[1]), wide(x[2]), mode,
                wide(model.bits), fp::names(model.raised).c_str(), wide(arm.bits), fp::names(arm.raised).c_str());
  }

  bool report() const {
    std::printf("%-22s %9zu compared, %zu differ\n", name_, checked_, wrong_);
    return wrong_ == 0 && checked_ != 0;
  }

 private:
  const char* name_;
  const fp::format& result_;
  std::size_t checked_ = 0;
  std::size_t wrong_ = 0;
};

/// `next` fills three operands and returns false at the end; `model` and `arm` evaluate them.
template <class Next, class Model>
bool check(const char* name, const fp::format& result, scope where, Next next, const Model& model,
           fp::outcome (*arm)(const std::uint64_t*)) {
  comparison all(name, result);
  std::uint64_t x[3] = {};
  while (next(x)) {
    for (const direction& each : directions) {
      fp::attributes how = each.mode;
      how.detected = fp::tininess::before_rounding;
      how.nans = &fp::nan_profiles::arm_default;
      const char* const mode = fp::name(each.mode).data();
      const fp::outcome expected = model(x, how);
      set_control(each.control | default_nan_bit);
      const fp::outcome with_default = arm(x);
      set_control(each.control);
      const fp::outcome with_payload = arm(x);
      set_control(0);
      all.compare(expected, with_default, true, false, mode, x);
      all.compare(expected, with_payload, true, true, mode, x);
      how.flush_to_zero = how.denormals_are_zero = where == scope::all;
      const fp::outcome flushed = model(x, how);
      set_control(each.control | default_nan_bit | flush_half_bit);
      const fp::outcome flushed_by_arm = arm(x);
      set_control(0);
      all.compare(flushed, flushed_by_arm, where == scope::never_flush, false, mode, x);
    }
  }
  return all.report();
}

/// Every encoding of binary16.
auto every_half() {
  return [n = std::uint64_t{0}](std::uint64_t* x) mutable {
    x[0] = n++;
    return n <= 0x10000;
  };
}

template <class Draw>
auto drawn(std::size_t count, Draw draw) {
  return [left = count, random = split_mix{0xa4}, draw](std::uint64_t* x) mutable {
    if (left-- == 0) return false;
    draw(random, x);
    return true;
  };
}

/// The operation of that name in binary16.
auto named(const char* name) {
  return [operation = fp::find_operation(name)](const std::uint64_t* x, const fp::attributes& how) {
    return operation->evaluate({x[0], x[1], x[2]}, binary16, binary16, how);
  };
}

auto conversion(const fp::format& from, const fp::format& to) {
  return [&from, &to](const std::uint64_t* x, const fp::attributes& how) { return fp::convert(x[0], from, to, how); };
}

constexpr std::size_t pairs = 60'000;

bool arithmetic() {
  const auto two = [](split_mix& random, std::uint64_t* x) {
    x[0] = fp::boundary::value(random, binary16);
    x[1] = fp::boundary::partner(random, x[0], binary16);
  };
  const auto three = [](split_mix& random, std::uint64_t* x) {
    const auto operands = fp::boundary::triple(random, binary16);
    for (std::size_t i = 0; i < 3; ++i) x[i] = operands[i];
  };
  bool right = check("add", binary16, scope::all, drawn(pairs, two), named("add"), arm_add);
  right = check("sub", binary16, scope::all, drawn(pairs, two), named("sub"), arm_sub) && right;
  right = check("mul", binary16, scope::all, drawn(pairs, two), named("mul"), arm_mul) && right;
  right = check("div", binary16, scope::all, drawn(pairs, two), named("div"), arm_div) && right;
  right = check("sqrt", binary16, scope::all, every_half(), named("sqrt"), arm_sqrt) && right;
  return check("fma", binary16, scope::all, drawn(2 * pairs, three), named("fma"), arm_fma) && right;
}

bool conversions() {
  const auto hard = [](const fp::format& from, const fp::format& to) {
    return drawn(pairs, [&from, &to](split_mix& random, std::uint64_t* x) {
      x[0] = fp::boundary::hard_to_round(random, from, to);
    });
  };
  constexpr scope keep = scope::never_flush;
  bool right = check("f16 to f32", binary32, keep, every_half(), conversion(binary16, binary32), arm_half_to_single);
  right =
      check("f16 to f64", binary64, keep, every_half(), conversion(binary16, binary64), arm_half_to_double) && right;
  right = check("f32 to f16", binary16, keep, hard(binary32, binary16), conversion(binary32, binary16),
                arm_single_to_half) &&
          right;
  right = check("f64 to f16", binary16, keep, hard(binary64, binary16), conversion(binary64, binary16),
                arm_double_to_half) &&
          right;
  right = check("f64 to f32", binary32, keep, hard(binary64, binary32), conversion(binary64, binary32),
                arm_double_to_single) &&
          right;
  const auto to_odd = [](const std::uint64_t* x, fp::attributes how) {
    how.mode = fp::rounding::to_odd;
    return fp::convert(x[0], binary64, binary32, how);
  };
  return check("f64 to f32 to odd", binary32, keep, hard(binary64, binary32), to_odd, arm_double_to_odd_single) &&
         right;
}

bool integers() {
  const auto any = [](split_mix& random, std::uint64_t* x) {
    const std::uint64_t pattern = fp::boundary::significand_pattern(random, 64);
    x[0] = pattern >> (random() % 64);
    x[0] = (random() & 1) != 0 ? x[0] : 0 - x[0];
  };
  const auto to = [](const fp::integer_format& type, fp::rounding mode) {
    return [&type, mode](const std::uint64_t* x, fp::attributes how) {
      how.mode = mode;
      return fp::to_integer(x[0], binary16, type, how, true);
    };
  };
  const auto from = [](const fp::integer_format& type) {
    return [&type](const std::uint64_t* x, const fp::attributes& how) {
      return fp::from_integer(x[0] & type.mask(), type, binary16, how);
    };
  };
  const auto rounded = [](const std::uint64_t* x, const fp::attributes& how) {
    return fp::round_to_integral(x[0], binary16, how, true);
  };
  const auto rounded_away = [](const std::uint64_t* x, fp::attributes how) {
    how.mode = fp::rounding::ties_away;
    return fp::round_to_integral(x[0], binary16, how, false);
  };
  constexpr scope all = scope::all;
  bool right = check("round-exact", binary16, all, every_half(), rounded, arm_round_exact);
  right = check("round ties away", binary16, all, every_half(), rounded_away, arm_round_away) && right;
  right = check("f16 to i32, zero", binary64, all, every_half(), to(fp::i32, fp::rounding::toward_zero), arm_to_i32) &&
          right;
  right = check("f16 to u64, zero", binary64, all, every_half(), to(fp::u64, fp::rounding::toward_zero), arm_to_u64) &&
          right;
  right = check("f16 to i64, nearest", binary64, all, every_half(), to(fp::i64, fp::rounding::ties_even),
                arm_to_i64_to_nearest) &&
          right;
  right = check("i64 to f16", binary16, scope::never_flush, drawn(pairs, any), from(fp::i64), arm_from_i64) && right;
  return check("u32 to f16", binary16, scope::never_flush, drawn(pairs, any), from(fp::u32), arm_from_u32) && right;
}

}  // namespace

int main() {
  const bool right = arithmetic();
  const bool converted = conversions();
  return integers() && converted && right ? 0 : 1;
}
