// A GPU's own half-precision instructions, behind a helper program at the end of a socket. verbatim never links CUDA.
#include "harness/oracle/cuda_device.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <optional>
#include <span>
#include <utility>

#include "harness/core/companion.hpp"
#include "harness/core/error.hpp"
#include "harness/core/safe_text.hpp"
#include "harness/core/unique_fd.hpp"
#include "harness/oracle/built_in.hpp"
#include "harness/oracle/evaluators.hpp"

namespace verbatim::oracle {
namespace {

constexpr std::size_t longest_line = 300;
constexpr std::size_t block_cases = std::size_t{1} << 24;
constexpr auto grace = std::chrono::milliseconds(200);

struct entry {
  std::string_view function;
  bool four_modes = false;
  bool may_saturate = false;
};

// As the table in cuda_device_helper.cu.
constexpr entry entries[] = {
    {"f16_add"},
    {"f16_sub"},
    {"f16_mul"},
    {"f16_div"},
    {"f16_sqrt"},
    {"f16_mulAdd"},
    {"bf16_add"},
    {"bf16_sub"},
    {"bf16_mul"},
    {"bf16_mulAdd"},
    {"f16_to_f32"},
    {"f32_to_f16", true},
    {"f32_to_bf16", true},
    {"f32_to_e4m3fn", false, true},
    {"f32_to_e5m2", false, true},
};

const entry* entry_of(const function& what) {
  const auto* const found = std::ranges::find(entries, what.name, &entry::function);
  return found != std::end(entries) ? found : nullptr;
}

bool has_mode(const entry& one, fp::rounding mode) {
  if (one.function == "f16_to_f32") return mode != fp::rounding::stochastic;  // exact
  if (mode == fp::rounding::ties_even) return true;
  return one.four_modes &&
         (mode == fp::rounding::toward_zero || mode == fp::rounding::up || mode == fp::rounding::down);
}

std::string first_line(const question& asked) {
  const std::string_view mode = asked.what.name == "f16_to_f32" ? "ties-even" : fp::name(asked.how.mode);
  return fmt::format("{} {}{}\n", asked.what.name, mode, asked.how.saturate ? " saturate" : "");
}

// A started helper. Sends and receives at the same time, so that neither waits for the other with full buffers.
class helper {
 public:
  // Throws core::work_error where it cannot be started.
  helper(const cuda_device_options& options, const question& asked) : timeout_(options.timeout) {
    std::array<int, 2> ends{-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
      throw core::work_error(fmt::format("cannot make a socket: {}", core::errno_text(errno)));
    socket_.reset(ends[0]);
    const core::unique_fd theirs(ends[1]);
    ::fcntl(socket_.get(), F_SETFL, O_NONBLOCK);
    process_.start({options.helper}, theirs.get(), theirs.get());
    const std::string line = first_line(asked);
    deadline_ = core::steady::now() + timeout_;
    send_all(std::as_bytes(std::span(line)));
  }

  // Its first line, without the end of line.
  std::string greeting() {
    std::string line;
    while (true) {
      char one = 0;
      receive_all(std::as_writable_bytes(std::span(&one, 1)));
      if (one == '\n') return line;
      if (line.size() == longest_line) give_up("wrote no end of line");
      line += one;
    }
  }

  void exchange(const batch& cases, const question& asked) {
    deadline_ = core::steady::now() + timeout_;
    const std::uint64_t count = cases.count;
    send_all(std::as_bytes(std::span(&count, 1)));
    for (std::size_t i = 0; i < asked.what.operands.size(); ++i)
      send_all({static_cast<const std::byte*>(cases.operands[i]), cases.count * asked.what.operands[i].bytes()});
    receive_all({static_cast<std::byte*>(cases.results), cases.count * asked.what.result.bytes()});
  }

 private:
  [[noreturn]] void give_up(std::string_view what) {
    process_.end();
    throw core::work_error(fmt::format("the GPU's helper {}", what));
  }
  // It has closed its end: its exit code says most.
  [[noreturn]] void tell_end(std::string_view what) {
    const core::companion_end end = process_.end(grace);
    give_up(end.by_itself && end.status != 0 ? end.text() : what);
  }

  void wait(short events) {
    std::array<pollfd, 1> waits{{{socket_.get(), events, 0}}};
    if (!core::wait_for(waits, deadline_))
      give_up(fmt::format("gave no answer within {}", core::seconds_text(timeout_)));
  }

  // The helper reads a whole block before it writes, so that there is nothing to read meanwhile.
  void send_all(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t put = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (put > 0) {
        bytes = bytes.subspan(static_cast<std::size_t>(put));
      } else if (put < 0 && errno == EAGAIN) {
        wait(POLLOUT);
      } else if (put == 0 || errno != EINTR) {
        tell_end("ended before it had read its input");
      }
    }
  }

  void receive_all(std::span<std::byte> bytes) {
    while (!bytes.empty()) {
      // It never blocks: the socket is non-blocking. NOLINTNEXTLINE(clang-analyzer-unix.BlockInCriticalSection)
      const ssize_t got = ::recv(socket_.get(), bytes.data(), bytes.size(), 0);
      if (got > 0) {
        bytes = bytes.subspan(static_cast<std::size_t>(got));
      } else if (got < 0 && errno == EAGAIN) {
        wait(POLLIN);
      } else if (got == 0 || errno != EINTR) {
        tell_end("ended before it had answered");
      }
    }
  }

