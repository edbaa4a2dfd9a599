#include "harness/prove/fingerprint.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "harness/core/atomic_file.hpp"
#include "harness/core/error.hpp"
#include "harness/core/safe_text.hpp"
#include "harness/prove/merkle.hpp"
#include "models/fp/names.hpp"

namespace verbatim::prove {
namespace {

constexpr std::string_view tree_heading = "verbatim tree 1";

// Lines of a file, counted, for messages that name them.
class lines_of {
 public:
  explicit lines_of(const std::string& path) : path_(path), text_(core::read_file(path)) {}

  std::optional<std::string_view> next() {
    if (at_ == text_.size()) return std::nullopt;
    ++number_;
    const std::size_t end = text_.find('\n', at_);
    if (end == std::string::npos) throw malformed("the file is truncated: its last line does not end");
    const std::string_view line = std::string_view(text_).substr(at_, end - at_);
    at_ = end + 1;
    return line;
  }
  [[nodiscard]] core::request_error malformed(std::string_view why) const {
    return core::request_error(fmt::format("{}, line {}: {}", core::escape(path_, 300), number_, why));
  }

 private:
  std::string path_;
  std::string text_;
  std::size_t at_ = 0;
  std::uint64_t number_ = 0;
};

std::vector<std::string_view> words_in(std::string_view line) {
  std::vector<std::string_view> out;
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t end = std::min(line.find(' ', at), line.size());
    out.push_back(line.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

std::optional<std::uint64_t> number_in(std::string_view text) {
  std::uint64_t out = 0;
  const auto [end, trouble] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (trouble != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return out;
}

std::string key_text(const fingerprint_key& key) {
  return fmt::format("{} {} {} {}", key.function, key.mode, key.nan_profile, key.results);
}

// FUNCTION MODE NAN-PROFILE RESULTS and one word more.
std::optional<fingerprint_key> key_in(const std::vector<std::string_view>& words) {
  if (words.size() != 5) return std::nullopt;
  const std::optional<std::uint64_t> results = number_in(words[3]);
  if (!results || *results == 0 || words[0].empty() || fp::find_rounding(words[1]) == nullptr ||
      fp::find_nan_profile(words[2]) == nullptr)
    return std::nullopt;
  return fingerprint_key{std::string(words[0]), std::string(words[1]), std::string(words[2]), *results};
}

core::result compared(const tree_file& ours, const tree_file& theirs, const std::string& path) {
  core::result out;
  const std::string shown = core::escape(path, 300);
  if (ours.key != theirs.key || ours.bytes != theirs.bytes)
    throw core::request_error(
        fmt::format("{} is the tree of {}, not of {}", shown, key_text(theirs.key), key_text(ours.key)));
  const auto [mine, other] = std::ranges::mismatch(ours.leaves, theirs.leaves);
  if (mine == ours.leaves.end()) {
    out.verdict = "match";
    out.reason = fmt::format("every leaf as in {}", shown);
    return out;
  }
  const auto block = static_cast<std::uint64_t>(mine - ours.leaves.begin());
  std::uint64_t blocks = 0;
  for (std::size_t i = 0; i < ours.leaves.size(); ++i) blocks += ours.leaves[i] != theirs.leaves[i] ? 1U : 0U;
  const std::uint64_t first = block * results_in_a_leaf;
  const std::uint64_t last = std::min(first + results_in_a_leaf, ours.key.results) - 1;
  out.verdict = "differs";
  out.kind = core::weight::finding;
  out.reason = fmt::format("{} of {} blocks differ from {}; the first is block {}, cases 0x{:x} to 0x{:x}", blocks,
                           ours.leaves.size(), shown, block, first, last);
  out.advice = fmt::format("verbatim sweep {} --mode {} --range 0x{:x}..0x{:x} shows the cases", ours.key.function,
                           ours.key.mode, first, last);
  out.facts = {{"block", block}, {"blocks", blocks}, {"first", first}, {"last", last}};
  return out;
}

}  // namespace

std::vector<known_root> read_known_roots(const std::string& path) {
  lines_of lines(path);
  std::vector<known_root> out;
  while (const auto line = lines.next()) {
    const std::vector<std::string_view> words = words_in(*line);
    const std::optional<fingerprint_key> key = key_in(words);
    const std::optional<core::digest> root = key ? core::digest_from_hex(words[4]) : std::nullopt;
    if (!root) throw lines.malformed("it is not FUNCTION MODE NAN-PROFILE RESULTS ROOT");
    if (std::ranges::any_of(out, [&key](const known_root& each) { return each.key == *key; }))
      throw lines.malformed(fmt::format("{} is there twice", key_text(*key)));
    out.push_back({*key, *root});
  }
  return out;
}

std::string known_roots_text(std::vector<known_root> known, const std::vector<known_root>& more) {
  for (const known_root& each : more) {
    std::erase_if(known, [&each](const known_root& one) { return one.key == each.key; });
    known.push_back(each);
  }
  std::vector<std::string> lines;
  for (const known_root& each : known)
    lines.push_back(fmt::format("{} {}\n", key_text(each.key), core::to_hex(each.root)));
  std::ranges::sort(lines);
  std::string out;
  for (const std::string& each : lines) out += each;
  return out;
}

std::string to_text(const tree_file& from) {
  std::string out = fmt::format("{}\n{} {}\n", tree_heading, key_text(from.key), from.bytes);
  for (const core::digest& each : from.leaves) out += core::to_hex(each) + "\n";
  return out;
}

tree_file read_tree_file(const std::string& path) {
  lines_of lines(path);
  if (lines.next() != tree_heading)
    throw lines.malformed(fmt::format("it is no tree: the first line is not '{}'", tree_heading));
  const std::optional<std::string_view> about = lines.next();
  if (!about) throw lines.malformed("the file is truncated");
  const std::vector<std::string_view> words = words_in(*about);
  const std::optional<fingerprint_key> key = key_in(words);
  const std::optional<std::uint64_t> bytes = key ? number_in(words[4]) : std::nullopt;
  if (!bytes) throw lines.malformed("it is not FUNCTION MODE NAN-PROFILE RESULTS BYTES");
  tree_file out{*key, *bytes, {}};
  while (const auto line = lines.next()) {
    const std::optional<core::digest> leaf = core::digest_from_hex(*line);
    if (!leaf) throw lines.malformed("it is no SHA-256");
    out.leaves.push_back(*leaf);
  }
  const std::uint64_t expected = (key->results + results_in_a_leaf - 1) / results_in_a_leaf;
  if (out.leaves.size() != expected)
    throw lines.malformed(fmt::format("there are {} leaves, and {} results have {}: the file is truncated or edited",
                                      out.leaves.size(), key->results, expected));
  return out;
}

namespace {

// Against the root that is known of it, where there is one.
core::result judged(const known_root& ours, const std::vector<known_root>& known, const std::string& path) {
  core::result out;
  const auto expected = std::ranges::find(known, ours.key, &known_root::key);
  if (expected == known.end()) {
    out.verdict = "computed";
  } else if (expected->root == ours.root) {
    out.verdict = "match";
    out.reason = fmt::format("the root that {} knows", core::escape(path, 300));
  } else {
    out.verdict = "differs";
    out.kind = core::weight::finding;
    out.reason = fmt::format("{} knows the root {}", core::escape(path, 300), core::to_hex(expected->root));
  }
  return out;
}

// A root is known of what the mode and the NaN profile say, and nothing else.
bool has_key(const fp::attributes& how) { return !how.saturate && !how.flush_to_zero && !how.denormals_are_zero; }

void describe(core::result& one, const tree_file& tree, const core::digest& root, const space& over,
              std::string_view by) {
  one.explanation.insert(
      one.explanation.begin(),
      fmt::format("{}  {} results of {} byte{}, NaN {}, by {}", core::to_hex(root), tree.key.results, tree.bytes,
                  tree.bytes == 1 ? "" : "s", tree.key.nan_profile, core::escape(by, 200)));
  core::value::object facts{
      {"function", tree.key.function}, {"mode", tree.key.mode}, {"nan_profile", tree.key.nan_profile},
      {"results", tree.key.results},   {"bytes", tree.bytes},   {"space", over.name()},
      {"root", core::to_hex(root)}};
  for (auto& each : one.facts) facts.push_back(std::move(each));
  one.facts = std::move(facts);
}

}  // namespace

fingerprint_answer fingerprint(const fingerprint_words& words, const sweep_listener& listen) {
  fingerprint_answer out;
  out.report.kind = "fingerprint";
  out.report.list_name = "fingerprints";
  const oracle::function what = oracle::function_named(words.function);
  const chosen_implementation given(words.implementations);
  const std::vector<fp::rounding> modes = modes_asked(words.attributes, what);
  const bool wants_leaves = !words.tree.empty() || !words.compare.empty();
  if (wants_leaves && modes.size() != 1)
    throw core::request_error("--tree and --compare are for one mode; name it with --mode");
  std::optional<tree_file> theirs;
  if (!words.compare.empty()) theirs = read_tree_file(words.compare);
  const std::vector<known_root> known = words.known.empty() ? std::vector<known_root>() : read_known_roots(words.known);
  const std::shared_ptr<const space> over = space_of(what);
  for (const fp::rounding mode : modes) {
    oracle::question asked = asked_in(mode, words.attributes, what, words.exact);
    const std::string subject = subject_of(asked);
    if (words.attributes.nan.empty()) asked.how.nans = &given->nans(asked);
    if (const std::string why = given->refuses(asked); !why.empty()) {
      const std::string sentence = fmt::format("{} {}", given->name(), why);
      if (modes.size() == 1) throw core::request_error(fmt::format("{}: {}", subject, sentence));
      out.report.results.push_back(skipped_mode(asked, sentence));
      continue;
    }
    tree_file ours{{what.name, std::string(fp::name(mode)), std::string(asked.how.nans->name), over->size()},
                   what.result.bytes(),
                   {}};
    sweep_request request;
    request.asked = &asked;
    request.over = over.get();
    request.range = {0, over->size()};
    request.chunks = request.range.shard();
    request.given = &*given;
    request.hash = true;
    request.jobs = words.jobs;
    if (wants_leaves) request.leaves = &ours.leaves;
    if (listen)
      request.tell = [&](const sweep_progress& now, const std::map<std::uint64_t, chunk_outcome>&) {
        listen(subject, now);
      };
    const sweep_outcome outcome = sweep(request);
    core::result one;
    if (outcome.failure) {
      one.verdict = outcome.failure->kind;
      one.kind = core::weight::finding;
      one.reason = outcome.failure->sentence;
    } else {
      const known_root root{ours.key, outcome.root()};
      one = theirs ? compared(ours, *theirs, words.compare)
                   : judged(root, has_key(asked.how) ? known : std::vector<known_root>(), words.known);
      describe(one, ours, root.root, *over, given->name());
      if (has_key(asked.how)) out.roots.push_back(root);
    }
    one.subject = subject;
    one.seconds = outcome.elapsed.count();
    out.report.results.push_back(std::move(one));
    if (outcome.failure) return out;  // it would do the same in the next mode
    if (!words.tree.empty()) core::write_file(words.tree, to_text(ours));
  }
  return out;
}

fingerprint_answer fingerprint_known(const std::string& path, unsigned jobs, const sweep_listener& listen) {
  fingerprint_answer out;
  out.report.kind = "fingerprint";
  out.report.list_name = "fingerprints";
  for (const known_root& each : read_known_roots(path)) {
    fingerprint_words words;
    words.function = each.key.function;
    words.attributes.mode = each.key.mode;
    words.attributes.nan = each.key.nan_profile;
    words.known = path;
    words.jobs = jobs;
    fingerprint_answer one = fingerprint(words, listen);
    for (core::result& result : one.report.results) out.report.results.push_back(std::move(result));
  }
  return out;
}

}  // namespace verbatim::prove
