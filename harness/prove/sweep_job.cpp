#include "harness/prove/sweep_job.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>

#include <fmt/format.h>

#include "harness/core/atomic_file.hpp"
#include "harness/core/error.hpp"
#include "harness/core/interrupt.hpp"
#include "harness/core/safe_text.hpp"
#include "models/fp/names.hpp"

namespace verbatim::prove {
namespace {

constexpr auto keep_every = std::chrono::seconds(2);

std::uint64_t read_index(std::string_view text, std::string_view whole) {
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  const std::string_view digits = hex ? text.substr(2) : text;
  std::uint64_t out = 0;
  const auto [end, trouble] = std::from_chars(digits.data(), digits.data() + digits.size(), out, hex ? 16 : 10);
  if (digits.empty() || trouble != std::errc() || end != digits.data() + digits.size())
    throw core::request_error(fmt::format("--range {}: '{}' is no number of a case; write FIRST..LAST, decimal or 0x…",
                                          core::escape(whole, 80), core::escape(text, 40)));
  return out;
}

sweep_range range_in(const space& over, std::string_view words) {
  if (words.empty()) return {0, over.size()};
  const std::size_t dots = words.find("..");
  if (dots == std::string_view::npos)
    throw core::request_error(
        fmt::format("--range {}: write FIRST..LAST, as in 0x0..0xffff; both are swept", core::escape(words, 80)));
  const std::uint64_t first = read_index(words.substr(0, dots), words);
  const std::uint64_t last = read_index(words.substr(dots + 2), words);
  if (first > last || last >= over.size())
    throw core::request_error(fmt::format("--range {}: the cases are numbered 0 to {} (0x{:x})",
                                          core::escape(words, 80), over.size() - 1, over.size() - 1));
  return {first, last + 1};
}

struct shard_part {
  std::uint64_t number = 1;
  std::uint64_t of = 1;
};

shard_part shard_named(std::string_view words) {
  if (words.empty()) return {};
  const std::size_t slash = words.find('/');
  shard_part out;
  const auto read = [&words](std::string_view text, std::uint64_t& into) {
    const auto [end, trouble] = std::from_chars(text.data(), text.data() + text.size(), into);
    if (text.empty() || trouble != std::errc() || end != text.data() + text.size())
      throw core::request_error(fmt::format("--shard {}: write k/n, as in 1/4", core::escape(words, 40)));
  };
  read(words.substr(0, slash), out.number);
  read(slash == std::string_view::npos ? std::string_view() : words.substr(slash + 1), out.of);
  if (out.number < 1 || out.number > out.of)
    throw core::request_error(fmt::format("--shard {}: k goes from 1 to n", core::escape(words, 40)));
  return out;
}

// Keeps what is done of all modes in one file.
class keeper {
 public:
  keeper(std::string path, const certificate& base) : path_(std::move(path)), all_(base) {
    if (path_.empty()) return;
    std::error_code trouble;
    if (!std::filesystem::exists(path_, trouble)) return;
    const read_certificate before = read_certificate_file(path_, progress_schema);
    if (!before.intact)
      throw core::request_error(fmt::format("--resume {}: the file was edited; remove it to start again", shown()));
    if (before.content.build != all_.build || before.content.processor != all_.processor)
      throw core::request_error(fmt::format(
          "--resume {}: it was written by another build or on another processor ({}; {}); remove it to start again",
          shown(), before.content.build, before.content.processor));
    before_ = before.content.sweeps;
  }

  // What is done already of a sweep; the file must be about this one or have nothing of it.
  std::map<std::uint64_t, chunk_outcome> done_of(const sweep_record& wanted) const {
    for (const sweep_record& each : before_)
      if (each.same_request(wanted)) return each.chunks;
    for (const sweep_record& each : before_)
      if (each.function != wanted.function || each.mode == wanted.mode)
        throw core::request_error(
            fmt::format("--resume {}: it holds another sweep ({} {}); give another file, or remove it to start again",
                        shown(), each.function, each.mode));
    return {};
  }

