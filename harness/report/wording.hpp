// What the forms say alike: marks, counts, places, and the making of text that nothing takes for a command.
//
// Whoever fills a result passes foreign bytes through core::escape first. The forms do not rely on it: every text goes
// through `clean` once more, which leaves text that is already clean as it is.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "harness/core/result.hpp"

namespace verbatim::report {

inline constexpr std::size_t no_limit = static_cast<std::size_t>(-1);
inline constexpr std::size_t line_limit = 4096;  ///< bytes of one line of an explanation

/// One line of printable, well-formed UTF-8: the rest becomes `\n`, `\x1b`, `\u{202e}` as core::escape writes it, but a
/// backslash stays, so that cleaning twice changes nothing. A text beyond `limit` bytes is cut and ends in `…`.
[[nodiscard]] std::string clean(std::string_view text, std::size_t limit = no_limit);

/// A clean line that no CI runner takes for a command: `::` at its start and `##[`, `##vso[`, `##teamcity[` anywhere
/// are broken by writing one character of them as `\x3a` or `\x5b`.
[[nodiscard]] std::string inert(std::string line);

/// True where `[` after this text would open a runner's command: it ends in `##` and letters.
[[nodiscard]] bool opens_command(std::string_view before);

/// The explanation, clean, one line an element; an element that holds line ends is split at them.
[[nodiscard]] std::vector<std::string> explanation_lines(const core::result& result);

/// `file:3:14`, as compilers write it and editors understand it; unknown parts are left out.
[[nodiscard]] std::string place_text(const core::place& place);

[[nodiscard]] std::string_view mark_of(core::weight kind);

/// What stands beside the verdict in a line: the reason; the facts `digest` and `runs` where it holds or says nothing.
[[nodiscard]] std::string detail_of(const core::result& result, std::size_t limit);

[[nodiscard]] std::string list_name_of(const core::report& report);
[[nodiscard]] std::string singular(std::string_view plural);
[[nodiscard]] std::string counted(std::size_t number, std::string_view plural);  ///< `1 model`, `2 models`

/// `5 models: 4 match, 1 differs; besides 1 bad sum`: by verdict, what holds first.
[[nodiscard]] std::string totals_line(const core::report& report);

/// Seconds with three decimals; 0 for what is no duration (negative, NaN, beyond 1e12).
[[nodiscard]] std::string seconds_text(double seconds);

}  // namespace verbatim::report
