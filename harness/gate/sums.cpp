#include "harness/gate/sums.hpp"

#include <fmt/format.h>

#include "harness/core/safe_text.hpp"

namespace verbatim::gate {
namespace {

constexpr std::size_t hex_length = 64;

// sha256sum writes a leading backslash where the name holds a backslash or a line end, and escapes those.
bool unescape(std::string_view text, std::string& out) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out.push_back(text[i]);
      continue;
    }
    if (++i == text.size()) return false;
    switch (text[i]) {
      case '\\': out.push_back('\\'); break;
      case 'n': out.push_back('\n'); break;
      case 'r': out.push_back('\r'); break;
      default: return false;
    }
  }
  return true;
}

std::string read_line(std::string_view line, sums& into) {
  const bool escaped = line.starts_with('\\');
  if (escaped) line.remove_prefix(1);
  if (line.size() < hex_length + 3) return "is too short for a digest and a name";
  const auto digest = core::digest_from_hex(line.substr(0, hex_length));
  if (!digest) return "does not begin with 64 hexadecimal digits";
  const std::string_view marker = line.substr(hex_length, 2);
  if (marker != "  " && marker != " *") return "has no two blanks (or blank and '*') between digest and name";
  std::string name;
  if (!escaped)
    name = line.substr(hex_length + 2);
  else if (!unescape(line.substr(hex_length + 2), name))
    return "has a backslash that escapes nothing";
  if (!into.entries.emplace(name, *digest).second)
    return fmt::format("names {} a second time", core::escape(name, 200));
  return "";
}

}  // namespace

sums parse_sums(std::string_view text) {
  sums list;
  std::uint64_t number = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    ++number;
    if (std::string fault = read_line(line, list); !fault.empty()) list.faults.push_back({number, std::move(fault)});
  }
  return list;
}

std::string format_sums(const sums& list) {
  std::string text;
  for (const auto& [name, digest] : list.entries) {
    std::string shown;
    bool escaped = false;
    for (const char c : name) {
      if (c == '\\' || c == '\n' || c == '\r') {
        escaped = true;
        shown += c == '\\' ? "\\\\" : c == '\n' ? "\\n" : "\\r";
      } else {
        shown += c;
      }
    }
    text += fmt::format("{}{}  {}\n", escaped ? "\\" : "", core::to_hex(digest), shown);
  }
  return text;
}

}  // namespace verbatim::gate
