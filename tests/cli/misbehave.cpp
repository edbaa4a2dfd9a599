// A model program that misbehaves in the way its first argument says: test data for the gate.
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

namespace {

void print(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written <= 0) std::exit(9);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void sleep_long() {
  for (int i = 0; i < 600; ++i) ::sleep(1);
}

void write_pid(const char* file) {
  const int fd = ::open(file, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  const std::string text = std::to_string(::getpid()) + "\n";
  if (fd < 0 || ::write(fd, text.data(), text.size()) < 0) std::exit(9);
  ::close(fd);
}

// Prints `count` bytes of `line` again and again.
void print_much(std::size_t count, std::string_view line) {
  std::string block;
  while (block.size() < 65536) block += line;
  while (count > 0) {
    const std::size_t now = std::min(count, block.size());
    print(std::string_view(block).substr(0, now));
    count -= now;
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view how = argc > 1 ? argv[1] : "";
  const char* const file = argc > 2 ? argv[2] : "";
  if (how == "sleep") {
    print("about to sleep\n");
    sleep_long();
  } else if (how == "ignore-term") {  // and all else that can be ignored
    for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_IGN);
    if (file[0] != '\0') write_pid(file);
    print("ignores every signal\n");
    sleep_long();
  } else if (how == "hold") {  // exits; a grandchild keeps the output open
    print("held\n");
    if (::fork() == 0) {
      if (file[0] != '\0') write_pid(file);
      sleep_long();
    }
  } else if (how == "hold-setsid") {  // the same, out of reach of the group
    print("held\n");
    if (::fork() == 0) {
      ::setsid();
      if (file[0] != '\0') write_pid(file);
      sleep_long();
    }
    ::usleep(100000);
  } else if (how == "fork-sleep") {  // parent and child both sleep
    if (::fork() == 0) {
      if (file[0] != '\0') write_pid(file);
    }
    sleep_long();
  } else if (how == "close-early") {  // ends well, after closing its output early
    print("closed early\n");
    ::close(STDOUT_FILENO);
    ::close(STDERR_FILENO);
    ::usleep(200000);
  } else if (how == "close-and-sleep") {
    print("closed\n");
    ::close(STDOUT_FILENO);
    ::close(STDERR_FILENO);
    sleep_long();
  } else if (how == "abort") {
    ::signal(SIGABRT, SIG_DFL);
    print("about to abort\n");
    ::raise(SIGABRT);
  } else if (how == "segv") {
    ::signal(SIGSEGV, SIG_DFL);
    ::raise(SIGSEGV);
  } else if (how == "kill-self") {
    ::raise(SIGKILL);
  } else if (how == "exit") {
    print("exits\n");
    std::fputs("this is why\n", stderr);
    return std::atoi(file);
  } else if (how == "endless") {
    for (;;) print("on and on\n");
  } else if (how == "bytes") {  // that many bytes in lines of 64
    print_much(std::strtoull(file, nullptr, 10), "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcde\n");
  } else if (how == "long-line") {  // that many bytes, then a newline
    print_much(std::strtoull(file, nullptr, 10), "0123456789abcdef");
    print("\n");
  } else if (how == "litter") {  // leaves files where it lives
    const std::string home = std::getenv("HOME");
    const int fd = ::open((home + "/left").c_str(), O_WRONLY | O_CREAT | O_EXCL, 0600);
    print(fd >= 0 ? "home was empty\n" : "home was not empty\n");
  } else if (how == "home") {
    print(std::string(std::getenv("HOME")) + "\n");
  } else if (how == "pid") {
    print(std::to_string(::getpid()) + "\n");
  } else if (how == "stdin") {
    char buffer[4096];
    ssize_t got = 0;
    while ((got = ::read(STDIN_FILENO, buffer, sizeof buffer)) > 0) print({buffer, static_cast<std::size_t>(got)});
    print("end of input\n");
  } else if (how == "environment") {
    for (char** each = environ; *each != nullptr; ++each)
      if (std::strncmp(*each, "HOME=", 5) != 0 && std::strncmp(*each, "TMPDIR=", 7) != 0 &&
          std::strncmp(*each, "PATH=", 5) != 0)
        print(std::string(*each) + "\n");
  } else {
    std::fputs("misbehave: unknown way\n", stderr);
    return 2;
  }
  return 0;
}
