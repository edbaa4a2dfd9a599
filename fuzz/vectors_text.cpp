// Test vectors from arbitrary text, for any function: a report whose numbers fit the lines, or one request_error that names
// a line and is safe to print.
//
// Input: byte 0 chooses the function, byte 1 the mode, byte 2 whether flags are left out; the rest is the file.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/engine.hpp"
#include "fuzz/require.hpp"
#include "fuzz/session.hpp"
#include "harness/core/error.hpp"
#include "harness/prove/vectors.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace prove = verbatim::prove;
  using verbatim::fuzz::require;
  using verbatim::fuzz::require_printable;
  constexpr std::array<std::string_view, 8> functions{"f16_add",      "f32_to_f16", "f16_mulAdd",     "f16_to_i32",
                                                      "f16_lt_quiet", "f64_to_f16", "f16_roundToInt", "i64_to_bf16"};
  constexpr std::array<std::string_view, 5> modes{"rne", "rna", "rtz", "rup", "rdn"};
  verbatim::fuzz::count_input();
  if (size < 3) return 0;
  prove::vector_request request;
  request.function = functions[data[0] % functions.size()];
  request.attributes.mode = modes[data[1] % modes.size()];
  request.no_flags = (data[2] & 1) != 0;
  request.file = "given.txt";
  request.text.emplace(data + 3, data + size);
  const auto lines = static_cast<std::size_t>(std::ranges::count(*request.text, '\n')) + 1;
  try {
    const verbatim::core::report read = prove::check_vectors(request);
    require(read.results.size() == 1);
    const verbatim::core::result& one = read.results.front();
    require(one.verdict == "match" || one.verdict == "differs");
    require((one.verdict == "match") == one.explanation.empty());
    require(one.explanation.size() <= request.mismatch_limit + 1);
    require(!one.where || (one.where->line >= 1 && one.where->line <= lines));
    for (const std::string& line : one.explanation) require_printable(line);
    require_printable(one.reason);
  } catch (const verbatim::core::request_error& error) {
    require_printable(error.what());
    require(std::string_view(error.what()).starts_with("given.txt"));
  }
  return 0;
}
