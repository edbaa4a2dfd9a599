#include "models/canonical/line_writer.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace verbatim::canonical {
namespace {

constexpr int exit_written = 0;
constexpr int exit_work_failed = 3;

}  // namespace

void line_writer::line(std::initializer_list<std::string_view> parts) {
  for (const std::string_view part : parts) {
    text_ += part;
  }
  text_ += '\n';
}

int line_writer::finish() const {
  const bool written = std::fwrite(text_.data(), 1, text_.size(), stdout) == text_.size() && std::fflush(stdout) == 0;
  // Some file systems report a full disk only on close.
  if (written && std::fclose(stdout) == 0) {
    return exit_written;
  }
  const char* const reason = std::strerror(errno);
  std::fprintf(stderr, "cannot write standard output: %s\n", reason);
  return exit_work_failed;
}

}  // namespace verbatim::canonical
