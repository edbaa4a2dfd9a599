// verbatim: arguments in, exit code out. Each verb is one file beside this one; only this file ends the process.
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <exception>
#include <new>

#include <fmt/format.h>

#include "harness/cli/common.hpp"
#include "harness/cli/output.hpp"
#include "harness/core/child.hpp"
#include "harness/core/error.hpp"
#include "harness/core/interrupt.hpp"
#include "harness/oracle/foreign.hpp"
#include "harness/report/wording.hpp"

namespace {

using verbatim::core::exit_code;

// A program started with closed standard descriptors would otherwise use their numbers for its own files. They are
// opened the wrong way round, so that a report for a closed standard output fails instead of getting lost.
void open_standard_descriptors() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(fd, F_GETFD) < 0) ::open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

void set_up_process() {
  open_standard_descriptors();
  // A reader that goes away shows as an error of write.
  ::signal(SIGPIPE, SIG_IGN);
  // A model that crashes must not leave a core file in the golden folder.
  rlimit none{};
  if (::getrlimit(RLIMIT_CORE, &none) == 0) {
    none.rlim_cur = 0;
    ::setrlimit(RLIMIT_CORE, &none);
  }
  verbatim::core::watch_interrupts();
  verbatim::core::adopt_orphans();
}

// Whatever a message names (paths, words of a manifest) shows as text, never as a command to the terminal.
void say_error(const std::exception& error) {
  verbatim::cli::say(fmt::format("verbatim: {}\n", verbatim::report::clean(error.what())));
}

int run(int argc, char** argv) {
  namespace cli = verbatim::cli;
  cli::command_line line(
      "Proves that programs print the same bytes every time, and that half-precision arithmetic is right.",
      "verbatim " VERBATIM_VERSION);
  cli::add_init(line);
  cli::add_list(line);
  cli::add_check(line);
  cli::add_accept(line);
  cli::add_diff(line);
  cli::add_run(line);
  cli::add_eval(line);
  cli::add_inspect(line);
  cli::add_judge(line);
  cli::add_vectors(line);
  cli::add_sweep(line);
  cli::add_fingerprint(line);
  cli::add_verify(line);
  return static_cast<int>(line.parse(argc, argv)());
}

}  // namespace

int main(int argc, char** argv) {
  // The child in which a user's routine runs: this program once more, with nothing of its own set up.
  if (argc > 1 && argv[1] == verbatim::oracle::serve_routine_verb) return verbatim::oracle::serve_routine(argc, argv);
  set_up_process();
  if (argc > 0) verbatim::cli::set_program_name(argv[0]);
  try {
    return run(argc, argv);
  } catch (const verbatim::core::request_error& error) {
    say_error(error);
    return static_cast<int>(exit_code::bad_request);
  } catch (const verbatim::core::interrupted& stop) {
    verbatim::core::end_strays();
    verbatim::cli::say("verbatim: stopped\n");
    return 128 + stop.signal();
  } catch (const std::bad_alloc&) {
    verbatim::cli::say("verbatim: out of memory\n");
  } catch (const std::exception& error) {
    say_error(error);
  }
  return static_cast<int>(exit_code::work_failed);
}
