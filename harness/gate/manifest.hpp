// golden/manifest.toml: which model programs there are, how each is run, and what its output must be.
//
// Format: TOML 1.0, `version = 1`, one [defaults] table and one [[model]] table for each model; README shows all keys.
// A manifest is trusted as a Makefile is: checking it runs its commands. What it may not do is reach golden files or
// stdin files outside its own folder.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace verbatim::gate {

/// What standard output must look like before it is compared (canonical_check.hpp).
enum class output_form : std::uint8_t { canonical, utf8, bytes };

[[nodiscard]] std::string_view name_of(output_form form);

struct model {
  std::string name;                  ///< a plain file name; unique
  std::vector<std::string> command;  ///< placeholders replaced; command[0] is the program
  std::string source;                ///< path, placeholders replaced; may be empty
  std::vector<std::pair<std::string, std::string>> environment;
  std::string stdin_file;         ///< absolute path inside the manifest's folder; empty: nothing to read
  std::string working_directory;  ///< absolute
  int exit_code = 0;              ///< 0 to 255
  bool stderr_must_be_empty = false;
  std::vector<std::string> tags;
  std::vector<std::string> requirements;  ///< programs that must be found, else the model is skipped
  std::string golden_of;                  ///< the model whose golden this one shares; empty: its own
  bool hash_only = false;                 ///< the golden is a digest, NAME.sha256, not the bytes
  output_form form = output_form::canonical;
  unsigned reruns = 2;  ///< runs that must agree with each other and with the golden, at least 1
  std::chrono::nanoseconds timeout{std::chrono::seconds(10)};
  std::uint64_t max_output_bytes = 67108864;
  std::uint64_t line = 0;  ///< where [[model]] stands in the manifest

  /// `NAME.stdout`, or `NAME.sha256` with hash_only, after golden_of is followed.
  [[nodiscard]] std::string golden_file() const;
};

struct manifest {
  std::string path;     ///< as the user knows it
  std::string root;     ///< {root}: its folder, absolute, links resolved
  std::string project;  ///< {project}: the folder above
  std::string bin;      ///< {bin}, absolute
  std::vector<model> models;

  /// A file of the folder as the user would write it: beside `path`.
  [[nodiscard]] std::string shown(std::string_view file) const;
  [[nodiscard]] const model* find(std::string_view name) const;
};

/// The nearest golden/manifest.toml in `from` or a folder above it; nullopt where there is none.
[[nodiscard]] std::optional<std::string> find_manifest(const std::string& from);

/// Reads and checks a manifest. `bin` is what {bin} stands for. Throws request_error that names file, line and what to
/// write instead.
[[nodiscard]] manifest load_manifest(const std::string& path, const std::string& bin);

/// The same from text that was read from `path`; touches the file system only to resolve links in stdin and golden names
/// where `check_links` is set.
[[nodiscard]] manifest parse_manifest(std::string_view text, const std::string& path, const std::string& root,
                                      const std::string& bin, bool check_links);

/// Empty where `name` can name a model; else what is wrong with it.
[[nodiscard]] std::string name_fault(std::string_view name);

/// The known word that `word` was probably meant to be; empty where none is near.
[[nodiscard]] std::string nearest(std::string_view word, const std::vector<std::string>& known);

}  // namespace verbatim::gate
