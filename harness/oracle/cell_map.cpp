#include "harness/oracle/cell_map.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "harness/core/atomic_file.hpp"
#include "harness/core/error.hpp"
#include "harness/core/safe_text.hpp"

namespace verbatim::oracle {
namespace {

// The file: this, the slots, the cells, and last the names, a line each, those of functions first.
struct file_header {
  std::array<char, 16> magic{};
  std::uint64_t functions = 0;
  std::uint64_t allowed = 0;
  std::uint64_t text_bytes = 0;
  std::array<std::uint64_t, 11> reserved{};
};
static_assert(sizeof(file_header) == 128 && sizeof(worker_counts) == 128);

constexpr std::array<char, 16> magic{'v', 'e', 'r', 'b', 'a', 't', 'i', 'm', ' ', 'c', 'e', 'l', 'l', 's', ' ', '1'};
constexpr std::size_t slots_at = sizeof(file_header);
constexpr std::size_t cells_at = slots_at + worker_slots * sizeof(worker_counts);
constexpr std::uint64_t most_functions = 100'000;

[[noreturn]] void fail(std::string_view what, const std::string& path) {
  throw core::work_error(fmt::format("{} {}: {}", what, core::escape(path, 400), core::errno_text(errno)));
}

[[noreturn]] void refuse(const std::string& path) {
  throw core::request_error(fmt::format(
      "{} is no map of cells of this version of verbatim; continue its campaign with the version that began it, or "
      "choose another folder",
      core::escape(path, 400)));
}

}  // namespace

std::string cell_map::text() const {
  std::string out;
  for (const auto* list : {&names_.functions, &names_.allowed})
    for (const std::string& each : *list) out += each + '\n';
  return out;
}

std::size_t cell_map::bytes() const { return cells_at + names_.functions.size() * cells_of_a_function; }

void cell_map::map(int protection, int flags, const std::string& what) {
  void* const at = ::mmap(nullptr, size_, protection, flags, fd_.get(), 0);
  if (at == MAP_FAILED) fail("cannot map", what);
  memory_ = at;
}

cell_map::cell_map(cell_names names) : names_(std::move(names)), size_(bytes()) {
  map(PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, "memory");
}

cell_map::cell_map(const std::string& path, cell_names names) : names_(std::move(names)) {
  fd_.reset(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (!fd_) fail("cannot open", path);
  // Two workers of one target start at once: one of them writes the file.
  if (::flock(fd_.get(), LOCK_EX) != 0) fail("cannot lock", path);
  struct stat found{};
  if (::fstat(fd_.get(), &found) != 0) fail("cannot read", path);
  const std::string words = text();
  size_ = bytes();
  if (found.st_size == 0) {
    // Zeros that are written and not left out: a full disk shows here, and not as SIGBUS on a page of the map.
    file_header begin{magic, names_.functions.size(), names_.allowed.size(), words.size(), {}};
    std::string whole(size_, '\0');
    std::memcpy(whole.data(), &begin, sizeof begin);
    try {
      core::write_all(fd_.get(), whole + words, path);
    } catch (...) {
      static_cast<void>(::ftruncate(fd_.get(), 0));
      throw;
    }
  } else {
    const cell_names wanted = std::exchange(names_, {});
    read_names(path);
    if (names_ != wanted) refuse(path);
  }
  ::flock(fd_.get(), LOCK_UN);
  map(PROT_READ | PROT_WRITE, MAP_SHARED, path);
}

cell_map::cell_map(const std::string& path) {
  fd_.reset(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd_) fail("cannot open", path);
  if (::flock(fd_.get(), LOCK_SH) != 0) fail("cannot lock", path);
  read_names(path);
  ::flock(fd_.get(), LOCK_UN);
  map(PROT_READ, MAP_SHARED, path);
}

cell_map::~cell_map() {
  if (memory_ != nullptr) ::munmap(memory_, size_);
}

void cell_map::read_names(const std::string& path) {
  struct stat found{};
  file_header begin;
  if (::fstat(fd_.get(), &found) != 0) fail("cannot read", path);
  const auto there = static_cast<std::uint64_t>(found.st_size);
  if (!S_ISREG(found.st_mode) || ::pread(fd_.get(), &begin, sizeof begin, 0) != ssize_t{sizeof begin}) refuse(path);
  if (begin.magic != magic || begin.functions > most_functions || begin.allowed > worker_counts{}.allowed.size() ||
      begin.text_bytes > there)
    refuse(path);
  size_ = cells_at + begin.functions * cells_of_a_function;
  if (there != size_ + begin.text_bytes) refuse(path);
  std::string words(begin.text_bytes, '\0');
  if (::pread(fd_.get(), words.data(), words.size(), static_cast<off_t>(size_)) != static_cast<ssize_t>(words.size()))
    refuse(path);
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t end = words.find('\n', at);
    if (end == std::string::npos) refuse(path);
    lines.push_back(words.substr(at, end - at));
    at = end + 1;
  }
  if (lines.size() != begin.functions + begin.allowed) refuse(path);
  const auto cut = lines.begin() + static_cast<std::ptrdiff_t>(begin.functions);
  names_.functions.assign(lines.begin(), cut);
  names_.allowed.assign(cut, lines.end());
}

std::span<std::uint8_t> cell_map::cells() const {
  return {static_cast<std::uint8_t*>(memory_) + cells_at, names_.functions.size() * cells_of_a_function};
}

worker_counts& cell_map::slot(std::size_t which) const {
  void* const at = static_cast<std::uint8_t*>(memory_) + slots_at + which * sizeof(worker_counts);
  return *static_cast<worker_counts*>(at);
}

worker_counts cell_map::total() const {
  worker_counts out;
  for (std::size_t i = 0; i < worker_slots; ++i) {
    const worker_counts one = slot(i);
    out.inputs += one.inputs;
    out.values += one.values;
    out.findings += one.findings;
    for (std::size_t j = 0; j < out.allowed.size(); ++j) out.allowed[j] += one.allowed[j];
  }
  return out;
}

std::size_t cell_map::covered() const {
  return static_cast<std::size_t>(std::ranges::count_if(cells(), [](std::uint8_t one) { return one != 0; }));
}

}  // namespace verbatim::oracle
