#include "harness/prove/verify.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "harness/core/error.hpp"
#include "harness/core/safe_text.hpp"
#include "models/fp/boundary.hpp"
#include "models/fp/names.hpp"

namespace verbatim::prove {
namespace {

// The chunks to run again, in order.
std::vector<std::uint64_t> chosen_chunks(const sweep_record& record, const verify_words& words) {
  std::vector<std::uint64_t> all;
  for (const auto& [number, chunk] : record.chunks) all.push_back(number);
  if (!words.sample || *words.sample >= all.size()) return all;
  fp::boundary::split_mix random{words.seed};
  for (std::size_t i = 0; i < *words.sample; ++i) std::swap(all[i], all[i + random() % (all.size() - i)]);
  all.resize(*words.sample);
  std::ranges::sort(all);
  return all;
}

oracle::question question_of(const sweep_record& record, const std::string& file) {
  oracle::question asked;
  asked.what = oracle::function_named(record.function);
  asked.exact = record.exact;
  const fp::rounding* const mode = fp::find_rounding(record.mode);
  const fp::nan_profile* const nans = fp::find_nan_profile(record.nan_profile);
  if (mode == nullptr || nans == nullptr)
    throw core::request_error(fmt::format("{}: there is no mode '{}' or NaN profile '{}' in this program",
                                          core::escape(file, 300), core::escape(record.mode, 40),
                                          core::escape(record.nan_profile, 40)));
  asked.how.mode = *mode;
  asked.how.nans = nans;
  asked.how.saturate = record.saturate;
  asked.how.flush_to_zero = record.flush_to_zero;
  asked.how.denormals_are_zero = record.denormals_are_zero;
  if (record.before_rounding) asked.how.detected = fp::tininess::before_rounding;
  return asked;
}

// The implementation of that name, or nullptr and why.
const oracle::implementation* present(const witness& wanted, const oracle::question& asked, std::string& why) {
  const oracle::implementation* const found = oracle::find_oracle(wanted.name);
  if (found == nullptr) {
    why = fmt::format("{} was brought along: give it with --routine or --pipe to run it again", wanted.name);
    return nullptr;
  }
  why = found->absent();
  if (why.empty()) why = found->refuses(asked);
  return why.empty() ? found : nullptr;
}

core::result verify_one(const sweep_record& record, const verify_words& words, const sweep_listener& listen) {
  const oracle::question asked = question_of(record, words.file);
  const std::shared_ptr<const space> over = space_of(asked.what);
  if (over->name() != record.space || record.range.last > over->size())
    throw core::request_error(fmt::format("{}: its cases are '{}', and this program's are '{}'",
                                          core::escape(words.file, 300), core::escape(record.space, 200),
                                          over->name()));
  core::result out;
  out.subject = subject_of(asked);
  std::optional<chosen_implementation> brought;
  if (!words.brought.routine.empty() || !words.brought.pipe.empty()) brought.emplace(words.brought);

  sweep_request request;
  request.asked = &asked;
  request.over = over.get();
  request.range = record.range;
  request.hash = record.chunks.begin()->second.root.has_value();
  request.hash_reference = record.hashes_reference;
  request.nans = record.nans == "class" ? oracle::nan_comparison::by_class : oracle::nan_comparison::exact;
  request.compare_flags = record.flags;
  request.jobs = words.jobs;
  std::string why;
  request.given = brought ? &**brought : present(record.given, asked, why);
  if (request.given == nullptr) out.explanation.push_back(fmt::format("{} is not run: {}", record.given.name, why));
  if (!record.reference.name.empty()) {
    request.reference = present(record.reference, asked, why);
    if (request.reference == nullptr)
      out.explanation.push_back(fmt::format("{} is not run: {}", record.reference.name, why));
  }
  const bool compares = request.given != nullptr && request.reference != nullptr;
  const oracle::implementation* const hashed = record.hashes_reference ? request.reference : request.given;
  if (!compares) {
    if (hashed == nullptr || !request.hash)
      throw core::request_error(fmt::format("{}: nothing of {} can be run again here: {}",
                                            core::escape(words.file, 300), out.subject, out.explanation.back()));
    request.given = hashed;
    request.reference = nullptr;
    request.hash_reference = false;
    request.compare_flags = false;
  }
  const std::vector<std::uint64_t> chunks = chosen_chunks(record, words);
  request.chunks = chunks;
  if (listen)
    request.tell = [&](const sweep_progress& now, const std::map<std::uint64_t, chunk_outcome>&) {
      listen(out.subject, now);
    };
  const sweep_outcome again = sweep(request);
  out.seconds = again.elapsed.count();
  if (again.failure) {
    out.verdict = again.failure->kind;
    out.kind = core::weight::finding;
    out.reason = again.failure->sentence;
    return out;
  }
  std::uint64_t different = 0;
  std::optional<std::uint64_t> first;
  for (const std::uint64_t each : chunks) {
    const chunk_outcome& then = record.chunks.at(each);
    const chunk_outcome& now = again.chunks.at(each);
    const bool same = then.root == now.root && (!compares || then.kinds == now.kinds);
    if (same) continue;
    ++different;
    if (!first) first = each;
  }
  out.facts = {{"chunks", static_cast<std::uint64_t>(chunks.size())},
               {"of", static_cast<std::uint64_t>(record.chunks.size())},
               {"different", different},
               {"cases", again.here}};
  if (different == 0) {
    out.verdict = "match";
    out.reason = fmt::format("{} of {} chunks run again, {} cases, {} mismatches as certified", chunks.size(),
                             record.chunks.size(), again.here, record.outcome().mismatches());
    return out;
  }
  out.verdict = "differs";
  out.kind = core::weight::finding;
  const std::uint64_t from = record.range.first + *first * record.range.chunk_cases();
  const std::uint64_t to = from + record.range.cases_of(*first) - 1;
  out.reason = fmt::format("{} of {} chunks give something else; the first is chunk {}, cases 0x{:x} to 0x{:x}",
                           different, chunks.size(), *first, from, to);
  return out;
}

}  // namespace

core::report verify_certificate(const verify_words& words, const sweep_listener& listen) {
  const read_certificate file = read_certificate_file(words.file, certificate_schema);
  core::report out;
  out.kind = "verify";
  out.list_name = "sweeps";
  out.facts = {
      {"file", core::escape(words.file, 300)}, {"build", file.content.build}, {"processor", file.content.processor}};
  if (!file.intact) {
    core::result one;
    one.subject = core::escape(words.file, 300);
    one.verdict = "edited";
    one.kind = core::weight::finding;
    one.reason = "its body does not have the SHA-256 it states";
    out.results.push_back(std::move(one));
    return out;
  }
  for (const sweep_record& each : file.content.sweeps) {
    if (each.chunks.empty())
      throw core::request_error(fmt::format("{}: it holds no chunk", core::escape(words.file, 300)));
    out.results.push_back(verify_one(each, words, listen));
  }
  return out;
}

}  // namespace verbatim::prove
