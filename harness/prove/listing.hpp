// What there is to choose from, for `verbatim list`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/core/result.hpp"

namespace verbatim::prove {

/// "formats", "modes", "operations", "nan-profiles", "oracles".
[[nodiscard]] std::vector<std::string> list_topics();

/// One result for each: subject its name, verdict a line for people. Precondition: `topic` is one of list_topics.
[[nodiscard]] core::report list_of(std::string_view topic);

}  // namespace verbatim::prove
