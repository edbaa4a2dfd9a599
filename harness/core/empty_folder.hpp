// Empty folders of our own, which model programs get as HOME and TMPDIR.
//
// They lie in memory (/dev/shm) where that is usable, since making one on disk for each run alone costs a third of a run.
// A folder is given to a next run only while it is verifiably the same one and empty; else a new one takes its place.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "harness/core/unique_fd.hpp"

namespace verbatim::core {

/// The folder over all empty folders of this process, removed with everything in it at the end. Folders that a killed
/// process left are removed when the next one starts (each holds a lock on its own).
class scratch_area {
 public:
  /// Tries /dev/shm, $TMPDIR, /tmp, /var/tmp. Throws work_error where none can be written.
  scratch_area();
  ~scratch_area();
  scratch_area(const scratch_area&) = delete;
  scratch_area& operator=(const scratch_area&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }
  /// A new empty folder in it. Safe from several threads.
  [[nodiscard]] std::string make_folder();

 private:
  std::string path_;
  unique_fd lock_;
};

class empty_folder {
 public:
  explicit empty_folder(scratch_area& area);
  [[nodiscard]] const std::string& path() const { return path_; }
  /// True if the folder was still empty; false if it had to be replaced (its path is another one then).
  bool renew();

 private:
  void open_new();
  scratch_area* area_;
  std::string path_;
  unique_fd fd_;
};

/// Removes a folder and all in it, folders without permissions too. Links are not followed. Best effort.
void remove_tree(const std::string& path);

/// An open file without a name in a temporary folder: gone when closed. Throws work_error.
[[nodiscard]] unique_fd anonymous_file();

}  // namespace verbatim::core
