// Starts one program in a child process: what posix_spawn does, for what run_child needs.
//
// posix_spawn of glibc asks for and sets the disposition of all 64 signals in each child, 128 system calls that were a
// tenth of a short run, and cannot ask for a signal when the parent dies (PR_SET_PDEATHSIG of prctl(2)). This one resets
// the few that need it, and ends the child should this process be killed.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace verbatim::core {

struct process_request {
  const std::vector<std::string>& argv;         ///< argv[0] is the path of the program
  const std::vector<std::string>& environment;  ///< all of it, each `NAME=value`
  const std::string& working_directory;         ///< empty: the caller's
  int input;                                    ///< become descriptors 0, 1 and 2; every other one is closed
  int output;
  int error;  ///< -1: the caller's own
};

struct process_start {
  pid_t pid = -1;
  int error = 0;  ///< errno where nothing was started; pid is -1 then
};

/// The child leads a process group of its own, has default signal dispositions and an empty signal mask, and gets
/// SIGKILL when the calling thread ends. Safe from several threads.
[[nodiscard]] process_start start_process(const process_request& request);

}  // namespace verbatim::core
