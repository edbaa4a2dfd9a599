#include "harness/prove/vectors.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <optional>

#include <fmt/format.h>

#include "harness/core/error.hpp"
#include "harness/core/interrupt.hpp"
#include "harness/core/safe_text.hpp"
#include "harness/core/unique_fd.hpp"
#include "models/fp/boundary.hpp"
#include "models/fp/integers.hpp"
#include "models/fp/names.hpp"
#include "models/fp/print.hpp"

namespace verbatim::prove {
namespace {

using oracle::digits_of;
using oracle::operands;
using oracle::shown;

// Text in blocks, cut into lines; a line that is too long for a vector is malformed wherever it ends.
class line_reader {
 public:
  line_reader(const std::string& path, const std::optional<std::string>& text) : name_(path) {
    if (path.empty() || path == "-") {
      name_ = "standard input";
      fd_ = STDIN_FILENO;
    }
    if (text) {
      fd_ = -1;
      buffer_.assign(text->begin(), text->end());
      size_ = buffer_.size();
    }
    if (text || fd_ >= 0) return;
    file_.reset(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    fd_ = file_.get();
    if (fd_ < 0)
      throw core::request_error(fmt::format("{} cannot be read: {}", core::escape(path, 300), core::errno_text(errno)));
  }

  // False at the end.
  bool next(std::string_view& line) {
    ++number_;
    for (;;) {
      const char* const begin = buffer_.data() + at_;
      if (const void* const end = std::memchr(begin, '\n', size_ - at_)) {
        line = {begin, static_cast<std::size_t>(static_cast<const char*>(end) - begin)};
        at_ += line.size() + 1;
        return true;
      }
      if (size_ - at_ > longest_line) throw malformed("the line is too long for a test vector");
      if (fd_ < 0 || !fill()) {
        line = {buffer_.data() + at_, size_ - at_};
        at_ = size_;
        return !line.empty();
      }
    }
  }

  [[nodiscard]] core::request_error malformed(std::string_view why) const {
    return core::request_error(fmt::format("{}, line {}: {}", core::escape(name_, 300), number_, why));
  }
  [[nodiscard]] std::uint64_t number() const { return number_; }
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  static constexpr std::size_t longest_line = 4096;

  bool fill() {
    core::throw_if_interrupted();
    std::memmove(buffer_.data(), buffer_.data() + at_, size_ - at_);
    size_ -= at_;
    at_ = 0;
    for (;;) {
      const ssize_t got = ::read(fd_, buffer_.data() + size_, buffer_.size() - size_);
      if (got > 0) {
        size_ += static_cast<std::size_t>(got);
        return true;
      }
      if (got == 0) return false;
      if (errno != EINTR)
        throw core::request_error(
            fmt::format("{} cannot be read: {}", core::escape(name_, 300), core::errno_text(errno)));
      core::throw_if_interrupted();
    }
  }

  std::string name_;
  core::unique_fd file_;
  int fd_ = -1;
  std::vector<char> buffer_ = std::vector<char>(1 << 18);
  std::size_t size_ = 0;
  std::size_t at_ = 0;
  std::uint64_t number_ = 0;
};

// Hexadecimal words between blanks.
class words_of {
 public:
  explicit words_of(std::string_view line) : rest_(line) {}

