// Two implementations of a function over a space of inputs: compared case by case, the results hashed.
//
// The range is cut into chunks of whole leaves (merkle.hpp); threads take chunk after chunk, and a chunk's outcome is a
// plain value, so that the whole depends on neither their number nor their order. Chunks that are done can be kept and
// handed back: that is how a sweep is resumed, and how it is cut into shards. Memory stays under 256 MB whatever the size.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/core/sha256.hpp"
#include "harness/oracle/foreign.hpp"
#include "harness/oracle/oracle.hpp"
#include "harness/prove/mismatch.hpp"
#include "harness/prove/space.hpp"

namespace verbatim::prove {

/// Mismatches of one kind.
struct kind_count {
  std::uint64_t count = 0;
  std::uint64_t first = 0;  ///< index of the first case
  friend bool operator==(const kind_count&, const kind_count&) = default;
};
using kind_counts = std::map<mismatch_kind, kind_count>;

struct chunk_outcome {
  std::optional<core::digest> root;  ///< over its results, where they were hashed
  kind_counts kinds;
  [[nodiscard]] std::uint64_t mismatches() const;
};

/// The part of a space that is swept, and how it is cut.
struct sweep_range {
  std::uint64_t first = 0;
  std::uint64_t last = 0;  ///< one past

  [[nodiscard]] std::uint64_t cases() const { return last - first; }
  /// A power of two, and at least one leaf; at most 4096 chunks, of a few seconds each.
  [[nodiscard]] std::uint64_t chunk_cases() const;
  [[nodiscard]] std::uint64_t chunks() const;
  [[nodiscard]] std::uint64_t cases_of(std::uint64_t chunk) const;
  /// The k-th of n parts of its chunks, 1 <= k <= n.
  [[nodiscard]] std::vector<std::uint64_t> shard(std::uint64_t k = 1, std::uint64_t n = 1) const;
};

struct sweep_progress {
  std::uint64_t done = 0;  ///< cases, of `all`; the ones handed in included
  std::uint64_t all = 0;
  std::uint64_t here = 0;  ///< cases done by this process
  std::uint64_t mismatches = 0;
  std::chrono::duration<double> elapsed{0};
};

struct sweep_request {
  const oracle::question* asked = nullptr;
  const space* over = nullptr;
  sweep_range range;
  std::vector<std::uint64_t> chunks;                  ///< of the range, by number, ascending
  const oracle::implementation* given = nullptr;      ///< the one that is judged
  const oracle::implementation* reference = nullptr;  ///< nullptr: nothing is compared
  oracle::nan_comparison nans = oracle::nan_comparison::exact;
  bool compare_flags = false;  ///< both must give them
  bool hash = false;
  bool hash_reference = false;  ///< rather than what is judged
  unsigned jobs = 1;
  /// Called about twice a second, and with what is new since: for a line on a terminal and to keep chunks.
  std::function<void(const sweep_progress&, const std::map<std::uint64_t, chunk_outcome>& done)> tell;
  std::vector<core::digest>* leaves = nullptr;  ///< gets every leaf's hash, in order; for whole sweeps from one process
};

struct sweep_outcome {
  std::map<std::uint64_t, chunk_outcome> chunks;  ///< by number; all that were asked for, unless `failure`
  struct failed_routine {
    std::string kind;
    std::string sentence;
    std::optional<oracle::operands> at;
  };
  std::optional<failed_routine> failure;
  std::chrono::duration<double> elapsed{0};
  std::uint64_t here = 0;  ///< cases this process did

  [[nodiscard]] kind_counts kinds() const;
  [[nodiscard]] std::uint64_t mismatches() const;
  /// Precondition: all chunks are there and were hashed.
  [[nodiscard]] core::digest root() const;
};

/// Goes on from `done`, chunks of those asked for. Throws core::interrupted after telling what is done; core::work_error.
[[nodiscard]] sweep_outcome sweep(const sweep_request& request, std::map<std::uint64_t, chunk_outcome> done = {});

/// What one case gave on either side.
[[nodiscard]] mismatch mismatch_at(const sweep_request& request, std::uint64_t index);

}  // namespace verbatim::prove
