// Numbers in two lines of text, and how far apart they are: in value, in bits, in ulps of binary64, binary32, binary16.
//
// A unit in the last place is counted as in Goldberg's "representable values between" sense: the distance of the two bit
// patterns on the ordered line of all values of the format (models/fp). binary32 and binary16 are reached from binary64
// by one rounding, ties to even.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::gate {

struct number_token {
  std::size_t begin = 0;  ///< byte offset in the line
  std::string_view text;
  bool is_bits = false;    ///< `0x` and 4, 8 or 16 digits: a bit pattern
  unsigned width = 64;     ///< of a bit pattern: 16, 32 or 64
  std::uint64_t bits = 0;  ///< binary64 bits of the value, or the pattern itself
};

/// Every number in the line, left to right: decimal (`-1.5e-07`, `65504.0`, `nan`, `-inf`) and `0x` patterns of 16, 32 or
/// 64 bits. A number is not part of a word (`fp16`, `x86`, `sha256`).
[[nodiscard]] std::vector<number_token> find_numbers(std::string_view line);

struct format_distance {
  std::string_view format;  ///< "binary64", "binary32", "binary16"
  std::uint64_t golden_bits = 0;
  std::uint64_t actual_bits = 0;
  unsigned width = 64;
  std::optional<std::uint64_t> ulps;  ///< none where one is NaN
};

struct number_difference {
  unsigned index = 0;  ///< which number of the line, from 1
  std::string golden_text;
  std::string actual_text;
  std::vector<format_distance> distances;
};

/// Differing numbers of two lines, the first with the first and so on. Empty where the lines hold different counts of
/// numbers, since then nothing says which belongs to which. At most `limit`.
[[nodiscard]] std::vector<number_difference> compare_numbers(std::string_view golden, std::string_view actual,
                                                             std::size_t limit = 8);

}  // namespace verbatim::gate
