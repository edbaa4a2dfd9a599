// The form check against a checker over whole texts that shares nothing with it, and SHA256SUMS written and read back.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/gate/canonical_check.hpp"
#include "harness/gate/sums.hpp"
#include "tests/property/gate_texts.hpp"

namespace {

namespace gate = verbatim::gate;
using gate::output_form;
using verbatim::property::any_bytes;
using verbatim::property::decode_strictly;

[[maybe_unused]] const int seeded = ::setenv("RC_PARAMS", "seed=20261130", 0);

using place = std::pair<std::uint64_t, std::uint64_t>;

// Length of the longest prefix that is well-formed UTF-8, by trying.
std::size_t sound_prefix(std::string_view text) {
  std::size_t length = 0;
  for (std::size_t end = 1; end <= text.size(); ++end) {
    std::vector<std::uint32_t> codes;
    if (end - length <= 4 && decode_strictly(text.substr(length, end - length), codes)) length = end;
  }
  return length;
}

// The place of character `index` of `codes`, or of their end.
place place_of(const std::vector<std::uint32_t>& codes, std::size_t index) {
  place at{1, 1};
  for (std::size_t i = 0; i < index; ++i) {
    if (codes[i] == '\n')
      at = {at.first + 1, 1};
    else
      ++at.second;
  }
  return at;
}

// Where the first fault is, worked out from all characters at once.
std::optional<place> expected_fault(std::string_view text, output_form form) {
  if (form == output_form::bytes) return std::nullopt;
  const std::size_t sound = sound_prefix(text);
  std::vector<std::uint32_t> codes;
  RC_ASSERT(decode_strictly(text.substr(0, sound), codes));
  if (form == output_form::canonical) {
    for (std::size_t i = 0; i < codes.size(); ++i) {
      const bool is_control = (codes[i] < 0x20 && codes[i] != '\n') || (codes[i] >= 0x7F && codes[i] <= 0x9F);
      const bool is_mark = i == 0 && codes[i] == 0xFEFF;
      if (is_control || is_mark) return place_of(codes, i);
      if (codes[i] == ' ' && i + 1 < codes.size() && codes[i + 1] == '\n') return place_of(codes, i);
    }
  }
  if (sound < text.size()) return place_of(codes, codes.size());
  if (form == output_form::utf8) return std::nullopt;
  if (codes.empty()) return place{1, 1};
  if (codes.back() != '\n') return place_of(codes, codes.size());
  if (codes.size() == 1 || codes[codes.size() - 2] == '\n') return place_of(codes, codes.size() - 1);
  return std::nullopt;
}

std::string fault_text(const std::optional<gate::form_fault>& fault) {
  return fault ? std::to_string(fault->line) + ":" + std::to_string(fault->column) + " " + fault->what : "fine";
}

output_form any_form() { return *rc::gen::element(output_form::canonical, output_form::utf8, output_form::bytes); }

RC_GTEST_PROP(gate_form_property, does_not_depend_on_the_pieces, ()) {
  const std::string text = *any_bytes();
  const output_form form = any_form();
  gate::canonical_check check(form);
  verbatim::property::in_random_pieces(text, 5, [&](std::string_view piece) { check.update(piece); });
  RC_ASSERT(fault_text(check.finish()) == fault_text(gate::check_form(text, form)));
}

RC_GTEST_PROP(gate_form_property, agrees_with_a_checker_of_whole_texts, ()) {
  // Half of the texts are nearly canonical, so that faults at the end are met too.
  std::string text = *rc::gen::oneOf(any_bytes(), verbatim::property::few_lines());
  if (*rc::gen::arbitrary<bool>()) text += "\n";
  const output_form form = any_form();
  const auto fault = gate::check_form(text, form);
  const auto expected = expected_fault(text, form);
  RC_ASSERT(fault.has_value() == expected.has_value());
  if (fault) RC_ASSERT(place(fault->line, fault->column) == *expected);
}

rc::Gen<std::string> file_name() {
  return rc::gen::suchThat(any_bytes(), [](const std::string& name) { return !name.empty(); });
}

RC_GTEST_PROP(gate_sums_property, reads_back_what_it_writes, ()) {
  gate::sums list;
  for (const std::string& name : *rc::gen::container<std::vector<std::string>>(file_name()))
    list.entries[name] = verbatim::core::sha256_of(name);
  const std::string text = gate::format_sums(list);
  const gate::sums read = gate::parse_sums(text);
  RC_ASSERT(read.faults.empty());
  RC_ASSERT(read.entries == list.entries);
  RC_ASSERT(gate::format_sums(read) == text);
  RC_ASSERT(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) == list.entries.size());
}

RC_GTEST_PROP(gate_sums_property, reads_lines_in_any_order, ()) {
  gate::sums list;
  for (const std::string& name : *rc::gen::container<std::vector<std::string>>(file_name()))
    list.entries[name] = verbatim::core::sha256_of(name);
  std::string backwards;
  for (const auto& [name, digest] : list.entries)
    backwards.insert(0, gate::format_sums({.entries = {{name, digest}}, .faults = {}}));
  RC_ASSERT(gate::parse_sums(backwards).entries == list.entries);
}

RC_GTEST_PROP(gate_sums_property, makes_an_entry_or_a_fault_of_every_line, ()) {
  std::string text;
  for (const std::string& line : *rc::gen::container<std::vector<std::string>>(any_bytes())) {
    const std::string hex = verbatim::core::to_hex(verbatim::core::sha256_of(line));
    text +=
        *rc::gen::elementOf(std::vector<std::string>{hex + "  ", hex + " *", "\\" + hex + "  ", hex, ""}) + line + "\n";
  }
  const gate::sums read = gate::parse_sums(text);
  RC_ASSERT(read.entries.size() + read.faults.size() ==
            static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')));
  std::uint64_t last = 0;
  for (const auto& fault : read.faults) {
    RC_ASSERT(fault.line > last);
    last = fault.line;
  }
}

}  // namespace
