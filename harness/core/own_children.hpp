// Children that this program started itself and will reap, told apart from descendants that come to it as orphans. For
// child.cpp and companion.cpp.
#pragma once

#include <sys/types.h>

#include <chrono>

#include "harness/core/start_process.hpp"

namespace verbatim::core {

/// start_process, and from then on end_strays leaves the child alone.
[[nodiscard]] process_start start_own(const process_request& request);
/// It was reaped.
void forget_own(pid_t pid);

/// Does not reap: until then the number of its group is its own.
[[nodiscard]] bool has_exited(pid_t pid);

/// For poll: 0 where the moment has passed, at most a thousand seconds.
[[nodiscard]] int milliseconds_until(std::chrono::steady_clock::time_point moment);

}  // namespace verbatim::core
