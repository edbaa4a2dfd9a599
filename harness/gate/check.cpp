#include "harness/gate/check.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include <fmt/format.h>

#include "harness/core/atomic_file.hpp"
#include "harness/core/error.hpp"
#include "harness/core/interrupt.hpp"
#include "harness/core/safe_text.hpp"
#include "harness/gate/explain.hpp"
#include "harness/gate/golden_folder.hpp"

namespace verbatim::gate {
namespace {

using core::result;
using core::weight;
using clock = std::chrono::steady_clock;

std::string golden_path(const manifest& from, const model& which) {
  return fmt::format("{}/{}", from.root, which.golden_file());
}

std::string accept_advice(const model& which, const check_options& options) {
  if (!which.golden_of.empty())
    return fmt::format("make it print what {} prints, or accept {} if that is what changed: {} {}", which.golden_of,
                       which.golden_of, options.accept_command, core::shell_quote(which.golden_of));
  return fmt::format("{} {}", options.accept_command, core::shell_quote(which.name));
}

result failed_result(const model& which, std::string reason) {
  result out;
  out.subject = which.name;
  out.verdict = "failed";
  out.kind = weight::failed;
  out.reason = std::move(reason);
  return out;
}

void add_run_facts(result& into, const observation& seen) {
  into.facts.emplace_back("digest", core::to_hex(seen.first.digest));
  into.facts.emplace_back("bytes", seen.first.size);
  into.facts.emplace_back("runs", static_cast<std::uint64_t>(seen.runs));
}

result describe_difference(result out, const manifest& from, const model& which, const observation& seen,
                           const golden_state& golden, const check_options& options) {
  out.verdict = "differs";
  out.kind = weight::finding;
  out.advice = accept_advice(which, options);
  if (which.hash_only) {
    out.facts.emplace_back("golden_digest", core::to_hex(*golden.recorded));
    out.reason = "the digest is not the golden one";
    out.explanation = {fmt::format("golden  {}", core::to_hex(*golden.recorded)),
                       fmt::format("now     {}", core::to_hex(seen.first.digest)),
                       "hash_only keeps no bytes, so where they differ is not known"};
    out.where = core::place{from.shown(which.golden_file()), 1, 1};
    return out;
  }
  const mapped_text old_text(golden.bytes->fd());
  const mapped_text new_text(seen.first.spool.get());
  const difference found = explain(old_text.text(), new_text.text(), fmt::format("golden/{}", which.golden_file()),
                                   fmt::format("{} now", which.name));
  out.reason = fmt::format("line {}, column {}", found.line, found.column);
  out.where = core::place{from.shown(which.golden_file()), found.line, found.column};
  out.explanation = explanation_lines(found, "golden", "now");
  out.facts.emplace_back("golden_digest", core::to_hex(golden.bytes->digest()));
  out.facts.emplace_back("difference", explanation_value(found));
  return out;
}

result judge(const manifest& from, const model& which, const observation& seen, const golden_state& golden,
             const check_options& options) {
  result out;
  out.subject = which.name;
  if (seen.how == observation::state::skipped) {
    out.verdict = "skipped";
    out.kind = weight::skipped;
    out.reason = seen.reason;
    return out;
  }
  if (seen.how == observation::state::failed) return failed_result(which, seen.reason);
  if (seen.unstable_run > 0) return unstable_result(which, seen, golden.bytes ? &*golden.bytes : nullptr);
  add_run_facts(out, seen);
  out.facts.emplace_back("golden", which.golden_file());
  if (seen.first.fault) {
    out.verdict = "not canonical";
    out.kind = weight::finding;
    out.reason = fmt::format("line {}, column {} of its output: {}", seen.first.fault->line, seen.first.fault->column,
                             seen.first.fault->what);
    out.facts.emplace_back("fault", core::value::object{{"line", seen.first.fault->line},
                                                        {"column", seen.first.fault->column},
                                                        {"what", seen.first.fault->what}});
    out.advice = which.form == output_form::canonical
                     ? "print canonical output, or ask for less in the manifest: form = \"utf8\" or \"bytes\""
                     : "print UTF-8, or ask for less in the manifest: form = \"bytes\"";
    return out;
  }
  if (!golden.exists) {
    out.verdict = "no golden";
    out.kind = weight::finding;
    out.reason = fmt::format("{} is not there", which.golden_file());
    out.advice = accept_advice(which, options);
    return out;
  }
  if (!golden.fault.empty()) {
    out.verdict = "differs";
    out.kind = weight::finding;
    out.reason = golden.fault;
    out.advice = accept_advice(which, options);
    return out;
  }
  const bool matches = which.hash_only ? seen.first.digest == *golden.recorded : seen.first.equal;
  if (!matches) return describe_difference(std::move(out), from, which, seen, golden, options);
  out.verdict = "match";
  out.kind = weight::holds;
  return out;
}

struct checked {
  result verdict;
  golden_use use;
};

checked check_one(const manifest& from, const model& which, const check_options& options, worker& by) {
  const clock::time_point begin = clock::now();
  checked out;
  golden_state golden;
  try {
    golden = open_golden(from, which);
  } catch (const core::request_error& error) {
    // One golden that cannot be read is this model's trouble; the others are checked all the same.
    out.verdict = failed_result(which, core::escape(error.what(), 400));
    return out;
  }
  const observation seen =
      observe(which, options.reruns.value_or(which.reruns), golden.bytes ? &*golden.bytes : nullptr, by);
  if (golden.bytes && golden.bytes->changed(golden_path(from, which)))
    out.verdict = failed_result(which, fmt::format("{} changed while it ran; a model must not write to its golden file",
                                                   from.shown(which.golden_file())));
  else
    out.verdict = judge(from, which, seen, golden, options);
  out.verdict.seconds = std::chrono::duration<double>(clock::now() - begin).count();
  if (seen.how == observation::state::ran && !which.hash_only && golden.exists)
    (seen.first.equal ? out.use.golden : out.use.printed) = seen.first.digest;
  return out;
}

// Hands models to threads and results back in order.
class pool {
 public:
  pool(const manifest& from, std::span<const model* const> selected, const check_options& options,
       const result_listener& on_result, const start_listener& on_start)
      : from_(&from), selected_(selected), options_(&options), on_result_(on_result), on_start_(on_start) {
    done_.resize(selected.size());
  }

