// A child process with which values are exchanged for as long as it lives, unlike run_child's, whose output is read
// to the end. Its group is ended with it, and end_strays leaves it alone.
#pragma once

#include <poll.h>
#include <sys/types.h>

#include <chrono>
#include <span>
#include <string>
#include <vector>

namespace verbatim::core {

using steady = std::chrono::steady_clock;

/// How a companion came to its end.
struct companion_end {
  bool by_itself = false;  ///< else it was ended here
  int status = 0;          ///< as waitpid gives it

  [[nodiscard]] int exit_code() const;  ///< -1 where it did not exit
  [[nodiscard]] int signal() const;     ///< 0 where there was none
  /// "ended with exit code 3", "was ended by SIGSEGV".
  [[nodiscard]] std::string text() const;
};

class companion {
 public:
  companion() = default;
  companion(const companion&) = delete;
  companion& operator=(const companion&) = delete;
  ~companion() { end(); }

  /// With our environment and our standard error. Throws work_error. Precondition: not running().
  void start(const std::vector<std::string>& argv, int input, int output);
  [[nodiscard]] bool running() const { return pid_ > 0; }
  /// Lets it exit by itself for up to `grace`, then ends its whole group and reaps it.
  companion_end end(std::chrono::nanoseconds grace = std::chrono::nanoseconds(0));

 private:
  pid_t pid_ = -1;
};

/// Waits until one of `waits` (three at most) has something; false at the deadline. Throws interrupted where a stop
/// is asked for, work_error where it cannot wait.
[[nodiscard]] bool wait_for(std::span<pollfd> waits, steady::time_point deadline);

/// "10 s", "0.25 s".
[[nodiscard]] std::string seconds_text(std::chrono::nanoseconds time);

}  // namespace verbatim::core
