#include "harness/gate/run_model.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>

#include "harness/core/error.hpp"
#include "harness/core/interrupt.hpp"
#include "harness/core/safe_text.hpp"

namespace verbatim::gate {
namespace {

constexpr std::string_view default_path = "/usr/local/bin:/usr/bin:/bin";
constexpr std::size_t shown_error_bytes = 300;

std::string search_path() {
  const char* path = std::getenv("PATH");
  return path != nullptr && path[0] != '\0' ? std::string(path) : std::string(default_path);
}

// The last line of standard error usually says what went wrong; all of a short one is shown.
std::string error_text(const core::child_outcome& outcome) {
  if (outcome.error_bytes == 0) return "it wrote nothing to standard error";
  std::string_view head = outcome.error_head;
  while (head.ends_with('\n')) head.remove_suffix(1);
  return fmt::format("standard error: {}", core::escape(head, shown_error_bytes));
}

std::string not_started(const core::child_outcome& outcome) {
  const std::string what = core::escape(outcome.error_what, 200);
  if (outcome.error == ENOEXEC)
    return fmt::format("{} is no program this system can execute (a script needs a first line such as #!/bin/sh)",
                       what);
  return fmt::format("{} cannot be started: {}", what, core::errno_text(outcome.error));
}

void set_variable(std::vector<std::string>& environment, std::string_view name, std::string_view value) {
  std::string entry = fmt::format("{}={}", name, value);
  for (std::string& each : environment) {
    if (each.size() > name.size() && each[name.size()] == '=' && each.starts_with(name)) {
      each = std::move(entry);
      return;
    }
  }
  environment.push_back(std::move(entry));
}

bool sets(const model& which, std::string_view name) {
  for (const auto& [key, value] : which.environment)
    if (key == name) return true;
  return false;
}

// Run 2 and on are compared with what run 1 printed: the golden where that was equal, else what was kept of it.
class first_run_reference {
 public:
  first_run_reference(const recorded& first, const reference* golden) {
    if (first.equal) {
      use_ = golden;
    } else if (first.spool) {
      // Close-on-exec, or the models would get it.
      core::unique_fd copy(::fcntl(first.spool.get(), F_DUPFD_CLOEXEC, 0));
      if (!copy) throw core::work_error(fmt::format("cannot copy a descriptor: {}", core::errno_text(errno)));
      own_ = reference(std::move(copy), first.size);
      use_ = &own_;
    }
  }
  [[nodiscard]] const reference* get() const { return use_; }