  std::chrono::nanoseconds timeout_;
  core::steady::time_point deadline_;
  core::companion process_;
  core::unique_fd socket_;
};

class cuda_evaluator final : public evaluator {
 public:
  cuda_evaluator(const cuda_device_options& options, const question& asked) : asked_(&asked), helper_(options, asked) {
    const std::string line = helper_.greeting();
    if (!line.starts_with("ok "))
      throw core::work_error(fmt::format("the GPU does not answer any more: {}", core::escape(line, longest_line)));
  }

  void evaluate(const batch& cases) override {
    for (std::size_t first = 0; first < cases.count; first += block_cases) {
      batch block = cases;
      block.count = std::min(block_cases, cases.count - first);
      for (std::size_t i = 0; i < asked_->what.operands.size(); ++i)
        block.operands[i] = static_cast<const std::byte*>(cases.operands[i]) + first * asked_->what.operands[i].bytes();
      block.results = static_cast<std::byte*>(cases.results) + first * asked_->what.result.bytes();
      helper_.exchange(block, *asked_);
    }
  }

 private:
  const question* asked_;
  helper helper_;
};

class cuda_device final : public implementation {
 public:
  explicit cuda_device(cuda_device_options options) : options_(std::move(options)) {}

  [[nodiscard]] std::string_view name() const override { return "cuda-device"; }
  [[nodiscard]] tier which_tier() const override { return tier::cuda_device; }
  [[nodiscard]] std::string version() const override {
    const state& now = device();
    return now.absent.empty() ? now.name : "no GPU";
  }
  [[nodiscard]] std::string what() const override {
    return "a GPU's f16 and bf16 add, sub, mul, mulAdd, f16_div, f16_sqrt, f16_to_f32, and f32 to f16, bf16, e4m3fn, "
           "e5m2";
  }
  [[nodiscard]] std::string absent() const override { return device().absent; }
  [[nodiscard]] std::string refuses(const question& asked) const override {
    const entry* const one = entry_of(asked.what);
    if (one == nullptr) return has_no_function(asked.what);
    if (!has_mode(*one, asked.how.mode)) return has_no_mode(asked.how.mode);
    return refuses_attributes(asked.how, one->may_saturate);
  }
  [[nodiscard]] const fp::nan_profile& nans(const question&) const override { return fp::nan_profiles::cuda_host; }
  [[nodiscard]] std::unique_ptr<evaluator> prepare(const question& asked) const override {
    return std::make_unique<cuda_evaluator>(options_, asked);
  }

 private:
  struct state {
    std::string name;  ///< "NVIDIA H200, driver 13000, runtime 13000"
    std::string absent;
  };

  // Asked once: starting a driver takes a second.
  const state& device() const {
    const std::lock_guard<std::mutex> asking(lock_);
    if (!known_) known_ = ask();
    return *known_;
  }
  [[nodiscard]] state ask() const {
    if (options_.helper.empty()) return {{}, options_.why_no_helper};
    try {
      const question any{function_named("f16_add"), {}};
      const std::string line = helper(options_, any).greeting();
      if (line.starts_with("ok ")) return {core::escape(line.substr(3), longest_line), {}};
      if (line.starts_with("no "))
        return {{}, fmt::format("no GPU to use: {}", core::escape(line.substr(3), longest_line))};
      return {{}, fmt::format("{} wrote '{}'; build it again", options_.helper, core::escape(line, 80))};
    } catch (const core::work_error& trouble) {
      return {{}, trouble.what()};
    }
  }

  cuda_device_options options_;
  mutable std::mutex lock_;
  mutable std::optional<state> known_;
};

// Beside this program, where the build has it, and in ../libexec/verbatim, where an installed one is.
cuda_device_options installed_helper() {
  cuda_device_options out;
#if defined(VERBATIM_HAS_CUDA_DEVICE)
  out.why_no_helper =
      "verbatim-cuda-device is neither beside this program nor in ../libexec/verbatim; install it there, or build "
      "again";
#else
  out.why_no_helper = "no nvcc was found when this was built; install a CUDA toolkit and build again";
#endif
  std::array<char, PATH_MAX> path{};
  const ssize_t length = ::readlink("/proc/self/exe", path.data(), path.size());
  if (length <= 0) return out;
  const std::string_view program(path.data(), static_cast<std::size_t>(length));
  const std::string_view folder = program.substr(0, program.rfind('/'));
  for (const std::string_view place : {"", "/../libexec/verbatim"}) {
    const std::string file = fmt::format("{}{}/verbatim-cuda-device", folder, place);
    if (::access(file.c_str(), X_OK) == 0) {
      out.helper = file;
      return out;
    }
  }
  return out;
}

}  // namespace

std::unique_ptr<implementation> make_cuda_device(cuda_device_options options) {
  return std::make_unique<cuda_device>(std::move(options));
}

const implementation& cuda_device_oracle() {
  static const std::unique_ptr<implementation> one = make_cuda_device(installed_helper());
  return *one;
}

}  // namespace verbatim::oracle
