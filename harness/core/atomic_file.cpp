#include "harness/core/atomic_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "harness/core/error.hpp"
#include "harness/core/interrupt.hpp"

namespace verbatim::core {

folder::folder(std::string path) : path_(std::move(path)) {
  fd_.reset(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd_) throw request_error(fmt::format("{}: cannot open the folder: {}", path_, errno_text(errno)));
}

std::string folder::join(std::string_view name) const {
  return path_.ends_with('/') ? fmt::format("{}{}", path_, name) : fmt::format("{}/{}", path_, name);
}

void folder::lock_exclusively() const {
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (::flock(fd_.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR)
      throw work_error(fmt::format("{}: cannot lock the folder: {}", path_, errno_text(errno)));
    throw_if_interrupted();
    if (std::chrono::steady_clock::now() > give_up)
      throw work_error(fmt::format("{}: another verbatim is writing there; wait until it has ended", path_));
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

void folder::sync() const {
  if (::fsync(fd_.get()) != 0 && errno != EINVAL && errno != EROFS && errno != EBADF)
    throw work_error(fmt::format("{}: cannot sync the folder: {}", path_, errno_text(errno)));
}

void folder::sync_everything() const {
  if (::syncfs(fd_.get()) != 0) throw work_error(fmt::format("{}: cannot sync the disk: {}", path_, errno_text(errno)));
}

std::string staged_file::temporary_name(std::string_view name) { return fmt::format(".{}.verbatim-new", name); }

staged_file::staged_file(const folder& where, std::string name)
    : where_(&where), name_(std::move(name)), temporary_(temporary_name(name_)) {
  struct stat old{};
  const bool replaces = ::fstatat(where.fd(), name_.c_str(), &old, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(old.st_mode);
  ::unlinkat(where.fd(), temporary_.c_str(), 0);
  fd_.reset(::openat(where.fd(), temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (!fd_) throw work_error(fmt::format("{}: cannot be written: {}", where.join(name_), errno_text(errno)));
  staged_ = true;
  if (replaces) ::fchmod(fd_.get(), old.st_mode & 07777);
}

staged_file::staged_file(staged_file&& other) noexcept
    : where_(other.where_),
      name_(std::move(other.name_)),
      temporary_(std::move(other.temporary_)),
      fd_(std::move(other.fd_)),
      staged_(std::exchange(other.staged_, false)) {}

staged_file::~staged_file() {
  if (staged_) ::unlinkat(where_->fd(), temporary_.c_str(), 0);
}

void staged_file::write(std::string_view bytes) { write_all(fd_.get(), bytes, where_->join(name_)); }

void staged_file::finish(bool sync) {
  // Some file systems report a full disk only now.
  if ((sync && ::fsync(fd_.get()) != 0) || ::close(fd_.release()) != 0)
    throw work_error(fmt::format("{}: cannot be written: {}", where_->join(name_), errno_text(errno)));
}

void staged_file::replace() {
  if (::renameat(where_->fd(), temporary_.c_str(), where_->fd(), name_.c_str()) != 0)
    throw work_error(fmt::format("{}: cannot be replaced: {}", where_->join(name_), errno_text(errno)));
  staged_ = false;
}

void write_all(int fd, std::string_view bytes, std::string_view what) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      throw work_error(fmt::format("{}: cannot be written: {}", what, errno_text(errno)));
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

namespace {

// A device or descriptor, such as /dev/stdout: written to as it is, never replaced.
bool is_special(const std::string& path) {
  return (path.starts_with("/dev/") && !path.starts_with("/dev/shm/")) || path.starts_with("/proc/");
}

// The file at the end of a chain of links, or the first special one on the way.
std::string follow_links(std::string path) {
  for (int steps = 0; steps < 40 && !is_special(path); ++steps) {
    std::error_code trouble;
    const std::filesystem::path target = std::filesystem::read_symlink(path, trouble);
    if (trouble) break;
    path = target.is_absolute() ? target.string() : (std::filesystem::path(path).parent_path() / target).string();
  }
  return path;
}

}  // namespace

void write_file(const std::string& path, std::string_view bytes) {
  const std::string target = follow_links(path);
  struct stat old{};
  if (is_special(target) || (::stat(target.c_str(), &old) == 0 && !S_ISREG(old.st_mode) && !S_ISDIR(old.st_mode))) {
    unique_fd out;
    // A FIFO opens once somebody reads it: waited for a moment, not for ever.
    for (int tries = 0; tries < 200; ++tries) {
      out.reset(::open(target.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK));
      if (out || errno != ENXIO) break;
      throw_if_interrupted();
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      errno = ENXIO;
    }
    if (!out)
      throw work_error(fmt::format("{}: cannot be written: {}{}", path, errno_text(errno),
                                   errno == ENXIO ? " (nobody reads this FIFO)" : ""));
    ::fcntl(out.get(), F_SETFL, O_APPEND);  // only the opening must not hang; writes may wait for the reader
    write_all(out.get(), bytes, path);
    return;
  }
  const std::size_t slash = target.rfind('/');
  const std::string parent = slash == std::string::npos ? "." : slash == 0 ? "/" : target.substr(0, slash);
  const std::string name = slash == std::string::npos ? target : target.substr(slash + 1);
  if (name.empty() || S_ISDIR(old.st_mode)) throw request_error(fmt::format("'{}' names a folder; give a file", path));
  const folder where(parent);
  staged_file file(where, name);
  file.write(bytes);
  file.finish();
  file.replace();
  where.sync();
}

std::string read_file(const std::string& path, std::size_t limit) {
  const unique_fd in(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));  // a FIFO must not hang
  struct stat about{};
  if (!in || ::fstat(in.get(), &about) != 0)
    throw request_error(fmt::format("{}: cannot be read: {}", path, errno_text(errno)));
  if (S_ISDIR(about.st_mode)) throw request_error(fmt::format("{}: is a folder, not a file", path));
  if (!S_ISREG(about.st_mode)) throw request_error(fmt::format("{}: is not a regular file", path));
  std::string bytes;
  if (about.st_size > 0 && static_cast<std::uintmax_t>(about.st_size) <= limit)
    bytes.reserve(static_cast<std::size_t>(about.st_size) + 1);
  char buffer[65536];
  for (;;) {
    const ssize_t got = ::read(in.get(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw request_error(fmt::format("{}: cannot be read: {}", path, errno_text(errno)));
    if (got == 0) return bytes;
    bytes.append(buffer, static_cast<std::size_t>(got));
    if (bytes.size() > limit) throw request_error(fmt::format("{}: is larger than {} bytes", path, limit));
  }
}

}  // namespace verbatim::core
