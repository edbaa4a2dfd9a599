#include "harness/gate/compare.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "harness/core/atomic_file.hpp"
#include "harness/core/empty_folder.hpp"
#include "harness/core/error.hpp"

namespace verbatim::gate {
namespace {

constexpr std::uint64_t most_in_memory = 262144;
constexpr std::size_t piece_bytes = 65536;

}  // namespace

reference::reference(core::unique_fd fd, std::uint64_t size) : fd_(std::move(fd)), size_(size) {
  struct stat about{};
  if (::fstat(fd_.get(), &about) == 0) modified_ = about.st_mtim;
  if (size_ > most_in_memory) return;
  memory_.resize(static_cast<std::size_t>(size_));
  if (read_at(0, memory_.data(), memory_.size()) != memory_.size())
    throw core::work_error("a file became shorter while it was read; run again");
  in_memory_ = true;
}

std::optional<reference> reference::open(const std::string& path) {
  core::unique_fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));  // a FIFO must not hang
  struct stat about{};
  if (!fd && errno == ENOENT) return std::nullopt;
  if (!fd || ::fstat(fd.get(), &about) != 0)
    throw core::request_error(fmt::format("{}: cannot be read: {}", path, core::errno_text(errno)));
  if (!S_ISREG(about.st_mode)) throw core::request_error(fmt::format("{}: is not a regular file", path));
  return reference(std::move(fd), static_cast<std::uint64_t>(about.st_size));
}

std::size_t reference::read_at(std::uint64_t offset, char* into, std::size_t most) const {
  std::size_t done = 0;
  while (done < most) {
    const ssize_t got = ::pread(fd_.get(), into + done, most - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw core::work_error(fmt::format("a golden file cannot be read: {}", core::errno_text(errno)));
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

bool reference::equals(std::uint64_t offset, std::string_view bytes, std::size_t* equal) const {
  *equal = 0;
  std::array<char, piece_bytes> piece;
  while (*equal < bytes.size()) {
    const std::uint64_t at = offset + *equal;
    const std::size_t left = bytes.size() - *equal;
    const char* have = piece.data();
    std::size_t got = 0;
    if (in_memory_) {
      got = at < size_ ? static_cast<std::size_t>(std::min<std::uint64_t>(left, size_ - at)) : 0;
      have = memory_.data() + std::min<std::uint64_t>(at, size_);
    } else {
      got = read_at(at, piece.data(), std::min(left, piece.size()));
    }
    if (got == 0) return false;
    const char* want = bytes.data() + *equal;
    if (std::memcmp(have, want, got) != 0) {
      *equal += static_cast<std::size_t>(std::mismatch(have, have + got, want).first - have);
      return false;
    }
    *equal += got;
  }
  return true;
}

template <typename Take>
void reference::for_each_piece(std::uint64_t count, const Take& take) const {
  std::array<char, piece_bytes> piece;
  for (std::uint64_t at = 0; at < count;) {
    const std::size_t got =
        read_at(at, piece.data(), static_cast<std::size_t>(std::min<std::uint64_t>(piece.size(), count - at)));
    if (got == 0) return;
    take(std::string_view(piece.data(), got));
    at += got;
  }
}

bool reference::changed(const std::string& path) const {
  struct stat now{};
  struct stat there{};
  if (::fstat(fd_.get(), &now) != 0 || ::stat(path.c_str(), &there) != 0) return true;
  return static_cast<std::uint64_t>(now.st_size) != size_ || now.st_mtim.tv_sec != modified_.tv_sec ||
         now.st_mtim.tv_nsec != modified_.tv_nsec || now.st_ino != there.st_ino || now.st_dev != there.st_dev;
}

core::digest reference::digest() const {
  core::sha256 hash;
  if (in_memory_)
    hash.update(memory_);
  else
    for_each_piece(size_, [&hash](std::string_view piece) { hash.update(piece); });
  return hash.finish();
}

mapped_text::mapped_text(int fd) {
  struct stat about{};
  if (fd < 0 || ::fstat(fd, &about) != 0 || about.st_size == 0) return;
  void* const at = ::mmap(nullptr, static_cast<std::size_t>(about.st_size), PROT_READ, MAP_PRIVATE, fd, 0);
  if (at == MAP_FAILED) throw core::work_error(fmt::format("a file cannot be mapped: {}", core::errno_text(errno)));
  data_ = static_cast<const char*>(at);
  size_ = static_cast<std::size_t>(about.st_size);
}

mapped_text::~mapped_text() {
  if (data_ != nullptr) ::munmap(const_cast<char*>(data_), size_);
}

recorder::recorder(core::sha256& hash, const reference* against, output_form form, bool keep)
    : hash_(&hash), against_(against != nullptr && against->exists() ? against : nullptr), form_(form), keep_(keep) {}

void recorder::begin_spool() {
  if (!keep_ || spool_) return;
  spool_ = core::anonymous_file();
  if (against_ != nullptr)
    against_->for_each_piece(size_, [this](std::string_view piece) {
      core::write_all(spool_.get(), piece, "a temporary file for a program's output");
    });
}

void recorder::take(std::string_view bytes) {
  hash_->update(bytes);
  form_.update(bytes);
  if (!differs_) {
    std::size_t equal = 0;
    if (against_ != nullptr && against_->equals(size_, bytes, &equal)) {
      size_ += bytes.size();
      return;
    }
    differs_ = true;
    begin_spool();
  }
  if (spool_) core::write_all(spool_.get(), bytes, "a temporary file for a program's output");
  size_ += bytes.size();
}

recorded recorder::finish() {
  recorded out;
  if (!differs_ && (against_ == nullptr || size_ != against_->size())) {
    // The output ends early, or is empty with nothing to compare it to.
    differs_ = true;
    begin_spool();
  }
  out.digest = hash_->finish();
  out.size = size_;
  out.equal = !differs_;
  out.fault = form_.finish();
  out.spool = std::move(spool_);
  return out;
}

}  // namespace verbatim::gate
