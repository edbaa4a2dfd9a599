// A function's fingerprint: the root of a Merkle tree over all its results in the order of its inputs (merkle.hpp).
//
// Whoever has another implementation, in any language, computes the same root or has another function. Where the roots
// differ, the trees' leaves say which block of 65,536 results is the first that differs.
//
// A tree file is text: a line `verbatim tree 1`, a line `FUNCTION MODE NAN-PROFILE RESULTS BYTES`, then a leaf a line, in
// hexadecimal. The roots that are known stand in a file of lines `FUNCTION MODE NAN-PROFILE RESULTS ROOT`, in byte order.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/core/result.hpp"
#include "harness/core/sha256.hpp"
#include "harness/prove/choice.hpp"
#include "harness/prove/operand.hpp"
#include "harness/prove/sweep_job.hpp"

namespace verbatim::prove {

/// What a root is of.
struct fingerprint_key {
  std::string function;
  std::string mode;
  std::string nan_profile;
  std::uint64_t results = 0;
  friend auto operator<=>(const fingerprint_key&, const fingerprint_key&) = default;
};

struct known_root {
  fingerprint_key key;
  core::digest root;
};

/// The lines of a file of known roots. Throws core::request_error that names the file and the line.
[[nodiscard]] std::vector<known_root> read_known_roots(const std::string& path);
/// The same as text, with these roots put in or replaced.
[[nodiscard]] std::string known_roots_text(std::vector<known_root> known, const std::vector<known_root>& more);

struct tree_file {
  fingerprint_key key;
  std::uint64_t bytes = 0;  ///< of a result
  std::vector<core::digest> leaves;
};
[[nodiscard]] std::string to_text(const tree_file& from);
/// Throws core::request_error that names the file and the line: truncated, malformed, edited to another number of leaves.
[[nodiscard]] tree_file read_tree_file(const std::string& path);

struct fingerprint_words {
  std::string function;
  implementation_words implementations;
  attribute_words attributes;  ///< `mode` may be "all"
  bool exact = false;
  std::string tree;     ///< --tree: file to write, for one mode
  std::string compare;  ///< --compare: a tree file of another implementation
  std::string known;    ///< file of known roots; empty: none
  unsigned jobs = 1;
};

struct fingerprint_answer {
  core::report report;
  std::vector<known_root> roots;
};

/// One result for each mode: verdict the root; where a root or tree is there to compare with, "match" or "differs", and the
/// first block that differs. Throws as run_sweep.
[[nodiscard]] fingerprint_answer fingerprint(const fingerprint_words& words, const sweep_listener& listen);

/// Every known root, recomputed with the model.
[[nodiscard]] fingerprint_answer fingerprint_known(const std::string& path, unsigned jobs,
                                                   const sweep_listener& listen);

}  // namespace verbatim::prove
