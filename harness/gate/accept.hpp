// accept: what the models print now becomes golden. The only way in which golden bytes change.
//
// Every model is run first, as `check` runs it; output that is unstable or not canonical is refused. All new files are
// staged and synced beside the old ones. Then SHA256SUMS is replaced, which is the point of no return, then each golden.
// A process killed before that point changes nothing; one killed after it has all new bytes on disk, and the next accept
// finishes its renames first. Each file is old or new at every moment, never a mix.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/core/result.hpp"
#include "harness/gate/check.hpp"
#include "harness/gate/manifest.hpp"

namespace verbatim::gate {

struct accept_options {
  std::optional<unsigned> reruns;
  bool dry_run = false;  ///< show what would change and write nothing
  bool all = false;      ///< every model is meant: SHA256SUMS loses lines of files that are gone
};

/// Verdicts: accepted (new or changed golden; facts hold the diff), unchanged, refused (unstable, not canonical, shares
/// another model's golden by name), failed, skipped. Nothing at all is written where one is refused or failed.
/// Throws request_error (a golden that is a link), work_error (disk full, read-only folder; nothing has changed then).
[[nodiscard]] core::report accept(const manifest& from, std::span<const model* const> selected,
                                  const accept_options& options, const start_listener& on_start = {});

/// Finishes what a killed accept had committed to and removes what it had not. Returns the files it finished.
std::vector<std::string> finish_interrupted_accept(const manifest& from);

}  // namespace verbatim::gate
