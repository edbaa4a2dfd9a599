// Cases as bytes: the form of every input that is about values and not about text.
//
//   byte  0 to 1   which of the target's functions, little-endian, taken modulo their number
//         2        rounding mode, modulo the target's
//         3        attributes: 1 saturate, 2 flush to zero, 4 denormals are zero, 8 tininess before rounding, 16 exact;
//                  a target that leaves them no freedom takes them for 0
//         4        NaN profile, modulo their number, under the same rule
//         5 to 7   the target's own
//         8 to 15  random digits for stochastic rounding
//         16 ...   cases: the operands of one, each in its column's bytes, little-endian; bits above a width are cut off
//
// A rest that is no whole case is left out, so any bytes from 17 on are an input, a single case among them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/oracle/function.hpp"

namespace verbatim::fuzz {

using input_bytes = std::span<const std::uint8_t>;

inline constexpr std::size_t header_bytes = 16;
/// Where values a second level off: larger batches gain no speed, and are slower to keep and to minimise.
inline constexpr std::size_t batch_bytes = 4096;
inline constexpr std::size_t most_bytes = header_bytes + batch_bytes;

/// What a target is about.
struct value_domain {
  std::vector<oracle::function> functions;
  std::vector<fp::rounding> modes;
  bool free_attributes = false;
};
/// Throws core::request_error for a function that there is not.
[[nodiscard]] value_domain domain_of(const std::vector<std::string>& functions, std::vector<fp::rounding> modes,
                                     bool free_attributes = false);
[[nodiscard]] std::vector<fp::rounding> deterministic_modes();

struct batch_header {
  std::size_t function = 0;
  std::size_t mode = 0;  ///< of the domain's
  std::uint8_t attributes = 0;
  std::size_t nan_profile = 0;  ///< of fp::nan_profiles::all
  std::array<std::uint8_t, 3> own{};
  std::uint64_t random = 0;

  /// All but the random digits and the target's own bytes.
  [[nodiscard]] std::uint64_t key() const;
};

/// Bytes of one case.
[[nodiscard]] std::size_t case_bytes(const oracle::function& what);

/// Nothing where `input` is shorter than the header.
[[nodiscard]] std::optional<batch_header> read_header(const value_domain& domain, input_bytes input);
[[nodiscard]] oracle::question question_of(const value_domain& domain, const batch_header& header);

/// Columns of operands as oracles take them.
class case_columns {
 public:
  case_columns() = default;
  /// The cases of an input behind its header, as many as batch_bytes hold.
  void read(const oracle::function& what, input_bytes cases);
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::array<const void*, 3> operands() const;
  [[nodiscard]] oracle::operands at(std::size_t index) const;

 private:
  std::array<std::vector<std::uint64_t>, 3> columns_;  // aligned for every element
  std::array<std::size_t, 3> bytes_{};
  std::size_t arity_ = 0;
  std::size_t count_ = 0;
};

/// One case as an input of its own: `header` as it was.
[[nodiscard]] std::vector<std::uint8_t> one_case(input_bytes input, const oracle::function& what,
                                                 const oracle::operands& x);
/// Appends one operand in its column's bytes. For those who write inputs.
void append(std::vector<std::uint8_t>& to, const oracle::column& kind, std::uint64_t bits);

}  // namespace verbatim::fuzz
