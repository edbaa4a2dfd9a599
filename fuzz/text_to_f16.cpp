// Text to binary16, and now and then to another format: what is read as a number is rounded as MPFR rounds it in every mode,
// and what is a number to C's strtod is one here, and nothing else is but the words for a signaling NaN.
//
//   byte  0      which format: up to 127 binary16, else any, modulo their number
//         1 ...  the texts, a line each
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>

#include "fuzz/engine.hpp"
#include "fuzz/session.hpp"
#include "harness/core/safe_text.hpp"
#include "harness/oracle/case_class.hpp"
#include "harness/oracle/mpfr_reference.hpp"
#include "models/fp/boundary.hpp"
#include "models/fp/names.hpp"
#include "models/fp/neighbours.hpp"
#include "models/fp/parse.hpp"
#include "models/fp/print.hpp"

namespace {

namespace fp = verbatim::fp;
namespace fuzz = verbatim::fuzz;
namespace oracle = verbatim::oracle;

constexpr std::size_t longest = 4096;
const std::vector<std::string> cell_name{"text_to_f16"};

const fp::format& format_of(std::uint8_t choice) {
  if (choice < 128) return fp::binary16;
  return *fp::all_formats[choice % std::size(fp::all_formats)];
}

// What strtod takes whole, without blanks in front.
bool strtod_reads(const std::string& text) {
  if (text.empty() || text.size() != std::strlen(text.c_str()) || std::strchr(" \t\n\v\f\r", text[0]) != nullptr)
    return false;
  char* end = nullptr;
  static_cast<void>(std::strtod(text.c_str(), &end));
  return end == text.c_str() + text.size();
}

bool is_snan(std::string text) {
  if (!text.empty() && (text[0] == '+' || text[0] == '-')) text.erase(0, 1);
  for (char& c : text) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return text == "snan";
}

// strtod's nan(digits).
bool has_brackets(const std::string& text) { return text.find('(') != std::string::npos; }

void report(const fp::format& to, std::uint8_t choice, const std::string& text, std::string operation, std::string kind,
            std::optional<std::uint64_t> ulps, std::string line) {
  std::vector<std::uint8_t> smallest{choice};
  smallest.insert(smallest.end(), text.begin(), text.end());
  fuzz::finding told{
      std::move(operation), "mpfr", std::move(kind), "", ulps, {"text  " + verbatim::core::escape(text, 300)}};
  if (to.name != "binary16") told.operation += " " + std::string(to.name);
  told.lines.push_back(std::move(line));
  fuzz::session::of(cell_name).report(told, smallest);
}

void check(const std::string& text, std::uint8_t choice) {
  fuzz::session& counts = fuzz::session::of(cell_name);
  static const oracle::classifier classes(fp::binary16);
  const fp::format& to = format_of(choice);
  const fp::text_value value = fp::read_text(text);
  if (counts.explains())
    std::printf("%s: %s\n", verbatim::core::escape(text, 200).c_str(),
                value.error == fp::text_error::none ? "a number" : std::string(fp::describe(value.error)).c_str());
  const bool reads = value.error == fp::text_error::none;
  if (reads != (strtod_reads(text) && !has_brackets(text)) && !(reads && is_snan(text))) {
    report(to, choice, text, "text", reads ? "accepted" : "refused", {},
           std::string("strtod     ") + (reads ? "refuses it" : "reads it"));
    return;
  }
  if (!reads || value.what != fp::text_value::kind::finite) return;
  static std::array<std::unique_ptr<oracle::mpfr_reference>, std::size(fp::all_formats)> references;
  std::size_t which = 0;
  while (fp::all_formats[which] != &to) ++which;
  if (references[which] == nullptr) references[which] = std::make_unique<oracle::mpfr_reference>(to, to);
  oracle::mpfr_reference& reference = *references[which];
  reference.read(text.c_str());
  const bool classed = &to == &fp::binary16;
  const std::uint64_t wide = fp::round_text(value, fp::binary64, fp::rounding::to_odd).bits;
  const std::size_t at = classed ? oracle::index_of(classes.of(wide)) : 0;
  for (const fp::rounding mode : fp::deterministic_roundings) {
    const fp::outcome mine = fp::round_text(value, to, mode);
    const fp::outcome other = reference.rounded(mode);
    if (classed) counts.cover(oracle::cell_map::index(0, mode, at));
    if (counts.explains())
      std::printf("  %s: model %s, %s; mpfr %s, %s\n", std::string(fp::name(mode)).c_str(),
                  fp::bits_text(mine.bits, to.width()).str().c_str(), fp::names(mine.raised).c_str(),
                  fp::bits_text(other.bits, to.width()).str().c_str(), fp::names(other.raised).c_str());
    if (mine == other) continue;
    report(to, choice, text, "text " + std::string(fp::name(mode)), mine.bits == other.bits ? "flags" : "value",
           fp::ulp_distance(mine.bits, other.bits, to),
           "model " + fp::bits_text(mine.bits, to.width()).str() + ", mpfr " +
               fp::bits_text(other.bits, to.width()).str());
  }
}

// A number that is hard to round, in one of the ways to write it: all its digits, and a few more that are too many.
std::string hard_text(fp::boundary::split_mix& random, const fp::format& to) {
  const std::uint64_t bits = fp::boundary::hard_to_round(random, fp::binary64, to) & fp::binary64.magnitude_mask();
  double number = 0;
  std::memcpy(&number, &bits, sizeof number);
  std::array<char, 1200> buffer{};
  const std::uint64_t way = random();
  const char* const sign = (way & 1) != 0 ? "-" : "";
  if ((way & 6) == 0)
    std::snprintf(buffer.data(), buffer.size(), "%s%a", sign, number);
  else
    std::snprintf(buffer.data(), buffer.size(), "%s%.*e", sign, (way & 6) == 2 ? static_cast<int>(random() % 40) : 766,
                  number);
  std::string out = buffer.data();
  if (out.find_first_of("in") != std::string::npos && (way & 6) != 0) return out;  // inf and nan
  const std::size_t exponent = out.find((way & 6) == 0 ? 'p' : 'e');
  if (exponent == std::string::npos) return out;
  std::string digits = out.substr(0, exponent);
  std::string power = out.substr(exponent);
  // Trailing zeros say nothing, unless a digit stands behind them.
  const std::uint64_t tail = way >> 3 & 7;
  if (tail != 0 && digits.find('.') != std::string::npos) {
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.ends_with('.')) digits.pop_back();
  }
  if (tail >= 5 && digits.find('.') != std::string::npos) {
    digits += std::string(random() % (tail == 7 ? 300 : 20), '0');
    digits += "123456789"[random() % 9];
  } else if (tail == 4 && digits.size() > 4) {
    digits.back() = static_cast<char>(digits.back() == '0' ? '1' : digits.back() - 1);
  }
  if ((way >> 6 & 7) == 0) power += std::to_string(random() % 100);
  return digits + power;
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  if (max_size < 2 || ((seed >> 24 & 3) == 0 && LLVMFuzzerMutate != nullptr && size > 0))
    return LLVMFuzzerMutate != nullptr ? LLVMFuzzerMutate(data, size, max_size) : size;
  fp::boundary::split_mix random{seed};
  data[0] = random() % 4 != 0 ? std::uint8_t{0} : static_cast<std::uint8_t>(random());
  const fp::format& to = format_of(data[0]);
  const std::size_t most = std::min(max_size, longest);
  std::size_t out = 1;
  const std::size_t texts = 1 + random() % 16;
  for (std::size_t i = 0; i < texts; ++i) {
    const std::string line = hard_text(random, to) + "\n";
    if (out + line.size() > most) break;
    std::memcpy(data + out, line.data(), line.size());
    out += line.size();
  }
  return out;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string all(data + 1, data + size);
  std::uint64_t lines = 0;
  for (std::size_t at = 0; at <= all.size() && lines < 256; ++lines) {
    const std::size_t end = std::min(all.find('\n', at), all.size());
    check(all.substr(at, end - at), data[0]);
    at = end + 1;
    if (at == all.size()) break;
  }
  fuzz::session::of(cell_name).count_input(lines);
  return 0;
}
