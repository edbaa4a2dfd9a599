// Arithmetic of models/fp against the processor's own instructions, tier "native" for binary32 and binary64: SSE2, FMA3 and
// SSE4.1, results, NaN payloads (profile x86) and exception flags, in each mode the processor has, with FTZ and DAZ.
#include <gtest/gtest.h>

#include "models/fp/boundary.hpp"
#include "models/fp/integers.hpp"
#include "models/fp/names.hpp"
#include "models/fp/operations.hpp"
#include "models/fp/print.hpp"

#if defined(__x86_64__)
#include <immintrin.h>

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

namespace fp = verbatim::fp;

constexpr unsigned seed = 20261130;
constexpr int samples = 20'000;  // for each operation, format, mode and flushing

struct setting {
  fp::attributes how;
  unsigned control;
};

// All exceptions masked, none raised: 0x1f80.
std::vector<setting> settings() {
  constexpr std::pair<fp::rounding, unsigned> modes[] = {{fp::rounding::ties_even, _MM_ROUND_NEAREST},
                                                         {fp::rounding::down, _MM_ROUND_DOWN},
                                                         {fp::rounding::up, _MM_ROUND_UP},
                                                         {fp::rounding::toward_zero, _MM_ROUND_TOWARD_ZERO}};
  std::vector<setting> out;
  for (const auto& [mode, control] : modes) {
    for (const unsigned flushing : {0U, 1U, 2U, 3U}) {
      setting one{mode, 0x1f80U | control};
      one.how.flush_to_zero = (flushing & 1) != 0;
      one.how.denormals_are_zero = (flushing & 2) != 0;
      one.control |= (one.how.flush_to_zero ? 0x8000U : 0U) | (one.how.denormals_are_zero ? 0x40U : 0U);
      out.push_back(one);
    }
  }
  return out;
}

fp::flags raised(unsigned status) {
  fp::flags set = fp::flags::none;
  constexpr std::pair<unsigned, fp::flags> known[] = {{1, fp::flags::invalid},
                                                      {4, fp::flags::divide_by_zero},
                                                      {8, fp::flags::overflow},
                                                      {16, fp::flags::underflow},
                                                      {32, fp::flags::inexact}};
  for (const auto& [bit, flag] : known) set = (status & bit) != 0 ? set | flag : set;
  return set;
}

// Assembler, because a compiler may move an operation past what it does not know to depend on MXCSR.
#define VERBATIM_WITH_CONTROL(CONTROL, INSTRUCTION, OPERANDS_OUT, ...)                          \
  unsigned verbatim_before = 0;                                                                 \
  unsigned verbatim_after = 0;                                                                  \
  __asm__ volatile("stmxcsr %[before]\n\tldmxcsr %[control]\n\t" INSTRUCTION                    \
                   "\n\tstmxcsr %[after]\n\tldmxcsr %[before]"                                  \
                   : OPERANDS_OUT, [before] "+m"(verbatim_before), [after] "=m"(verbatim_after) \
                   : [control] "m"(CONTROL), __VA_ARGS__)

__m128i in_register(std::uint64_t bits) { return _mm_cvtsi64_si128(static_cast<long long>(bits)); }
std::uint64_t from_register(__m128i value, const fp::format& f) {
  const auto bits = static_cast<std::uint64_t>(_mm_cvtsi128_si64(value));
  return f.width() == 32 ? bits & 0xffffffff : bits;
}

using operands = fp::operation::operands;
using instruction = fp::outcome (*)(const operands&, const fp::format&, unsigned control);

