#include "harness/gate/golden_folder.hpp"

#include <algorithm>
#include <filesystem>
#include <unordered_set>

#include <fmt/format.h>

#include "harness/core/atomic_file.hpp"
#include "harness/core/error.hpp"
#include "harness/core/interrupt.hpp"
#include "harness/core/safe_text.hpp"
#include "harness/gate/compare.hpp"
#include "harness/gate/sums.hpp"

namespace verbatim::gate {
namespace {

namespace fs = std::filesystem;

core::result finding(std::string subject, std::string verdict, std::string reason, core::place where) {
  core::result out;
  out.subject = std::move(subject);
  out.verdict = std::move(verdict);
  out.kind = core::weight::finding;
  out.reason = std::move(reason);
  out.where = std::move(where);
  out.aside = true;
  return out;
}

class folder_check {
 public:
  folder_check(const manifest& from, const std::map<std::string, golden_use>& used) : from_(&from), used_(&used) {}

  std::vector<core::result> run(bool whole) {
    read_sums();
    if (has_sums_) {
      for (const sums_fault& fault : list_.faults)
        out_.push_back(finding(std::string(sums_file_name), "bad sum",
                               fmt::format("line {} {}", fault.line, fault.what),
                               {from_->shown(sums_file_name), fault.line, 1}));
      for (const auto& [file, use] : *used_) check_sum(file, use, true);
      if (whole)
        for (const auto& [file, digest] : list_.entries)
          if (!used_->contains(file)) check_sum(file, {}, false);
    }
    if (whole) find_orphans();
    return std::move(out_);
  }

 private:
  std::string path_of(std::string_view file) const { return fmt::format("{}/{}", from_->root, file); }

  void read_sums() {
    std::error_code trouble;
    const std::string path = path_of(sums_file_name);
    has_sums_ = fs::exists(fs::symlink_status(path, trouble));
    if (!has_sums_) return;
    try {
      list_ = parse_sums(core::read_file(path));
    } catch (const core::request_error& error) {
      has_sums_ = false;
      out_.push_back(finding(std::string(sums_file_name), "bad sum", core::escape(error.what(), 400),
                             {from_->shown(sums_file_name), 0, 0}));
    }
  }

  void bad_sum(const std::string& file, std::string reason, std::string advice = {}) {
    core::result out =
        finding(core::escape(file, 200), "bad sum", std::move(reason), {from_->shown(sums_file_name), 0, 0});
    out.advice = std::move(advice);
    out_.push_back(std::move(out));
  }

  // An accept that was killed between its renames leaves the new bytes staged beside the old file.
  bool accept_was_interrupted(const std::string& file, const core::digest& listed) const {
    const auto staged = reference::open(path_of(core::staged_file::temporary_name(file)));
    return staged && staged->digest() == listed;
  }

  void check_sum(const std::string& file, const golden_use& use, bool must_be_listed) {
    core::throw_if_interrupted();
    const auto entry = list_.entries.find(file);
    const fs::path relative(file);
    if (relative.is_absolute() || std::find(relative.begin(), relative.end(), "..") != relative.end()) {
      bad_sum(file, "SHA256SUMS lists a file outside the golden folder; remove the line");
      return;
    }
    std::optional<reference> there;
    try {
      if (!use.golden) there = reference::open(path_of(file));
    } catch (const core::request_error& error) {
      bad_sum(file, error.what());
      return;
    }
    const bool exists = use.golden || there;
    if (entry == list_.entries.end()) {
      // A golden that is not there yet is the model's finding, not the sums'.
      if (must_be_listed && exists)
        bad_sum(file, "SHA256SUMS has no line for it",
                "verbatim accept writes the line once the model's output matches");
      return;
    }
    if (!exists) {
      bad_sum(file, "SHA256SUMS lists it, but it is not there");
      return;
    }
    const core::digest actual = use.golden ? *use.golden : there->digest();
    if (actual == entry->second) return;
    std::string reason = "SHA256SUMS and the file disagree: one of them was changed by hand";
    std::string advice;
    if (use.printed && *use.printed == entry->second)
      reason = "the file was changed by hand: SHA256SUMS lists what the program prints";
    if (accept_was_interrupted(file, entry->second)) {
      reason = "an accept was interrupted: SHA256SUMS is new and the file is old";
      advice = "run any `verbatim accept`: it finishes what was interrupted first";
    }
    bad_sum(file, std::move(reason), std::move(advice));
    out_.back().explanation = {fmt::format("SHA256SUMS  {}", core::to_hex(entry->second)),
                               fmt::format("the file    {}", core::to_hex(actual))};
    out_.back().facts = {{"listed_digest", core::to_hex(entry->second)}, {"digest", core::to_hex(actual)}};
  }

  void find_orphans() {
    std::unordered_set<std::string> named;
    for (const model& each : from_->models) named.insert(each.golden_file());
    std::vector<std::string> orphans;
    std::error_code trouble;
    for (const fs::directory_entry& entry : fs::directory_iterator(from_->root, trouble)) {
      std::string file = entry.path().filename().string();
      if (file.ends_with(".stdout") && !file.starts_with('.') && !named.contains(file))
        orphans.push_back(std::move(file));
    }
    std::sort(orphans.begin(), orphans.end());
    for (const std::string& file : orphans) {
      core::result out =
          finding(core::escape(file, 200), "orphan", "no model in the manifest uses it", {from_->shown(file), 0, 0});
      out.advice = fmt::format("remove it (git rm), or add its model to {}", core::escape(from_->path, 300));
      out_.push_back(std::move(out));
    }
  }

  const manifest* from_;
  const std::map<std::string, golden_use>* used_;
  bool has_sums_ = false;
  sums list_;
  std::vector<core::result> out_;
};

}  // namespace

std::vector<core::result> check_folder(const manifest& from, const std::map<std::string, golden_use>& used,
                                       bool whole) {
  return folder_check(from, used).run(whole);
}

}  // namespace verbatim::gate
