// A shared library's function behind the interface of oracles: this side starts the child, fills blocks, and says what
// went wrong. The child's side is routine_server.cpp.
#include <sys/socket.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <fstream>
#include <utility>

#include <fmt/format.h>

#include "harness/core/companion.hpp"
#include "harness/core/error.hpp"
#include "harness/core/safe_text.hpp"
#include "harness/core/sha256.hpp"
#include "harness/core/unique_fd.hpp"
#include "harness/oracle/evaluators.hpp"
#include "harness/oracle/foreign.hpp"
#include "harness/oracle/routine_messages.hpp"
#include "harness/oracle/shared_block.hpp"

namespace verbatim::oracle {
namespace {

namespace message = routine_message;

constexpr auto exit_grace = std::chrono::seconds(1);  // between the socket's end and the process's

struct routine_name {
  std::string shown;  ///< the specification, safe to print
  std::string path;
  std::string symbol;
  bool array = false;
};

bool is_file(const std::string& path) {
  struct stat about{};
  return ::stat(path.c_str(), &about) == 0 && S_ISREG(about.st_mode);
}

// From the end, since a path may hold colons.
routine_name parse(const std::string& specification) {
  const auto wrong = [&](std::string_view why) -> core::request_error {
    return core::request_error(
        fmt::format("--routine: '{}' {}; write FILE:FUNCTION, or FILE:FUNCTION:array for a function on arrays, as in "
                    "./libmine.so:f32_to_f16",
                    core::escape(specification, 200), why));
  };
  routine_name out;
  out.shown = core::escape(specification, 200);
  std::string_view rest = specification;
  std::size_t colon = rest.rfind(':');
  if (colon == std::string_view::npos) throw wrong("names no function");
  std::string_view last = rest.substr(colon + 1);
  if ((last == "array" || last == "scalar") && rest.substr(0, colon).find(':') != std::string_view::npos) {
    out.array = last == "array";
    rest = rest.substr(0, colon);
    colon = rest.rfind(':');
    last = rest.substr(colon + 1);
  }
  out.symbol = last;
  out.path = rest.substr(0, colon);
  if (out.path.empty()) throw wrong("names no file");
  if (out.symbol.empty()) throw wrong("names no function");
  if (specification.find('\0') != std::string::npos) throw wrong("holds a NUL byte");
  if (const std::size_t before = out.path.rfind(':');
      before != std::string::npos && !is_file(out.path) && is_file(out.path.substr(0, before)))
    throw wrong(fmt::format("ends in '{}', which is neither array nor scalar", core::escape(out.symbol, 80)));
  if (out.path.find('/') == std::string::npos && is_file(out.path)) out.path.insert(0, "./");
  return out;
}

struct reply {
  char letter = '\0';  ///< NUL: the other end is closed
  std::string text;
};

// A child that has the library loaded, and the socket to it.
class routine_child {
 public:
  routine_child(const routine_name& which, const foreign_options& options) : which_(&which), options_(&options) {}

  [[nodiscard]] bool running() const { return process_.running(); }
  // Returns the path of the library as the dynamic linker has it. Throws core::request_error where it cannot be loaded.
  std::string start(const std::string& shape, int memory);
  bool send(std::uint64_t count) {
    return ::send(socket_.get(), &count, sizeof count, MSG_NOSIGNAL) == static_cast<ssize_t>(sizeof count);
  }
  // nullopt: nothing within the time-out.
  std::optional<reply> receive();
  core::companion_end stop(std::chrono::nanoseconds grace = std::chrono::nanoseconds(0)) {
    socket_.reset();
    return process_.end(grace);
  }

