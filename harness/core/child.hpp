// One child process: started, read as a stream, ended together with all it started, and told apart by how it ended.
//
// The child runs in a process group of its own with default signal dispositions and an empty signal mask. When the run
// ends, however it ends, the whole group gets SIGKILL before the leader is reaped, so its number cannot belong to
// somebody else. Grandchildren that left the group (setsid) come to this process when it is a subreaper
// (adopt_orphans) and are ended by end_strays.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::core {

struct child_spec {
  std::vector<std::string> argv;         ///< argv[0] is the path of the program: PATH is not searched
  std::vector<std::string> environment;  ///< all of it, each `NAME=value`
  std::string working_directory;         ///< empty: the caller's
  std::string stdin_file;                ///< empty: nothing to read (/dev/null)
  std::chrono::nanoseconds timeout{0};   ///< 0: none
  std::uint64_t max_output_bytes = UINT64_MAX;
  std::size_t error_head_bytes = 2048;  ///< how much of standard error is kept
  bool inherit_stderr = false;          ///< standard error goes where ours goes
};

enum class child_end : std::uint8_t {
  exited,           ///< by itself, with exit_code
  signalled,        ///< killed by `signal`, not by us
  timed_out,        ///< ran past `timeout`
  too_much_output,  ///< wrote more than `max_output_bytes`
  pipe_held,        ///< exited, but something it started keeps its output open
  stopped,          ///< the reader wanted no more, or a stop was asked for (interrupt.hpp)
  not_started,      ///< `error` says why; `error_what` names the file
};

struct child_outcome {
  child_end end = child_end::not_started;
  int exit_code = 0;
  int signal = 0;
  int error = 0;           ///< errno where not started
  std::string error_what;  ///< what could not be opened or executed
  std::uint64_t output_bytes = 0;
  std::uint64_t error_bytes = 0;
  std::string error_head;  ///< the first bytes of standard error, raw
  std::chrono::nanoseconds elapsed{0};
};

/// Gets standard output as it comes, in pieces of up to 64 KiB; false ends the run.
using output_reader = std::function<bool(std::string_view)>;

/// Runs one child to its end. Never hangs: after exit, output held open by others is waited for one second at most (and
/// never past the time-out). Safe from several threads.
[[nodiscard]] child_outcome run_child(const child_spec& spec, const output_reader& read_output);

/// Orphaned descendants become this process's children from now on, so that end_strays can find them. Children that it has
/// already (inherited through exec) are left alone. Call it once, first.
void adopt_orphans();

/// Ends and reaps children of this process that run_child does not know: descendants that left their group. With
/// `home`, only those whose environment says HOME=`home`. Returns how many.
std::size_t end_strays(std::string_view home = {});

/// Where `program` is: itself if it has a slash, else looked up in `path` (as PATH). Empty where there is none that is
/// executable.
[[nodiscard]] std::string find_program(std::string_view program, std::string_view path);

}  // namespace verbatim::core
