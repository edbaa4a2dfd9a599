// How a target says that what it promises does not hold: one line that names the place, and the end of the process, which
// is how every fuzzing engine sees a finding.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <source_location>
#include <string_view>

#include "harness/core/safe_text.hpp"

namespace verbatim::fuzz {

/// The line has the form of the sanitizers' own, from which a finding gets its signature.
inline void require(bool holds, std::source_location where = std::source_location::current()) {
  if (holds) return;
  const std::string_view path = where.file_name();
  const std::string_view file = path.substr(path.rfind('/') + 1);
  std::fprintf(stderr, "SUMMARY: verbatim: requirement %.*s:%u in %s\n", static_cast<int>(file.size()), file.data(),
               static_cast<unsigned>(where.line()), where.function_name());
  std::abort();
}

/// Nothing in it would be a command to a terminal.
inline void require_printable(std::string_view text, std::source_location where = std::source_location::current()) {
  while (!text.empty()) {
    const core::decoded next = core::decode_utf8(text);
    require(next.valid && !core::is_unprintable(next.code), where);
    text.remove_prefix(next.length);
  }
}

}  // namespace verbatim::fuzz
