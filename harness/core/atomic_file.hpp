// Files that are replaced whole or not at all: temporary file in the same folder, fsync, rename, fsync of the folder.
//
// A reader sees the old bytes or the new bytes, also after `kill -9` or a power cut (rename(2) is atomic on POSIX file
// systems). On any error, and when the stack unwinds, the temporary file is removed and the old file stays.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>

#include "harness/core/unique_fd.hpp"

namespace verbatim::core {

/// An open folder, the place for relative names. With `lock_exclusively`, one process at a time holds it (flock on the
/// folder itself: no lock file is left behind, and the lock goes with the process however it ends).
class folder {
 public:
  /// Throws request_error where `path` is no folder that can be opened.
  explicit folder(std::string path);
  [[nodiscard]] int fd() const { return fd_.get(); }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string join(std::string_view name) const;
  /// Waits up to ten seconds for another process; then throws work_error.
  void lock_exclusively() const;
  /// fsync, so that renames last. File systems that cannot do it on folders are let pass.
  void sync() const;
  /// All that was written to the folder's file system is on disk: one call for any number of files.
  void sync_everything() const;

 private:
  std::string path_;
  unique_fd fd_;
};

/// New contents for `name` in a folder, staged under `.name.verbatim-new`. Not for concurrent use on one name: take the
/// folder's lock first.
class staged_file {
 public:
  /// A staged file left by a killed process is replaced. The new file takes the old one's permissions, else 0666 less the
  /// umask. Throws work_error.
  staged_file(const folder& where, std::string name);
  staged_file(staged_file&& other) noexcept;
  staged_file& operator=(staged_file&&) = delete;
  ~staged_file();

  void write(std::string_view bytes);
  /// No more is written: closed and, unless the whole folder is synced afterwards (folder::sync_everything), on disk.
  void finish(bool sync = true);
  /// After `finish`: one rename.
  void replace();

  [[nodiscard]] const std::string& name() const { return name_; }
  /// The name of the temporary file that stands for `name`.
  [[nodiscard]] static std::string temporary_name(std::string_view name);

 private:
  const folder* where_;
  std::string name_;
  std::string temporary_;
  unique_fd fd_;
  bool staged_ = false;
};

/// One file by path, such as `--report junit=out.xml`. Links are followed and stay. What is not a regular file (a pipe,
/// /dev/stdout) is written to directly. Throws work_error, or request_error where the path names a folder or lies in none.
void write_file(const std::string& path, std::string_view bytes);

/// The whole file. Throws request_error that names it (missing, a folder, unreadable, over `limit` bytes).
[[nodiscard]] std::string read_file(const std::string& path, std::size_t limit = std::size_t{1} << 30);

/// All bytes to a descriptor, however many calls it takes. Throws work_error that calls it `what`.
void write_all(int fd, std::string_view bytes, std::string_view what);

}  // namespace verbatim::core