  void keep(const sweep_record& current, const std::map<std::uint64_t, chunk_outcome>& done, bool now) {
    if (path_.empty() || done.size() == kept_) return;
    const auto moment = std::chrono::steady_clock::now();
    if (!now && moment - last_ < keep_every) return;
    certificate out = all_;
    out.sweeps.push_back(current);
    out.sweeps.back().chunks = done;
    // Modes that are still to come keep what they had.
    for (const sweep_record& each : before_)
      if (std::ranges::none_of(out.sweeps, [&each](const sweep_record& one) { return one.same_request(each); }))
        out.sweeps.push_back(each);
    core::write_file(path_, to_text(out, progress_schema));
    kept_ = done.size();
    last_ = std::chrono::steady_clock::now();
  }

  void finished(const sweep_record& one) {
    keep(one, one.chunks, true);
    all_.sweeps.push_back(one);
    kept_ = 0;
  }

 private:
  [[nodiscard]] std::string shown() const { return core::escape(path_, 300); }

  std::string path_;
  certificate all_;  // modes that are done
  std::vector<sweep_record> before_;
  std::size_t kept_ = 0;
  std::chrono::steady_clock::time_point last_{};
};

core::result routine_result(const sweep_record& record, const sweep_outcome::failed_routine& failure,
                            const oracle::function& what) {
  core::result out = result_of(record, nullptr, 0);
  out.verdict = failure.kind;
  out.kind = core::weight::finding;
  out.reason = failure.sentence;
  if (failure.at) {
    std::string text = "at";
    for (std::size_t i = 0; i < what.operands.size(); ++i)
      text += " " + oracle::shown((*failure.at)[i], what.operands[i]);
    out.explanation.insert(out.explanation.begin(), text);
  }
  return out;
}

std::string count_text(std::uint64_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

// What every implementation here says to the same case.
std::vector<std::pair<std::string_view, observed>> every_answer(const oracle::question& asked,
                                                                const oracle::operands& x) {
  std::vector<std::pair<std::string_view, observed>> out;
  for (const oracle::implementation* each : witnesses(asked))
    out.emplace_back(each->name(), observed{ask(*each, asked, x).bits, std::nullopt});
  return out;
}

}  // namespace

core::result result_of(const sweep_record& record, const sweep_request* request, unsigned mismatch_limit) {
  const sweep_outcome outcome = record.outcome();
  const kind_counts kinds = outcome.kinds();
  const std::uint64_t mismatches = outcome.mismatches();
  core::result out;
  out.subject = fmt::format("{} {}", record.function, record.mode);
  out.verdict = mismatches == 0 ? "match" : "differs";
  out.kind = mismatches == 0 ? core::weight::holds : core::weight::finding;
  const std::string part =
      record.is_whole() ? "" : fmt::format(", {} of {} chunks", record.chunks.size(), record.range.chunks());
  if (record.reference.name.empty()) {
    out.reason = fmt::format("{}{} by {}", count_text(record.cases(), "case"), part, record.given.name);
  } else {
    const std::string what = fmt::format("{} ({}) against {} ({}), NaN {}{}", record.given.name, record.given.tier,
                                         record.reference.name, record.reference.tier,
                                         record.nans == "class" ? "by class" : "exact", record.flags ? ", flags" : "");
    out.reason = mismatches == 0
                     ? fmt::format("{}{}: {}", count_text(record.cases(), "case"), part, what)
                     : fmt::format("{} of {}{}: {}", mismatches, count_text(record.cases(), "case"), part, what);
  }
  core::value::list kind_facts;
  unsigned explained = 0;
  std::vector<std::pair<mismatch_kind, kind_count>> order(kinds.begin(), kinds.end());
  std::ranges::sort(order, [](const auto& a, const auto& b) {
    const bool last_a = a.first == mismatch_kind::not_named;
    const bool last_b = b.first == mismatch_kind::not_named;
    if (last_a != last_b) return last_b;
    return a.second.count != b.second.count ? a.second.count > b.second.count : a.first < b.first;
  });
  for (const auto& [kind, counted] : order) {
    out.explanation.push_back(fmt::format("{}: {}, first at case 0x{:x}", name(kind), counted.count, counted.first));
    core::value::object facts{{"kind", name(kind)}, {"count", counted.count}, {"first", counted.first}};
    if (request != nullptr && explained < mismatch_limit) {
      ++explained;
      const mismatch one = mismatch_at(*request, counted.first);
      // Of a library or program its last part: the whole stands above.
      const std::string short_name = record.given.name.substr(record.given.name.rfind('/') + 1);
      for (const std::string& line : explain(*request->asked, one, record.reference.name, short_name,
                                             every_answer(*request->asked, one.operands)))
        out.explanation.push_back("  " + line);
      core::value::list operands;
      for (std::size_t i = 0; i < request->asked->what.operands.size(); ++i)
        operands.emplace_back(fmt::format("0x{:x}", one.operands[i]));
      facts.emplace_back("operands", std::move(operands));
      facts.emplace_back("given", fmt::format("0x{:x}", one.given.bits));
      facts.emplace_back("reference", fmt::format("0x{:x}", one.reference.bits));
    }
    kind_facts.emplace_back(std::move(facts));
  }
  out.facts = {{"function", record.function},   {"mode", record.mode},     {"nan_profile", record.nan_profile},
               {"space", record.space},         {"cases", record.cases()}, {"mismatches", mismatches},
               {"kinds", std::move(kind_facts)}};
  const bool hashed = !record.chunks.empty() && record.chunks.begin()->second.root.has_value();
  if (hashed && record.is_whole()) {
    const std::string root = core::to_hex(outcome.root());
    out.facts.emplace_back("root", root);
    out.explanation.push_back("root " + root);
  }
  const bool all_of_it = record.is_whole() && record.range.first == 0 &&
                         (request == nullptr || record.range.last == request->over->size());
  if (all_of_it && !record.assumption.empty() && mismatches == 0)
    out.explanation.push_back("a proof where " + record.assumption);
  return out;
}

namespace {

// The model is held against the strongest witness, everything else against the model.
const oracle::implementation* reference_for(const sweep_words& words, const oracle::question& asked,
                                            const oracle::implementation& given) {
  if (!words.implementations.reference.empty())
    return &implementation_named(words.implementations.reference, "--against");
  return given.which_tier() == oracle::tier::model ? strongest_witness(asked, given) : &oracle::model_oracle();
}

// Why the two cannot be held against each other in this mode; empty where they can.
std::string what_keeps(const oracle::question& asked, const oracle::implementation& given,
                       const oracle::implementation* reference) {
  if (reference == nullptr)
    return "nothing here answers it but the model; verbatim list oracles says why, and verbatim fingerprint hashes the "
           "model's results alone";
  for (const oracle::implementation* each : {&given, reference})
    if (const std::string why = each->refuses(asked); !why.empty()) return fmt::format("{} {}", each->name(), why);
  return {};
}

sweep_request request_for(const sweep_words& words, const oracle::question& asked, const oracle::implementation& given,
                          const oracle::implementation& reference) {
  const auto as_they_say = [&](const oracle::implementation& one) {
    return one.compares_nan(asked) == oracle::nan_comparison::by_class;
  };
  const bool by_class = words.nans.empty() ? as_they_say(given) || as_they_say(reference) : words.nans == "class";
  sweep_request out;
  out.asked = &asked;
  out.given = &given;
  out.reference = &reference;
  out.nans = by_class ? oracle::nan_comparison::by_class : oracle::nan_comparison::exact;
  out.compare_flags = !words.no_flags && given.gives_flags(asked) && reference.gives_flags(asked);
  out.hash = words.hash || !words.certificate.empty();
  out.hash_reference = reference.which_tier() == oracle::tier::model;
  out.jobs = words.jobs;
  return out;
}

sweep_record record_for(const sweep_request& request) {
  const fp::attributes& how = request.asked->how;
  sweep_record out;
  out.function = request.asked->what.name;
  out.mode = fp::name(how.mode);
  out.nan_profile = how.nans->name;
  out.nans = request.nans == oracle::nan_comparison::by_class ? "class" : "exact";
  out.saturate = how.saturate;
  out.flush_to_zero = how.flush_to_zero;
  out.denormals_are_zero = how.denormals_are_zero;
  out.exact = request.asked->exact;
  out.before_rounding = how.detected == fp::tininess::before_rounding;
  out.flags = request.compare_flags;
  out.space = request.over->name();
  out.assumption = request.over->assumption();
  out.range = request.range;
  out.given = witness_of(*request.given);
  out.reference = witness_of(*request.reference);
  out.hashes_reference = request.hash && request.hash_reference;
  return out;
}

// Of what the file kept, the chunks that are asked for now, and hashed if that is asked for.
std::map<std::uint64_t, chunk_outcome> usable(std::map<std::uint64_t, chunk_outcome> kept,
                                              const sweep_request& request) {
  std::erase_if(kept, [&request](const auto& each) {
    return !std::ranges::binary_search(request.chunks, each.first) || each.second.root.has_value() != request.hash;
  });
  return kept;
}

}  // namespace

sweep_answer run_sweep(const sweep_words& words, const sweep_listener& listen) {
  sweep_answer out;
  out.report.kind = "sweep";
  out.report.list_name = "sweeps";
  out.made = {build_facts(), processor_facts(), {}};
  const oracle::function what = oracle::function_named(words.function);
  const chosen_implementation given(words.implementations);
  const std::shared_ptr<const space> over = space_of(what);
  const sweep_range range = range_in(*over, words.range);
  const shard_part part = shard_named(words.shard);
  if (part.of > range.chunks())
    throw core::request_error(fmt::format("--shard {}: the range has {}, so at most as many shards",
                                          core::escape(words.shard, 40), count_text(range.chunks(), "chunk")));
  keeper file(words.resume, out.made);
  const std::vector<fp::rounding> modes = modes_asked(words.attributes, what);
  for (const fp::rounding mode : modes) {
    oracle::question asked = asked_in(mode, words.attributes, what, words.exact);
    const std::string subject = subject_of(asked);
    const oracle::implementation* const reference = reference_for(words, asked, *given);
    if (const std::string why = what_keeps(asked, *given, reference); !why.empty()) {
      if (modes.size() == 1) throw core::request_error(fmt::format("{}: {}", subject, why));
      out.report.results.push_back(skipped_mode(asked, why));
      continue;
    }
    // The model follows the NaN rules of what it is compared with, unless told.
    const oracle::implementation& other = given->which_tier() == oracle::tier::model ? *reference : *given;
    if (words.attributes.nan.empty()) asked.how.nans = &other.nans(asked);

    sweep_request request = request_for(words, asked, *given, *reference);
    request.over = over.get();
    request.range = range;
    request.chunks = range.shard(part.number, part.of);
    sweep_record record = record_for(request);
    request.tell = [&](const sweep_progress& now, const std::map<std::uint64_t, chunk_outcome>& chunks) {
      file.keep(record, chunks, core::interrupt_requested() != 0);
      if (listen) listen(subject, now);
    };
    sweep_outcome outcome = sweep(request, usable(file.done_of(record), request));
    record.chunks = std::move(outcome.chunks);
    file.finished(record);
    core::result one = outcome.failure ? routine_result(record, *outcome.failure, what)
                                       : result_of(record, &request, words.mismatch_limit);
    one.seconds = outcome.elapsed.count();
    out.report.results.push_back(std::move(one));
    if (outcome.failure) return out;  // it would do the same in the next mode; no certificate of half a sweep
    out.made.sweeps.push_back(std::move(record));
  }
  if (!words.certificate.empty() && !out.made.sweeps.empty())
    core::write_file(words.certificate, to_text(out.made, certificate_schema));
  return out;
}

sweep_answer merge_shards(const std::vector<std::string>& paths, const std::string& into) {
  sweep_answer out;
  out.made = merge(paths);
  out.report.kind = "sweep";
  out.report.list_name = "sweeps";
  for (const sweep_record& each : out.made.sweeps) out.report.results.push_back(result_of(each, nullptr, 0));
  if (!into.empty()) core::write_file(into, to_text(out.made, certificate_schema));
  return out;
}

}  // namespace verbatim::prove
