// Output compared with reference bytes while it streams: hashed, checked for form, and kept only once it differs.
//
// While the output equals the reference nothing of it is stored, so memory stays small whatever its size. From the first
// difference on it goes to an unnamed temporary file, the equal part before it included, so that the difference can be
// explained.
#pragma once

#include <time.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "harness/core/sha256.hpp"
#include "harness/core/unique_fd.hpp"
#include "harness/gate/canonical_check.hpp"

namespace verbatim::gate {

/// Bytes to compare with: a small file is held in memory, a larger one read piece by piece.
class reference {
 public:
  /// No reference: everything differs from it.
  reference() = default;
  /// Takes over a descriptor whose file holds `size` bytes.
  reference(core::unique_fd fd, std::uint64_t size);
  /// nullopt where there is no such file. Throws request_error where it cannot be read.
  static std::optional<reference> open(const std::string& path);

  [[nodiscard]] bool exists() const { return fd_.get() >= 0; }
  [[nodiscard]] std::uint64_t size() const { return size_; }
  /// Is [offset, offset + bytes.size()) exactly `bytes`? If not, *equal is how many of them are.
  [[nodiscard]] bool equals(std::uint64_t offset, std::string_view bytes, std::size_t* equal) const;
  /// Was the file written to, or another one put in its place at `path`, since it was opened?
  [[nodiscard]] bool changed(const std::string& path) const;
  [[nodiscard]] core::digest digest() const;
  /// Calls `take(piece)` for the first `count` bytes in pieces.
  template <typename Take>
  void for_each_piece(std::uint64_t count, const Take& take) const;
  [[nodiscard]] int fd() const { return fd_.get(); }

 private:
  std::size_t read_at(std::uint64_t offset, char* into, std::size_t most) const;
  core::unique_fd fd_;
  std::uint64_t size_ = 0;
  timespec modified_{};
  bool in_memory_ = false;
  std::string memory_;
};

/// A file as text, mapped. Empty files and descriptor -1 give an empty text.
class mapped_text {
 public:
  explicit mapped_text(int fd);
  ~mapped_text();
  mapped_text(const mapped_text&) = delete;
  mapped_text& operator=(const mapped_text&) = delete;
  [[nodiscard]] std::string_view text() const { return {data_, size_}; }

 private:
  const char* data_ = nullptr;
  std::size_t size_ = 0;
};

struct recorded {
  core::digest digest{};
  std::uint64_t size = 0;
  bool equal = false;  ///< to the reference, in every byte
  std::optional<form_fault> fault;
  core::unique_fd spool;  ///< the whole output, where it differs and was kept
};

class recorder {
 public:
  /// `against` may be null (no reference). `keep`: spool what differs; else only its digest is known.
  recorder(core::sha256& hash, const reference* against, output_form form, bool keep);
  void take(std::string_view bytes);
  [[nodiscard]] recorded finish();

 private:
  void begin_spool();
  core::sha256* hash_;
  const reference* against_;
  canonical_check form_;
  bool keep_;
  bool differs_ = false;
  std::uint64_t size_ = 0;
  core::unique_fd spool_;
};

}  // namespace verbatim::gate
