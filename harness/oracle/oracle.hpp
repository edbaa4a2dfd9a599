// Every implementation behind one interface: the model itself, instructions, compilers, libraries, exact arithmetic, and
// what users bring.
//
// Values cross as raw bits in columns, one element a case (function.hpp says how an element is kept), so that an
// implementation works on arrays at its own speed and nothing is boxed. Flags are a column of their own, for those that
// report them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/oracle/function.hpp"

namespace verbatim::oracle {

/// How an answer comes about. Always named in output: "hardware" often is not.
enum class tier : std::uint8_t {
  model,        ///< models/fp
  native,       ///< an instruction for that very operation
  f16c,         ///< the processor's conversion instruction
  cuda_host,    ///< CUDA's headers, on the processor
  cuda_device,  ///< a GPU
  compiler,     ///< what the compiler makes of _Float16: often binary32 and a second rounding
  binary64,     ///< one binary64 operation rounded to odd, then one rounding
  exact,        ///< MPFR
  routine,      ///< brought by the user
};
[[nodiscard]] std::string_view name(tier which);

/// Which NaN results count as the same.
enum class nan_comparison : std::uint8_t { exact, by_class };

/// `count` cases. Columns are host-endian arrays of the elements that function.hpp describes, and do not overlap.
/// `flags`, one element of fp::flags a case, may be null: then they are not wanted.
struct batch {
  std::size_t count = 0;
  std::array<const void*, 3> operands{};
  void* results = nullptr;
  std::uint8_t* flags = nullptr;
};

/// One implementation made ready for one question. For one thread at a time.
class evaluator {
 public:
  evaluator() = default;
  evaluator(const evaluator&) = delete;
  evaluator& operator=(const evaluator&) = delete;
  virtual ~evaluator() = default;

  /// Writes every result, bits above the result's width zero, and every flag set where flags are wanted and the oracle
  /// gives them. Throws core::work_error where it cannot (a device that is lost); `routine_failure` for what a user's
  /// routine did.
  virtual void evaluate(const batch& cases) = 0;
};

class implementation {
 public:
  implementation() = default;
  implementation(const implementation&) = delete;
  implementation& operator=(const implementation&) = delete;
  virtual ~implementation() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;  ///< as on the command line: "f16c"
  [[nodiscard]] virtual tier which_tier() const = 0;
  /// Facts that a certificate names: library and its version, compiler and its version.
  [[nodiscard]] virtual std::string version() const = 0;
  /// One line for `verbatim list oracles`: what it offers.
  [[nodiscard]] virtual std::string what() const = 0;
  /// Why it cannot run on this machine or was not built, with what to do; empty where it can.
  [[nodiscard]] virtual std::string absent() const { return {}; }
  /// Why it has no answer to this question, in a few words ("has no mode ties-away"); empty where it has. Asks nothing of
  /// the machine: an absent oracle answers too. Questions with a NaN profile of their own are none of its concern: see
  /// `nans`.
  [[nodiscard]] virtual std::string refuses(const question& asked) const = 0;
  [[nodiscard]] virtual bool gives_flags(const question&) const { return false; }
  /// The model's NaN profile that its NaN results follow, and how closely.
  [[nodiscard]] virtual const fp::nan_profile& nans(const question&) const { return fp::nan_profiles::x86; }
  [[nodiscard]] virtual nan_comparison compares_nan(const question&) const { return nan_comparison::by_class; }
  /// How many cases it likes to get at once; any number is right.
  [[nodiscard]] virtual std::size_t block() const { return 4096; }
  /// Preconditions: absent() and refuses(asked) are empty. `asked` must outlive the evaluator.
  [[nodiscard]] virtual std::unique_ptr<evaluator> prepare(const question& asked) const = 0;
};

/// Those built in, the strongest witness of each function first: native, f16c, cuda-device, … and the model last.
[[nodiscard]] const std::vector<const implementation*>& all_oracles();
/// nullptr where there is none of that name.
[[nodiscard]] const implementation* find_oracle(std::string_view name);
[[nodiscard]] const implementation& model_oracle();

}  // namespace verbatim::oracle
