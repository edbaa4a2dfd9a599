#include "harness/core/error.hpp"

#include <cstring>

#include <fmt/core.h>

namespace verbatim::core {

interrupted::interrupted(int signal)
    : std::runtime_error(fmt::format("stopped by signal {}", signal)), signal_(signal) {}

std::string errno_text(int code) {
  const char* text = strerrordesc_np(code);
  return text != nullptr ? std::string(text) : fmt::format("error {}", code);
}

std::string signal_name(int signal) {
  const char* const known = ::sigabbrev_np(signal);
  return known != nullptr ? fmt::format("SIG{}", known) : fmt::format("signal {}", signal);
}

}  // namespace verbatim::core
