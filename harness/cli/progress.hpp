// How far a long piece of work is: a line that renews itself on a terminal, a plain line now and then elsewhere.
#pragma once

#include <chrono>
#include <string>

#include "harness/prove/sweep.hpp"

namespace verbatim::cli {

class progress_line {
 public:
  explicit progress_line(bool quiet);
  ~progress_line() { clear(); }
  progress_line(const progress_line&) = delete;
  progress_line& operator=(const progress_line&) = delete;

  void tell(const std::string& subject, const prove::sweep_progress& now);
  void clear();

 private:
  bool quiet_;
  bool terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// `f32_to_f16 ties-even: 43%, 1.9e+09 cases/s, 2 s left, 3 mismatches`
[[nodiscard]] std::string progress_text(const std::string& subject, const prove::sweep_progress& now);

}  // namespace verbatim::cli
