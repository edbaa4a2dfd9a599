#include "harness/core/interrupt.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>

#include "harness/core/error.hpp"

namespace verbatim::core {
namespace {

std::atomic<int> requested{0};
std::atomic<int> event{-1};
static_assert(std::atomic<int>::is_always_lock_free, "the handler may use it");

void on_signal(int signal) {
  const int saved = errno;
  requested.store(signal);
  const std::uint64_t one = 1;
  // Nothing can be done in a handler where this fails; `requested` is set all the same.
  [[maybe_unused]] const ssize_t written = ::write(event.load(), &one, sizeof one);
  errno = saved;
}

}  // namespace

void watch_interrupts() {
  event.store(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    struct sigaction now{};
    if (::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN) continue;
    struct sigaction action{};
    action.sa_handler = on_signal;
    ::sigemptyset(&action.sa_mask);
    ::sigaction(signal, &action, nullptr);
  }
}

int interrupt_requested() { return requested.load(); }

int interrupt_fd() { return event.load(); }

void throw_if_interrupted() {
  if (const int signal = requested.load(); signal != 0) throw interrupted(signal);
}

}  // namespace verbatim::core
