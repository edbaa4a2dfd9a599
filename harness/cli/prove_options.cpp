#include "harness/cli/prove_options.hpp"

#include <fmt/format.h>

#include "harness/cli/common.hpp"
#include "harness/cli/output.hpp"
#include "harness/core/error.hpp"
#include "harness/core/safe_text.hpp"
#include "harness/gate/accept_files.hpp"

namespace verbatim::cli {

void add_implementations(options& verb, prove::implementation_words& into, bool with_reference) {
  verb.word("--impl", into.given, "What is judged: see `list oracles` (default: model)", "NAME");
  verb.word("--routine", into.routine,
            "A C function of your shared library instead: ./libmine.so:f32_to_f16, or …:NAME:array", "LIBRARY:NAME");
  verb.word("--pipe", into.pipe,
            "A shell command instead: raw little-endian operands on its standard input, results on its output",
            "COMMAND");
  if (with_reference)
    verb.word("--against", into.reference,
              "What it is held against (default: the model; for the model the strongest witness here)", "NAME");
  verb.number("--timeout", into.timeout_seconds, "Seconds that --routine or --pipe may take for a block (default: 10)",
              1, 86'400);
}

void add_attributes(options& verb, prove::attribute_words& into) {
  verb.word("--mode", into.mode, "Rounding mode, or all (default: ties-even)", "MODE");
  verb.word("--nan-profile", into.nan, "What becomes of NaN (default: as the other side does)", "PROFILE");
  verb.word("--tininess", into.tininess, "Detected after (default) or before rounding", "WHEN");
  verb.flag("--saturate", into.saturate, "Overflow gives the largest finite number");
  verb.flag("--ftz", into.flush_to_zero, "Tiny results become zero");
  verb.flag("--daz", into.denormals_are_zero, "Subnormal operands count as zero");
}

void golden_writer::add_to(options& verb, const std::string& what) {
  verb.flag("--accept", accept, "Keep " + what + " below the golden folder, with its line in SHA256SUMS");
  verb.word("--manifest", manifest_path, "Whose golden folder (default: as for check)", "FILE");
  verb.flag("--allow-ci", allow_ci, "Write although CI is set");
}

void golden_writer::prepare() const {
  if (!accept) return;
  if (in_ci() && !allow_ci)
    throw core::request_error(
        "--accept writes nothing while CI is set; run it on your own machine, or give --allow-ci");
  static_cast<void>(where().load());
}

manifest_options golden_writer::where() const {
  manifest_options out;
  out.manifest_path = manifest_path;
  return out;
}

void golden_writer::write(const std::string& name, const std::string& bytes) const {
  const gate::manifest from = where().load();
  gate::accept_files(from, {{name, bytes}});
  say(fmt::format("{}/{} is written; commit it with its reason\n", core::escape(from.root, 300), name));
}

}  // namespace verbatim::cli
