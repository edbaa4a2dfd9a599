#include "harness/prove/sweep_job.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>

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

std::vector<fp::rounding> modes_of(const sweep_words& words, const oracle::function& what) {
  if (words.attributes.mode != "all") return {words.attributes.understood().mode};
  if (!what.rounds) return {fp::rounding::ties_even};
  return {std::begin(fp::deterministic_roundings), std::end(fp::deterministic_roundings)};
}

// Keeps what is done of all modes in one file.
class keeper {
 public:
  keeper(std::string path, const certificate& base) : path_(std::move(path)), all_(base) {
    if (path_.empty()) return;
    if (!exists()) return;
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
  [[nodiscard]] bool exists() const {
    try {
      return !core::read_file(path_).empty();
    } catch (const core::request_error&) {
      return false;
    }
  }

  std::string path_;
  certificate all_;  // modes that are done
  std::vector<sweep_record> before_;
  std::size_t kept_ = 0;
  std::chrono::steady_clock::time_point last_{};
};

core::result skipped(std::string subject, std::string reason) {
  core::result out;
  out.subject = std::move(subject);
  out.verdict = "skipped";
  out.kind = core::weight::skipped;
  out.reason = std::move(reason);
  return out;
}

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

// What the others say to the same case, side by side.
void add_answers(std::vector<std::string>& lines, const oracle::question& asked, const oracle::operands& x) {
  std::string line = "  every answer:";
  for (const oracle::implementation* each : witnesses(asked))
    line += fmt::format(" {} {}", each->name(), oracle::shown(ask(*each, asked, x).bits, asked.what.result));
  lines.push_back(std::move(line));
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
      for (const std::string& line : explain(*request->asked, one, record.reference.name, short_name))
        out.explanation.push_back("  " + line);
      add_answers(out.explanation, *request->asked, one.operands);
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

sweep_answer run_sweep(const sweep_words& words, const sweep_listener& listen) {
  sweep_answer out;
  out.report.kind = "sweep";
  out.report.list_name = "sweeps";
  out.made = {build_facts(), processor_facts(), {}};
  oracle::question asked;
  asked.what = oracle::function_named(words.function);
  asked.exact = words.exact;
  const chosen_implementation given(words.implementations);
  const std::shared_ptr<const space> over = space_of(asked.what);
  const sweep_range range = range_in(*over, words.range);
  const shard_part part = shard_named(words.shard);
  if (part.of > range.chunks())
    throw core::request_error(fmt::format("--shard {}: the range has {}, so at most as many shards",
                                          core::escape(words.shard, 40), count_text(range.chunks(), "chunk")));
  keeper file(words.resume, out.made);
  const std::vector<fp::rounding> modes = modes_of(words, asked.what);
  const bool one_mode = modes.size() == 1;
  for (const fp::rounding mode : modes) {
    attribute_words attributes = words.attributes;
    attributes.mode = fp::name(mode);
    asked.how = attributes.understood();
    const std::string subject = fmt::format("{} {}", asked.what.name, fp::name(mode));
    const auto cannot = [&](const std::string& sentence) {
      if (one_mode) throw core::request_error(sentence);
      out.report.results.push_back(skipped(subject, sentence));
    };
    if (const std::string why = given->refuses(asked); !why.empty()) {
      cannot(fmt::format("{}: {} {}", subject, given->name(), why));
      continue;
    }
    // The model follows the NaN rules of what it is compared with, unless told.
    const bool given_is_model = given->which_tier() == oracle::tier::model;
    const oracle::implementation* reference = !words.implementations.reference.empty()
                                                  ? &implementation_named(words.implementations.reference, "--against")
                                              : given_is_model ? strongest_witness(asked, *given)
                                                               : &oracle::model_oracle();
    if (reference == nullptr) {
      cannot(
          fmt::format("{}: nothing here answers it but the model; verbatim list oracles says why, and verbatim "
                      "fingerprint hashes the model's results alone",
                      subject));
      continue;
    }
    if (const std::string why = reference->refuses(asked); !why.empty()) {
      cannot(fmt::format("{}: {} {}", subject, reference->name(), why));
      continue;
    }
    const oracle::implementation& other = given_is_model ? *reference : *given;
    if (words.attributes.nan.empty()) asked.how.nans = &other.nans(asked);
    const bool by_class = !words.nans.empty() ? words.nans == "class"
                                              : given->compares_nan(asked) == oracle::nan_comparison::by_class ||
                                                    reference->compares_nan(asked) == oracle::nan_comparison::by_class;

    sweep_request request;
    request.asked = &asked;
    request.over = over.get();
    request.range = range;
    request.first_chunk = (part.number - 1) * range.chunks() / part.of;
    request.chunk_count = part.number * range.chunks() / part.of - request.first_chunk;
    request.given = &*given;
    request.reference = reference;
    request.nans = by_class ? oracle::nan_comparison::by_class : oracle::nan_comparison::exact;
    request.compare_flags = !words.no_flags && given->gives_flags(asked) && reference->gives_flags(asked);
    request.hash = words.hash || !words.certificate.empty();
    request.hash_reference = reference->which_tier() == oracle::tier::model;
    request.jobs = words.jobs;

    sweep_record record;
    record.function = asked.what.name;
    record.mode = fp::name(mode);
    record.nan_profile = asked.how.nans->name;
    record.nans = by_class ? "class" : "exact";
    record.saturate = asked.how.saturate;
    record.flush_to_zero = asked.how.flush_to_zero;
    record.denormals_are_zero = asked.how.denormals_are_zero;
    record.exact = words.exact;
    record.before_rounding = asked.how.detected == fp::tininess::before_rounding;
    record.flags = request.compare_flags;
    record.space = over->name();
    record.assumption = over->assumption();
    record.range = range;
    record.given = witness_of(*given);
    record.reference = witness_of(*reference);
    record.hashes_reference = request.hash && request.hash_reference;

    std::map<std::uint64_t, chunk_outcome> done;
    if (!words.resume.empty()) {
      done = file.done_of(record);
      std::erase_if(done, [&request](const auto& each) {
        return each.first < request.first_chunk || each.first >= request.first_chunk + request.chunk_count ||
               each.second.root.has_value() != request.hash;
      });
    }
    request.tell = [&](const sweep_progress& now, const std::map<std::uint64_t, chunk_outcome>& chunks) {
      file.keep(record, chunks, core::interrupt_requested() != 0);
      if (listen) listen(subject, now);
    };
    sweep_outcome outcome = sweep(request, std::move(done));
    record.chunks = std::move(outcome.chunks);
    file.finished(record);
    core::result one = outcome.failure ? routine_result(record, *outcome.failure, asked.what)
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