 private:
  const routine_name* which_;
  const foreign_options* options_;
  core::unique_fd socket_;
  core::companion process_;
};

std::string routine_child::start(const std::string& shape, int memory) {
  std::array<int, 2> ends{-1, -1};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw core::work_error(fmt::format("cannot make a socket for a routine: {}", core::errno_text(errno)));
  socket_.reset(ends[0]);
  core::unique_fd theirs(ends[1]);
  process_.start({options_->serving_program, std::string(serve_routine_verb), which_->path, which_->symbol,
                  which_->array ? "array" : "scalar", shape},
                 theirs.get(), memory >= 0 ? memory : theirs.get());
  theirs.reset();  // only the child has it from here on, so that its end shows
  const std::optional<reply> first = receive();
  const std::string file = core::escape(which_->path, 200);
  const std::string symbol = core::escape(which_->symbol, 80);
  if (first && first->letter == message::ready) return first->text;
  const core::companion_end end = stop(first ? exit_grace : std::chrono::nanoseconds(0));
  if (!first)
    throw core::request_error(
        fmt::format("--routine: {} did not finish loading within {}", file, core::seconds_text(options_->timeout)));
  std::string_view text = first->text;
  switch (first->letter) {
    case message::not_loaded:
      if (text.starts_with(which_->path + ": ")) text.remove_prefix(which_->path.size() + 2);
      throw core::request_error(fmt::format("--routine: {} cannot be loaded: {}", file, core::escape(text, 400)));
    case message::no_symbol:
      throw core::request_error(
          fmt::format("--routine: {} has no function '{}'{}", file, symbol, core::escape(text, 400)));
    case message::unfit: throw core::work_error(fmt::format("--routine: {}: {}", file, core::escape(text, 400)));
    default: throw core::request_error(fmt::format("--routine: {} {} while it was loaded", file, end.text()));
  }
}

std::optional<reply> routine_child::receive() {
  std::array<char, message::longest> buffer;
  const core::steady::time_point deadline = core::steady::now() + options_->timeout;
  while (true) {
    std::array<pollfd, 1> waits{{{socket_.get(), POLLIN, 0}}};
    if (!core::wait_for(waits, deadline)) return std::nullopt;
    const ssize_t got = ::recv(socket_.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (got > 0) return reply{buffer[0], std::string(buffer.data() + 1, static_cast<std::size_t>(got) - 1)};
    if (got == 0 || (errno != EINTR && errno != EAGAIN)) return reply{};
  }
}

class routine_evaluator final : public evaluator {
 public:
  routine_evaluator(const routine_name& which, const foreign_options& options, const function& what)
      : which_(&which),
        options_(&options),
        what_(&what),
        shape_(shape_of(what)),
        memory_(shape_),
        child_(which, options) {}

  void evaluate(const batch& cases) override {
    try {
      for (std::size_t first = 0; first < cases.count; first += block_cases)
        exchange(cases, first, std::min(block_cases, cases.count - first));
    } catch (...) {
      child_.stop();  // whatever it is doing; the next block starts another
      throw;
    }
  }

 private:
  static block_shape shape_of(const function& what) {
    block_shape out;
    for (const oracle::column& each : what.operands) out.bytes.push_back(each.bytes());
    out.bytes.push_back(what.result.bytes());
    return out;
  }
  void exchange(const batch& cases, std::size_t first, std::size_t count);
  [[noreturn]] void blame(const batch& cases, std::size_t first, std::size_t count, const std::optional<reply>& answer);
  // ", given 7FC00000": the case itself, or the block that holds it.
  std::string given(const operands& at, std::size_t count, bool known) const;
  std::string where(std::uint32_t column, bool inside, std::int64_t distance) const;

  const routine_name* which_;
  const foreign_options* options_;
  const function* what_;
  block_shape shape_;
  block_memory memory_;
  routine_child child_;
  std::size_t guarded_count_ = block_cases;  // which has no guard
};

void routine_evaluator::exchange(const batch& cases, std::size_t first, std::size_t count) {
  if (!child_.running()) child_.start(shape_.text(), memory_.fd());
  if (count != guarded_count_) memory_.guard(count);
  guarded_count_ = count;
  for (std::size_t i = 0; i < shape_.operand_count(); ++i) {
    const std::size_t bytes = shape_.bytes[i];
    std::memcpy(memory_.column(i, count), static_cast<const std::byte*>(cases.operands[i]) + first * bytes,
                count * bytes);
  }
  memory_.state().fault_seen = 0;
  memory_.state().case_index = 0;
  const std::optional<reply> answer = child_.send(count) ? child_.receive() : reply{};
  if (!answer || answer->letter != message::done) blame(cases, first, count, answer);
  if (!memory_.is_guard_whole(count)) {
    guarded_count_ = block_cases;
    throw routine_failure(routine_failure::kind::out_of_bounds,
                          fmt::format("{} wrote before the beginning of its results{}", which_->shown,
                                      given(operands_at(*what_, cases.operands, first), count, false)));
  }
  const std::size_t bytes = shape_.bytes[shape_.result()];
  std::memcpy(static_cast<std::byte*>(cases.results) + first * bytes, memory_.column(shape_.result(), count),
              count * bytes);
}

void routine_evaluator::blame(const batch& cases, std::size_t first, std::size_t count,
                              const std::optional<reply>& answer) {
  using kind = routine_failure::kind;
  const std::size_t index = static_cast<std::size_t>(memory_.state().case_index);  // a wild write may have met it
  const bool known = !which_->array && index < count;
  const operands at = operands_at(*what_, cases.operands, known ? first + index : first);
  const auto found = [&](kind did, const std::string& what) {
    return routine_failure(did, fmt::format("{} {}{}", which_->shown, what, given(at, count, known)),
                           known ? std::optional<operands>(at) : std::nullopt);
  };
  if (!answer) throw found(kind::hung, fmt::format("gave no answer within {}", core::seconds_text(options_->timeout)));
  if (answer->letter == message::too_few) {
    std::size_t written = 0;
    std::from_chars(answer->text.data(), answer->text.data() + answer->text.size(), written);
    const operands missing = operands_at(*what_, cases.operands, first + std::min(written, count - 1));
    throw routine_failure(
        kind::ended_early,
        fmt::format("{} wrote {} of {} results{}", which_->shown, written, count, given(missing, count, true)),
        missing);
  }
  if (answer->letter == message::threw)
    throw found(kind::crashed, fmt::format("threw a C++ exception ({})", core::escape(answer->text, 200)));
  const core::companion_end end = child_.stop(exit_grace);
  if (!end.by_itself) throw found(kind::crashed, "closed the connection to its caller");
  const volatile block_state& state = memory_.state();
  const int signal = end.signal();
  if (state.fault_seen == 1 && state.fault_column < shape_.bytes.size() && (signal == SIGSEGV || signal == SIGBUS))
    throw found(kind::out_of_bounds, where(state.fault_column, state.fault_inside == 1, state.fault_distance));
  throw found(kind::crashed, signal != 0 ? fmt::format("crashed with {}", core::signal_name(signal))
                                         : fmt::format("ended the process with exit code {}", end.exit_code()));
}

std::string routine_evaluator::given(const operands& at, std::size_t count, bool known) const {
  std::string out = known ? ", given" : fmt::format(", in a block of {} cases that begins with", count);
  for (std::size_t i = 0; i < shape_.operand_count(); ++i) out += " " + digits_of(at[i], what_->operands[i].width());
  return out;
}

std::string routine_evaluator::where(std::uint32_t column, bool inside, std::int64_t distance) const {
  const std::string name = column == shape_.result()     ? "its results"
                           : shape_.operand_count() == 1 ? "its operands"
                                                         : fmt::format("its operands {}", column + 1);
  if (inside) return fmt::format("wrote to {}, which are to be read only", name);
  if (distance >= 0) return fmt::format("touched memory {} bytes behind the end of {}", distance, name);
  return fmt::format("touched memory {} bytes before the beginning of {}", -distance, name);
}

class routine final : public implementation {
 public:
  routine(routine_name which, foreign_options options) : which_(std::move(which)), options_(std::move(options)) {
    routine_child probe(which_, options_);
    const std::string library = probe.start("-", -1);
    version_ = fmt::format("sha256 of the library file: {}", file_digest(library));
  }

  [[nodiscard]] std::string_view name() const override { return which_.shown; }
  [[nodiscard]] tier which_tier() const override { return tier::routine; }
  [[nodiscard]] std::string version() const override { return version_; }
  [[nodiscard]] std::string what() const override {
    return fmt::format("function {} of a shared library, {} form", core::escape(which_.symbol, 80),
                       which_.array ? "array" : "scalar");
  }
  // It has one behaviour, whatever is asked; whether that is right is for whoever asks.
  [[nodiscard]] std::string refuses(const question&) const override { return {}; }
  [[nodiscard]] std::size_t block() const override { return block_cases; }
  [[nodiscard]] std::unique_ptr<evaluator> prepare(const question& asked) const override {
    return std::make_unique<routine_evaluator>(which_, options_, asked.what);
  }

 private:
  // In pieces: a library may be larger than our share of memory.
  static std::string file_digest(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    core::sha256 hash;
    std::vector<char> piece(std::size_t{1} << 16);
    do {
      file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
      hash.update({piece.data(), static_cast<std::size_t>(file.gcount())});
    } while (file);
    if (!file.eof()) throw core::request_error(fmt::format("--routine: {} cannot be read", core::escape(path, 200)));
    return core::to_hex(hash.finish()).substr(0, 16);
  }

  routine_name which_;
  foreign_options options_;
  std::string version_;
};

}  // namespace

std::string_view name(routine_failure::kind what) {
  switch (what) {
    case routine_failure::kind::crashed: return "crashed";
    case routine_failure::kind::hung: return "hung";
    case routine_failure::kind::out_of_bounds: return "out of bounds";
    case routine_failure::kind::ended_early: return "ended early";
    case routine_failure::kind::too_many: return "too many results";
  }
  return "";
}

std::unique_ptr<implementation> open_routine(const std::string& specification, const foreign_options& options) {
  return std::make_unique<routine>(parse(specification), options);
}

}  // namespace verbatim::oracle
