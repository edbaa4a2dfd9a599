// What a target and whoever runs it say to each other. Everything goes through the environment, so that a target stays one
// function to every fuzzing engine.
//
//   VERBATIM_FUZZ_MAP       the campaign's map of this target (harness/oracle/cell_map.hpp), made where it is not there
//   VERBATIM_FUZZ_WORKER    which of its slots this process counts in: 0 to 63
//   VERBATIM_FUZZ_FINDINGS  a folder: what is found is recorded there and the target goes on. Without it a finding ends the
//                           process, which is what fuzzing engines expect.
//   VERBATIM_FUZZ_EXPLAIN   set: print what each input means and what every implementation says to it
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/oracle/cell_map.hpp"

namespace verbatim::fuzz {

using input_bytes = std::span<const std::uint8_t>;

/// An allowed difference: implementations disagree, and both are right by their own rules. Each hit is counted.
struct allowed_difference {
  std::string_view name;
  std::string_view reason;
  std::string_view reference;
};
enum class allowed : std::uint8_t {
  nan_by_class,          ///< two NaNs, one of an implementation whose payloads nothing fixes
  fma_through_binary32,  ///< a fused multiply-add that rounds twice
};
[[nodiscard]] std::span<const allowed_difference> allowed_differences();

struct finding {
  std::string operation;  ///< "f64_to_f16 zero"
  std::string oracle;     ///< who disagrees with the model
  std::string kind;       ///< "double rounding"
  std::string input;      ///< the class of the exact result: "below one, tie"
  std::optional<std::uint64_t> ulps;
  std::vector<std::string> lines;  ///< for people
};
/// Of letters, digits, `_`, `-` and `.`: the name of its file.
[[nodiscard]] std::string signature_of(const finding& what);

class session {
 public:
  /// The process's own. `functions` are those whose cells are counted; the first call says which.
  static session& of(const std::vector<std::string>& functions = {});

  void count_input(std::uint64_t values);
  void count(allowed which, std::uint64_t hits = 1);
  /// Also in the counters that libFuzzer reads as coverage: 1 KiB, a hash of the cell, as larger ones slow every run.
  void cover(std::size_t cell);
  /// Records it under its signature, with the smallest input that shows it; or prints it and ends the process.
  void report(const finding& what, input_bytes smallest);
  [[nodiscard]] bool explains() const { return explains_; }

 private:
  explicit session(const std::vector<std::string>& functions);
  std::optional<oracle::cell_map> map_;
  std::uint8_t* cells_ = nullptr;
  oracle::worker_counts* slot_ = nullptr;
  std::string findings_;
  bool explains_ = false;
  std::vector<std::string> known_;  ///< signatures that this process has recorded
};

/// For parsers: one input.
inline void count_input() { session::of().count_input(1); }

}  // namespace verbatim::fuzz
