// Options that sweep, fingerprint and verify share.
#pragma once

#include "harness/cli/command_line.hpp"
#include "harness/cli/common.hpp"
#include "harness/prove/choice.hpp"
#include "harness/prove/operand.hpp"

namespace verbatim::cli {

/// --impl, --routine, --pipe, --timeout and, where asked for, --against.
void add_implementations(options& verb, prove::implementation_words& into, bool with_reference);

/// --mode, --nan-profile, --tininess, --saturate, --ftz, --daz.
void add_attributes(options& verb, prove::attribute_words& into);

/// Writes below the golden folder of the manifest, and says how to commit it. Refuses in CI unless allowed.
struct golden_writer {
  std::string manifest_path;
  bool accept = false;
  bool allow_ci = false;
  std::string reason;

  void add_to(options& verb, const std::string& what);
  /// Before anything runs: refuses in CI, or where there is no manifest.
  void prepare() const;
  void write(const std::string& name, const std::string& bytes) const;

 private:
  [[nodiscard]] manifest_options where() const;
};

}  // namespace verbatim::cli
