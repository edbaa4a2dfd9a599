// SHA256SUMS from arbitrary bytes: every line is an entry or a fault, and what was read writes and reads back the same.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/engine.hpp"
#include "fuzz/require.hpp"
#include "fuzz/session.hpp"
#include "harness/gate/sums.hpp"

using verbatim::fuzz::require;
using verbatim::fuzz::require_printable;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  verbatim::fuzz::count_input();
  const std::string text(data, data + size);
  const auto ends = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  const std::uint64_t lines = ends + (text.empty() || text.back() == '\n' ? 0U : 1U);

  const verbatim::gate::sums read = verbatim::gate::parse_sums(text);
  require(read.entries.size() + read.faults.size() == lines);
  std::uint64_t last = 0;
  for (const verbatim::gate::sums_fault& fault : read.faults) {
    require(fault.line > last && fault.line <= lines);
    require(!fault.what.empty());
    require_printable(fault.what);
    last = fault.line;
  }
  for (const auto& [name, digest] : read.entries) require(!name.empty());

  const std::string written = verbatim::gate::format_sums(read);
  const verbatim::gate::sums again = verbatim::gate::parse_sums(written);
  require(again.faults.empty());
  require(again.entries == read.entries);
  require(verbatim::gate::format_sums(again) == written);
  return 0;
}
