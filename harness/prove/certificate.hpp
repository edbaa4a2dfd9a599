// What a sweep found, as a file that a stranger can re-check.
//
// JSON, "schema": "verbatim/certificate/1" (harness/report/schemas/certificate.schema.json). All that is claimed stands in
// "body" and "sha256" is the SHA-256 of the body as compact JSON, keys in the order in which they are written, so that an
// edited file shows. Nothing in the body depends on the time, the machine's load or the number of threads: the
// certificates of shards, merged, give the body of the whole sweep byte for byte. What is done of a sweep that was
// interrupted is kept in the same form under "verbatim/sweep-progress/1".
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/oracle/oracle.hpp"
#include "harness/prove/sweep.hpp"

namespace verbatim::prove {

/// An implementation, as it was.
struct witness {
  std::string name;
  std::string tier;
  std::string version;
  friend bool operator==(const witness&, const witness&) = default;
};
[[nodiscard]] witness witness_of(const oracle::implementation& one);

/// One function swept in one mode.
struct sweep_record {
  std::string function;
  std::string mode;
  std::string nan_profile;
  std::string nans;  ///< "exact" or "class"; empty where nothing is compared
  bool saturate = false;
  bool flush_to_zero = false;
  bool denormals_are_zero = false;
  bool exact = false;
  bool before_rounding = false;  ///< tininess
  bool flags = false;            ///< compared
  std::string space;
  std::string assumption;
  sweep_range range;
  witness given;
  witness reference;  ///< empty names: none
  bool hashes_reference = false;
  std::map<std::uint64_t, chunk_outcome> chunks;

  /// All but the chunks, and whether they were hashed.
  [[nodiscard]] bool same_request(const sweep_record& other) const;
  [[nodiscard]] bool is_whole() const { return chunks.size() == range.chunks(); }
  [[nodiscard]] std::uint64_t cases() const;  ///< of the chunks
  [[nodiscard]] sweep_outcome outcome() const;
};

struct certificate {
  std::string build;      ///< version, compiler, digest of the program
  std::string processor;  ///< and operating system
  std::vector<sweep_record> sweeps;
};

/// Those of this program on this machine.
[[nodiscard]] std::string build_facts();
[[nodiscard]] std::string processor_facts();

inline constexpr std::string_view certificate_schema = "verbatim/certificate/1";
inline constexpr std::string_view progress_schema = "verbatim/sweep-progress/1";

[[nodiscard]] std::string to_text(const certificate& from, std::string_view schema);

/// A certificate that was read, and whether it says what was written.
struct read_certificate {
  certificate content;
  bool intact = false;  ///< the body has the digest stated
};
/// Throws core::request_error that names the file and what is wrong with it: truncated, of another schema, a chunk that
/// is not in its range.
[[nodiscard]] read_certificate read_certificate_file(const std::string& path, std::string_view schema);
/// The same of a text that was read from `path`.
[[nodiscard]] read_certificate read_certificate_text(std::string_view text, const std::string& path,
                                                     std::string_view schema);

/// One out of the certificates of shards. Throws core::request_error that names the files: a gap, an overlap, another build
/// or another request.
[[nodiscard]] certificate merge(const std::vector<std::string>& paths);

}  // namespace verbatim::prove
