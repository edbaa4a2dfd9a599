#include "harness/cli/output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "harness/core/atomic_file.hpp"
#include "harness/core/error.hpp"
#include "harness/core/safe_text.hpp"
#include "harness/core/unique_fd.hpp"
#include "harness/gate/sums.hpp"

namespace verbatim::cli {
namespace {

bool wants_colour(int fd) {
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return ::isatty(fd) == 1 && (no_colour == nullptr || no_colour[0] == '\0') &&
         (terminal == nullptr || std::string_view(terminal) != "dumb");
}

report::format format_named(std::string_view name, std::string_view option) {
  if (const auto form = report::format_from_name(name)) return *form;
  throw core::request_error(fmt::format("{}: no format '{}'; there are {}", option, core::escape(name, 40),
                                        fmt::join(report::format_names(), ", ")));
}

// GitHub shows this file as the job's summary; steps before this one may have written to it.
void append_job_summary(const std::string& markdown) {
  const char* path = std::getenv("GITHUB_STEP_SUMMARY");
  if (path == nullptr || path[0] == '\0') return;
  const core::unique_fd out(::open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666));
  if (!out) {
    say(fmt::format("verbatim: warning: the job summary {} cannot be written: {}\n", core::escape(path, 300),
                    core::errno_text(errno)));
    return;
  }
  core::write_all(out.get(), markdown, "the job summary");
}

}  // namespace

void print(std::string_view text) { core::write_all(STDOUT_FILENO, text, "standard output"); }

void say(std::string_view text) {
  try {
    core::write_all(STDERR_FILENO, text, "standard error");
  } catch (const core::work_error&) {
    // Nobody is left to tell.
  }
}

void answer_output::add_to(options& verb) {
  verb.choice("--format", format_name_, "Form of the answer", {"text", "json"});
}

void answer_output::give(const core::report& report, std::string_view text) const {
  print(is_text() ? std::string(text) : report::export_report(report, report::format::json));
}

void report_output::add_to(options& verb) {
  verb.text("--format", format_name_,
            fmt::format("Form of the report on standard output: {}. Other than text, text goes to standard error",
                        fmt::join(report::format_names(), ", ")),
            "FORMAT");
  verb.texts("--report", report_requests_, "A report into a file as well, such as junit=out.xml; any number of times",
             "FORMAT=FILE");
  verb.flag("-q,--quiet", quiet_, "Show only what does not hold, and the count");
  verb.flag("-v,--verbose", verbose_, "Show digests, sizes and times too");
}

void report_output::prepare() {
  format_ = format_named(format_name_, "--format");
  for (const std::string& request : report_requests_) {
    const std::size_t equals = request.find('=');
    if (equals == std::string::npos || equals + 1 == request.size())
      throw core::request_error(
          fmt::format("--report '{}': write FORMAT=FILE, such as junit=out.xml", core::escape(request, 200)));
    const std::filesystem::path parent = std::filesystem::path(request.substr(equals + 1)).parent_path();
    std::error_code trouble;
    if (std::filesystem::is_directory(request.substr(equals + 1), trouble))
      throw core::request_error(fmt::format("--report '{}': names a folder; give a file", core::escape(request, 200)));
    if (!parent.empty() && !std::filesystem::is_directory(parent, trouble))
      throw core::request_error(fmt::format("--report '{}': the folder {} is not there; make it first",
                                            core::escape(request, 200), core::escape(parent.string(), 200)));
    files_.push_back(
        {format_named(std::string_view(request).substr(0, equals), "--report"), request.substr(equals + 1)});
  }
  const int text_fd = format_ == report::format::text ? STDOUT_FILENO : STDERR_FILENO;
  look_.colour = wants_colour(text_fd);
  look_.quiet = quiet_;
  look_.verbose = verbose_;
  progress_ = ::isatty(STDERR_FILENO) == 1 && !quiet_;
}

void report_output::protect(const gate::manifest& from) const {
  namespace fs = std::filesystem;
  std::error_code trouble;
  const fs::path guarded_manifest = fs::weakly_canonical(from.path, trouble);
  for (const file_report& each : files_) {
    const fs::path target = fs::weakly_canonical(each.path, trouble);
    const std::string name = target.filename().string();
    const bool golden = target.parent_path() == fs::path(from.root) &&
                        (name == gate::sums_file_name || name.ends_with(".stdout") || name.ends_with(".sha256"));
    if (golden || target == guarded_manifest)
      throw core::request_error(
          fmt::format("--report: {} is a golden file or the manifest, which no report may "
                      "overwrite; name another file",
                      core::escape(each.path, 300)));
  }
}

void report_output::clear_progress() {
  if (progress_shown_) say("\r\033[K");
  progress_shown_ = false;
}

void report_output::working_on(std::string_view subject) {
  if (!progress_) return;
  const std::lock_guard<std::mutex> guard(lock_);
  const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  const double rate = elapsed > 0.0 ? static_cast<double>(seen_) / elapsed : 0.0;
  const std::string left = seen_ > 0 && expected_ > seen_ && rate > 0.0
                               ? fmt::format(", {:.0f} s left", static_cast<double>(expected_ - seen_) / rate)
                               : std::string();
  say(fmt::format("\r\033[K[{}/{}] {:.1f} a second{}  {}", seen_, expected_, rate, left, core::escape(subject, 40)));
  progress_shown_ = true;
}

void report_output::result(const core::result& result) {
  const std::lock_guard<std::mutex> guard(lock_);
  ++seen_;
  clear_progress();
  const std::string text = report::text_result(result, look_);
  if (format_ == report::format::text)
    print(text);
  else
    say(text);
}

core::exit_code report_output::finish(const core::report& report, core::exit_code code) {
  clear_progress();
  const std::string closing = report::text_closing(report, look_);
  if (format_ == report::format::text) {
    print(closing);
  } else {
    say(closing);
    print(report::export_report(report, format_));
  }
  if (format_ == report::format::github) append_job_summary(report::job_summary(report));
  bool all_written = true;
  for (const file_report& each : files_) {
    report::style plain;
    plain.verbose = verbose_;
    try {
      core::write_file(each.path, report::export_report(report, each.form, plain));
    } catch (const std::runtime_error& error) {
      say(fmt::format("verbatim: --report: {}\n", error.what()));
      all_written = false;
    }
  }
  return all_written || code == core::exit_code::finding ? code : core::exit_code::work_failed;
}

}  // namespace verbatim::cli
