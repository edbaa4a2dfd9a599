#include "harness/gate/selection.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <charconv>
#include <unordered_set>

#include <fmt/format.h>

#include "harness/core/error.hpp"
#include "harness/core/safe_text.hpp"

namespace verbatim::gate {
namespace {

bool is_glob(std::string_view name) { return name.find_first_of("*?[") != std::string_view::npos; }

bool holds_any(const std::vector<std::string>& have, const std::vector<std::string>& want) {
  return std::any_of(want.begin(), want.end(),
                     [&](const std::string& each) { return std::find(have.begin(), have.end(), each) != have.end(); });
}

[[noreturn]] void fail_unknown(const manifest& from, const std::string& name) {
  std::vector<std::string> names;
  for (const model& each : from.models) names.push_back(each.name);
  if (is_glob(name))
    throw core::request_error(
        fmt::format("no model matches '{}' in {}; `verbatim list` shows all", core::escape(name, 80), from.path));
  const std::string near = nearest(name, names);
  throw core::request_error(
      fmt::format("no model '{}' in {}; {}", core::escape(name, 80), from.path,
                  near.empty() ? std::string("`verbatim list` shows all") : fmt::format("did you mean '{}'?", near)));
}

}  // namespace

shard parse_shard(std::string_view text) {
  shard out;
  const std::size_t slash = text.find('/');
  const auto number = [](std::string_view digits, std::size_t& into) {
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), into);
    return !digits.empty() && read.ec == std::errc() && read.ptr == digits.data() + digits.size();
  };
  if (slash == std::string_view::npos || !number(text.substr(0, slash), out.index) ||
      !number(text.substr(slash + 1), out.count) || out.index < 1 || out.index > out.count)
    throw core::request_error(
        fmt::format("--shard '{}': write k/n with 1 ≤ k ≤ n, such as 1/4", core::escape(text, 40)));
  return out;
}

std::vector<const model*> select(const manifest& from, const selection& asked) {
  std::unordered_set<std::string_view> chosen;
  std::unordered_set<std::string_view> known;
  if (!asked.names.empty())
    for (const model& each : from.models) known.insert(each.name);
  for (const std::string& name : asked.names) {
    bool found = false;
    if (const auto exact = known.find(name); exact != known.end()) {
      chosen.insert(*exact);
      found = true;
    } else if (is_glob(name)) {
      for (const model& each : from.models) {
        if (::fnmatch(name.c_str(), each.name.c_str(), 0) != 0) continue;
        chosen.insert(each.name);
        found = true;
      }
    }
    if (!found) fail_unknown(from, name);
  }
  std::vector<const model*> all;
  for (const model& each : from.models) {
    if (!asked.names.empty() && !chosen.contains(each.name)) continue;
    if (!asked.tags.empty() && !holds_any(each.tags, asked.tags)) continue;
    all.push_back(&each);
  }
  if (all.empty()) {
    throw core::request_error(from.models.empty()
                                  ? fmt::format("{} names no model; add a [[model]] table", from.path)
                                  : fmt::format("no model selected: no model in {} has the tag {}", from.path,
                                                core::escape(fmt::format("{}", fmt::join(asked.tags, " or ")), 200)));
  }
  std::vector<const model*> part;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (i % asked.part.count == asked.part.index - 1) part.push_back(all[i]);
  if (part.empty())
    throw core::request_error(fmt::format("no model selected: shard {}/{} of {} models is empty; use at most {} shards",
                                          asked.part.index, asked.part.count, all.size(), all.size()));
  return part;
}

}  // namespace verbatim::gate
