// Runs one shell command for a test and keeps what it wrote to standard output.
#pragma once

#include <sys/wait.h>

#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>

namespace verbatim::testing {

struct captured {
  int exit_code;  ///< 128 + signal where a signal ended it
  std::string output;
};

inline captured shell(const std::string& command) {
  std::FILE* const pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) {
    throw std::runtime_error("popen failed for: " + command);
  }
  captured result{};
  char buffer[65536];
  for (std::size_t got = 0; (got = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) {
    result.output.append(buffer, got);
  }
  const int status = ::pclose(pipe);
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

/// A path as one word of a shell command.
inline std::string shell_word(std::string_view path) {
  std::string word = "'";
  for (const char c : path) {
    word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return word + "'";
}

inline bool has_python3() { return shell("command -v python3").exit_code == 0; }

}  // namespace verbatim::testing
