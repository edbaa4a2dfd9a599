#include "harness/core/own_children.hpp"

#include <dirent.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "harness/core/atomic_file.hpp"
#include "harness/core/child.hpp"
#include "harness/core/error.hpp"

namespace verbatim::core {
namespace {

// Starting holds the lock shared, so that end_strays never meets a child that is started but not yet listed.
std::shared_mutex& start_lock() {
  static std::shared_mutex lock;
  return lock;
}
std::mutex& list_lock() {
  static std::mutex lock;
  return lock;
}
std::set<pid_t>& known_children() {
  static std::set<pid_t> known;
  return known;
}

std::vector<pid_t> children_of_this_process() {
  std::vector<pid_t> children;
  DIR* const tasks = ::opendir("/proc/self/task");
  if (tasks == nullptr) return children;
  while (const dirent* task = ::readdir(tasks)) {
    if (task->d_name[0] == '.') continue;
    std::string text;
    try {
      text = read_file(fmt::format("/proc/self/task/{}/children", task->d_name));
    } catch (const request_error&) {
      continue;  // the thread has just ended, or this kernel does not list children
    }
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find(' ', at), text.size());
      if (end > at) children.push_back(static_cast<pid_t>(std::strtol(text.c_str() + at, nullptr, 10)));
      at = end + 1;
    }
  }
  ::closedir(tasks);
  return children;
}

bool has_home(pid_t pid, std::string_view home) {
  std::string environment;
  try {
    environment = read_file(fmt::format("/proc/{}/environ", pid));
  } catch (const request_error&) {
    return false;
  }
  const std::string entry = fmt::format("HOME={}", home);
  for (std::size_t at = 0; at < environment.size();) {
    const std::size_t end = std::min(environment.find('\0', at), environment.size());
    if (std::string_view(environment).substr(at, end - at) == entry) return true;
    at = end + 1;
  }
  return false;
}

}  // namespace

process_start start_own(const process_request& request) {
  const std::shared_lock<std::shared_mutex> starting(start_lock());
  const process_start started = start_process(request);
  if (started.error == 0) {
    const std::lock_guard<std::mutex> listing(list_lock());
    known_children().insert(started.pid);
  }
  return started;
}

void forget_own(pid_t pid) {
  const std::lock_guard<std::mutex> listing(list_lock());
  known_children().erase(pid);
}

bool has_exited(pid_t pid) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid;
}

int milliseconds_until(std::chrono::steady_clock::time_point moment) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(moment - std::chrono::steady_clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, 1'000'000));
}

void adopt_orphans() {
  // `server & exec verbatim …`: what this process had for children before it became this program is not ours to end.
  for (const pid_t pid : children_of_this_process()) {
    const std::lock_guard<std::mutex> listing(list_lock());
    known_children().insert(pid);
  }
  ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

std::size_t end_strays(std::string_view home) {
  std::size_t ended = 0;
  const std::unique_lock<std::shared_mutex> no_starts(start_lock());
  // Ending one hands its own children over: go on until none is left. Bounded, should one escape the kill.
  for (int round = 0; round < 100; ++round) {
    bool found = false;
    for (const pid_t pid : children_of_this_process()) {
      {
        const std::lock_guard<std::mutex> listing(list_lock());
        if (known_children().contains(pid)) continue;
      }
      if (!home.empty() && !has_home(pid, home)) continue;
      ::kill(pid, SIGKILL);
      while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
      }
      found = true;
      ++ended;
    }
    if (!found) break;
  }
  return ended;
}

}  // namespace verbatim::core
