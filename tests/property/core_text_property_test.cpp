// Properties of safe text, digests and shell words that hold for any bytes.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "harness/core/safe_text.hpp"
#include "harness/core/sha256.hpp"
#include "tests/property/gate_texts.hpp"

namespace {

namespace core = verbatim::core;
using verbatim::property::any_bytes;
using verbatim::property::decode_strictly;

[[maybe_unused]] const int seeded = ::setenv("RC_PARAMS", "seed=20261130", 0);

bool shows(std::uint32_t code) { return code >= 0x20 && !(code >= 0x7F && code < 0xA0); }

void append_utf8(std::string& out, std::uint32_t code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
    return;
  }
  const unsigned more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  out += static_cast<char>((0xFF00U >> (more + 1) & 0xFFU) | (code >> 6 * more));
  for (unsigned i = more; i-- > 0;) out += static_cast<char>(0x80U | (code >> 6 * i & 0x3FU));
}

// Reads an escaped text back, so that two different texts cannot show alike.
std::string unescape(std::string_view shown) {
  std::string out;
  for (std::size_t at = 0; at < shown.size(); ++at) {
    if (shown[at] != '\\') {
      out += shown[at];
      continue;
    }
    const char kind = shown.at(++at);
    const std::size_t digits = at + (kind == 'u' ? 2 : 1);
    if (kind == 'x' || kind == 'u') {
      const std::size_t end = kind == 'x' ? digits + 2 : shown.find('}', digits);
      std::uint32_t code = 0;
      RC_ASSERT(end <= shown.size());
      RC_ASSERT(std::from_chars(shown.data() + digits, shown.data() + end, code, 16).ptr == shown.data() + end);
      if (kind == 'x')
        out += static_cast<char>(code);
      else
        append_utf8(out, code);
      at = kind == 'x' ? end - 1 : end;
    } else {
      const std::size_t which = std::string_view("ntr0\\").find(kind);
      RC_ASSERT(which != std::string_view::npos);
      out += std::string_view("\n\t\r\0\\", 5)[which];
    }
  }
  return out;
}

RC_GTEST_PROP(core_escape_property, shows_printable_utf8_for_any_bytes, ()) {
  const std::string bytes = *any_bytes();
  std::vector<std::uint32_t> codes;
  RC_ASSERT(decode_strictly(core::escape(bytes), codes));
  for (const std::uint32_t code : codes) {
    RC_ASSERT(shows(code));
    RC_ASSERT(!core::is_unprintable(code));
  }
}

RC_GTEST_PROP(core_escape_property, reads_back_to_the_same_bytes, ()) {
  const std::string bytes = *any_bytes();
  RC_ASSERT(unescape(core::escape(bytes, SIZE_MAX)) == bytes);
}

RC_GTEST_PROP(core_escape_property, cuts_to_a_beginning_within_the_limit, ()) {
  const std::string bytes = *any_bytes();
  const auto limit = *rc::gen::inRange<std::size_t>(0, 60);
  const std::string whole = core::escape(bytes, SIZE_MAX);
  std::string cut = core::escape(bytes, limit);
  if (whole.size() <= limit) {
    RC_ASSERT(cut == whole);
    return;
  }
  const std::string_view mark = "…";
  RC_ASSERT(cut.ends_with(mark));
  cut.resize(cut.size() - mark.size());
  RC_ASSERT(cut.size() <= limit);
  RC_ASSERT(whole.starts_with(cut));
  RC_ASSERT(bytes.starts_with(unescape(cut)));
}

RC_GTEST_PROP(core_utf8_property, agrees_with_a_decoder_written_apart, ()) {
  const std::string bytes = *any_bytes();
  std::vector<std::uint32_t> codes;
  const bool well_formed = decode_strictly(bytes, codes);
  RC_ASSERT(core::is_utf8(bytes) == well_formed);
  if (!well_formed) return;
  std::string_view rest = bytes;
  for (const std::uint32_t code : codes) {
    const core::decoded next = core::decode_utf8(rest);
    RC_ASSERT(next.valid && next.code == code);
    rest.remove_prefix(next.length);
  }
  RC_ASSERT(rest.empty());
}

TEST(core_utf8_property, agrees_on_every_sequence_of_two_bytes_and_every_scalar_value) {
  for (unsigned pair = 0; pair < 65536; ++pair) {
    const std::string bytes{static_cast<char>(pair >> 8), static_cast<char>(pair & 255U)};
    std::vector<std::uint32_t> codes;
    ASSERT_EQ(core::is_utf8(bytes), decode_strictly(bytes, codes)) << pair;
  }
  for (std::uint32_t code = 0; code < 0x110000; ++code) {
    std::string text;
    append_utf8(text, code);
    const core::decoded got = core::decode_utf8(text);
    const bool is_surrogate = code >= 0xD800 && code < 0xE000;
    ASSERT_EQ(got.valid, !is_surrogate) << code;
    if (!is_surrogate) {
      ASSERT_EQ(got.code, code);
      ASSERT_EQ(got.length, text.size());
    }
  }
}

RC_GTEST_PROP(core_column_property, grows_by_one_a_character, ()) {
  const std::string line = *any_bytes();
  std::uint64_t last = 1;
  for (std::size_t offset = 0; offset <= line.size(); ++offset) {
    const std::uint64_t column = core::column_of(line, offset);
    RC_ASSERT(column == last || (offset > 0 && column == last + 1));
    RC_ASSERT(column <= offset + 1);
    last = column;
  }
}

RC_GTEST_PROP(core_sha256_property, does_not_depend_on_the_pieces, ()) {
  const std::string bytes = *any_bytes();
  core::sha256 hash;
  verbatim::property::in_random_pieces(bytes, 20, [&](std::string_view piece) { hash.update(piece); });
  RC_ASSERT(hash.finish() == core::sha256_of(bytes));
}

RC_GTEST_PROP(core_digest_property, reads_back_from_its_text, ()) {
  const core::digest value = core::sha256_of(*any_bytes());
  RC_ASSERT(core::digest_from_hex(core::to_hex(value)) == value);
}

RC_GTEST_PROP(core_shell_quote_property, makes_one_word_by_posix_rules, ()) {
  const std::string word = *any_bytes();
  const std::string quoted = core::shell_quote(word);
  // Single quotes take all but a quote as it is; outside them only an escaped quote may stand.
  if (!quoted.starts_with('\'')) {
    RC_ASSERT(quoted == word && !word.empty());
    RC_ASSERT(word.find_first_of(" \t\n|&;<>()$`\\\"'*?[#~{}!") == std::string::npos);
    return;
  }
  std::string read;
  bool inside = false;
  for (std::size_t at = 0; at < quoted.size(); ++at) {
    if (quoted[at] == '\'') {
      inside = !inside;
    } else if (inside) {
      read += quoted[at];
    } else {
      RC_ASSERT(quoted[at] == '\\' && at + 1 < quoted.size() && quoted[at + 1] == '\'');
      read += quoted[++at];
    }
  }
  RC_ASSERT(!inside);
  RC_ASSERT(read == word);
}

}  // namespace
