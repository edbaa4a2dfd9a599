// A certificate held against the truth: its own digest first, then chunks of it run again.
#pragma once

#include <optional>
#include <string>

#include "harness/prove/choice.hpp"
#include "harness/prove/sweep_job.hpp"

namespace verbatim::prove {

struct verify_words {
  std::string file;
  std::optional<unsigned> sample;  ///< chunks of each sweep that are run again, drawn with the seed; empty: all
  unsigned seed = 1;
  implementation_words brought;  ///< --routine or --pipe, where the certificate is about one
  unsigned jobs = 1;
};

/// One result for each sweep of the certificate: "match", or "differs" with the first chunk that does; "edited" where the
/// file's digest is not its body's. Implementations that are absent here are left out and named; the model's hashes are
/// compared all the same. Throws as run_sweep, and core::request_error for a file that can't be read.
[[nodiscard]] core::report verify_certificate(const verify_words& words, const sweep_listener& listen);

}  // namespace verbatim::prove
