// What fuzzing has covered, as a file that every worker of a campaign maps: a byte for each cell, and each worker's counts.
//
// A cell is a function, a rounding mode and a case class (case_class.hpp). A byte is set and never cleared, and a slot is
// written by one worker at a time, so nothing needs a lock; what a process wrote is kept by the kernel however it ends.
// The file describes itself (names of functions and of allowed differences), so that its reader needs no target.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/core/unique_fd.hpp"
#include "harness/oracle/case_class.hpp"
#include "models/fp/rounding.hpp"

namespace verbatim::oracle {

inline constexpr std::size_t cell_modes = 7;  ///< every member of fp::rounding
inline constexpr std::size_t cells_of_a_function = cell_modes * case_classes;

/// One worker's counts, since the campaign began.
struct worker_counts {
  std::uint64_t inputs = 0;
  std::uint64_t values = 0;  ///< cases; for a parser, its inputs
  std::uint64_t findings = 0;
  std::uint64_t reserved = 0;
  std::array<std::uint64_t, 12> allowed{};  ///< hits of each allowed difference
};
inline constexpr std::size_t worker_slots = 64;

/// What a map is about. Names hold no line end.
struct cell_names {
  std::vector<std::string> functions;
  std::vector<std::string> allowed;  ///< at most as many as worker_counts has
  friend bool operator==(const cell_names&, const cell_names&) = default;
};

class cell_map {
 public:
  /// Of this process alone.
  explicit cell_map(cell_names names);
  /// Makes the file, or opens one that is about the same. Throws core::work_error, or core::request_error where it is another
  /// version's or about something else.
  cell_map(const std::string& path, cell_names names);
  /// To read. Throws as above.
  explicit cell_map(const std::string& path);
  cell_map(cell_map&&) = delete;
  ~cell_map();

  [[nodiscard]] const cell_names& names() const { return names_; }
  /// Function after function, mode after mode, class after class: 0 or 1.
  [[nodiscard]] std::span<std::uint8_t> cells() const;
  [[nodiscard]] static std::size_t index(std::size_t function, fp::rounding mode, std::size_t case_class) {
    return function * cells_of_a_function + static_cast<std::size_t>(mode) * case_classes + case_class;
  }
  /// Precondition: which < worker_slots.
  [[nodiscard]] worker_counts& slot(std::size_t which) const;
  /// Of all slots.
  [[nodiscard]] worker_counts total() const;
  [[nodiscard]] std::size_t covered() const;

 private:
  cell_names names_;
  core::unique_fd fd_;
  void* memory_ = nullptr;
  std::size_t size_ = 0;

  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::size_t bytes() const;
  void read_names(const std::string& path);
  void map(int protection, int flags, const std::string& what);
};

}  // namespace verbatim::oracle