#define VERBATIM_BINARY(NAME, SINGLE, DOUBLE)                                        \
  fp::outcome NAME(const operands& x, const fp::format& f, unsigned control) {       \
    __m128i a = in_register(x[0]);                                                   \
    const __m128i b = in_register(x[1]);                                             \
    if (f.width() == 32) {                                                           \
      VERBATIM_WITH_CONTROL(control, SINGLE " %[b], %[a]", [a] "+x"(a), [b] "x"(b)); \
      return {from_register(a, f), raised(verbatim_after)};                          \
    }                                                                                \
    VERBATIM_WITH_CONTROL(control, DOUBLE " %[b], %[a]", [a] "+x"(a), [b] "x"(b));   \
    return {from_register(a, f), raised(verbatim_after)};                            \
  }

VERBATIM_BINARY(processor_add, "addss", "addsd")
VERBATIM_BINARY(processor_subtract, "subss", "subsd")
VERBATIM_BINARY(processor_multiply, "mulss", "mulsd")
VERBATIM_BINARY(processor_divide, "divss", "divsd")

fp::outcome processor_square_root(const operands& x, const fp::format& f, unsigned control) {
  __m128i result = _mm_setzero_si128();
  const __m128i a = in_register(x[0]);
  if (f.width() == 32) {
    VERBATIM_WITH_CONTROL(control, "sqrtss %[a], %[r]", [r] "+x"(result), [a] "x"(a));
    return {from_register(result, f), raised(verbatim_after)};
  }
  VERBATIM_WITH_CONTROL(control, "sqrtsd %[a], %[r]", [r] "+x"(result), [a] "x"(a));
  return {from_register(result, f), raised(verbatim_after)};
}

// 213: the second operand times the first plus the third, so the second is the first factor.
fp::outcome processor_fma(const operands& x, const fp::format& f, unsigned control) {
  __m128i b = in_register(x[1]);
  const __m128i a = in_register(x[0]);
  const __m128i c = in_register(x[2]);
  if (f.width() == 32) {
    VERBATIM_WITH_CONTROL(control, "vfmadd213ss %[c], %[a], %[b]", [b] "+x"(b), [a] "x"(a), [c] "x"(c));
    return {from_register(b, f), raised(verbatim_after)};
  }
  VERBATIM_WITH_CONTROL(control, "vfmadd213sd %[c], %[a], %[b]", [b] "+x"(b), [a] "x"(a), [c] "x"(c));
  return {from_register(b, f), raised(verbatim_after)};
}

// Immediate 4: the mode of MXCSR, inexact signaled.
fp::outcome processor_round_exact(const operands& x, const fp::format& f, unsigned control) {
  __m128i result = _mm_setzero_si128();
  const __m128i a = in_register(x[0]);
  if (f.width() == 32) {
    VERBATIM_WITH_CONTROL(control, "roundss $4, %[a], %[r]", [r] "+x"(result), [a] "x"(a));
    return {from_register(result, f), raised(verbatim_after)};
  }
  VERBATIM_WITH_CONTROL(control, "roundsd $4, %[a], %[r]", [r] "+x"(result), [a] "x"(a));
  return {from_register(result, f), raised(verbatim_after)};
}

std::string show(const fp::outcome& result, const fp::format& f) {
  return std::string(fp::bits_text(result.bits, f.width()).view()) + " " + fp::names(result.raised);
}

void agree(std::string_view name, instruction processor) {
  const fp::operation& operation = *fp::find_operation(name);
  std::mt19937_64 random(seed);
  int mismatches = 0;
  for (const fp::format* f : {&fp::binary32, &fp::binary64}) {
    for (const setting& each : settings()) {
      for (int i = 0; i < samples; ++i) {
        operands x = fp::boundary::triple(random, *f);
        if (operation.operand_count < 3) x[1] = fp::boundary::partner(random, x[0], *f);
        const fp::outcome got = operation.evaluate(x, *f, *f, each.how);
        const fp::outcome want = processor(x, *f, each.control);
        if (got == want) continue;
        ADD_FAILURE() << name << " " << f->name << " " << std::hex << x[0] << " " << x[1] << " " << x[2] << " mode "
                      << fp::name(each.how.mode) << " ftz " << each.how.flush_to_zero << " daz "
                      << each.how.denormals_are_zero << ": model " << show(got, *f) << ", processor " << show(want, *f);
        if (++mismatches == 5) return;
      }
    }
  }
}

