// What the verbs share: the manifest and where the models are, the choice of models, jobs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/cli/command_line.hpp"
#include "harness/gate/manifest.hpp"
#include "harness/gate/selection.hpp"

namespace verbatim::cli {

/// One verb each, in the file of its name.
void add_init(command_line& line);
void add_list(command_line& line);
void add_check(command_line& line);
void add_accept(command_line& line);
void add_diff(command_line& line);
void add_run(command_line& line);
void add_eval(command_line& line);
void add_inspect(command_line& line);
void add_judge(command_line& line);
void add_vectors(command_line& line);
void add_sweep(command_line& line);
void add_fingerprint(command_line& line);
void add_verify(command_line& line);

struct manifest_options {
  std::string manifest_path;
  std::string bin;

  void add_to(options& verb);
  /// Throws core::request_error where there is no manifest or it is wrong.
  [[nodiscard]] gate::manifest load() const;
  /// `verb` as the user would type it for the same manifest and models: "verbatim accept --manifest x".
  [[nodiscard]] std::string command(std::string_view verb) const;
};

struct selection_options {
  std::vector<std::string> names;
  std::vector<std::string> tags;
  std::string shard;

  /// Names, --tag and, where asked for, --shard. `names_required`: at least one name must be given.
  void add_to(options& verb, bool with_shard, bool names_required = false);
  [[nodiscard]] gate::selection selection() const;
};

/// As the program was called, for commands that messages suggest. Set by main.
void set_program_name(std::string name);
[[nodiscard]] const std::string& program_name();

/// Adds -j/--jobs. The default is every core this process may use.
void add_jobs(options& verb, unsigned& jobs);
/// Adds --reruns.
void add_reruns(options& verb, std::optional<unsigned>& reruns);

/// True in continuous integration: `CI` is set, to anything but nothing.
[[nodiscard]] bool in_ci();

}  // namespace verbatim::cli
