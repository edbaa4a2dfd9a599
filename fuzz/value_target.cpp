#include "fuzz/value_target.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>

#include "fuzz/require.hpp"
#include "harness/oracle/evaluators.hpp"
#include "harness/oracle/foreign.hpp"
#include "harness/prove/mismatch.hpp"
#include "models/fp/names.hpp"
#include "models/fp/neighbours.hpp"

namespace verbatim::fuzz {
namespace {

constexpr std::size_t asked_in_full = 16;  // cases of which MPFR is asked about each
constexpr std::size_t sample = 4;          // in larger batches, where others answer all
constexpr std::size_t most_questions = 4096;
constexpr std::size_t most_explained = 32;
constexpr std::size_t most_classed = 64;  // where classing a case costs more than computing it

// With operands that are NaN these give a NaN whatever the profile is; in others the profile decides between a NaN, a
// number and an integer.
bool profile_changes_nans_alone(const oracle::function& what) {
  if (what.result.format == nullptr || what.operation == nullptr) return what.operands[0].integer != nullptr;
  for (const std::string_view each : {"convert", "add", "sub", "mul", "div", "sqrt", "fma"})
    if (what.operation->name == each) return true;
  return false;
}

std::string attribute_names(const fp::attributes& how, bool exact) {
  std::string out;
  if (how.saturate) out += " saturate";
  if (how.flush_to_zero) out += " ftz";
  if (how.denormals_are_zero) out += " daz";
  if (how.detected == fp::tininess::before_rounding) out += " before-rounding";
  if (exact) out += " exact";
  return out;
}

std::string subject_of(const oracle::question& asked) {
  std::string out = asked.what.name;
  if (asked.what.rounds) out += std::string(" ") + std::string(fp::name(asked.how.mode));
  return out + attribute_names(asked.how, asked.exact);
}

oracle::batch part_of(const oracle::batch& all, const oracle::function& what, std::size_t first, std::size_t count) {
  oracle::batch out = all;
  out.count = count;
  for (std::size_t i = 0; i < what.operands.size(); ++i)
    out.operands[i] = static_cast<const std::uint8_t*>(all.operands[i]) + first * what.operands[i].bytes();
  out.results = static_cast<std::uint8_t*>(all.results) + first * what.result.bytes();
  return out;
}

struct contender {
  const oracle::implementation* who = nullptr;
  std::unique_ptr<oracle::evaluator> ready;
  allowance allows;
  bool by_class = true;
  bool flags = false;
  bool sampled = false;
};

}  // namespace

struct value_engine::prepared {
  oracle::question asked;
  std::unique_ptr<oracle::evaluator> model;
  std::vector<contender> contenders;
  std::optional<oracle::classifier> classes;
  std::size_t first_cell = 0;
};

value_engine::value_engine(const value_target& what)
    : what_(what), session_([&what]() -> session& {
        std::vector<std::string> names;
        for (const oracle::function& each : what.domain.functions) names.push_back(each.name);
        return session::of(names);
      }()) {
  results_.resize(batch_bytes);
  others_.resize(batch_bytes);
  flags_.resize(batch_bytes);
  other_flags_.resize(batch_bytes);
}

value_engine::~value_engine() = default;

value_engine::prepared& value_engine::prepare(const batch_header& header) {
  const std::uint64_t key = header.key();
  if (const auto found = questions_.find(key); found != questions_.end()) {
    found->second->asked.how.random.bits = header.random;
    return *found->second;
  }
  if (questions_.size() >= most_questions) questions_.clear();
  auto made = std::make_unique<prepared>();
  made->asked = question_of(what_.domain, header);
  const oracle::question& asked = made->asked;
  made->model = oracle::model_oracle().prepare(asked);
  std::vector<witness> all = what_.more;
  for (const oracle::implementation* each : oracle::all_oracles())
    // A GPU answers another process, once a few million cases have come together: that is a sweep.
    if (each != &oracle::model_oracle() && each->which_tier() != oracle::tier::cuda_device) all.push_back({each, {}});
  for (const witness& each : all) {
    const bool same_profile = &each.who->nans(asked) == asked.how.nans;
    if (!each.who->absent().empty() || !each.who->refuses(asked).empty()) continue;
    if (!same_profile && !profile_changes_nans_alone(asked.what)) continue;
    contender one{each.who, each.who->prepare(asked), each.allows};
    one.by_class = !same_profile || each.who->compares_nan(asked) == oracle::nan_comparison::by_class;
    one.flags = each.who->gives_flags(asked) && same_profile;
    one.sampled = each.who->which_tier() == oracle::tier::exact && !made->contenders.empty();
    made->contenders.push_back(std::move(one));
  }
  if (oracle::unclassed(asked.what).empty()) made->classes.emplace(*asked.what.result.format);
  made->first_cell = oracle::cell_map::index(header.function, asked.how.mode, 0);
  return *(questions_[key] = std::move(made));
}

void value_engine::run(input_bytes input) {
  const std::optional<batch_header> header = read_header(what_.domain, input);
  if (!header) return;
  const oracle::function& what = what_.domain.functions[header->function];
  columns_.read(what, input.subspan(header_bytes));
  if (columns_.count() == 0) return;
  prepared& asked = prepare(*header);
  session_.count_input(columns_.count());
  if (session_.explains()) {
    explain(asked, input);
    return;
  }
  compare(asked, input);
  cover(asked);
}

void value_engine::cover(const prepared& asked) {
  if (!asked.classes) return;
  const oracle::function& what = asked.asked.what;
  const std::size_t count = columns_.count();
  std::array<bool, oracle::case_classes> seen{};
  if (what.operands[0].format == &fp::binary64) {
    // The operand is the exact result, which costs little: in large batches, where neighbours are alike, every third.
    const auto* const x = static_cast<const std::uint64_t*>(columns_.operands()[0]);
    for (std::size_t i = 0; i<count; i += count> most_classed ? 3 : 1)
      seen[oracle::index_of(asked.classes->of(x[i]))] = true;
  } else {
    const std::size_t stride = (count + most_classed - 1) / most_classed;
    for (std::size_t i = 0; i < count; i += stride)
      seen[oracle::index_of(asked.classes->of(oracle::exact_result(what, columns_.at(i))))] = true;
  }
  for (std::size_t i = 0; i < seen.size(); ++i)
    if (seen[i]) session_.cover(asked.first_cell + i);
}

void value_engine::compare(prepared& asked, input_bytes input) {
  const oracle::function& what = asked.asked.what;
  const std::size_t count = columns_.count();
  const std::size_t bytes = what.result.bytes();
  const oracle::batch all{count, columns_.operands(), results_.data(), nullptr};
  asked.model->evaluate(all);
  for (std::size_t who = 0; who < asked.contenders.size(); ++who) {
    contender& one = asked.contenders[who];
    std::size_t first = 0;
    std::size_t part = count;
    if (one.sampled && count > asked_in_full) {
      part = sample;
      first = (input[8] + std::size_t{input[header_bytes]} * 7 + input[header_bytes + 1]) % (count - part + 1);
    }
    oracle::batch cases = part_of(all, what, first, part);
    cases.results = others_.data();
    if (one.flags) cases.flags = other_flags_.data();
    try {
      one.ready->evaluate(cases);
    } catch (const oracle::routine_failure& failure) {
      finding found{subject_of(asked.asked), std::string(one.who->name()), std::string(name(failure.did)), "", {}, {}};
      found.lines = {failure.what()};
      session_.report(found, failure.at ? input_bytes(one_case(input, what, *failure.at)) : input);
      continue;
    }
    const void* const mine = static_cast<const std::uint8_t*>(all.results) + first * bytes;
    if (std::memcmp(mine, cases.results, part * bytes) != 0) {
      for (std::size_t i = 0; i < part; ++i) {
        const std::uint64_t model = oracle::load(mine, i, bytes);
        const std::uint64_t other = oracle::load(cases.results, i, bytes);
        if (model == other) continue;
        if (one.by_class && what.result.is_nan(model) && what.result.is_nan(other)) {
          session_.count(allowed::nan_by_class);
          continue;
        }
        const oracle::operands x = columns_.at(first + i);
        if (one.allows)
          if (const std::optional<allowed> may = one.allows(asked.asked, x, model, other)) {
            session_.count(*may);
            continue;
          }
        differs(asked, input, who, x);
      }
    }
    if (one.flags) {
      oracle::batch again = part_of(all, what, first, part);
      again.flags = flags_.data();
      asked.model->evaluate(again);
      if (std::memcmp(flags_.data(), other_flags_.data(), part) != 0)
        for (std::size_t i = 0; i < part; ++i)
          if (flags_[i] != other_flags_[i]) differs(asked, input, who, columns_.at(first + i));
    }
  }
  if (!what_.law) return;
  for (std::size_t i = 0; i < count; ++i) {
    const oracle::operands x = columns_.at(i);
    const std::string broken = what_.law(asked.asked, x, oracle::load(results_.data(), i, bytes));
    if (broken.empty()) continue;
    finding found{subject_of(asked.asked), "law", broken, "", {}, {}};
    const prove::observed model{oracle::load(results_.data(), i, bytes), {}};
    found.lines = prove::explain(asked.asked, {x, model, model}, "model", "model");
    session_.report(found, one_case(input, what, x));
  }
}

namespace {

prove::observed ask(contender& one, const oracle::question& asked, const oracle::operands& x) {
  std::uint64_t result = 0;
  std::uint8_t raised = 0;
  oracle::batch cases;
  cases.count = 1;
  for (std::size_t i = 0; i < asked.what.operands.size(); ++i) cases.operands[i] = &x[i];
  cases.results = &result;
  if (one.flags) cases.flags = &raised;
  one.ready->evaluate(cases);
  prove::observed out{result, {}};
  if (one.flags) out.raised = static_cast<fp::flags>(raised);
  return out;
}

}  // namespace

void value_engine::differs(prepared& asked, input_bytes input, std::size_t who, const oracle::operands& x) {
  const oracle::function& what = asked.asked.what;
  contender& one = asked.contenders[who];
  const fp::outcome model = what.evaluate(x, asked.asked.how, asked.asked.exact);
  prove::mismatch found{x, ask(one, asked.asked, x), {model.bits, {}}};
  if (one.flags) found.given.raised = model.raised;
  const bool same = found.reference.bits == found.given.bits && found.reference.raised == found.given.raised;
  finding told{subject_of(asked.asked), std::string(one.who->name()), "", "", {}, {}};
  if (same) {
    // Alone it is right: the model's array form, or an implementation that depends on what comes before.
    told.kind = "depends on the batch";
    told.lines = prove::explain(asked.asked, found, one.who->name(), "model");
    session_.report(told, input);
    return;
  }
  told.kind = name(prove::kind_of(asked.asked, found));
  if (asked.classes) {
    const oracle::case_class at = asked.classes->of(oracle::exact_result(what, x));
    told.input = std::string(name(at.exponent)) + ", " + std::string(name(at.rounding));
  }
  if (what.result.format != nullptr && found.reference.bits != found.given.bits)
    told.ulps = fp::ulp_distance(found.reference.bits, found.given.bits, *what.result.format);
  std::vector<std::pair<std::string_view, prove::observed>> others;
  for (std::size_t i = 0; i < asked.contenders.size(); ++i)
    if (i != who && asked.contenders[i].who->which_tier() != oracle::tier::routine)
      others.emplace_back(asked.contenders[i].who->name(), ask(asked.contenders[i], asked.asked, x));
  told.lines = prove::explain(asked.asked, found, one.who->name(), "model", others);
  session_.report(told, one_case(input, what, x));
}

// The batch in words, and every case with all answers: those on which all agree in a line each.
void value_engine::explain(prepared& asked, input_bytes input) {
  const oracle::function& what = asked.asked.what;
  std::string text = subject_of(asked.asked) + ", NaN profile " + std::string(asked.asked.how.nans->name) + ", " +
                     std::to_string(columns_.count()) + (columns_.count() == 1 ? " case" : " cases") + "\n";
  std::size_t shown = 0;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < columns_.count(); ++i) {
    const oracle::operands x = columns_.at(i);
    const fp::outcome model = what.evaluate(x, asked.asked.how, asked.asked.exact);
    std::string line;
    for (std::size_t j = 0; j < what.operands.size(); ++j)
      line += (j == 0 ? "" : ", ") + oracle::shown(x[j], what.operands[j]);
    line += ": model " + oracle::shown(model.bits, what.result) + ", " + fp::names(model.raised);
    std::vector<std::string> block;
    for (contender& one : asked.contenders) {
      prove::mismatch found{x, {}, {model.bits, {}}};
      try {
        found.reference = ask(one, asked.asked, x);
      } catch (const oracle::routine_failure& failure) {
        block.emplace_back(failure.what());
        continue;
      }
      if (one.flags) found.given.raised = model.raised;
      line += "; " + std::string(one.who->name()) + " " + oracle::digits_of(found.reference.bits, what.result.width());
      if (found.reference.bits == found.given.bits && found.reference.raised == found.given.raised) continue;
      if (one.by_class && what.result.is_nan(model.bits) && what.result.is_nan(found.reference.bits)) {
        line += " (allowed: nan-by-class)";
        continue;
      }
      if (one.allows)
        if (const std::optional<allowed> may = one.allows(asked.asked, x, model.bits, found.reference.bits)) {
          line += " (allowed: " + std::string(allowed_differences()[static_cast<std::size_t>(*may)].name) + ")";
          continue;
        }
      for (const std::string& each : prove::explain(asked.asked, found, one.who->name(), "model"))
        block.push_back(each);
    }
    if (what_.law)
      if (const std::string broken = what_.law(asked.asked, x, model.bits); !broken.empty()) block.push_back(broken);
    if (!block.empty()) ++wrong;
    if (shown >= most_explained) continue;
    if (block.empty() && columns_.count() > most_explained && i >= most_explained / 2) continue;
    ++shown;
    text += line + "\n";
    for (const std::string& each : block) text += "  " + each + "\n";
  }
  if (shown < columns_.count())
    text += "... " + std::to_string(columns_.count() - shown) + " further cases are not shown\n";
  text += wrong == 0 ? "all agree\n" : std::to_string(wrong) + (wrong == 1 ? " case differs\n" : " cases differ\n");
  static_cast<void>(input);
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
}

int run_values(const std::uint8_t* data, std::size_t size) {
  static value_engine engine(target());
  engine.run({data, size});
  return 0;
}

}  // namespace verbatim::fuzz
