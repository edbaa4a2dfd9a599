// A sweep as it is asked for in words, with what it keeps on disk: resume file and certificate; its answer as a report.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/core/result.hpp"
#include "harness/prove/certificate.hpp"
#include "harness/prove/choice.hpp"
#include "harness/prove/operand.hpp"
#include "harness/prove/sweep.hpp"

namespace verbatim::prove {

struct sweep_words {
  std::string function;
  implementation_words implementations;
  attribute_words attributes;  ///< `mode` may be "all" and `nan` is --nan-profile
  bool exact = false;          ///< rounding to an integer signals inexact
  std::string nans;            ///< --nan: "exact" or "class"; empty: as the two implementations say
  bool no_flags = false;       ///< flags are not compared where both sides give them
  std::string range;           ///< --range FIRST..LAST, both included, numbers of cases: decimal or 0x…
  std::string shard;           ///< --shard k/n
  std::string resume;          ///< file that keeps what is done
  std::string certificate;     ///< file to write
  bool hash = false;           ///< results, without a certificate file too
  unsigned jobs = 1;
  unsigned mismatch_limit = 3;  ///< examples shown of each function and mode, one a kind
};

/// What is told while it runs: "f32_to_f16 ties-even", and how far it is.
using sweep_listener = std::function<void(const std::string& subject, const sweep_progress&)>;

struct sweep_answer {
  core::report report;
  certificate made;
};

/// Runs, keeps the resume file, writes the certificate. One result for each mode: verdict "match", "differs", or what a
/// routine did ("crashed", "hung", …); "skipped" where one of the two has no such mode and --mode is all.
/// Throws core::request_error, core::work_error, core::interrupted.
[[nodiscard]] sweep_answer run_sweep(const sweep_words& words, const sweep_listener& listen);

/// The certificates of shards joined into one, and its report.
[[nodiscard]] sweep_answer merge_shards(const std::vector<std::string>& paths, const std::string& into);

/// One record as a result, from what it holds; `request` re-runs single cases to explain them and may be null.
[[nodiscard]] core::result result_of(const sweep_record& record, const sweep_request* request, unsigned mismatch_limit);

}  // namespace verbatim::prove
