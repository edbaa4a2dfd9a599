// The oracle that is a GPU, with what a test replaces: the helper program and how long it may take.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "harness/oracle/oracle.hpp"

namespace verbatim::oracle {

struct cuda_device_options {
  /// The path of verbatim-cuda-device (cuda_device_helper.cu says what it reads and writes); empty where there is none.
  std::string helper;
  std::string why_no_helper;
  std::chrono::nanoseconds timeout{std::chrono::seconds(60)};  ///< for the first answer and for each block
};

[[nodiscard]] std::unique_ptr<implementation> make_cuda_device(cuda_device_options options);

}  // namespace verbatim::oracle
