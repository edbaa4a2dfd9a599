#include "harness/gate/accept.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>

#include "harness/core/atomic_file.hpp"
#include "harness/core/error.hpp"
#include "harness/core/interrupt.hpp"
#include "harness/core/safe_text.hpp"
#include "harness/gate/explain.hpp"
#include "harness/gate/sums.hpp"

namespace verbatim::gate {
namespace {

namespace fs = std::filesystem;
using core::result;
using core::weight;

// From so many models on, one sync of the file system is cheaper than one of each file.
constexpr std::size_t few_files = 16;

std::optional<sums> read_sums(const core::folder& golden) {
  std::error_code trouble;
  const std::string path = golden.join(sums_file_name);
  if (!fs::exists(fs::symlink_status(path, trouble))) return std::nullopt;
  sums list = parse_sums(core::read_file(path));
  if (!list.faults.empty())
    throw core::request_error(fmt::format("{}:{}: the line {}; mend or remove it first", path, list.faults.front().line,
                                          list.faults.front().what));
  return list;
}

void refuse_links(const manifest& from, std::span<const model* const> selected) {
  for (const model* each : selected) {
    std::error_code trouble;
    const fs::path golden = fs::path(from.root) / each->golden_file();
    if (fs::is_symlink(fs::symlink_status(golden, trouble)))
      throw core::request_error(
          fmt::format("{}: is a link, which accept would replace by a file; use golden_of in the "
                      "manifest to share a golden",
                      golden.string()));
  }
}

void finish_in(const core::folder& golden, std::vector<std::string>& finished) {
  const std::optional<sums> list = read_sums(golden);
  std::error_code trouble;
  std::vector<std::string> staged;
  const std::string ending = core::staged_file::temporary_name("");
  const std::string suffix = ending.substr(1);
  for (const fs::directory_entry& entry : fs::directory_iterator(golden.path(), trouble)) {
    std::string file = entry.path().filename().string();
    if (file.size() > suffix.size() + 1 && file.starts_with('.') && file.ends_with(suffix))
      staged.push_back(std::move(file));
  }
  std::sort(staged.begin(), staged.end());
  for (const std::string& temporary : staged) {
    const std::string name = temporary.substr(1, temporary.size() - 1 - suffix.size());
    const auto entry =
        list ? list->entries.find(name) : std::map<std::string, core::digest, std::less<>>::const_iterator{};
    const bool committed = list && entry != list->entries.end() &&
                           core::sha256_of(core::read_file(golden.join(temporary))) == entry->second;
    if (!committed) {
      ::unlinkat(golden.fd(), temporary.c_str(), 0);
    } else if (::renameat(golden.fd(), temporary.c_str(), golden.fd(), name.c_str()) == 0) {
      finished.push_back(name);
    } else {
      throw core::work_error(fmt::format("{}: cannot be replaced: {}", golden.join(name), core::errno_text(errno)));
    }
  }
  if (!staged.empty()) golden.sync();
}

class acceptance {
 public:
  acceptance(const manifest& from, const accept_options& options, const core::folder& golden)
      : from_(&from), options_(&options), golden_(&golden) {}

  core::report run(std::span<const model* const> selected, const start_listener& on_start) {
    core::report out;
    out.kind = "accept";
    out.list_name = "models";
    out.facts.emplace_back("manifest", core::escape(from_->path));
    out.facts.emplace_back("dry_run", options_->dry_run);
    refuse_links(*from_, selected);
    worker by(area_);
    sync_each_ = selected.size() <= few_files;
    for (const model* each : selected) {
      core::throw_if_interrupted();
      if (on_start) on_start(*each);
      out.results.push_back(consider(*each, by));
    }
    core::end_strays();
    const bool stopped = std::any_of(out.results.begin(), out.results.end(), [](const result& each) {
      return each.kind == weight::finding || each.kind == weight::failed;
    });
    if (stopped) {
      // All or nothing: a golden folder half new would be one that no run ever printed.
      for (result& each : out.results) {
        if (each.verdict != "accepted") continue;
        each.verdict = "not written";
        each.kind = weight::skipped;
        each.reason = "another model was refused or failed; " + each.reason;
      }
    } else if (!options_->dry_run) {
      write(selected);
    }
    return out;
  }

 private:
  result consider(const model& which, worker& by) {
    result out;
    out.subject = which.name;
    if (!which.golden_of.empty()) {
      out.verdict = "skipped";
      out.kind = weight::skipped;
      out.reason =
          fmt::format("it shares the golden of {}, which is accepted from {} alone", which.golden_of, which.golden_of);
      return out;
    }
    const golden_state golden = open_golden(*from_, which);
    observation seen = observe(which, std::max(2U, options_->reruns.value_or(which.reruns)),
                               golden.bytes ? &*golden.bytes : nullptr, by);
    if (seen.how != observation::state::ran) {
      const bool skipped = seen.how == observation::state::skipped;
      out.verdict = skipped ? "skipped" : "failed";
      out.kind = skipped ? weight::skipped : weight::failed;
      out.reason = seen.reason;
      return out;
    }
    if (seen.unstable_run > 0) {
      out = unstable_result(which, seen, golden.bytes ? &*golden.bytes : nullptr);
      out.verdict = "refused";
      out.reason = "unstable: " + out.reason;
      return out;
    }
    if (seen.first.fault) {
      out.verdict = "refused";
      out.kind = weight::finding;
      out.reason = fmt::format("not canonical: line {}, column {} of its output: {}", seen.first.fault->line,
                               seen.first.fault->column, seen.first.fault->what);
      return out;
    }
    out.facts = {{"digest", core::to_hex(seen.first.digest)},
                 {"bytes", seen.first.size},
                 {"runs", static_cast<std::uint64_t>(seen.runs)},
                 {"golden", which.golden_file()}};
    const bool same = which.hash_only ? golden.recorded && *golden.recorded == seen.first.digest : seen.first.equal;
    if (same && golden.exists) {
      out.verdict = "unchanged";
      known_[which.golden_file()] =
          which.hash_only ? core::sha256_of(hash_only_text(seen.first.digest, which.name)) : seen.first.digest;
      return out;
    }
    out.verdict = "accepted";
    describe(out, which, golden, seen.first);
    if (!options_->dry_run) stage(which, seen.first);
    return out;
  }