TEST(fp_processor, adds) { agree("add", processor_add); }
TEST(fp_processor, subtracts) { agree("sub", processor_subtract); }
TEST(fp_processor, multiplies) { agree("mul", processor_multiply); }
TEST(fp_processor, divides) { agree("div", processor_divide); }
TEST(fp_processor, takes_square_roots) { agree("sqrt", processor_square_root); }

TEST(fp_processor, fuses_multiply_and_add) {
  if (__builtin_cpu_supports("fma") == 0) GTEST_SKIP() << "this processor has no FMA3";
  agree("fma", processor_fma);
}

TEST(fp_processor, rounds_to_integral) {
  if (__builtin_cpu_supports("sse4.1") == 0) GTEST_SKIP() << "this processor has no SSE4.1";
  agree("round-exact", processor_round_exact);
}

// comiss signals for every NaN, ucomiss for signaling ones alone; ZF, PF and CF say the relation.
struct comparison {
  fp::relation found;
  fp::flags raised;
};

comparison processor_compare(const operands& x, const fp::format& f, bool signaling, unsigned control) {
  const __m128i a = in_register(x[0]);
  const __m128i b = in_register(x[1]);
  unsigned char above = 0;
  unsigned char equal = 0;
  unsigned char unordered = 0;
  unsigned before = 0;
  unsigned after = 0;
#define VERBATIM_COMPARE(INSTRUCTION)                                                                              \
  __asm__ volatile("stmxcsr %[before]\n\tldmxcsr %[control]\n\t" INSTRUCTION                                       \
                   " %[b], %[a]\n\tseta %[above]\n\tsete %[equal]\n\tsetp %[unordered]\n\tstmxcsr %[after]\n\t"    \
                   "ldmxcsr %[before]"                                                                             \
                   : [above] "=q"(above), [equal] "=q"(equal), [unordered] "=q"(unordered), [before] "+m"(before), \
                     [after] "=m"(after)                                                                           \
                   : [control] "m"(control), [a] "x"(a), [b] "x"(b)                                                \
                   : "cc")
  if (f.width() == 32 && signaling) {
    VERBATIM_COMPARE("comiss");
  } else if (f.width() == 32) {
    VERBATIM_COMPARE("ucomiss");
  } else if (signaling) {
    VERBATIM_COMPARE("comisd");
  } else {
    VERBATIM_COMPARE("ucomisd");
  }
#undef VERBATIM_COMPARE
  const fp::relation found = unordered != 0 ? fp::relation::unordered
                             : equal != 0   ? fp::relation::equal
                             : above != 0   ? fp::relation::greater
                                            : fp::relation::less;
  return {found, raised(after)};
}

TEST(fp_processor, compares) {
  std::mt19937_64 random(seed);
  for (const fp::format* f : {&fp::binary32, &fp::binary64}) {
    for (const setting& each : settings()) {
      if (each.how.mode != fp::rounding::ties_even) continue;
      for (int i = 0; i < samples; ++i) {
        const std::uint64_t a = fp::boundary::value(random, *f);
        const operands x{a, fp::boundary::partner(random, a, *f), 0};
        for (const fp::predicate& what : fp::predicates) {
          const comparison right = processor_compare(x, *f, what.signaling, each.control);
          const bool holds = (what.relations & static_cast<unsigned>(right.found)) != 0;
          ASSERT_EQ(fp::holds(what, x[0], x[1], *f, each.how), (fp::outcome{holds ? 1U : 0U, right.raised}))
              << what.name << " " << f->name << std::hex << " " << x[0] << " " << x[1];
        }
      }
    }
  }
}

