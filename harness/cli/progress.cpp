#include "harness/cli/progress.hpp"

#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <string_view>

#include <fmt/format.h>

#include "harness/cli/output.hpp"

namespace verbatim::cli {
namespace {

constexpr auto plain_lines_every = std::chrono::seconds(10);

std::string duration_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

std::string count_text(double count) {
  if (count >= 1e9) return fmt::format("{:.2f}e9", count / 1e9);
  if (count >= 1e6) return fmt::format("{:.1f}e6", count / 1e6);
  return fmt::format("{:.0f}", count);
}

}  // namespace

std::string progress_text(const std::string& subject, const prove::sweep_progress& now) {
  std::string out =
      fmt::format("{}: {:.1f}%", subject,
                  now.all == 0 ? 100.0 : 100.0 * static_cast<double>(now.done) / static_cast<double>(now.all));
  const double rate = now.elapsed.count() > 0 ? static_cast<double>(now.here) / now.elapsed.count() : 0.0;
  if (rate > 0)
    out += fmt::format(", {} cases/s, {} left", count_text(rate),
                       duration_text(static_cast<double>(now.all - now.done) / rate));
  if (now.mismatches > 0) out += fmt::format(", {} mismatch{}", now.mismatches, now.mismatches == 1 ? "" : "es");
  return out;
}

progress_line::progress_line(bool quiet) : quiet_(quiet), terminal_(::isatty(STDERR_FILENO) == 1) {
  const char* const kind = std::getenv("TERM");
  if (kind != nullptr && std::string_view(kind) == "dumb") terminal_ = false;
}

void progress_line::tell(const std::string& subject, const prove::sweep_progress& now) {
  if (quiet_) return;
  if (terminal_) {
    say("\r\x1b[2K" + progress_text(subject, now));
    shown_ = true;
    return;
  }
  const auto moment = std::chrono::steady_clock::now();
  if (moment - last_ < plain_lines_every) return;
  last_ = moment;
  say(progress_text(subject, now) + "\n");
}

void progress_line::clear() {
  if (shown_) say("\r\x1b[2K");
  shown_ = false;
}

}  // namespace verbatim::cli
