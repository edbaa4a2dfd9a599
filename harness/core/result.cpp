#include "harness/core/result.hpp"

namespace verbatim::core {

report answer(std::string kind, std::string list_name, result one) {
  report out;
  out.kind = std::move(kind);
  out.list_name = std::move(list_name);
  out.facts = one.facts;
  out.results.push_back(std::move(one));
  return out;
}

std::string explanation_text(const report& answered) {
  std::string out;
  for (const std::string& line : answered.results.front().explanation) {
    out.append(line, 0, line.find_last_not_of(' ') + 1);
    out += '\n';
  }
  return out;
}

tally count(std::span<const result> results) {
  tally sums;
  for (const result& each : results) {
    switch (each.kind) {
      case weight::holds: ++sums.holds; break;
      case weight::finding: ++sums.findings; break;
      case weight::failed: ++sums.failed; break;
      case weight::skipped: ++sums.skipped; break;
    }
  }
  return sums;
}

exit_code exit_code_of(std::span<const result> results, bool skips_are_findings) {
  const tally sums = count(results);
  if (sums.findings > 0 || (skips_are_findings && sums.skipped > 0)) return exit_code::finding;
  if (sums.failed > 0) return exit_code::work_failed;
  if (sums.holds == 0) return exit_code::bad_request;
  return exit_code::holds;
}

}  // namespace verbatim::core
