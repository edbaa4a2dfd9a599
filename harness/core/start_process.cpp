#include "harness/core/start_process.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <csignal>

namespace verbatim::core {
namespace {

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> out;
  out.reserve(words.size() + 1);
  // execve takes char* const* for history's sake and writes nothing.
  for (const std::string& word : words) out.push_back(const_cast<char*>(word.c_str()));
  out.push_back(nullptr);
  return out;
}

// exec resets handlers by itself and keeps what is ignored; but a handler of ours must not run in the child, which
// shares our memory until then.
std::vector<int> signals_to_reset() {
  std::vector<int> found{SIGPIPE};
  for (int signal = 1; signal < NSIG; ++signal) {
    struct sigaction now{};
    if (signal != SIGPIPE && ::sigaction(signal, nullptr, &now) == 0 && now.sa_handler != SIG_DFL)
      found.push_back(signal);
  }
  return found;
}

bool take_descriptor(int from, int to) {
  if (from == to) return ::fcntl(from, F_SETFD, 0) == 0;  // dup2 would leave it to be closed by exec
  return ::dup2(from, to) == to;
}

struct child_setup {
  const process_request* request;
  char* const* argv;
  char* const* envp;
  const std::vector<int>* reset;
  pid_t parent;
};

// Runs in the child, in our memory, between vfork and exec: system calls only. Returns errno where one failed.
int become_program(const child_setup& setup) {
  const process_request& request = *setup.request;
  struct sigaction standard{};
  standard.sa_handler = SIG_DFL;
  for (const int signal : *setup.reset) ::sigaction(signal, &standard, nullptr);
  if (::setpgid(0, 0) != 0) return errno;
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) return errno;
  if (::getppid() != setup.parent) return ESRCH;  // it died before that was set
  if (!take_descriptor(request.input, STDIN_FILENO) || !take_descriptor(request.output, STDOUT_FILENO)) return errno;
  if (request.error >= 0 && !take_descriptor(request.error, STDERR_FILENO)) return errno;
  // What the caller of this program left open (a make jobserver, a shell's 9>file) is nothing to a model.
  if (::close_range(STDERR_FILENO + 1, UINT_MAX, 0) != 0) ::closefrom(STDERR_FILENO + 1);
  if (!request.working_directory.empty() && ::chdir(request.working_directory.c_str()) != 0) return errno;
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::execve(setup.argv[0], setup.argv, setup.envp);
  return errno;
}

}  // namespace

process_start start_process(const process_request& request) {
  static const std::vector<int> reset = signals_to_reset();
  const std::vector<char*> argv = pointers(request.argv);
  const std::vector<char*> envp = pointers(request.environment);
  const child_setup setup{&request, argv.data(), envp.data(), &reset, ::getpid()};
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  volatile int failed = 0;  // written by the child
  // vfork and not fork: a fork copies the page tables and pays for it again at each page written afterwards. POSIX lets
  // the child do next to nothing; on Linux it may make system calls, as glibc's posix_spawn does after CLONE_VFORK.
  // NOLINTBEGIN(clang-analyzer-security.insecureAPI.vfork, clang-analyzer-unix.Vfork)
  const pid_t pid = ::vfork();
  if (pid == 0) {
    failed = become_program(setup);
    ::_exit(127);
  }
  // NOLINTEND(clang-analyzer-security.insecureAPI.vfork, clang-analyzer-unix.Vfork)
  process_start out{pid, pid < 0 ? errno : failed};
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (pid > 0 && out.error != 0) {
    while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
    }
    out.pid = -1;
  }
  return out;
}

}  // namespace verbatim::core