 private:
  reference own_;
  const reference* use_ = nullptr;
};

}  // namespace

const std::string& worker::home_for(unsigned run) {
  core::empty_folder& home = homes_[run % homes_.size()];
  home.renew();
  return home.path();
}

std::string missing_requirement(const model& which) {
  for (const std::string& each : which.requirements)
    if (core::find_program(each, search_path()).empty()) return each;
  return "";
}

prepared_run prepare_run(const model& which) {
  prepared_run run;
  core::child_spec& spec = run.spec;
  spec.argv = which.command;
  std::string& program = spec.argv.front();
  const bool is_path = program.find('/') != std::string::npos;
  if (is_path && program.front() != '/') program = fmt::format("{}/{}", which.working_directory, program);
  struct stat about{};
  if (::stat(which.working_directory.c_str(), &about) != 0 || !S_ISDIR(about.st_mode)) {
    run.failure = fmt::format("its cwd {} is not a folder", core::escape(which.working_directory, 300));
    return run;
  }
  const std::string found = core::find_program(program, search_path());
  if (found.empty()) {
    const std::string shown = core::escape(program, 300);
    if (!is_path)
      run.failure = fmt::format("'{}' is not found in PATH; install it, or list it under 'requires'", shown);
    else if (::stat(program.c_str(), &about) != 0)
      run.failure =
          fmt::format("{} is not there; {}", shown,
                      program.find('{') == std::string::npos ? "build it, or say with --bin where it is"
                                                             : "the placeholders are {bin}, {root} and {project}");
    else
      run.failure = fmt::format("{} is not an executable file; check its permissions", shown);
    return run;
  }
  program = found;
  if (!which.stdin_file.empty()) {
    const bool there = ::stat(which.stdin_file.c_str(), &about) == 0;
    if (!there || !S_ISREG(about.st_mode)) {
      run.failure = fmt::format("its stdin file {} is {}", core::escape(which.stdin_file, 300),
                                there ? "not a regular file" : "not there");
      return run;
    }
  }
  spec.environment = {fmt::format("PATH={}", search_path()), "LC_ALL=C.UTF-8", "TZ=UTC", "SOURCE_DATE_EPOCH=0"};
  for (const auto& [name, value] : which.environment) set_variable(spec.environment, name, value);
  spec.working_directory = which.working_directory;
  spec.stdin_file = which.stdin_file;
  spec.timeout = which.timeout;
  spec.max_output_bytes = which.max_output_bytes;
  return run;
}

void set_home(prepared_run& run, const model& which, const std::string& home) {
  for (const std::string_view name : {std::string_view("HOME"), std::string_view("TMPDIR")})
    if (!sets(which, name)) set_variable(run.spec.environment, name, home);
}

std::string failure_of(const model& which, const core::child_outcome& outcome) {
  const double timeout_s = std::chrono::duration<double>(which.timeout).count();
  switch (outcome.end) {
    case core::child_end::not_started: return not_started(outcome);
    case core::child_end::timed_out:
      return fmt::format("ran past its time-out of {} s and was ended; raise timeout_s if it may take longer",
                         timeout_s);
    case core::child_end::too_much_output:
      return fmt::format("printed more than {} bytes and was ended; raise max_output_bytes if it may print more",
                         which.max_output_bytes);
    case core::child_end::signalled:
      return fmt::format("was killed by {}; {}", core::signal_name(outcome.signal), error_text(outcome));
    case core::child_end::pipe_held:
      return "exited, but a process that it started keeps its output open; wait for such processes before exit";
    case core::child_end::stopped: return "was stopped";
    case core::child_end::exited: break;
  }
  if (outcome.exit_code != which.exit_code)
    return fmt::format("exit code {} instead of {}; {}", outcome.exit_code, which.exit_code, error_text(outcome));
  if (which.stderr_must_be_empty && outcome.error_bytes > 0)
    return fmt::format("wrote {} bytes to standard error, which must stay empty: {}", outcome.error_bytes,
                       core::escape(outcome.error_head, shown_error_bytes));
  return "";
}

observation observe(const model& which, unsigned reruns, const reference* golden, worker& by) {
  observation seen;
  if (const std::string missing = missing_requirement(which); !missing.empty()) {
    seen.how = observation::state::skipped;
    seen.reason = fmt::format("needs {}, which is not found in PATH", core::escape(missing, 80));
    return seen;
  }
  prepared_run run = prepare_run(which);
  if (!run.failure.empty()) {
    seen.how = observation::state::failed;
    seen.reason = run.failure;
    return seen;
  }
  std::optional<first_run_reference> first_run;
  for (unsigned number = 1; number <= reruns; ++number) {
    const std::string& home = by.home_for(number);
    set_home(run, which, home);
    const reference* against = number == 1 ? golden : first_run->get();
    recorder record(by.hash(), against, which.form, !which.hash_only);
    core::child_outcome outcome;
    try {
      outcome = core::run_child(run.spec, [&record](std::string_view bytes) {
        record.take(bytes);
        return true;
      });
    } catch (...) {
      [[maybe_unused]] const recorded unused = record.finish();  // leaves the shared hash ready for the next model
      throw;
    }
    recorded now = record.finish();
    core::throw_if_interrupted();
    if (outcome.end != core::child_end::exited) core::end_strays(home);
    if (std::string failure = failure_of(which, outcome); !failure.empty()) {
      seen.how = observation::state::failed;
      seen.reason = number == 1 ? std::move(failure) : fmt::format("run {}: {}", number, failure);
      return seen;
    }
    seen.runs = number;
    if (number == 1) {
      seen.first = std::move(now);
      first_run.emplace(seen.first, golden);
    } else if (now.digest != seen.first.digest) {
      seen.unstable_run = number;
      seen.other = std::move(now);
      return seen;
    }
  }
  return seen;
}

}  // namespace verbatim::gate
