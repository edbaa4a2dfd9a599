// Is a program's output in canonical form, version 1? Checked as a stream; the first fault is named by line and column.
//
// canonical: UTF-8 (Unicode 15.0, table 3-7) without byte-order mark; lines end in LF and the last one does too, with no
// blank line after it; no trailing blanks, tabs, control or escape bytes (C0, DEL, C1). utf8: well-formed UTF-8.
// bytes: anything. What no byte can show (time, paths, locale) is left to reruns and to `hunt`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "harness/gate/manifest.hpp"

namespace verbatim::gate {

struct form_fault {
  std::uint64_t line = 0;    ///< from 1
  std::uint64_t column = 0;  ///< from 1, in characters
  std::string what;          ///< one clause: "a tab", "trailing blank", "invalid UTF-8 (byte 0xff)"
};

class canonical_check {
 public:
  explicit canonical_check(output_form form) : form_(form) {}
  /// Bytes as they come, in pieces of any length.
  void update(std::string_view bytes);
  /// After the last byte: the first fault, or nullopt.
  [[nodiscard]] std::optional<form_fault> finish();

 private:
  void fault(std::string what, std::uint64_t column);
  void take(char32_t code);
  void take_byte(unsigned char byte);

  output_form form_;
  std::uint64_t line_ = 1;
  std::uint64_t column_ = 1;
  std::uint64_t total_ = 0;
  bool after_blank_ = false;
  bool ends_in_blank_line_ = false;
  char pending_[4] = {};
  unsigned pending_length_ = 0;
  std::optional<form_fault> fault_;
};

/// The whole text at once.
[[nodiscard]] std::optional<form_fault> check_form(std::string_view text, output_form form);

}  // namespace verbatim::gate