  std::optional<std::string_view> next() {
    while (!rest_.empty() && is_blank(rest_.front())) rest_.remove_prefix(1);
    std::size_t end = 0;
    while (end < rest_.size() && !is_blank(rest_[end])) ++end;
    if (end == 0) return std::nullopt;
    const std::string_view word = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return word;
  }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
  std::string_view rest_;
};

std::uint64_t read_column(words_of& words, int width, std::string_view what, const line_reader& from) {
  const std::optional<std::string_view> word = words.next();
  if (!word) throw from.malformed(fmt::format("{} is missing", what));
  std::uint64_t bits = 0;
  const auto wrong = [&] {
    return from.malformed(fmt::format("{} '{}' is no hexadecimal number of {} bit{}", what, core::escape(*word, 40),
                                      width, width == 1 ? "" : "s"));
  };
  if (word->size() > 16) throw wrong();
  for (const char c : *word) {
    const int digit = fp::text_detail::hex_digit(c);
    if (digit < 0) throw wrong();
    bits = (bits << 4) | static_cast<unsigned>(digit);
  }
  if (width < 64 && (bits >> width) != 0) throw wrong();
  return bits;
}

fp::attributes understood(const vector_request& request) {
  attribute_words words = request.attributes;
  if (words.nan.empty()) words.nan = "8086-sse";
  return words.understood();
}

struct mismatch_counts {
  std::uint64_t results = 0;
  std::uint64_t nan_bits = 0;  // both NaN, of other bits
  std::uint64_t flags = 0;     // of equal results
};

}  // namespace

core::report check_vectors(const vector_request& request) {
  const oracle::function function = oracle::function_named(request.function);
  const fp::attributes how = understood(request);
  line_reader lines(request.file, request.text);
  const int result_width = function.result.width();
  std::uint64_t cases = 0;
  mismatch_counts wrong;
  core::result one;
  one.subject = function.name;
  std::uint64_t found = 0;
  for (std::string_view line; lines.next(line);) {
    words_of words(line);
    operands x{};
    for (std::size_t i = 0; i < function.operands.size(); ++i)
      x[i] = read_column(words, function.operands[i].width(), fmt::format("operand {}", i + 1), lines);
    fp::outcome given{read_column(words, result_width, "the result", lines), fp::flags::none};
    if (!request.no_flags) given.raised = static_cast<fp::flags>(read_column(words, 5, "the flags column", lines));
    if (const auto more = words.next(); more && !(request.no_flags && !words.next()))
      throw lines.malformed(fmt::format("'{}' is one column too many", core::escape(*more, 40)));
    ++cases;
    const fp::outcome right = function.evaluate(x, how, request.exact);
    const bool same_flags = request.no_flags || right.raised == given.raised;
    if (right.bits == given.bits && same_flags) continue;
    const bool both_nan = function.result.format != nullptr && fp::is_nan(right.bits, *function.result.format) &&
                          fp::is_nan(given.bits, *function.result.format);
    if (right.bits == given.bits)
      ++wrong.flags;
    else if (both_nan)
      ++wrong.nan_bits;
    else
      ++wrong.results;
    if (found++ == 0) one.where = core::place{core::escape(lines.name(), 300), lines.number(), 0};
    if (found > request.mismatch_limit) continue;
    std::string text = fmt::format("line {}: ", lines.number());
    for (std::size_t i = 0; i < function.operands.size(); ++i) text += shown(x[i], function.operands[i]) + " ";
    text += fmt::format("→ {}", shown(given.bits, function.result));
    if (!request.no_flags) text += fmt::format(" {}", fp::names(given.raised));
    text += fmt::format(", model {}", shown(right.bits, function.result));
    if (!request.no_flags) text += fmt::format(" {}", fp::names(right.raised));
    one.explanation.push_back(std::move(text));
  }
  if (cases == 0)
    throw core::request_error(fmt::format("{}: there is no test vector in it", core::escape(lines.name(), 300)));
  if (found > request.mismatch_limit)
    one.explanation.push_back(fmt::format("and {} more (--limit-mismatches)", found - request.mismatch_limit));
  one.verdict = found == 0 ? "match" : "differs";
  one.kind = found == 0 ? core::weight::holds : core::weight::finding;
  one.reason = found == 0 ? fmt::format("{} cases, mode {}", cases, fp::name(how.mode))
                          : fmt::format("{} of {} cases: {} results, {} NaN of other bits, {} flags alone", found,
                                        cases, wrong.results, wrong.nan_bits, wrong.flags);
  one.facts = {{"cases", cases},
               {"mismatches", found},
               {"wrong_results", wrong.results},
               {"nan_bits", wrong.nan_bits},
               {"wrong_flags", wrong.flags},
               {"mode", fp::name(how.mode)},
               {"nan_profile", how.nans->name}};
  core::report out;
  out.kind = "vectors";
  out.list_name = "functions";
  out.results.push_back(std::move(one));
  return out;
}

namespace {

using fp::boundary::split_mix;

std::uint64_t integer_case(split_mix& random, const fp::integer_format& type) {
  const std::uint64_t bits = fp::boundary::significand_pattern(random, type.width);
  return (random() & 1) != 0 ? bits : (0 - bits) & type.mask();
}

operands case_of(const oracle::function& function, split_mix& random) {
  if (function.operands[0].integer != nullptr) return {integer_case(random, *function.operands[0].integer), 0, 0};
  const fp::format& f = *function.operands[0].format;
  const fp::format* const to = function.result.format;
  if (to != nullptr && to != &f) return {fp::boundary::hard_to_round(random, f, *to), 0, 0};
  if (function.operands.size() == 2 && function.operands[1].integer != nullptr)
    return {fp::boundary::value(random, f), integer_case(random, *function.operands[1].integer), 0};
  const operands x = fp::boundary::triple(random, f);
  return function.operands.size() == 3 ? x : operands{x[0], fp::boundary::partner(random, x[0], f), 0};
}

}  // namespace

void emit_vectors(const vector_request& request, const std::function<void(std::string_view)>& write) {
  const oracle::function function = oracle::function_named(request.function);
  const fp::attributes how = understood(request);
  // As many as testfloat_gen's levels give for one and two operands of 16 bits.
  std::uint64_t left = request.count.value_or(request.level == 1 ? 46'464 : 1'000'000);
  split_mix random{request.seed};
  std::string block;
  for (; left > 0; --left) {
    const operands x = case_of(function, random);
    const fp::outcome result = function.evaluate(x, how, request.exact);
    for (std::size_t i = 0; i < function.operands.size(); ++i)
      block += digits_of(x[i], function.operands[i].width()) + " ";
    block += digits_of(result.bits, function.result.width());
    if (!request.no_flags) block += fmt::format(" {:02X}", static_cast<unsigned>(result.raised));
    block += '\n';
    if (block.size() > 60'000) {
      core::throw_if_interrupted();
      write(block);
      block.clear();
    }
  }
  write(block);
}

}  // namespace verbatim::prove
