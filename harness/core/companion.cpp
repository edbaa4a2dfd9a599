#include "harness/core/companion.hpp"

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
#include "harness/core/own_children.hpp"

namespace verbatim::core {
namespace {

constexpr int ask_again_ms = 1;

std::vector<std::string> own_environment() {
  std::vector<std::string> out;
  for (char** each = environ; each != nullptr && *each != nullptr; ++each) out.emplace_back(*each);
  return out;
}

}  // namespace

int companion_end::exit_code() const { return WIFEXITED(status) ? WEXITSTATUS(status) : -1; }
int companion_end::signal() const { return WIFSIGNALED(status) ? WTERMSIG(status) : 0; }

std::string companion_end::text() const {
  if (signal() != 0) return fmt::format("was ended by {}", signal_name(signal()));
  return fmt::format("ended with exit code {}", exit_code());
}

void companion::start(const std::vector<std::string>& argv, int input, int output) {
  const std::vector<std::string> environment = own_environment();
  const std::string here;
  const process_start started = start_own({argv, environment, here, input, output, -1});
  if (started.error != 0) throw work_error(fmt::format("cannot start {}: {}", argv[0], errno_text(started.error)));
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
  forget_own(pid_);
  pid_ = -1;
  return out;
}

bool wait_for(std::span<pollfd> waits, steady::time_point deadline) {
  std::array<pollfd, 4> all{};
  std::ranges::copy(waits, all.begin());
  all[waits.size()] = {interrupt_fd(), POLLIN, 0};
  while (true) {
    const int ready = ::poll(all.data(), static_cast<nfds_t>(waits.size()) + 1, milliseconds_until(deadline));
    if (ready < 0 && errno != EINTR) throw work_error(fmt::format("cannot wait for a program: {}", errno_text(errno)));
    throw_if_interrupted();
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

}  // namespace verbatim::core
