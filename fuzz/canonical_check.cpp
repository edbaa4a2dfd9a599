// The form check on arbitrary bytes: however the stream is cut its verdict is that of the whole, it accepts exactly
// what simple searches over the whole text accept, and the text before a fault is free of faults.
//
// Input: byte 0 chooses the form, byte 1 the lengths of the pieces, the rest is the output to check.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "fuzz/engine.hpp"
#include "fuzz/require.hpp"
#include "fuzz/session.hpp"
#include "harness/core/safe_text.hpp"
#include "harness/gate/canonical_check.hpp"

namespace {

using verbatim::fuzz::require;

using verbatim::gate::canonical_check;
using verbatim::gate::form_fault;
using verbatim::gate::output_form;

bool same(const std::optional<form_fault>& a, const std::optional<form_fault>& b) {
  if (!a || !b) return !a && !b;
  return a->line == b->line && a->column == b->column && a->what == b->what;
}

std::optional<form_fault> in_pieces(std::string_view text, output_form form, unsigned seed) {
  canonical_check check(form);
  while (!text.empty()) {
    seed = seed * 1103515245U + 12345U;
    const std::size_t length = std::min<std::size_t>(text.size(), (seed >> 16) % 7);
    check.update(text.substr(0, length));
    text.remove_prefix(length);
  }
  return check.finish();
}

bool is_canonical(std::string_view text) {
  if (!verbatim::core::is_utf8(text) || !text.ends_with('\n') || text == "\n" || text.ends_with("\n\n")) return false;
  if (text.starts_with("\xEF\xBB\xBF") || text.find(" \n") != std::string_view::npos) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte < 0x20 && byte != '\n') || byte == 0x7F) return false;
    if (byte == 0xC2 && static_cast<unsigned char>(text[i + 1]) < 0xA0) return false;  // C1 controls
  }
  return true;
}

// The offset of a line and column, counted from 1 in characters; bytes that are no UTF-8 count one each.
std::size_t offset_of(std::string_view text, std::uint64_t line, std::uint64_t column) {
  std::size_t at = 0;
  for (std::uint64_t i = 1; i < line; ++i) {
    const std::size_t end = text.find('\n', at);
    require(end != std::string_view::npos);
    at = end + 1;
  }
  for (std::uint64_t i = 1; i < column; ++i) {
    require(at < text.size() && text[at] != '\n');
    at += verbatim::core::decode_utf8(text.substr(at)).length;
  }
  return at;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  verbatim::fuzz::count_input();
  if (size < 2) return 0;
  constexpr std::array forms{output_form::canonical, output_form::utf8, output_form::bytes};
  const output_form form = forms[data[0] % forms.size()];
  const std::string bytes(data + 2, data + size);
  const std::string_view text = bytes;

  const std::optional<form_fault> whole = verbatim::gate::check_form(text, form);
  require(same(whole, in_pieces(text, form, data[1])));
  if (form == output_form::bytes) require(!whole);
  if (form == output_form::utf8) require(whole.has_value() != verbatim::core::is_utf8(text));
  if (form == output_form::canonical) require(whole.has_value() != is_canonical(text));
  if (!whole) return 0;

  require(!whole->what.empty());
  const std::size_t at = offset_of(text, whole->line, whole->column);
  const std::string_view before = text.substr(0, at);
  require(verbatim::core::is_utf8(before));
  if (form == output_form::canonical && !before.empty()) {
    // Whole lines before the fault, less blank ones at their end, are canonical.
    std::string_view lines = before.substr(0, before.rfind('\n') + 1);
    while (lines.ends_with("\n\n")) lines.remove_suffix(1);
    require(lines.empty() || lines == "\n" || is_canonical(lines));
  }
  return 0;
}
