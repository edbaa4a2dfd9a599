// The two ways in which a verb cannot go on. Both carry one clear sentence that names the file, line or option and what
// to do. Only harness/cli/main.cpp turns them into an exit code.
#pragma once

#include <stdexcept>
#include <string>

namespace verbatim::core {

/// The request is wrong: usage, manifest, unreadable input (exit 2).
class request_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The work could not be done: disk full, no process left, a broken descriptor (exit 3).
class work_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The user asked to stop (SIGINT, SIGTERM, SIGHUP, SIGQUIT). `main` ends with 128 + signal.
class interrupted : public std::runtime_error {
 public:
  explicit interrupted(int signal);
  [[nodiscard]] int signal() const { return signal_; }

 private:
  int signal_;
};

/// "No space left on device" for 28, and so on, without locale.
[[nodiscard]] std::string errno_text(int code);

/// "SIGSEGV" for 11; "signal 77" where it has no name.
[[nodiscard]] std::string signal_name(int signal);

}  // namespace verbatim::core
