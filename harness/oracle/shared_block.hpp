// The memory in which a routine's operands and results lie, seen by both processes, and how each of them sees it.
//
// Every column ends flush against pages that nobody may touch, and is preceded by such pages, so that a routine that runs
// off either end is stopped at the first byte behind, and at the latest one page before. What is left of that page before
// a column of results holds a pattern that is compared afterwards. In the child the operands are read-only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/core/unique_fd.hpp"

namespace verbatim::oracle {

/// Cases that one exchange carries at most.
inline constexpr std::size_t block_cases = 65536;

/// Bytes of one element in each column: the operands, then the result.
struct block_shape {
  std::vector<std::size_t> bytes;

  [[nodiscard]] std::size_t operand_count() const { return bytes.size() - 1; }
  [[nodiscard]] std::size_t result() const { return bytes.size() - 1; }  ///< its column
  [[nodiscard]] std::size_t column_bytes(std::size_t column) const { return block_cases * bytes[column]; }
  /// Where a column begins in the shared memory, whose first part is a block_state.
  [[nodiscard]] std::size_t offset(std::size_t column) const;
  [[nodiscard]] std::size_t total() const { return offset(bytes.size()); }
  /// `42`: operands of 4, results of 2 bytes.
  [[nodiscard]] std::string text() const;
  [[nodiscard]] static std::optional<block_shape> from_text(std::string_view text);
};

/// What the child leaves behind for the time when it can say nothing any more.
struct block_state {
  std::uint64_t case_index = 0;     ///< the scalar form's
  std::int64_t fault_distance = 0;  ///< bytes behind the column's end, negative: before its beginning
  std::uint32_t fault_seen = 0;     ///< 1: the rest says where
  std::uint32_t fault_column = 0;   ///< as in block_shape; bytes.size() where it was elsewhere
  std::uint32_t fault_inside = 0;   ///< 1: in the column itself
};

/// The parent's view: all of it, writable.
class block_memory {
 public:
  /// Throws core::work_error.
  explicit block_memory(const block_shape& shape);
  block_memory(const block_memory&) = delete;
  block_memory& operator=(const block_memory&) = delete;
  ~block_memory();

  [[nodiscard]] int fd() const { return fd_.get(); }
  [[nodiscard]] volatile block_state& state() const;
  /// Where a column of `count` cases begins.
  [[nodiscard]] std::byte* column(std::size_t which, std::size_t count) const;
  /// Puts the pattern before the results of `count` cases, and tells whether it is still there.
  void guard(std::size_t count);
  [[nodiscard]] bool is_guard_whole(std::size_t count) const;

 private:
  [[nodiscard]] std::size_t guard_bytes(std::size_t count) const;

  block_shape shape_;
  core::unique_fd fd_;
  std::byte* base_ = nullptr;
};

/// The child's view. Once made it stays until the process ends.
class guarded_block {
 public:
  /// False where it cannot be mapped; errno says why.
  [[nodiscard]] bool map(int fd, const block_shape& shape);
  [[nodiscard]] volatile block_state& state() const { return *state_; }
  [[nodiscard]] std::byte* column(std::size_t which, std::size_t count) const;
  /// Makes exactly the pages of `count` cases accessible.
  [[nodiscard]] bool narrow(std::size_t count);
  /// Fills fault_* for an address; safe in a signal handler.
  void locate(const void* address) const;

 private:
  struct view {
    std::byte* begin;
    std::byte* end;
    std::size_t element;
    int protection;
  };
  std::vector<view> views_;
  volatile block_state* state_ = nullptr;
  std::size_t count_ = block_cases;
};

}  // namespace verbatim::oracle
