// SHA256SUMS beside the golden files: plain `sha256sum` format (GNU coreutils), so that
// `cd golden && sha256sum --strict -c SHA256SUMS` is a second, independent check.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/core/sha256.hpp"

namespace verbatim::gate {

inline constexpr std::string_view sums_file_name = "SHA256SUMS";

struct sums_fault {
  std::uint64_t line = 0;
  std::string what;
};

/// Name → digest, in byte order.
struct sums {
  std::map<std::string, core::digest, std::less<>> entries;
  std::vector<sums_fault> faults;  ///< malformed or repeated lines
};

/// Reads text or binary marker (`  ` or ` *`), escaped names (a leading backslash, then `\\`, `\n`, `\r`), any order.
/// A name listed twice is a fault, also with the same digest.
[[nodiscard]] sums parse_sums(std::string_view text);

/// Text markers, byte order, names escaped as sha256sum escapes them.
[[nodiscard]] std::string format_sums(const sums& list);

}  // namespace verbatim::gate