#define VERBATIM_TO_INTEGER(NAME, SINGLE, DOUBLE, REGISTER)                               \
  fp::outcome NAME(std::uint64_t bits, const fp::format& f, unsigned control) {           \
    const __m128i a = in_register(bits);                                                  \
    REGISTER result = 0;                                                                  \
    if (f.width() == 32) {                                                                \
      VERBATIM_WITH_CONTROL(control, SINGLE " %[a], %[r]", [r] "=r"(result), [a] "x"(a)); \
      return {static_cast<std::uint64_t>(result), raised(verbatim_after)};                \
    }                                                                                     \
    VERBATIM_WITH_CONTROL(control, DOUBLE " %[a], %[r]", [r] "=r"(result), [a] "x"(a));   \
    return {static_cast<std::uint64_t>(result), raised(verbatim_after)};                  \
  }

VERBATIM_TO_INTEGER(processor_to_i32, "cvtss2si", "cvtsd2si", std::uint32_t)
VERBATIM_TO_INTEGER(processor_to_i64, "cvtss2siq", "cvtsd2siq", std::uint64_t)

TEST(fp_processor, converts_to_integers) {
  std::mt19937_64 random(seed);
  for (const fp::format* f : {&fp::binary32, &fp::binary64}) {
    for (const setting& each : settings()) {
      for (int i = 0; i < samples; ++i) {
        const std::uint64_t bits = fp::boundary::value(random, *f);
        ASSERT_EQ(fp::to_integer(bits, *f, fp::i32, each.how, true), processor_to_i32(bits, *f, each.control))
            << f->name << " " << std::hex << bits << " " << fp::name(each.how.mode);
        ASSERT_EQ(fp::to_integer(bits, *f, fp::i64, each.how, true), processor_to_i64(bits, *f, each.control))
            << f->name << " " << std::hex << bits << " " << fp::name(each.how.mode);
      }
    }
  }
}

TEST(fp_processor, converts_between_binary32_and_binary64_and_from_integers) {
  std::mt19937_64 random(seed);
  for (const setting& each : settings()) {
    for (int i = 0; i < samples; ++i) {
      const std::uint64_t wide = fp::boundary::hard_to_round(random, fp::binary64, fp::binary32);
      const std::uint64_t narrow = fp::boundary::value(random, fp::binary32);
      const std::uint64_t integer = random() >> (random() & 63);
      {
        __m128i result = _mm_setzero_si128();
        const __m128i a = in_register(wide);
        VERBATIM_WITH_CONTROL(each.control, "cvtsd2ss %[a], %[r]", [r] "+x"(result), [a] "x"(a));
        ASSERT_EQ(fp::convert(wide, fp::binary64, fp::binary32, each.how),
                  (fp::outcome{from_register(result, fp::binary32), raised(verbatim_after)}))
            << std::hex << wide << " " << fp::name(each.how.mode);
      }
      {
        __m128i result = _mm_setzero_si128();
        const __m128i a = in_register(narrow);
        VERBATIM_WITH_CONTROL(each.control, "cvtss2sd %[a], %[r]", [r] "+x"(result), [a] "x"(a));
        ASSERT_EQ(fp::convert(narrow, fp::binary32, fp::binary64, each.how),
                  (fp::outcome{from_register(result, fp::binary64), raised(verbatim_after)}))
            << std::hex << narrow;
      }
      __m128i result = _mm_setzero_si128();
      VERBATIM_WITH_CONTROL(each.control, "cvtsi2ssq %[a], %[r]", [r] "+x"(result), [a] "r"(integer));
      ASSERT_EQ(fp::from_integer(integer, fp::i64, fp::binary32, each.how),
                (fp::outcome{from_register(result, fp::binary32), raised(verbatim_after)}))
          << std::hex << integer << " " << fp::name(each.how.mode);
    }
  }
}

}  // namespace

#else
TEST(fp_processor, is_compared) { GTEST_SKIP() << "this processor is not x86-64"; }
#endif
