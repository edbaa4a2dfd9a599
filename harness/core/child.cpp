#include "harness/core/child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "harness/core/error.hpp"
#include "harness/core/interrupt.hpp"
#include "harness/core/own_children.hpp"
#include "harness/core/start_process.hpp"
#include "harness/core/unique_fd.hpp"

namespace verbatim::core {
namespace {

using clock = std::chrono::steady_clock;

constexpr std::size_t piece_bytes = 65536;
constexpr auto held_pipe_grace = std::chrono::seconds(1);
constexpr int poll_without_pidfd_ms = 5;

int null_input() {
  static const unique_fd fd(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  return fd.get();
}

struct stream_pair {
  unique_fd read;
  unique_fd write;
};

stream_pair make_pipe() {
  std::array<int, 2> ends{-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw work_error(fmt::format("cannot make a pipe: {}", errno_text(errno)));
  return {unique_fd(ends[0]), unique_fd(ends[1])};
}

// A started child and everything that is read from it.
class running_child {
 public:
  running_child(const child_spec& spec, child_outcome& outcome) : spec_(&spec), outcome_(&outcome) {}
  running_child(const running_child&) = delete;
  running_child& operator=(const running_child&) = delete;
  ~running_child() { finish(); }

  // False where it could not be started; the outcome says why.
  bool start();
  void read_to_the_end(const output_reader& read_output);
  // Ends the group and reaps the leader. The status is its own only where it exited before this.
  void finish();

 private:
  void read_output_piece(const output_reader& read_output);
  void read_error_piece();
  bool wait_once(const output_reader& read_output);

  const child_spec* spec_;
  child_outcome* outcome_;
  pid_t pid_ = -1;
  unique_fd pidfd_;
  unique_fd output_;
  unique_fd error_;
  bool exited_ = false;
  std::optional<child_end> verdict_;
  clock::time_point deadline_ = clock::time_point::max();
  clock::time_point held_deadline_ = clock::time_point::max();
};

bool running_child::start() {
  child_outcome& outcome = *outcome_;
  unique_fd input;
  if (!spec_->stdin_file.empty()) {
    input.reset(::open(spec_->stdin_file.c_str(), O_RDONLY | O_CLOEXEC));
    if (!input) {
      outcome.error = errno;
      outcome.error_what = spec_->stdin_file;
      return false;
    }
  }
  stream_pair out = make_pipe();
  stream_pair err;
  if (!spec_->inherit_stderr) err = make_pipe();
  const process_request request{spec_->argv,
                                spec_->environment,
                                spec_->working_directory,
                                input ? input.get() : null_input(),
                                out.write.get(),
                                spec_->inherit_stderr ? -1 : err.write.get()};
  const process_start started = start_own(request);
  pid_ = started.pid;
  if (started.error != 0) {
    outcome.error = started.error;
    struct stat about{};
    const bool folder_is_there = spec_->working_directory.empty() ||
                                 (::stat(spec_->working_directory.c_str(), &about) == 0 && S_ISDIR(about.st_mode));
    outcome.error_what = folder_is_there ? spec_->argv[0] : spec_->working_directory;
    return false;
  }
  if (spec_->timeout.count() > 0) deadline_ = clock::now() + spec_->timeout;
  pidfd_.reset(static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0)));
  output_ = std::move(out.read);
  error_ = std::move(err.read);
  return true;
}

void running_child::read_output_piece(const output_reader& read_output) {
  thread_local const std::unique_ptr<char[]> buffer(new char[piece_bytes]);
  const ssize_t got = ::read(output_.get(), buffer.get(), piece_bytes);
  if (got < 0) {
    if (errno == EINTR || errno == EAGAIN) return;
    throw work_error(fmt::format("cannot read a program's output: {}", errno_text(errno)));
  }
  if (got == 0) {
    output_.reset();
    return;
  }
  outcome_->output_bytes += static_cast<std::uint64_t>(got);
  if (outcome_->output_bytes > spec_->max_output_bytes)
    verdict_ = child_end::too_much_output;
  else if (!read_output(std::string_view(buffer.get(), static_cast<std::size_t>(got))))
    verdict_ = child_end::stopped;
}

void running_child::read_error_piece() {
  std::array<char, 4096> buffer;
  const ssize_t got = ::read(error_.get(), buffer.data(), buffer.size());
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (got <= 0) {
    error_.reset();
    return;
  }
  outcome_->error_bytes += static_cast<std::uint64_t>(got);
  const std::size_t room = spec_->error_head_bytes - std::min(spec_->error_head_bytes, outcome_->error_head.size());
  outcome_->error_head.append(buffer.data(), std::min(room, static_cast<std::size_t>(got)));
}

// One wait for whatever comes first. False once the run is over.
bool running_child::wait_once(const output_reader& read_output) {
  std::array<pollfd, 4> waits{{{output_.get(), POLLIN, 0},
                               {error_.get(), POLLIN, 0},
                               {exited_ ? -1 : pidfd_.get(), POLLIN, 0},
                               {interrupt_fd(), POLLIN, 0}}};
  const clock::time_point until = std::min(deadline_, held_deadline_);
  int wait_ms = until == clock::time_point::max() ? -1 : milliseconds_until(until);
  const bool must_ask = !pidfd_ && !exited_;
  if (must_ask) wait_ms = wait_ms < 0 ? poll_without_pidfd_ms : std::min(wait_ms, poll_without_pidfd_ms);
  const int ready = ::poll(waits.data(), waits.size(), wait_ms);
  if (ready < 0 && errno != EINTR) throw work_error(fmt::format("cannot wait for a program: {}", errno_text(errno)));
  if (interrupt_requested() != 0) {
    verdict_ = child_end::stopped;
    return false;
  }
  if (ready > 0) {
    if (waits[0].revents != 0) read_output_piece(read_output);
    if (waits[1].revents != 0) read_error_piece();
  }
  if (verdict_) return false;
  if (!exited_ && ((ready > 0 && waits[2].revents != 0) || (must_ask && has_exited(pid_)))) {
    exited_ = true;
    if (output_ || error_) held_deadline_ = clock::now() + held_pipe_grace;
  }
  if (exited_ && !output_ && !error_) return false;
  // Asked last, so that what had come by the deadline still counts, and each time, so that a program that writes
  // without end does not outrun the clock.
  const clock::time_point now = clock::now();
  if (now >= deadline_ || now >= held_deadline_) {
    verdict_ = exited_ ? child_end::pipe_held : child_end::timed_out;
    return false;
  }
  return true;
}

void running_child::read_to_the_end(const output_reader& read_output) {
  while (wait_once(read_output)) {
  }
}

void running_child::finish() {
  if (pid_ < 0) return;
  // The leader is not reaped yet, so the group's number is still its own.
  const bool not_ours = ::kill(-pid_, SIGKILL) != 0 && errno == EPERM;
  int status = 0;
  if (not_ours && !exited_) {
    // A set-user-id program cannot be ended from here: leave it behind rather than hang.
    for (int tries = 0; tries < 200 && ::waitpid(pid_, &status, WNOHANG) == 0; ++tries)
      ::poll(nullptr, 0, poll_without_pidfd_ms);
  } else {
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
  }
  forget_own(pid_);
  pid_ = -1;
  if (verdict_) {
    outcome_->end = *verdict_;
  } else if (WIFSIGNALED(status)) {
    outcome_->end = child_end::signalled;
  } else {
    outcome_->end = child_end::exited;
  }
  if (WIFSIGNALED(status)) outcome_->signal = WTERMSIG(status);
  if (WIFEXITED(status)) outcome_->exit_code = WEXITSTATUS(status);
}

}  // namespace

child_outcome run_child(const child_spec& spec, const output_reader& read_output) {
  child_outcome outcome;
  const clock::time_point begin = clock::now();
  {
    running_child child(spec, outcome);
    if (child.start()) child.read_to_the_end(read_output);
  }
  outcome.elapsed = clock::now() - begin;
  return outcome;
}

std::string find_program(std::string_view program, std::string_view path) {
  const auto runs = [](const std::string& file) {
    struct stat about{};
    return ::stat(file.c_str(), &about) == 0 && S_ISREG(about.st_mode) && ::access(file.c_str(), X_OK) == 0;
  };
  if (program.find('/') != std::string_view::npos) return runs(std::string(program)) ? std::string(program) : "";
  if (program.empty()) return "";
  while (true) {
    const std::size_t colon = path.find(':');
    const std::string_view folder_name = path.substr(0, colon);
    std::string file = fmt::format("{}/{}", folder_name.empty() ? "." : folder_name, program);
    if (runs(file)) return file;
    if (colon == std::string_view::npos) return "";
    path.remove_prefix(colon + 1);
  }
}

}  // namespace verbatim::core
