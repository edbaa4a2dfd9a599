// A program at the end of two pipes behind the interface of oracles. Operands are written and results read at the same
// time, so that a program may answer in pieces of whatever size.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "harness/core/companion.hpp"
#include "harness/core/error.hpp"
#include "harness/core/safe_text.hpp"
#include "harness/core/unique_fd.hpp"
#include "harness/oracle/foreign.hpp"

namespace verbatim::oracle {
namespace {

static_assert(std::endian::native == std::endian::little, "columns cross as they are");

constexpr std::size_t piece_cases = 65536;
constexpr int pipe_bytes = 1 << 20;  // a block and its results at once, where the system allows it
constexpr auto exit_grace = std::chrono::seconds(1);
constexpr auto first_silence = std::chrono::milliseconds(30);
constexpr int shell_cannot_run = 126;
constexpr int shell_cannot_find = 127;
constexpr int shell_signal_base = 128;

class pipe_evaluator final : public evaluator {
 public:
  pipe_evaluator(const std::string& command, const std::string& shown, const foreign_options& options,
                 const function& what)
      : command_(&command), shown_(&shown), options_(&options) {
    for (const column& each : what.operands) {
      operand_bytes_.push_back(each.bytes());
      case_bytes_ += each.bytes();
    }
    result_bytes_ = what.result.bytes();
    spare_.resize(piece_cases * result_bytes_);
  }
  ~pipe_evaluator() override { stop(exit_grace); }

  void evaluate(const batch& cases) override {
    try {
      for (std::size_t first = 0; first < cases.count; first += piece_cases)
        exchange(cases, first, std::min(piece_cases, cases.count - first));
    } catch (...) {
      stop(std::chrono::nanoseconds(0));
      throw;
    }
  }

 private:
  void start();
  core::companion_end stop(std::chrono::nanoseconds grace) {
    to_program_.reset();  // first: most programs end by themselves then
    const core::companion_end out = process_.end(grace);
    from_program_.reset();
    return out;
  }
  // What is written for these cases.
  const std::byte* input(const batch& cases, std::size_t first, std::size_t count);
  void exchange(const batch& cases, std::size_t first, std::size_t count);
  void write_some(const std::byte* from, std::size_t& done);
  void read_some(std::byte* to, std::size_t& done, std::size_t count);
  void expect_silence();

