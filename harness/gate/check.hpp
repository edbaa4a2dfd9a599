// The gate: manifest → runs → canonical check → digest → comparison with golden → verdict.
//
// Verdicts of a model: match, differs, unstable, not canonical, failed, no golden, skipped. Of a golden file: orphan (no
// model uses it), bad sum (SHA256SUMS and the file disagree). A run is never repeated until it passes.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/core/result.hpp"
#include "harness/gate/manifest.hpp"
#include "harness/gate/run_model.hpp"
#include "harness/gate/selection.hpp"

namespace verbatim::gate {

struct check_options {
  unsigned jobs = 1;               ///< models run at the same time, at least 1
  std::optional<unsigned> reruns;  ///< in place of what the manifest says, at least 1
  bool fail_fast = false;          ///< stop after the first result, in manifest order, that does not hold
  bool whole_folder = true;        ///< look at the golden folder as a whole too: orphans, all sums
  std::string accept_command = "verbatim accept";  ///< how the user would call accept on this manifest
};

/// Told of each result as soon as all before it are done: manifest order, whatever the jobs.
using result_listener = std::function<void(const core::result&)>;
/// Told when a model starts, from any thread.
using start_listener = std::function<void(const model&)>;

/// Checks the selected models. Throws core::interrupted where a stop was asked for: nothing is left running then.
[[nodiscard]] core::report check(const manifest& from, std::span<const model* const> selected,
                                 const check_options& options, const result_listener& on_result = {},
                                 const start_listener& on_start = {});

/// The golden of a model as `accept` left it: bytes to compare with, or a digest alone.
struct golden_state {
  bool exists = false;
  std::optional<reference> bytes;        ///< without hash_only
  std::optional<core::digest> recorded;  ///< with hash_only: what NAME.sha256 says
  std::string fault;                     ///< NAME.sha256 is there and cannot be understood
};
[[nodiscard]] golden_state open_golden(const manifest& from, const model& which);

/// The text of NAME.sha256: one line as sha256sum prints it, about NAME.stdout.
[[nodiscard]] std::string hash_only_text(const core::digest& digest, const std::string& model_name);

/// Verdict "unstable" with its explanation, from an observation that has an unstable_run.
[[nodiscard]] core::result unstable_result(const model& which, const observation& seen, const reference* golden);

}  // namespace verbatim::gate
