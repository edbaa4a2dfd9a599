// Untrusted bytes made safe to show: in a terminal, in XML, in a CI log.
//
// A model's output may hold escape sequences, bidirectional controls, NUL bytes or broken UTF-8. Whatever of it is shown
// passes through here first. UTF-8 is validated as Unicode 15.0 table 3-7 defines it (no surrogates, no overlong forms).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace verbatim::core {

/// One decoded scalar value. `length` is 0 at the end of the text; where `valid` is false the first `length` bytes
/// (at least 1) are not part of a well-formed sequence and `code` is meaningless.
struct decoded {
  char32_t code = 0;
  std::size_t length = 0;
  bool valid = false;
};

[[nodiscard]] decoded decode_utf8(std::string_view text);
[[nodiscard]] bool is_utf8(std::string_view text);

/// True for what a person cannot see or that changes how other text shows: C0 and C1 controls, DEL, line and paragraph
/// separators, bidirectional and zero-width formatting, byte-order marks, unassigned tag characters.
[[nodiscard]] bool is_unprintable(char32_t code);

/// Printable text stays; everything else becomes `\n`, `\t`, `\r`, `\0`, `\xNN` (bytes) or `\u{NNNN}` (scalar values), a
/// backslash `\\`. At most `limit` bytes of that come back; a longer text is cut at a character, and `…` follows.
[[nodiscard]] std::string escape(std::string_view bytes, std::size_t limit = 4096);

/// The column (characters, from 1) of byte `offset` in `line`. Bytes that are no UTF-8 count one each.
[[nodiscard]] std::uint64_t column_of(std::string_view line, std::size_t offset);

/// A word as a POSIX shell takes it: unchanged where it is plain, else in single quotes.
[[nodiscard]] std::string shell_quote(std::string_view word);

}  // namespace verbatim::core
