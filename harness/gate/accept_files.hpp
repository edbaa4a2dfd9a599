// Golden files that no model prints: roots, certificates. Accepted like a model's bytes, with their lines in SHA256SUMS.
#pragma once

#include <map>
#include <string>

#include "harness/gate/manifest.hpp"

namespace verbatim::gate {

/// Relative name below the golden folder → bytes. Makes folders that are missing; replaces each file whole, then the sums.
/// Throws core::request_error, core::work_error; then nothing or whole files are written, and accepting again mends the rest.
void accept_files(const manifest& from, const std::map<std::string, std::string>& files);

}  // namespace verbatim::gate