  static void describe(result& out, const model& which, const golden_state& golden, const recorded& now) {
    if (!golden.exists) {
      out.reason = fmt::format("new golden {}, {} bytes", which.golden_file(), now.size);
      return;
    }
    if (which.hash_only) {
      out.reason = "the digest changes";
      if (golden.recorded) out.explanation.push_back(fmt::format("golden  {}", core::to_hex(*golden.recorded)));
      out.explanation.push_back(fmt::format("now     {}", core::to_hex(now.digest)));
      return;
    }
    const mapped_text old_text(golden.bytes->fd());
    const mapped_text new_text(now.spool.get());
    const difference found = explain(old_text.text(), new_text.text(), fmt::format("golden/{}", which.golden_file()),
                                     fmt::format("{} now", which.name));
    out.reason = fmt::format("changes from line {}, column {}", found.line, found.column);
    out.explanation = explanation_lines(found, "golden", "now");
    out.facts.emplace_back("golden_digest", core::to_hex(golden.bytes->digest()));
    out.facts.emplace_back("difference", explanation_value(found));
  }

  // The new bytes go beside the old ones as soon as the model has run, so that no model's output is held meanwhile.
  void stage(const model& which, const recorded& now) {
    const std::string file = which.golden_file();
    core::staged_file& out = staged_.emplace_back(*golden_, file);
    if (which.hash_only) {
      const std::string text = hash_only_text(now.digest, which.name);
      out.write(text);
      known_[file] = core::sha256_of(text);
    } else {
      const mapped_text bytes(now.spool.get());
      // What goes on disk is hashed as it goes: it must be what the runs printed.
      if (core::sha256_of(bytes.text()) != now.digest)
        throw core::work_error(fmt::format("{}: the temporary copy of its output changed; run accept again", file));
      out.write(bytes.text());
      known_[file] = now.digest;
    }
    out.finish(sync_each_);
  }

  void write(std::span<const model* const> selected) {
    const core::folder& golden = *golden_;
    std::optional<sums> old_sums = read_sums(golden);
    sums new_sums = old_sums ? *old_sums : sums{};
    for (const auto& [file, digest] : known_) new_sums.entries[file] = digest;
    if (!old_sums) add_present_goldens(golden, new_sums);
    if (options_->all) drop_missing(golden, selected, new_sums);
    const std::string text = format_sums(new_sums);
    const bool sums_change = !old_sums || format_sums(*old_sums) != text || read_raw(golden) != text;
    std::optional<core::staged_file> sums_file;
    if (sums_change) {
      sums_file.emplace(golden, std::string(sums_file_name));
      sums_file->write(text);
      sums_file->finish(sync_each_);
    }
    if (staged_.empty() && !sums_file) return;
    if (!sync_each_) golden.sync_everything();
    golden.sync();
    core::throw_if_interrupted();
    if (sums_file) sums_file->replace();
    for (core::staged_file& each : staged_) each.replace();
    golden.sync();
  }

  static std::string read_raw(const core::folder& golden) {
    std::error_code trouble;
    const std::string path = golden.join(sums_file_name);
    return fs::exists(path, trouble) ? core::read_file(path) : std::string();
  }

  // The first SHA256SUMS of a folder covers the goldens that are there already.
  void add_present_goldens(const core::folder& golden, sums& into) const {
    for (const model& each : from_->models) {
      const std::string file = each.golden_file();
      if (into.entries.contains(file)) continue;
      if (const auto there = reference::open(golden.join(file))) into.entries[file] = there->digest();
    }
  }

  void drop_missing(const core::folder& golden, std::span<const model* const> selected, sums& from) const {
    std::set<std::string> current;  // staged ones among them are not under their own name yet
    for (const model* each : selected) current.insert(each->golden_file());
    std::erase_if(from.entries, [&](const auto& entry) {
      std::error_code trouble;
      return !current.contains(entry.first) && !fs::exists(golden.join(entry.first), trouble);
    });
  }

  const manifest* from_;
  const accept_options* options_;
  const core::folder* golden_;
  core::scratch_area area_;
  bool sync_each_ = true;
  std::deque<core::staged_file> staged_;
  std::map<std::string, core::digest> known_;  ///< golden files as they will be, of the models that ran well
};

}  // namespace

std::vector<std::string> finish_interrupted_accept(const manifest& from) {
  const core::folder golden(from.root);
  golden.lock_exclusively();
  std::vector<std::string> finished;
  finish_in(golden, finished);
  return finished;
}

core::report accept(const manifest& from, std::span<const model* const> selected, const accept_options& options,
                    const start_listener& on_start) {
  const core::folder golden(from.root);
  golden.lock_exclusively();
  if (!options.dry_run) {
    std::vector<std::string> finished;
    finish_in(golden, finished);
  }
  return acceptance(from, options, golden).run(selected, on_start);
}

}  // namespace verbatim::gate
