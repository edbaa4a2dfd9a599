// What the tests of this folder share: counting, readable failures, and the sets of attributes to go through.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "models/fp/names.hpp"
#include "models/fp/operations.hpp"

namespace verbatim::testing {

inline std::string hex(std::uint64_t bits) {
  char text[20];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(bits));
  return text;
}

inline std::string show(const fp::outcome& result) { return hex(result.bits) + " " + fp::names(result.raised); }

inline std::string show(const fp::attributes& how) {
  std::string text(fp::name(how.mode));
  if (how.mode == fp::rounding::stochastic) text += " " + hex(how.random.bits) + "/" + std::to_string(how.random.count);
  if (how.detected == fp::tininess::before_rounding) text += " tiny-before";
  if (how.flush_to_zero) text += " ftz";
  if (how.denormals_are_zero) text += " daz";
  if (how.saturate) text += " saturate";
  if (how.nans != &fp::nan_profiles::x86) text += " nan:" + std::string(how.nans->name);
  return text;
}

/// Counts and shows the first mismatches; `full` says that no more need be looked for.
class tally {
 public:
  explicit tally(std::uint64_t at_least = 1) : at_least_(at_least) {}
  tally(const tally&) = delete;
  tally& operator=(const tally&) = delete;

  void expect(const fp::outcome& got, const fp::outcome& want, std::string_view operation, const fp::format& from,
              const fp::format& to, std::initializer_list<std::uint64_t> operands, const fp::attributes& how) {
    ++checked_;
    if (got == want) return;
    if (++wrong_ > shown) return;
    std::string text(operation);
    for (const std::uint64_t each : operands) text += " " + hex(each);
    ADD_FAILURE() << text << " " << from.name << " -> " << to.name << " " << show(how) << ": got " << show(got)
                  << ", expected " << show(want);
  }

  [[nodiscard]] bool full() const { return wrong_ >= shown; }
  [[nodiscard]] std::uint64_t checked() const { return checked_; }

  ~tally() {
    EXPECT_EQ(wrong_, 0U) << "of " << checked_;
    if (wrong_ == 0) {
      EXPECT_GE(checked_, at_least_);
    }
    ::testing::Test::RecordProperty("checked", std::to_string(checked_));
  }

 private:
  static constexpr std::uint64_t shown = 8;

  std::uint64_t at_least_;
  std::uint64_t checked_ = 0;
  std::uint64_t wrong_ = 0;
};

/// All attributes that are not a mode: tininess, flush to zero, denormals are zero, saturate.
constexpr unsigned variant_count = 16;

inline fp::attributes variant(fp::rounding mode, unsigned index) {
  fp::attributes how = mode;
  how.detected = (index & 1) != 0 ? fp::tininess::before_rounding : fp::tininess::after_rounding;
  how.flush_to_zero = (index & 2) != 0;
  how.denormals_are_zero = (index & 4) != 0;
  how.saturate = (index & 8) != 0;
  return how;
}

/// Which variants to try: all, or so many each time that follow no pattern of the operands.
class variants {
 public:
  explicit variants(unsigned each_time) : each_time_(each_time) {}

  [[nodiscard]] unsigned next() {
    if (each_time_ == variant_count) return last_++ % variant_count;
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;  // Knuth's MMIX generator
    return static_cast<unsigned>(state_ >> 60);
  }
  [[nodiscard]] unsigned each_time() const { return each_time_; }

 private:
  unsigned each_time_;
  unsigned last_ = 0;
  std::uint64_t state_ = 754;
};

inline std::vector<const fp::format*> formats_up_to(int width) {
  std::vector<const fp::format*> found;
  for (const fp::format* each : fp::all_formats)
    if (each->width() <= width) found.push_back(each);
  return found;
}

/// A format that fails stops the others.
template <class Formats, class Check>
void for_each(const Formats& formats, const Check& check) {
  for (const fp::format* each : formats) {
    SCOPED_TRACE(each->name);
    check(*each);
    if (::testing::Test::HasFailure()) return;
  }
}

}  // namespace verbatim::testing