  std::vector<checked> run() {
    const std::size_t threads = std::min<std::size_t>(std::max(1U, options_->jobs), selected_.size());
    std::vector<checked> out;
    if (threads <= 1) {
      worker by(area_);
      for (std::size_t i = 0; i < selected_.size() && !stopped_; ++i) {
        core::throw_if_interrupted();
        if (on_start_) on_start_(*selected_[i]);
        deliver(out, check_one(*from_, *selected_[i], *options_, by));
      }
      return out;
    }
    std::vector<std::jthread> crew;
    for (std::size_t i = 0; i < threads; ++i) crew.emplace_back([this] { work(); });
    // However this ends, the crew starts nothing more; it is joined after this guard has said so.
    const stop_guard guard_stop{stopped_};
    for (std::size_t i = 0; i < selected_.size() && !stopped_; ++i) {
      std::unique_lock<std::mutex> guard(lock_);
      ready_.wait(guard, [&] { return done_[i].has_value() || trouble_ != nullptr; });
      if (trouble_ != nullptr) break;
      checked one = std::move(*done_[i]);
      done_[i].reset();
      guard.unlock();
      deliver(out, std::move(one));
    }
    stopped_ = true;
    crew.clear();
    if (trouble_ != nullptr) std::rethrow_exception(trouble_);
    return out;
  }

 private:
  struct stop_guard {
    std::atomic<bool>& stopped;
    explicit stop_guard(std::atomic<bool>& flag) : stopped(flag) {}
    stop_guard(const stop_guard&) = delete;
    stop_guard& operator=(const stop_guard&) = delete;
    ~stop_guard() { stopped = true; }
  };

  void deliver(std::vector<checked>& out, checked one) {
    if (on_result_) on_result_(one.verdict);
    if (options_->fail_fast && one.verdict.kind != weight::holds && one.verdict.kind != weight::skipped)
      stopped_ = true;
    out.push_back(std::move(one));
  }