  const std::string* command_;
  const std::string* shown_;
  const foreign_options* options_;
  std::vector<std::size_t> operand_bytes_;
  std::size_t case_bytes_ = 0;
  std::size_t result_bytes_ = 0;
  std::vector<std::byte> side_by_side_;
  std::vector<std::byte> spare_;  // results of a block that was filled up
  core::unique_fd to_program_;
  core::unique_fd from_program_;
  core::companion process_;
  bool has_answered_ = false;
};

void pipe_evaluator::start() {
  std::array<int, 2> in{-1, -1};
  std::array<int, 2> out{-1, -1};
  if (::pipe2(in.data(), O_CLOEXEC) != 0)
    throw core::work_error(fmt::format("cannot make a pipe: {}", core::errno_text(errno)));
  const core::unique_fd its_input(in[0]);
  to_program_.reset(in[1]);
  if (::pipe2(out.data(), O_CLOEXEC) != 0)
    throw core::work_error(fmt::format("cannot make a pipe: {}", core::errno_text(errno)));
  from_program_.reset(out[0]);
  const core::unique_fd its_output(out[1]);
  for (const int end : {to_program_.get(), from_program_.get()}) {
    ::fcntl(end, F_SETPIPE_SZ, pipe_bytes);
    ::fcntl(end, F_SETFL, O_NONBLOCK);  // of our ends only: each end has flags of its own
  }
  has_answered_ = false;
  process_.start({"/bin/sh", "-c", *command_}, its_input.get(), its_output.get());
}

const std::byte* pipe_evaluator::input(const batch& cases, std::size_t first, std::size_t count) {
  if (operand_bytes_.size() == 1 && count == piece_cases)
    return static_cast<const std::byte*>(cases.operands[0]) + first * case_bytes_;
  side_by_side_.resize(piece_cases * case_bytes_);
  std::size_t offset = 0;
  for (std::size_t operand = 0; operand < operand_bytes_.size(); ++operand) {
    const std::size_t bytes = operand_bytes_[operand];
    const auto* from = static_cast<const std::byte*>(cases.operands[operand]) + first * bytes;
    std::byte* to = side_by_side_.data() + offset;
    for (std::size_t i = 0; i < count; ++i, from += bytes, to += case_bytes_) std::memcpy(to, from, bytes);
    offset += bytes;
  }
  for (std::size_t i = count; i < piece_cases; ++i)
    std::memcpy(side_by_side_.data() + i * case_bytes_, side_by_side_.data() + (count - 1) * case_bytes_, case_bytes_);
  return side_by_side_.data();
}

void pipe_evaluator::exchange(const batch& cases, std::size_t first, std::size_t count) {
  if (process_.running())
    expect_silence();
  else
    start();
  const std::byte* const from = input(cases, first, count);
  std::byte* const results = static_cast<std::byte*>(cases.results) + first * result_bytes_;
  std::byte* const to = count == piece_cases ? results : spare_.data();
  std::size_t written = 0;
  std::size_t read = 0;
  const core::steady::time_point deadline = core::steady::now() + options_->timeout;
  while (read < piece_cases * result_bytes_) {
    const bool writing = written < piece_cases * case_bytes_ && to_program_;
    std::array<pollfd, 2> waits{{{from_program_.get(), POLLIN, 0}, {writing ? to_program_.get() : -1, POLLOUT, 0}}};
    if (!core::wait_for(waits, deadline))
      throw routine_failure(routine_failure::kind::hung,
                            fmt::format("'{}' wrote {} of the {} results of a block within {}", *shown_,
                                        read / result_bytes_, piece_cases, core::seconds_text(options_->timeout)));
    if (waits[1].revents != 0) write_some(from, written);
    if (waits[0].revents != 0) read_some(to, read, count);
  }
  if (!has_answered_) {
    // A program that writes too much does so each time: look closely once, at what it is about to write too.
    std::array<pollfd, 1> more{{{from_program_.get(), POLLIN, 0}}};
    (void)core::wait_for(more, core::steady::now() + first_silence);
  }
  has_answered_ = true;
  expect_silence();
  if (to != results) std::memcpy(results, to, count * result_bytes_);
}

void pipe_evaluator::write_some(const std::byte* from, std::size_t& done) {
  const ssize_t put = ::write(to_program_.get(), from + done, piece_cases * case_bytes_ - done);
  if (put >= 0) {
    done += static_cast<std::size_t>(put);
  } else if (errno == EPIPE) {
    to_program_.reset();  // it reads no more; its last results may still come
  } else if (errno != EAGAIN && errno != EINTR) {
    throw core::work_error(fmt::format("cannot write to '{}': {}", *shown_, core::errno_text(errno)));
  }
}

void pipe_evaluator::read_some(std::byte* to, std::size_t& done, std::size_t count) {
  const ssize_t got = ::read(from_program_.get(), to + done, piece_cases * result_bytes_ - done);
  if (got > 0) {
    done += static_cast<std::size_t>(got);
    return;
  }
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (got < 0) throw core::work_error(fmt::format("cannot read from '{}': {}", *shown_, core::errno_text(errno)));
  const core::companion_end end = stop(exit_grace);
  if (!has_answered_ && done == 0 && (end.exit_code() == shell_cannot_run || end.exit_code() == shell_cannot_find))
    throw core::request_error(
        fmt::format("--pipe: the shell cannot run '{}' (exit code {})", *shown_, end.exit_code()));
  // A shell that waited for the program tells of its signal by its exit code.
  const int signal = end.exit_code() > shell_signal_base ? end.exit_code() - shell_signal_base : 0;
  const bool told_signal = signal > 0 && signal < NSIG;
  std::string how = end.by_itself ? end.text() : "closed its standard output";
  if (told_signal) how += fmt::format(", the shell's for {},", core::signal_name(signal));
  const bool all_that_count = done / result_bytes_ >= count;
  throw routine_failure(
      end.by_itself && (end.signal() != 0 || told_signal) ? routine_failure::kind::crashed
                                                          : routine_failure::kind::ended_early,
      fmt::format("'{}' {} after {} of the {} results of a block{}", *shown_, how, done / result_bytes_, piece_cases,
                  all_that_count ? ", which has fewer cases and was filled up with its last one" : ""));
}

// Results that nobody asked for: seen at once where they come together with the others, else before the next block.
void pipe_evaluator::expect_silence() {
  std::byte more{};
  if (::read(from_program_.get(), &more, 1) > 0)
    throw routine_failure(routine_failure::kind::too_many,
                          fmt::format("'{}' wrote more than one result of {} bytes for each case of {} bytes", *shown_,
                                      result_bytes_, case_bytes_));
}

class pipe final : public implementation {
 public:
  pipe(const std::string& command, foreign_options options)
      : command_(command), shown_(core::escape(command, 200)), options_(std::move(options)) {}

  [[nodiscard]] std::string_view name() const override { return shown_; }
  [[nodiscard]] tier which_tier() const override { return tier::routine; }
  [[nodiscard]] std::string version() const override { return "run by /bin/sh -c"; }
  [[nodiscard]] std::string what() const override { return "a program that gets operands and gives results by pipes"; }
  // It has one behaviour, whatever is asked; whether that is right is for whoever asks.
  [[nodiscard]] std::string refuses(const question&) const override { return {}; }
  [[nodiscard]] std::size_t block() const override { return piece_cases; }
  [[nodiscard]] std::unique_ptr<evaluator> prepare(const question& asked) const override {
    return std::make_unique<pipe_evaluator>(command_, shown_, options_, asked.what);
  }

 private:
  std::string command_;
  std::string shown_;
  foreign_options options_;
};

}  // namespace

std::unique_ptr<implementation> open_pipe(const std::string& command, const foreign_options& options) {
  if (command.find_first_not_of(" \t\n") == std::string::npos)
    throw core::request_error("--pipe: there is no command; write one for the shell, as in 'python3 mine.py'");
  if (command.find('\0') != std::string::npos) throw core::request_error("--pipe: the command holds a NUL byte");
  return std::make_unique<pipe>(command, options);
}

}  // namespace verbatim::oracle
