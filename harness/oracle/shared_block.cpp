#include "harness/oracle/shared_block.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

#include <fmt/format.h>

#include "harness/core/error.hpp"

namespace verbatim::oracle {
namespace {

constexpr std::size_t state_bytes = 65536;  // the largest page size in use
constexpr std::size_t guard_span = std::size_t{1} << 20;
constexpr std::byte pattern{0xC5};

static_assert(block_cases % state_bytes == 0, "columns of every element size are whole pages");

std::size_t page_bytes() {
  static const auto size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return size;
}

}  // namespace

std::size_t block_shape::offset(std::size_t column) const {
  std::size_t at = state_bytes;
  for (std::size_t i = 0; i < column; ++i) at += column_bytes(i);
  return at;
}

std::string block_shape::text() const {
  std::string out;
  for (const std::size_t each : bytes) out += static_cast<char>('0' + static_cast<int>(each));
  return out;
}

std::optional<block_shape> block_shape::from_text(std::string_view text) {
  if (text.size() < 2 || text.size() > 4) return std::nullopt;
  block_shape out;
  for (const char each : text) {
    if (each != '1' && each != '2' && each != '4' && each != '8') return std::nullopt;
    out.bytes.push_back(static_cast<std::size_t>(each - '0'));
  }
  return out;
}

block_memory::block_memory(const block_shape& shape)
    : shape_(shape), fd_(::memfd_create("verbatim block", MFD_CLOEXEC | MFD_ALLOW_SEALING)) {
  const bool sized = fd_ && ::ftruncate(fd_.get(), static_cast<off_t>(shape_.total())) == 0;
  void* mapped = MAP_FAILED;
  if (sized) {
    // A routine that found the descriptor could otherwise cut it off under us.
    ::fcntl(fd_.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW);
    mapped = ::mmap(nullptr, shape_.total(), PROT_READ | PROT_WRITE, MAP_SHARED, fd_.get(), 0);
  }
  if (mapped == MAP_FAILED)
    throw core::work_error(fmt::format("cannot share memory with a routine: {}", core::errno_text(errno)));
  base_ = static_cast<std::byte*>(mapped);
  new (base_) block_state;
}

block_memory::~block_memory() { ::munmap(base_, shape_.total()); }

volatile block_state& block_memory::state() const {
  return *std::launder(static_cast<block_state*>(static_cast<void*>(base_)));
}

std::byte* block_memory::column(std::size_t which, std::size_t count) const {
  return base_ + shape_.offset(which + 1) - count * shape_.bytes[which];
}

std::size_t block_memory::guard_bytes(std::size_t count) const {
  return (block_cases - count) * shape_.bytes[shape_.result()] % page_bytes();
}

void block_memory::guard(std::size_t count) {
  const std::size_t length = guard_bytes(count);
  std::fill_n(column(shape_.result(), count) - length, length, pattern);
}

bool block_memory::is_guard_whole(std::size_t count) const {
  const std::size_t length = guard_bytes(count);
  const std::byte* const begin = column(shape_.result(), count) - length;
  return std::all_of(begin, begin + length, [](std::byte each) { return each == pattern; });
}

bool guarded_block::map(int fd, const block_shape& shape) {
  // Address space only: one part for each column, with nothing before, between and behind.
  const std::size_t parts = shape.bytes.size() + 1;
  void* const space = ::mmap(nullptr, shape.total() + (parts + 1) * guard_span, PROT_NONE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (space == MAP_FAILED) return false;
  std::byte* at = static_cast<std::byte*>(space) + guard_span;
  const auto place = [&](std::size_t offset, std::size_t bytes, int protection) -> std::byte* {
    void* const mapped = ::mmap(at, bytes, protection, MAP_SHARED | MAP_FIXED, fd, static_cast<off_t>(offset));
    if (mapped == MAP_FAILED) return nullptr;
    at += bytes + guard_span;
    return static_cast<std::byte*>(mapped);
  };
  std::byte* const state = place(0, state_bytes, PROT_READ | PROT_WRITE);
  if (state == nullptr) return false;
  state_ = std::launder(static_cast<block_state*>(static_cast<void*>(state)));
  for (std::size_t i = 0; i < shape.bytes.size(); ++i) {
    const int protection = i == shape.result() ? PROT_READ | PROT_WRITE : PROT_READ;
    std::byte* const begin = place(shape.offset(i), shape.column_bytes(i), protection);
    if (begin == nullptr) return false;
    views_.push_back({begin, begin + shape.column_bytes(i), shape.bytes[i], protection});
  }
  return true;
}

std::byte* guarded_block::column(std::size_t which, std::size_t count) const {
  return views_[which].end - count * views_[which].element;
}

bool guarded_block::narrow(std::size_t count) {
  if (count == count_) return true;
  for (const view& each : views_) {
    const std::size_t unused = (block_cases - count) * each.element / page_bytes() * page_bytes();
    std::byte* const first = each.begin + unused;
    if (unused > 0 && ::mprotect(each.begin, unused, PROT_NONE) != 0) return false;
    if (::mprotect(first, static_cast<std::size_t>(each.end - first), each.protection) != 0) return false;
  }
  count_ = count;
  return true;
}

void guarded_block::locate(const void* address) const {
  const auto number = [](const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); };
  const std::uintptr_t at = number(address);
  std::size_t column = 0;
  for (; column < views_.size(); ++column) {
    const view& each = views_[column];
    // What lies between two columns counts to the nearer one.
    if (at < number(each.begin) - guard_span / 2 || at >= number(each.end) + guard_span / 2) continue;
    const std::uintptr_t begin = number(each.end - count_ * each.element);
    const std::uintptr_t end = number(each.end);
    state_->fault_inside = at >= begin && at < end ? 1 : 0;
    state_->fault_distance = static_cast<std::int64_t>(at - (at < begin ? begin : end));
    break;
  }
  state_->fault_column = static_cast<std::uint32_t>(column);
  state_->fault_seen = 1;
}

}  // namespace verbatim::oracle
