#include "harness/gate/canonical_check.hpp"

#include <fmt/format.h>

#include "harness/core/safe_text.hpp"

namespace verbatim::gate {
namespace {

// Bytes that stand for one plain character and need no further look: printable ASCII, less the space.
constexpr bool is_plain(unsigned char byte) { return byte > 0x20 && byte < 0x7F; }

std::string control_name(char32_t code) {
  switch (code) {
    case U'\t': return "a tab";
    case U'\r': return "a carriage return (CRLF line end?)";
    case 0: return "a NUL byte";
    case 0x1B: return "an escape byte (0x1b: terminal colours?)";
    default: return fmt::format("a control character (U+{:04X})", static_cast<unsigned>(code));
  }
}

}  // namespace

std::string_view name_of(output_form form) {
  switch (form) {
    case output_form::utf8: return "utf8";
    case output_form::bytes: return "bytes";
    case output_form::canonical: break;
  }
  return "canonical";
}

void canonical_check::fault(std::string what, std::uint64_t column) {
  if (!fault_) fault_ = form_fault{line_, column, std::move(what)};
}

void canonical_check::take(char32_t code) {
  if (form_ == output_form::canonical) {
    if (code == U'\n') {
      if (after_blank_) fault("a blank at the end of the line", column_ - 1);
    } else if (code < 0x20 || (code >= 0x7F && code < 0xA0)) {
      fault(control_name(code), column_);
    } else if (code == 0xFEFF && line_ == 1 && column_ == 1) {
      fault("a byte-order mark", column_);
    }
    after_blank_ = code == U' ';
  }
  ends_in_blank_line_ = code == U'\n' && column_ == 1;
  if (code == U'\n') {
    ++line_;
    column_ = 1;
  } else {
    ++column_;
  }
}

void canonical_check::take_byte(unsigned char byte) {
  pending_[pending_length_++] = static_cast<char>(byte);
  const std::string_view sequence(pending_, pending_length_);
  const core::decoded next = core::decode_utf8(sequence);
  if (next.valid) {
    pending_length_ = 0;
    take(next.code);
    return;
  }
  // Incomplete so far, or wrong? A wrong byte shows before the last place; an incomplete one fails at the end.
  const bool may_go_on = next.length == pending_length_ && pending_length_ < 4 &&
                         static_cast<unsigned char>(pending_[0]) >= 0xC2 &&
                         static_cast<unsigned char>(pending_[0]) <= 0xF4;
  if (!may_go_on)
    fault(fmt::format("invalid UTF-8 (byte 0x{:02x})", static_cast<unsigned char>(pending_[pending_length_ - 1])),
          column_);
}

void canonical_check::update(std::string_view bytes) {
  total_ += bytes.size();
  if (fault_ || form_ == output_form::bytes) return;
  std::size_t at = 0;
  while (at < bytes.size() && !fault_) {
    if (pending_length_ == 0) {
      const std::size_t begin = at;
      while (at < bytes.size() && is_plain(static_cast<unsigned char>(bytes[at]))) ++at;
      if (at > begin) {
        column_ += at - begin;
        after_blank_ = false;
        ends_in_blank_line_ = false;
        continue;
      }
    }
    const auto byte = static_cast<unsigned char>(bytes[at++]);
    if (pending_length_ == 0 && byte < 0x80)
      take(byte);
    else
      take_byte(byte);
  }
}

std::optional<form_fault> canonical_check::finish() {
  if (form_ != output_form::bytes && !fault_) {
    if (pending_length_ > 0) fault("UTF-8 cut short by the end of the output", column_);
    if (form_ == output_form::canonical) {
      if (total_ == 0) {
        fault("no output at all", 1);
      } else if (column_ != 1) {
        fault("no newline at the end of the output", column_);
      } else if (ends_in_blank_line_) {
        --line_;
        fault("a blank line at the end of the output", 1);
      }
    }
  }
  return fault_;
}

std::optional<form_fault> check_form(std::string_view text, output_form form) {
  canonical_check check(form);
  check.update(text);
  return check.finish();
}

}  // namespace verbatim::gate
