// What users bring: a function in a shared library, or a program at the end of two pipes. Both run in a child process, so
// that what they do wrong is a finding and not the end of this one.
//
// A shared library's function has C linkage and gets raw bits in unsigned integers of the columns' sizes (function.hpp):
// `uint16_t f(uint32_t)`, `uint16_t f(uint16_t, uint16_t)`, `uint16_t f(uint16_t, uint16_t, uint16_t)`; in its array form
// `void f(const uint32_t*, uint16_t*, size_t)`, `void f(const uint16_t*, const uint16_t*, uint16_t*, size_t)`, and so on.
// Each block of cases begins with the floating-point environment that the library left behind when it was loaded. Bits
// above a result's width (a truth value of 2, a tf32 with low bits) come back as they are: a mismatch, and not ours to hide.
//
// A program gets, without end, blocks of 65,536 cases on its standard input: the operand columns of a case side by side,
// little-endian, case after case; and writes the results, little-endian, one after the other, to its standard output. It
// may work in pieces of its own size that divide 65,536, since a block that has fewer cases is filled up with its last
// one, and what comes back for those is dropped. It must answer a block before it waits for the next, which is written
// only then. Its standard input is closed after the last; its standard error is ours. With numpy (whose fromfile takes no
// pipe):
//
//     while block := sys.stdin.buffer.read(4 * 65536):
//         sys.stdout.buffer.write(numpy.frombuffer(block, '<f4').astype('<f2').tobytes())
//         sys.stdout.buffer.flush()
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "harness/oracle/oracle.hpp"

namespace verbatim::oracle {

/// A routine did not answer: the finding of a sweep, not an error of ours. what() is the sentence for people.
class routine_failure : public std::runtime_error {
 public:
  enum class kind : std::uint8_t {
    crashed,        ///< a signal, or it ended the process
    hung,           ///< no answer within the time-out
    out_of_bounds,  ///< touched memory outside its block
    ended_early,    ///< a pipe closed, or fewer results than cases
    too_many,       ///< more results than cases
  };
  routine_failure(kind what_it_did, const std::string& sentence, std::optional<operands> at_operands = std::nullopt)
      : std::runtime_error(sentence), did(what_it_did), at(at_operands) {}

  kind did;
  std::optional<operands> at;  ///< the case it was given, where that is known
};
/// "crashed", "hung", "out of bounds", "ended early", "too many results".
[[nodiscard]] std::string_view name(routine_failure::kind what);

struct foreign_options {
  std::chrono::nanoseconds timeout{std::chrono::seconds(10)};  ///< for one block of 65,536 cases, and for loading
  /// The program that calls serve_routine when its first argument is serve_routine_verb: this one. Tests have another.
  std::string serving_program = "/proc/self/exe";
};

/// `./libmine.so:f32_to_f16` or `libmine.so:name:array` (`:scalar` is the default). A name without a slash is a file of
/// this folder, else the dynamic linker looks for it. The file and the symbol are looked up at once, in a child process:
/// throws core::request_error where there is no such file, it cannot be loaded, or it has no such symbol.
///
/// An evaluator's child is started by its first block and again by the first one after a failure. It ends with the thread
/// that started it, so an evaluator stays with one thread.
[[nodiscard]] std::unique_ptr<implementation> open_routine(const std::string& specification,
                                                           const foreign_options& options);

/// A shell command. Each evaluator starts one of its own, under the same rules; a command that the shell cannot run shows
/// with the first block, as core::request_error. The process must ignore SIGPIPE (cli/main.cpp does).
[[nodiscard]] std::unique_ptr<implementation> open_pipe(const std::string& command, const foreign_options& options);

/// The child's side of open_routine, which runs this same program again with these arguments: call it before signal
/// handlers are installed, and return what it returns.
[[nodiscard]] int serve_routine(int argc, const char* const* argv);
/// The first argument that says so.
inline constexpr std::string_view serve_routine_verb = "--serve-routine";

}  // namespace verbatim::oracle
