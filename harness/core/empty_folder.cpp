#include "harness/core/empty_folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "harness/core/error.hpp"

namespace verbatim::core {
namespace {

constexpr std::string_view prefix = "verbatim-scratch-";
constexpr std::string_view home_prefix = "home-";

std::vector<std::string> temporary_folders() {
  std::vector<std::string> folders{"/dev/shm"};
  if (const char* named = std::getenv("TMPDIR"); named != nullptr && named[0] == '/') folders.emplace_back(named);
  folders.emplace_back("/tmp");
  folders.emplace_back("/var/tmp");
  return folders;
}

// Nothing but what make_folder makes: somebody's own folder of a like name stays.
bool is_our_shape(int fd) {
  const int copy = ::fcntl(fd, F_DUPFD_CLOEXEC, 0);
  DIR* const listing = copy < 0 ? nullptr : ::fdopendir(copy);
  if (listing == nullptr) return false;
  bool ours = true;
  while (const dirent* entry = ::readdir(listing)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != ".." && !name.starts_with(home_prefix)) ours = false;
  }
  ::closedir(listing);
  return ours;
}

// Removes what a killed process left: areas of this user whose lock nobody holds.
void remove_stale(const std::string& parent) {
  DIR* const listing = ::opendir(parent.c_str());
  if (listing == nullptr) return;
  std::vector<std::string> found;
  while (const dirent* entry = ::readdir(listing))
    if (std::string_view(entry->d_name).starts_with(prefix) &&
        std::string_view(entry->d_name).size() == prefix.size() + 6)
      found.push_back(parent + "/" + entry->d_name);
  ::closedir(listing);
  for (const std::string& path : found) {
    const unique_fd fd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    struct stat about{};
    if (!fd || ::fstat(fd.get(), &about) != 0 || about.st_uid != ::geteuid() || (about.st_mode & 07777) != 0700)
      continue;
    if (::flock(fd.get(), LOCK_EX | LOCK_NB) == 0 && is_our_shape(fd.get())) remove_tree(path);
  }
}

bool holds_entries(int fd) {
  if (::lseek(fd, 0, SEEK_SET) != 0) return true;
  alignas(8) char buffer[1024];
  for (;;) {
    const long got = ::syscall(SYS_getdents64, fd, buffer, sizeof buffer);
    if (got < 0) return true;
    if (got == 0) return false;
    for (long at = 0; at < got;) {
      // struct linux_dirent64: d_ino 8, d_off 8, d_reclen 2, d_type 1, d_name
      std::uint16_t length = 0;
      std::memcpy(&length, buffer + at + 16, sizeof length);
      const std::string_view name(buffer + at + 19);
      if (name != "." && name != "..") return true;
      at += length;
    }
  }
}

}  // namespace

void remove_tree(const std::string& path) {
  std::error_code ignored;
  std::filesystem::remove_all(path, ignored);
  if (!std::filesystem::exists(std::filesystem::symlink_status(path, ignored))) return;
  // A program may have taken its own permissions away: give them back, parents first, and try again.
  std::filesystem::permissions(path, std::filesystem::perms::owner_all, std::filesystem::perm_options::add, ignored);
  auto walk = std::filesystem::recursive_directory_iterator(path, ignored);
  for (; walk != std::filesystem::recursive_directory_iterator(); walk.increment(ignored)) {
    if (walk->is_directory(ignored) && !walk->is_symlink(ignored))
      std::filesystem::permissions(walk->path(), std::filesystem::perms::owner_all, std::filesystem::perm_options::add,
                                   ignored);
  }
  std::filesystem::remove_all(path, ignored);
}

scratch_area::scratch_area() {
  for (const std::string& parent : temporary_folders()) {
    remove_stale(parent);
    // Another process that starts now may take the new folder for stale before it is locked, and remove it: try again.
    for (int tries = 0; tries < 100; ++tries) {
      std::string pattern = fmt::format("{}/{}XXXXXX", parent, prefix);
      if (::mkdtemp(pattern.data()) == nullptr) break;
      lock_.reset(::open(pattern.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
      struct stat about{};
      if (lock_ && ::flock(lock_.get(), LOCK_EX | LOCK_NB) == 0 && ::fstat(lock_.get(), &about) == 0 &&
          about.st_nlink > 0) {
        path_ = pattern;
        return;
      }
    }
  }
  throw work_error("no temporary folder can be written; make /tmp writable or set TMPDIR to a folder that is");
}

scratch_area::~scratch_area() {
  if (!path_.empty()) remove_tree(path_);
}

std::string scratch_area::make_folder() {
  static std::atomic<unsigned> number{0};
  std::string path = fmt::format("{}/{}{}", path_, home_prefix, number.fetch_add(1));
  if (::mkdir(path.c_str(), 0700) != 0)
    throw work_error(fmt::format("{}: cannot be made: {}", path, errno_text(errno)));
  return path;
}

empty_folder::empty_folder(scratch_area& area) : area_(&area) { open_new(); }

void empty_folder::open_new() {
  path_ = area_->make_folder();
  fd_.reset(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd_) throw work_error(fmt::format("{}: cannot be opened: {}", path_, errno_text(errno)));
}

bool empty_folder::renew() {
  struct stat by_path{};
  struct stat by_fd{};
  const bool same = ::lstat(path_.c_str(), &by_path) == 0 && ::fstat(fd_.get(), &by_fd) == 0 &&
                    by_path.st_ino == by_fd.st_ino && by_path.st_dev == by_fd.st_dev &&
                    (by_path.st_mode & 07777) == 0700;
  if (same && !holds_entries(fd_.get())) return true;
  remove_tree(path_);
  open_new();
  return false;
}

unique_fd anonymous_file() {
  // Disk before memory: what is spooled may be large.
  std::vector<std::string> folders = temporary_folders();
  folders.push_back(folders.front());
  folders.erase(folders.begin());
  for (const std::string& parent : folders) {
    unique_fd fd(::open(parent.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
    if (fd) return fd;
    std::string pattern = fmt::format("{}/{}spool-XXXXXX", parent, prefix);
    fd.reset(::mkostemp(pattern.data(), O_CLOEXEC));
    if (fd) {
      ::unlink(pattern.c_str());
      return fd;
    }
  }
  throw work_error("no temporary file can be made; make /tmp writable or set TMPDIR to a folder that is");
}

}  // namespace verbatim::core
