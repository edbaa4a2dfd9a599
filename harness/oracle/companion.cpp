#include "harness/oracle/companion.hpp"

#include <string.h>  // sigabbrev_np
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>

#include <fmt/format.h>

#include "harness/core/error.hpp"
#include "harness/core/interrupt.hpp"
#include "harness/core/start_process.hpp"

namespace verbatim::oracle {
namespace {

constexpr int ask_again_ms = 1;

std::vector<std::string> own_environment() {
  std::vector<std::string> out;
  for (char** each = environ; each != nullptr && *each != nullptr; ++each) out.emplace_back(*each);
  return out;
}

// Does not reap: until then the group's number is its own.
bool has_exited(pid_t pid) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid;
}

int milliseconds_until(steady::time_point moment) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(moment - steady::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, 1'000'000));
}

}  // namespace

int companion_end::exit_code() const { return WIFEXITED(status) ? WEXITSTATUS(status) : -1; }
int companion_end::signal() const { return WIFSIGNALED(status) ? WTERMSIG(status) : 0; }

std::string companion_end::text() const {
  if (signal() != 0) return fmt::format("was ended by signal {}", signal_text(signal()));
  return fmt::format("ended with exit code {}", exit_code());
}

void companion::start(const std::vector<std::string>& argv, int input, int output) {
  const std::vector<std::string> environment = own_environment();
  const std::string here;
  const core::process_start started = core::start_process({argv, environment, here, input, output, -1});
  if (started.error != 0)
    throw core::work_error(fmt::format("cannot start {}: {}", argv[0], core::errno_text(started.error)));
  pid_ = started.pid;
}

companion_end companion::end(std::chrono::nanoseconds grace) {
  companion_end out;
  if (!running()) return out;
  const steady::time_point deadline = steady::now() + grace;
  while (!(out.by_itself = has_exited(pid_)) && steady::now() < deadline) ::poll(nullptr, 0, ask_again_ms);
  ::kill(-pid_, SIGKILL);
  while (::waitpid(pid_, &out.status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return out;
}

bool wait_for(std::span<pollfd> waits, steady::time_point deadline) {
  std::array<pollfd, 4> all{};
  std::ranges::copy(waits, all.begin());
  all[waits.size()] = {core::interrupt_fd(), POLLIN, 0};
  while (true) {
    const int ready = ::poll(all.data(), static_cast<nfds_t>(waits.size()) + 1, milliseconds_until(deadline));
    if (ready < 0 && errno != EINTR)
      throw core::work_error(fmt::format("cannot wait for a routine: {}", core::errno_text(errno)));
    core::throw_if_interrupted();
    if (ready > 0) {
      std::copy_n(all.begin(), waits.size(), waits.begin());
      return true;
    }
    if (steady::now() >= deadline) return false;
  }
}

std::string seconds_text(std::chrono::nanoseconds time) {
  return fmt::format("{:.3g} s", std::chrono::duration<double>(time).count());
}

std::string signal_text(int signal) {
  const char* const known = ::sigabbrev_np(signal);
  return known == nullptr ? fmt::format("{}", signal) : fmt::format("{} (SIG{})", signal, known);
}

}  // namespace verbatim::oracle
