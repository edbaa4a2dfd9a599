#include "harness/prove/choice.hpp"

#include <array>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/core/error.hpp"
#include "harness/core/safe_text.hpp"
#include "harness/oracle/evaluators.hpp"
#include "models/fp/names.hpp"

namespace verbatim::prove {
namespace {

std::vector<std::string_view> names_of_all() {
  std::vector<std::string_view> out;
  for (const oracle::implementation* each : oracle::all_oracles()) out.push_back(each->name());
  return out;
}

bool answers(const oracle::implementation& one, const oracle::question& asked) {
  return one.refuses(asked).empty() && one.absent().empty();
}

}  // namespace

const oracle::implementation& implementation_named(std::string_view name, std::string_view option) {
  const oracle::implementation* const found = oracle::find_oracle(name);
  if (found == nullptr)
    throw core::request_error(fmt::format("{}: there is no implementation '{}'; there are {}", option,
                                          core::escape(name, 80), fmt::join(names_of_all(), ", ")));
  if (const std::string why = found->absent(); !why.empty())
    throw core::request_error(fmt::format("{}: {} is not available here: {}", option, name, why));
  return *found;
}

chosen_implementation::chosen_implementation(const implementation_words& words) {
  const int brought = (words.given.empty() ? 0 : 1) + (words.routine.empty() ? 0 : 1) + (words.pipe.empty() ? 0 : 1);
  if (brought > 1) throw core::request_error("--impl, --routine and --pipe: give one of them");
  const oracle::foreign_options options{.timeout = std::chrono::seconds(words.timeout_seconds)};
  if (!words.routine.empty())
    brought_ = oracle::open_routine(words.routine, options);
  else if (!words.pipe.empty())
    brought_ = oracle::open_pipe(words.pipe, options);
  it_ = brought_ != nullptr ? brought_.get()
                            : &implementation_named(words.given.empty() ? "model" : words.given, "--impl");
}

const oracle::implementation* strongest_witness(const oracle::question& asked, const oracle::implementation& given) {
  const oracle::implementation* slow = nullptr;
  for (const oracle::implementation* each : oracle::all_oracles()) {
    if (each == &given || each->which_tier() == oracle::tier::model || !answers(*each, asked)) continue;
    if (each->which_tier() != oracle::tier::exact) return each;
    slow = each;
  }
  return slow;
}

std::vector<fp::rounding> modes_asked(const attribute_words& words, const oracle::function& what) {
  if (words.mode != "all") return {words.understood().mode};
  if (!what.rounds) return {fp::rounding::ties_even};
  return {std::begin(fp::deterministic_roundings), std::end(fp::deterministic_roundings)};
}

oracle::question asked_in(fp::rounding mode, attribute_words words, const oracle::function& what, bool exact) {
  words.mode = fp::name(mode);
  return {what, words.understood(), exact};
}

std::string subject_of(const oracle::question& asked) {
  return fmt::format("{} {}", asked.what.name, fp::name(asked.how.mode));
}

core::result skipped_mode(const oracle::question& asked, std::string why) {
  core::result out;
  out.subject = subject_of(asked);
  out.verdict = "skipped";
  out.kind = core::weight::skipped;
  out.reason = std::move(why);
  return out;
}

std::vector<const oracle::implementation*> witnesses(const oracle::question& asked) {
  std::vector<const oracle::implementation*> out;
  for (const oracle::implementation* each : oracle::all_oracles())
    if (answers(*each, asked)) out.push_back(each);
  return out;
}

fp::outcome ask(const oracle::implementation& one, const oracle::question& asked, const oracle::operands& operands) {
  std::array<std::uint64_t, 3> cells{};
  oracle::batch cases{1, {}, nullptr, nullptr};
  for (std::size_t i = 0; i < asked.what.operands.size(); ++i) {
    oracle::store(&cells[i], 0, asked.what.operands[i].bytes(), operands[i]);
    cases.operands[i] = &cells[i];
  }
  std::uint64_t result = 0;
  std::uint8_t raised = 0;
  cases.results = &result;
  if (one.gives_flags(asked)) cases.flags = &raised;
  one.prepare(asked)->evaluate(cases);
  return {oracle::load(&result, 0, asked.what.result.bytes()), static_cast<fp::flags>(raised)};
}

}  // namespace verbatim::prove
