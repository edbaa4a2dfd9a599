// One model run as often as its manifest says, in a clean environment, and what was seen.
//
// Environment: PATH of the caller, LC_ALL=C.UTF-8, TZ=UTC, SOURCE_DATE_EPOCH=0, HOME and TMPDIR an empty folder of its
// own, then the model's `env`. Reruns alternate between two such folders, so that output which carries the path of one
// shows as unstable instead of as golden bytes that hold on one machine only.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "harness/core/child.hpp"
#include "harness/core/empty_folder.hpp"
#include "harness/core/sha256.hpp"
#include "harness/gate/compare.hpp"
#include "harness/gate/manifest.hpp"

namespace verbatim::gate {

/// What a thread reuses from run to run.
class worker {
 public:
  explicit worker(core::scratch_area& area) : homes_{core::empty_folder(area), core::empty_folder(area)} {}
  /// A verifiably empty folder for run number `run`.
  const std::string& home_for(unsigned run);
  [[nodiscard]] core::sha256& hash() { return hash_; }

 private:
  std::array<core::empty_folder, 2> homes_;
  core::sha256 hash_;
};

/// How a run ended, if not well: one sentence without the model's name. Empty where all is as the manifest says.
[[nodiscard]] std::string failure_of(const model& which, const core::child_outcome& outcome);

/// The child that `which` is: program found, environment made. `failure` says why where it cannot be.
struct prepared_run {
  core::child_spec spec;
  std::string failure;
};
[[nodiscard]] prepared_run prepare_run(const model& which);
/// HOME and TMPDIR for this run.
void set_home(prepared_run& run, const model& which, const std::string& home);

/// The first of the model's requirements that is not there; empty where all are.
[[nodiscard]] std::string missing_requirement(const model& which);

struct observation {
  enum class state : std::uint8_t { ran, failed, skipped };
  state how = state::ran;
  std::string reason;         ///< of a failure or skip
  unsigned runs = 0;          ///< how many ended well
  recorded first;             ///< of the first run, compared with the golden
  unsigned unstable_run = 0;  ///< the first rerun, from 2, that differs from run 1; 0: none does
  recorded other;             ///< of that run, compared with the first run
};

/// Runs `which` up to `reruns` times, and stops at the first failure or difference between runs. `golden` may be null.
/// Throws core::interrupted where a stop was asked for.
[[nodiscard]] observation observe(const model& which, unsigned reruns, const reference* golden, worker& by);

}  // namespace verbatim::gate
