#include "fuzz/session.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>

#include "harness/core/atomic_file.hpp"
#include "harness/core/error.hpp"
#include "harness/core/safe_text.hpp"

// libFuzzer finds these by the section's name and clears them before each run. Other engines leave them alone.
#if defined(__linux__)
#define VERBATIM_EXTRA_COUNTERS __attribute__((section("__libfuzzer_extra_counters"), used))
#else
#define VERBATIM_EXTRA_COUNTERS
#endif

namespace verbatim::fuzz {
namespace {

constexpr std::size_t counter_bytes = 1024;
VERBATIM_EXTRA_COUNTERS std::uint8_t counters[counter_bytes];

constexpr std::size_t most_signatures = 1000;

// One reason and one reference each; what is not here is a finding.
constexpr std::array<allowed_difference, 2> table{{
    {"nan-by-class", "which NaN operand is passed on, its payload and its sign are the implementation's to choose",
     "IEEE 754-2019 clause 6.2.3; LLVM Language Reference, 'Behavior of Floating-Point NaN values'"},
    {"fma-through-binary32", "the compiler's fma of _Float16 is one of binary32 and a second rounding",
     "https://github.com/llvm/llvm-project/issues/98389 and 128450"},
}};

const char* environment(const char* name) {
  const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): one thread
  return value != nullptr && *value != '\0' ? value : nullptr;
}

void append_word(std::string& out, std::string_view text) {
  if (text.empty()) return;
  if (!out.empty()) out += '.';
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    if (plain)
      out += c;
    else if (!out.ends_with('-'))
      out += '-';
  }
}

std::string record_of(const finding& what, const std::string& signature) {
  std::string out = "verbatim-finding 1\n";
  const auto line = [&out](std::string_view key, std::string_view value) {
    if (value.empty()) return;
    out += key;
    out += ": ";
    out += core::escape(value, 400);
    out += '\n';
  };
  line("signature", signature);
  line("operation", what.operation);
  line("oracle", what.oracle);
  line("kind", what.kind);
  line("input", what.input);
  if (what.ulps) line("ulps", std::to_string(*what.ulps));
  for (const std::string& each : what.lines) line("|", each);
  return out;
}

std::string hexadecimal(input_bytes bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  for (const std::uint8_t each : bytes) {
    out += digits[each >> 4];
    out += digits[each & 15];
  }
  return out;
}

}  // namespace

std::span<const allowed_difference> allowed_differences() { return table; }

std::string signature_of(const finding& what) {
  std::string out;
  for (const std::string* each : {&what.operation, &what.oracle, &what.kind, &what.input}) append_word(out, *each);
  // Distances by their size: 1, 2, 3 and more, or those of a lost exponent.
  if (what.ulps) append_word(out, *what.ulps <= 2 ? std::to_string(*what.ulps) : *what.ulps < 1000 ? "few" : "many");
  return out.substr(0, 200);
}

session& session::of(const std::vector<std::string>& functions) {
  static session one(functions);
  return one;
}

session::session(const std::vector<std::string>& functions)
    : explains_(environment("VERBATIM_FUZZ_EXPLAIN") != nullptr) {
  oracle::cell_names names{functions, {}};
  for (const allowed_difference& each : table) names.allowed.emplace_back(each.name);
  if (const char* const folder = environment("VERBATIM_FUZZ_FINDINGS")) findings_ = folder;
  if (const char* const path = environment("VERBATIM_FUZZ_MAP")) {
    try {
      map_.emplace(path, names);
    } catch (const std::exception& error) {
      // A full disk: what is found still counts, what is covered does not.
      std::fprintf(stderr, "verbatim: no map of cells: %s\n", error.what());
    }
  }
  if (!map_) map_.emplace(names);
  std::size_t slot = 0;
  if (const char* const text = environment("VERBATIM_FUZZ_WORKER")) {
    const std::string_view digits = text;
    std::from_chars(digits.data(), digits.data() + digits.size(), slot);
  }
  slot_ = &map_->slot(slot % oracle::worker_slots);
  cells_ = map_->cells().data();
}

void session::count_input(std::uint64_t values) {
  ++slot_->inputs;
  slot_->values += values;
}

void session::count(allowed which, std::uint64_t hits) { slot_->allowed[static_cast<std::size_t>(which)] += hits; }

void session::cover(std::size_t cell) {
  cells_[cell] = 1;
  // Fibonacci hashing (Knuth, volume 3, 6.4): neighbouring cells go far apart.
  counters[(cell * 0x9e3779b97f4a7c15U >> 32) % counter_bytes] = 1;
}

void session::report(const finding& what, input_bytes smallest) {
  ++slot_->findings;
  const std::string signature = signature_of(what);
  if (explains_) return;  // who explains prints every case itself
  if (findings_.empty()) {
    std::fprintf(stderr, "%s", record_of(what, signature).c_str());
    std::fprintf(stderr, "input: %s\n", hexadecimal(smallest).c_str());
    std::fprintf(stderr, "SUMMARY: verbatim: %s\n", signature.c_str());
    std::abort();
  }
  if (known_.size() >= most_signatures || std::ranges::find(known_, signature) != known_.end()) return;
  known_.push_back(signature);
  const std::string path = findings_ + "/" + signature;
  std::error_code none;
  if (std::filesystem::exists(path, none)) return;
  try {
    // The record comes first: an input that is there has one.
    core::write_file(path + ".txt", record_of(what, signature));
    core::write_file(path, {reinterpret_cast<const char*>(smallest.data()), smallest.size()});
  } catch (const std::exception& error) {
    // A full disk: the count in the map says that there was a finding, and the next hit tries again.
    std::fprintf(stderr, "verbatim: a finding could not be kept: %s\n", error.what());
    known_.pop_back();
  }
}

}  // namespace verbatim::fuzz