  void work() {
    try {
      worker by(area_);
      while (!stopped_) {
        const std::size_t i = next_.fetch_add(1);
        if (i >= selected_.size()) return;
        core::throw_if_interrupted();
        if (on_start_) on_start_(*selected_[i]);
        checked one = check_one(*from_, *selected_[i], *options_, by);
        const std::lock_guard<std::mutex> guard(lock_);
        done_[i] = std::move(one);
        ready_.notify_one();
      }
    } catch (...) {
      const std::lock_guard<std::mutex> guard(lock_);
      if (trouble_ == nullptr) trouble_ = std::current_exception();
      stopped_ = true;
      ready_.notify_one();
    }
  }

  const manifest* from_;
  std::span<const model* const> selected_;
  const check_options* options_;
  const result_listener& on_result_;
  const start_listener& on_start_;
  core::scratch_area area_;
  std::mutex lock_;
  std::condition_variable ready_;
  std::vector<std::optional<checked>> done_;
  std::exception_ptr trouble_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stopped_{false};
};

}  // namespace

golden_state open_golden(const manifest& from, const model& which) {
  golden_state golden;
  const std::string path = golden_path(from, which);
  std::optional<reference> file = reference::open(path);
  if (!file) return golden;
  golden.exists = true;
  if (!which.hash_only) {
    golden.bytes = std::move(file);
    return golden;
  }
  const std::string text = core::read_file(path, 65536);
  golden.recorded = core::digest_from_hex(std::string_view(text).substr(0, 64));
  if (!golden.recorded) golden.fault = fmt::format("{} does not begin with 64 hexadecimal digits", which.golden_file());
  return golden;
}

std::string hash_only_text(const core::digest& digest, const std::string& model_name) {
  return fmt::format("{}  {}.stdout\n", core::to_hex(digest), model_name);
}

result unstable_result(const model& which, const observation& seen, const reference* golden) {
  result out;
  out.subject = which.name;
  out.verdict = "unstable";
  out.kind = weight::finding;
  out.facts = {{"digest", core::to_hex(seen.first.digest)},
               {"other_digest", core::to_hex(seen.other.digest)},
               {"bytes", seen.first.size},
               {"runs", static_cast<std::uint64_t>(seen.runs)}};
  const std::string second = fmt::format("run {}", seen.unstable_run);
  if (which.hash_only) {
    out.reason = fmt::format("run 1 and {} printed different bytes", second);
    out.explanation = {fmt::format("run 1   {}", core::to_hex(seen.first.digest)),
                       fmt::format("{}   {}", second, core::to_hex(seen.other.digest))};
  } else {
    const mapped_text first_text(seen.first.equal && golden != nullptr ? golden->fd() : seen.first.spool.get());
    const mapped_text other_text(seen.other.spool.get());
    const difference found = explain(first_text.text(), other_text.text(), fmt::format("{} run 1", which.name),
                                     fmt::format("{} {}", which.name, second));
    out.reason =
        fmt::format("run 1 and {} differ at line {}, column {} of the output", second, found.line, found.column);
    out.explanation = explanation_lines(found, "run 1", second);
    out.facts.emplace_back("difference", explanation_value(found));
  }
  out.advice =
      "make the program print the same bytes every time: no time, path, address, random number or thread order";
  return out;
}

core::report check(const manifest& from, std::span<const model* const> selected, const check_options& options,
                   const result_listener& on_result, const start_listener& on_start) {
  const clock::time_point begin = clock::now();
  core::report out;
  out.kind = "check";
  out.list_name = "models";
  out.facts.emplace_back("manifest", core::escape(from.path));
  std::vector<checked> done = pool(from, selected, options, on_result, on_start).run();
  const bool stopped_early = done.size() < selected.size();
  if (stopped_early) out.facts.emplace_back("not_run", static_cast<std::uint64_t>(selected.size() - done.size()));
  std::map<std::string, golden_use> golden_files;
  for (std::size_t i = 0; i < done.size(); ++i) {
    golden_use& known = golden_files[selected[i]->golden_file()];
    if (!known.golden) known.golden = done[i].use.golden;
    if (!known.printed) known.printed = done[i].use.printed;
    out.results.push_back(std::move(done[i].verdict));
  }
  if (!stopped_early) {
    for (result& each : check_folder(from, golden_files, options.whole_folder)) {
      if (on_result) on_result(each);
      out.results.push_back(std::move(each));
    }
  }
  core::end_strays();
  out.seconds = std::chrono::duration<double>(clock::now() - begin).count();
  return out;
}

}  // namespace verbatim::gate
