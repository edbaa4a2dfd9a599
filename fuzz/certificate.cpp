// A sweep's certificate from arbitrary text: what is read and intact writes and reads back the same, and what is refused
// is refused by one request_error that names the file and is safe to print.
//
// Input: byte 0 chooses the schema, the rest is the file.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/engine.hpp"
#include "fuzz/require.hpp"
#include "fuzz/session.hpp"
#include "harness/core/error.hpp"
#include "harness/prove/certificate.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace prove = verbatim::prove;
  using verbatim::fuzz::require;
  verbatim::fuzz::count_input();
  if (size == 0) return 0;
  const std::string text(data + 1, data + size);
  const std::string_view schema = (data[0] & 1) != 0 ? prove::progress_schema : prove::certificate_schema;
  try {
    const prove::read_certificate read = prove::read_certificate_text(text, "given.json", schema);
    require(!read.content.sweeps.empty());
    for (const prove::sweep_record& each : read.content.sweeps) {
      require(each.chunks.size() <= each.range.chunks());
      if (!each.chunks.empty()) require(each.chunks.rbegin()->first < each.range.chunks());
      if (read.intact) require(each.cases() <= each.range.cases());
    }
    if (!read.intact) return 0;
    const std::string written = prove::to_text(read.content, schema);
    const prove::read_certificate again = prove::read_certificate_text(written, "written.json", schema);
    require(again.intact);
    require(prove::to_text(again.content, schema) == written);
  } catch (const verbatim::core::request_error& error) {
    verbatim::fuzz::require_printable(error.what());
    require(std::string_view(error.what()).starts_with("given.json is no certificate"));
  }
  return 0;
}
