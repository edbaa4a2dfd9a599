// Runs a real program for a test: its arguments, environment, folder and descriptors under control, what it wrote kept,
// and never for ever.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace verbatim::testing {

/// How a program ended. `code` is -1 where a signal ended it.
struct ended {
  int code = -1;
  int signal = 0;
  bool timed_out = false;
  std::string out;
  std::string err;
  long peak_kib = 0;  ///< largest resident set, of its children too
};

struct call {
  std::vector<std::string> argv;                   ///< argv[0] is a path, or found in PATH
  std::map<std::string, std::string> environment;  ///< on top of this process's own
  std::string folder;                              ///< to run in; empty: this one
  std::string input;                               ///< standard input
  std::string output_file;                         ///< standard output goes there and is not kept
  bool close_output = false;                       ///< no standard output at all
  int extra_descriptor = -1;                       ///< open /dev/null on this one as well
  std::chrono::seconds limit{120};
};

/// What a CI job or a terminal would set and a test must not follow.
inline constexpr const char* removed_variables[] = {"CI", "GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "NO_COLOR",
                                                    "SOURCE_DATE_EPOCH"};

class running {
 public:
  explicit running(const call& what) : limit_(what.limit), out_(memory_file()), err_(memory_file()) {
    std::map<std::string, std::string> variables = own_environment();
    for (const auto& [name, value] : what.environment) variables[name] = value;
    std::vector<std::string> entries;
    for (const auto& [name, value] : variables) entries.push_back(name + "=" + value);
    const std::vector<char*> envp = pointers(entries);
    const std::vector<char*> argv = pointers(what.argv);
    const int in = memory_file();
    write_all(in, what.input);
    ::lseek(in, 0, SEEK_SET);
    pid_ = ::fork();
    if (pid_ < 0) throw std::runtime_error("fork failed");
    if (pid_ == 0) become(what, in, argv, envp);
    ::close(in);
  }
  running(const running&) = delete;
  running& operator=(const running&) = delete;
  ~running() {
    if (pid_ > 0) {
      ::kill(pid_, SIGKILL);
      ::waitpid(pid_, nullptr, 0);
    }
    ::close(out_);
    ::close(err_);
  }

  [[nodiscard]] pid_t pid() const { return pid_; }
  void send(int signal) const { ::kill(pid_, signal); }

  /// Waits for the end; past the limit it is killed, which shows in the outcome.
  ended wait() {
    ended how;
    const auto give_up = std::chrono::steady_clock::now() + limit_;
    rusage usage{};
    int status = 0;
    while (::wait4(pid_, &status, WNOHANG, &usage) == 0) {
      if (std::chrono::steady_clock::now() > give_up && !how.timed_out) {
        how.timed_out = true;
        ::kill(pid_, SIGKILL);
      }
      ::usleep(500);
    }
    pid_ = -1;
    if (WIFEXITED(status)) how.code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) how.signal = WTERMSIG(status);
    how.peak_kib = usage.ru_maxrss;
    how.out = all_of(out_);
    how.err = all_of(err_);
    return how;
  }

 private:
  static int memory_file() {
    const int fd = ::memfd_create("test", MFD_CLOEXEC);
    if (fd < 0) throw std::runtime_error("memfd_create failed");
    return fd;
  }
  static void write_all(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(fd, bytes.data(), bytes.size());
      if (written <= 0) throw std::runtime_error("a test cannot write its program's input");
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
  }
  static std::string all_of(int fd) {
    std::string bytes;
    char buffer[65536];
    ::lseek(fd, 0, SEEK_SET);
    for (ssize_t got = 0; (got = ::read(fd, buffer, sizeof buffer)) > 0;)
      bytes.append(buffer, static_cast<std::size_t>(got));
    return bytes;
  }
  static std::vector<char*> pointers(const std::vector<std::string>& words) {
    std::vector<char*> out;
    for (const std::string& word : words) out.push_back(const_cast<char*>(word.c_str()));
    out.push_back(nullptr);
    return out;
  }
  static std::map<std::string, std::string> own_environment() {
    std::map<std::string, std::string> variables;
    for (char** each = environ; *each != nullptr; ++each) {
      const std::string_view entry = *each;
      const std::size_t equals = entry.find('=');
      if (equals != std::string_view::npos) variables[std::string(entry.substr(0, equals))] = entry.substr(equals + 1);
    }
    for (const char* const name : removed_variables) variables.erase(name);
    return variables;
  }

  [[noreturn]] void become(const call& what, int in, const std::vector<char*>& argv,
                           const std::vector<char*>& envp) const {
    // A test runner may ignore signals; the program must start as a shell would start it.
    for (const int each : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) ::signal(each, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::dup2(in, STDIN_FILENO);
    ::dup2(err_, STDERR_FILENO);
    const int out = what.output_file.empty() ? out_ : ::open(what.output_file.c_str(), O_WRONLY | O_CREAT, 0666);
    if (out < 0) ::_exit(125);
    if (what.close_output)
      ::close(STDOUT_FILENO);
    else
      ::dup2(out, STDOUT_FILENO);
    ::close_range(3, ~0U, 0);
    if (what.extra_descriptor >= 0) ::dup2(STDIN_FILENO, what.extra_descriptor);
    if (!what.folder.empty() && ::chdir(what.folder.c_str()) != 0) ::_exit(126);
    ::execvpe(argv[0], argv.data(), envp.data());
    ::_exit(127);
  }

  std::chrono::seconds limit_;
  int out_;
  int err_;
  pid_t pid_ = -1;
};

inline ended run(const call& what) { return running(what).wait(); }

/// False for what is gone and for what only waits to be reaped.
inline bool is_running(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string line;
  if (!std::getline(file, line)) return false;
  const std::size_t name_end = line.rfind(')');
  return name_end != std::string::npos && name_end + 2 < line.size() && line[name_end + 2] != 'Z' &&
         line[name_end + 2] != 'X';
}

/// Does `holds` come true within the time that only a broken program needs?
template <typename Condition>
bool eventually(const Condition& holds, std::chrono::seconds limit = std::chrono::seconds(60)) {
  const auto give_up = std::chrono::steady_clock::now() + limit;
  while (!holds()) {
    if (std::chrono::steady_clock::now() > give_up) return false;
    ::usleep(1000);
  }
  return true;
}

/// A signal ended by SIGKILL goes within moments; the kernel does not say when.
inline bool is_gone(pid_t pid) {
  return eventually([pid] { return !is_running(pid); }, std::chrono::seconds(10));
}

}  // namespace verbatim::testing
