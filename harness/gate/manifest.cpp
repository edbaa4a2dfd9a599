#include "harness/gate/manifest.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <unordered_map>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "harness/core/atomic_file.hpp"
#include "harness/core/error.hpp"
#include "harness/core/safe_text.hpp"

namespace verbatim::gate {
namespace {

using core::request_error;
namespace fs = std::filesystem;

constexpr std::size_t longest_name = 200;  // NAME.stdout and its temporary name stay under 255 bytes
constexpr std::size_t longest_manifest = std::size_t{256} << 20;
constexpr double longest_timeout_s = 30.0 * 24 * 3600;

const std::vector<std::string> root_keys{"version", "defaults", "model"};
const std::vector<std::string> default_keys{"reruns", "timeout_s", "max_output_bytes", "form", "stderr"};
const std::vector<std::string> model_keys{
    "name", "command",  "source", "env",       "stdin",     "cwd",    "exit_code", "stderr",
    "tags", "requires", "form",   "golden_of", "hash_only", "reruns", "timeout_s", "max_output_bytes"};

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, ", ")); }

std::string_view kind_of(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::string: return "a string";
    case toml::node_type::integer: return "an integer";
    case toml::node_type::floating_point: return "a number";
    case toml::node_type::boolean: return "true or false";
    case toml::node_type::array: return "an array";
    case toml::node_type::table: return "a table";
    default: return "a date or time";
  }
}

// Reads one manifest; carries what every message needs.
class reader {
 public:
  reader(const std::string& path, const std::string& root, const std::string& bin, bool check_links)
      : check_links_(check_links) {
    out_.path = path;
    out_.root = root;
    out_.project = fs::path(root).parent_path().string();
    out_.bin = bin;
  }

  manifest read(const toml::table& document) {
    reject_unknown_keys(document, root_keys, "at the top");
    read_version(document);
    if (const toml::node* defaults = document.get("defaults")) read_defaults(*defaults);
    if (const toml::node* models = document.get("model")) read_models(*models);
    check_shared_goldens();
    return std::move(out_);
  }

 private:
  [[noreturn]] void fail(const toml::node& node, const std::string& sentence) const {
    throw request_error(fmt::format("{}:{}: {}", out_.path, node.source().begin.line, sentence));
  }
  [[noreturn]] void fail_at(std::uint64_t line, const std::string& sentence) const {
    throw request_error(fmt::format("{}:{}: {}", out_.path, line, sentence));
  }

  void reject_unknown_keys(const toml::table& table, const std::vector<std::string>& known, std::string_view where) {
    for (const auto& [key, node] : table) {
      const std::string_view name = key.str();
      if (std::find(known.begin(), known.end(), name) != known.end()) continue;
      const std::string near = nearest(name, known);
      fail_at(key.source().begin.line,
              fmt::format("unknown key '{}' {}; {}known keys: {}", core::escape(name, 80), where,
                          near.empty() ? "" : fmt::format("did you mean '{}'? ", near), joined(known)));
    }
  }

  void read_version(const toml::table& document) {
    const toml::node* version = document.get("version");
    if (version == nullptr) fail_at(1, "no version; write 'version = 1' as the first line");
    const auto number = version->value_exact<std::int64_t>();
    if (!number || *number != 1) fail(*version, "this verbatim reads manifests of version 1; write 'version = 1'");
  }

  // `key` goes into the message as it is.
  std::string text(const toml::node& node, std::string_view key) const {
    const auto value = node.value_exact<std::string>();
    if (!value) fail(node, fmt::format("'{}' is {}; write a string: {} = \"…\"", key, kind_of(node), key));
    if (value->find('\0') != std::string::npos) fail(node, fmt::format("'{}' holds a NUL character; remove it", key));
    return *value;
  }

  std::vector<std::string> texts(const toml::node& node, std::string_view key) const {
    const toml::array* array = node.as_array();
    if (array == nullptr)
      fail(node, fmt::format("'{}' is {}; write an array of strings: {} = [\"…\"]", key, kind_of(node), key));
    std::vector<std::string> out;
    for (const toml::node& item : *array) out.push_back(text(item, key));
    return out;
  }

  std::int64_t integer(const toml::node& node, std::string_view key, std::int64_t low, std::int64_t high) const {
    const auto value = node.value_exact<std::int64_t>();
    if (!value) fail(node, fmt::format("'{}' is {}; write a whole number", key, kind_of(node)));
    if (*value < low || *value > high)
      fail(node, high == INT64_MAX
                     ? fmt::format("'{}' is {}; write a whole number of at least {}", key, *value, low)
                     : fmt::format("'{}' is {}; write a whole number from {} to {}", key, *value, low, high));
    return *value;
  }

  bool truth(const toml::node& node, std::string_view key) const {
    const auto value = node.value_exact<bool>();
    if (!value) fail(node, fmt::format("'{}' is {}; write true or false", key, kind_of(node)));
    return *value;
  }

  // Keys that [defaults] and [[model]] share. True if `key` was one of them.
  bool read_shared_key(model& into, std::string_view key, const toml::node& node) const {
    if (key == "reruns") {
      into.reruns = static_cast<unsigned>(integer(node, key, 1, 1'000'000));
    } else if (key == "timeout_s") {
      const auto seconds = node.value<double>();
      if (!seconds || !(node.is_integer() || node.is_floating_point()))
        fail(node, fmt::format("'timeout_s' is {}; write seconds, such as 10.0", kind_of(node)));
      if (!(*seconds > 0.0) || *seconds > longest_timeout_s)
        fail(node,
             fmt::format("'timeout_s' is {}; write seconds above 0 and at most {:.0f}", *seconds, longest_timeout_s));
      into.timeout = std::chrono::nanoseconds(std::max<std::int64_t>(1, std::llround(*seconds * 1e9)));
    } else if (key == "max_output_bytes") {
      into.max_output_bytes = static_cast<std::uint64_t>(integer(node, key, 1, INT64_MAX));
    } else if (key == "form") {
      const std::string word = text(node, key);
      if (word == "canonical")
        into.form = output_form::canonical;
      else if (word == "utf8")
        into.form = output_form::utf8;
      else if (word == "bytes")
        into.form = output_form::bytes;
      else
        fail(node, fmt::format("'form' is \"{}\"; write \"canonical\", \"utf8\" or \"bytes\"", core::escape(word, 40)));
    } else if (key == "stderr") {
      const std::string word = text(node, key);
      if (word != "ignore" && word != "empty")
        fail(node, fmt::format("'stderr' is \"{}\"; write \"ignore\" or \"empty\"", core::escape(word, 40)));
      into.stderr_must_be_empty = word == "empty";
    } else {
      return false;
    }
    return true;
  }

  void read_defaults(const toml::node& node) {
    const toml::table* table = node.as_table();
    if (table == nullptr) fail(node, fmt::format("'defaults' is {}; write a table: [defaults]", kind_of(node)));
    reject_unknown_keys(*table, default_keys, "in [defaults]");
    for (const auto& [key, value] : *table) read_shared_key(defaults_, key.str(), value);
  }

  void read_models(const toml::node& node) {
    const toml::array* array = node.as_array();
    if (array == nullptr) fail(node, "'model' is not an array of tables; write [[model]] with two brackets");
    out_.models.reserve(array->size());
    for (const toml::node& item : *array) {
      const toml::table* table = item.as_table();
      if (table == nullptr) fail(item, "'model' holds something that is no table; write [[model]] tables");
      read_model(*table);
    }
  }

  void read_model(const toml::table& table) {
    const std::uint64_t line = table.source().begin.line;
    reject_unknown_keys(table, model_keys, "in [[model]]");
    model next = defaults_;
    next.line = line;
    next.working_directory = out_.root;
    const toml::node* name = table.get("name");
    if (name == nullptr) fail_at(line, "a model without a name; write name = \"…\"");
    next.name = text(*name, "name");
    if (const std::string fault = name_fault(next.name); !fault.empty())
      fail(*name, fmt::format("model name \"{}\": {}; write a plain file name, such as \"range\"",
                              core::escape(next.name, 80), fault));
    if (const auto [at, fresh] = lines_.emplace(next.name, line); !fresh)
      fail(*name, fmt::format("a second model \"{}\" (the first is at line {}); give each its own name",
                              core::escape(next.name, 80), at->second));
    if (table.get("command") == nullptr)
      fail(*name, fmt::format("model \"{}\" has no command; write command = [\"{{bin}}/{}\"]", next.name, next.name));
    for (const auto& [key, value] : table) read_model_key(next, key.str(), value);
    out_.models.push_back(std::move(next));
  }

  void read_model_key(model& into, std::string_view key, const toml::node& node) {
    if (key == "name" || read_shared_key(into, key, node)) return;
    if (key == "command") {
      into.command = texts(node, key);
      if (into.command.empty() || into.command.front().empty())
        fail(node, "'command' is empty; write the program and its arguments: command = [\"{bin}/range\"]");
      for (std::string& word : into.command) word = replace_placeholders(word);
    } else if (key == "source") {
      into.source = replace_placeholders(text(node, key));
    } else if (key == "env") {
      read_environment(into, node);
    } else if (key == "stdin") {
      into.stdin_file = path_inside(node, text(node, key), "stdin");
    } else if (key == "cwd") {
      const fs::path folder = replace_placeholders(text(node, key));
      into.working_directory = (folder.is_absolute() ? folder : fs::path(out_.root) / folder).string();
    } else if (key == "exit_code") {
      into.exit_code = static_cast<int>(integer(node, key, 0, 255));
    } else if (key == "tags") {
      into.tags = texts(node, key);
    } else if (key == "requires") {
      into.requirements = texts(node, key);
      for (const std::string& each : into.requirements)
        if (each.empty()) fail(node, "'requires' holds an empty name; write program names, such as \"python3\"");
    } else if (key == "golden_of") {
      into.golden_of = text(node, key);
    } else if (key == "hash_only") {
      into.hash_only = truth(node, key);
    }
  }

  void read_environment(model& into, const toml::node& node) const {
    const toml::table* table = node.as_table();
    if (table == nullptr)
      fail(node, fmt::format("'env' is {}; write a table: env = {{ NAME = \"value\" }}", kind_of(node)));
    for (const auto& [key, value] : *table) {
      const std::string_view name = key.str();
      if (name.empty() || name.find('=') != std::string_view::npos || name.find('\0') != std::string_view::npos)
        fail(value,
             fmt::format("'env' has the name \"{}\"; a name is not empty and holds no '='", core::escape(name, 80)));
      into.environment.emplace_back(name, replace_placeholders(text(value, core::escape(name, 80))));
    }
  }

  std::string replace_placeholders(std::string word) const {
    for (const auto& [mark, value] : {std::pair<std::string_view, const std::string&>{"{bin}", out_.bin},
                                      {"{root}", out_.root},
                                      {"{project}", out_.project}}) {
      for (std::size_t at = word.find(mark); at != std::string::npos; at = word.find(mark, at + value.size()))
        word.replace(at, mark.size(), value);
    }
    return word;
  }

  static bool is_under(const fs::path& path, const fs::path& root) {
    const auto [at_root, at_path] = std::mismatch(root.begin(), root.end(), path.begin(), path.end());
    return at_root == root.end() && at_path != path.end();
  }

  // `real` is what weakly_canonical made of a path: still a link where that leads to nothing.
  static bool leaves(const fs::path& real, const fs::path& root, const std::error_code& trouble) {
    std::error_code ignored;
    return trouble || !is_under(real, root) || fs::is_symlink(fs::symlink_status(real, ignored));
  }

  // The absolute path of a file that must lie in the manifest's folder, `..` and links followed.
  std::string path_inside(const toml::node& node, const std::string& given, std::string_view key) const {
    const fs::path asked = replace_placeholders(given);
    const fs::path root = out_.root;
    fs::path full = (asked.is_absolute() ? asked : root / asked).lexically_normal();
    if (!full.has_filename()) full = full.parent_path();  // "sub/" is sub, and "." the folder itself
    if (given.empty() || !is_under(full, root))
      fail(node,
           fmt::format("'{}' is \"{}\", which is not inside the manifest's folder; put the file there and name it "
                       "without '..'",
                       key, core::escape(given, 120)));
    if (check_links_) {
      std::error_code trouble;
      const fs::path real = fs::weakly_canonical(full, trouble);
      if (leaves(real, root, trouble))
        fail(node,
             fmt::format("'{}' is \"{}\", a link that leaves the manifest's folder or leads nowhere ({}); put the "
                         "file itself there",
                         key, core::escape(given, 120), core::escape(real.string(), 200)));
    }
    return full.string();
  }

  void check_shared_goldens() {
    for (const model& each : out_.models) {
      if (each.golden_of.empty()) continue;
      const auto fail_model = [&](const std::string& sentence) {
        fail_at(each.line, fmt::format("model \"{}\": {}", each.name, sentence));
      };
      const auto owner_line = lines_.find(each.golden_of);
      if (owner_line == lines_.end()) {
        std::vector<std::string> names;
        if (out_.models.size() <= 1000)
          for (const model& other : out_.models) names.push_back(other.name);
        const std::string near = nearest(each.golden_of, names);
        fail_model(fmt::format("golden_of names \"{}\", which is no model here{}", core::escape(each.golden_of, 80),
                               near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near)));
      }
      if (each.golden_of == each.name) fail_model("golden_of names the model itself; remove it");
    }
    // Every model's golden file is found through golden_of once: an owner that shares in turn would need a chain.
    std::unordered_map<std::string_view, const model*> by_name;
    for (const model& each : out_.models) by_name.emplace(each.name, &each);
    for (model& each : out_.models) {
      if (each.golden_of.empty()) continue;
      const model& owner = *by_name.at(each.golden_of);
      if (!owner.golden_of.empty())
        fail_at(each.line, fmt::format("model \"{}\": golden_of names \"{}\", which shares the golden of \"{}\"; write "
                                       "golden_of = \"{}\"",
                                       each.name, owner.name, owner.golden_of, owner.golden_of));
      each.hash_only = owner.hash_only;
    }
    if (!check_links_) return;
    const fs::path root = out_.root;
    for (const model& each : out_.models) {
      if (!each.golden_of.empty()) continue;
      std::error_code trouble;
      const fs::path golden = root / each.golden_file();
      if (!fs::is_symlink(fs::symlink_status(golden, trouble))) continue;
      const fs::path real = fs::weakly_canonical(golden, trouble);
      if (leaves(real, root, trouble))
        fail_at(each.line, fmt::format("model \"{}\": its golden {} is a link that leaves the manifest's folder or "
                                       "leads nowhere; put the file itself there",
                                       each.name, each.golden_file()));
    }
  }

  manifest out_;
  model defaults_;
  bool check_links_;
  std::unordered_map<std::string, std::uint64_t> lines_;
};

}  // namespace

std::string model::golden_file() const {
  return fmt::format("{}.{}", golden_of.empty() ? name : golden_of, hash_only ? "sha256" : "stdout");
}

std::string manifest::shown(std::string_view file) const { return (fs::path(path).parent_path() / file).string(); }

const model* manifest::find(std::string_view name) const {
  const auto found =
      std::find_if(models.begin(), models.end(), [name](const model& each) { return each.name == name; });
  return found == models.end() ? nullptr : &*found;
}

std::optional<std::string> find_manifest(const std::string& from) {
  std::error_code trouble;
  fs::path folder = fs::absolute(from, trouble);
  if (trouble) return std::nullopt;
  while (true) {
    const fs::path candidate = folder / "golden" / "manifest.toml";
    if (fs::exists(candidate, trouble)) return candidate.string();
    if (!folder.has_relative_path()) return std::nullopt;
    folder = folder.parent_path();
  }
}

manifest parse_manifest(std::string_view text, const std::string& path, const std::string& root, const std::string& bin,
                        bool check_links) {
  try {
    const toml::table document = toml::parse(text, path);
    return reader(path, root, bin, check_links).read(document);
  } catch (const toml::parse_error& error) {
    throw request_error(fmt::format("{}:{}:{}: not valid TOML: {}", path, error.source().begin.line,
                                    error.source().begin.column, core::escape(error.description(), 400)));
  }
}

manifest load_manifest(const std::string& path, const std::string& bin) {
  const std::string text = core::read_file(path, longest_manifest);
  std::error_code trouble;
  const fs::path real = fs::canonical(fs::path(path).has_parent_path() ? fs::path(path).parent_path() : ".", trouble);
  if (trouble) throw request_error(fmt::format("{}: its folder cannot be found: {}", path, trouble.message()));
  return parse_manifest(text, path, real.string(), bin, true);
}

std::string name_fault(std::string_view name) {
  if (name.empty()) return "it is empty";
  if (name.size() > longest_name) return fmt::format("it is longer than {} bytes", longest_name);
  if (name.front() == '.') return "it begins with a dot";
  if (name.front() == '-') return "it begins with '-', as options do";
  if (name.find('/') != std::string_view::npos || name.find('\\') != std::string_view::npos) return "it is a path";
  if (!core::is_utf8(name)) return "it is not UTF-8";
  if (const std::size_t at = name.find_first_of("<>:\"|?*[]"); at != std::string_view::npos)
    return fmt::format("it holds '{}', which no file name or pattern can keep apart", name[at]);
  if (name.front() == ' ' || name.back() == ' ' || name.back() == '.') return "it begins or ends in a blank or dot";
  for (std::size_t at = 0; at < name.size();) {
    const core::decoded next = core::decode_utf8(name.substr(at));
    if (core::is_unprintable(next.code)) return "it holds a character that does not show";
    at += next.length;
  }
  return "";
}

std::string nearest(std::string_view word, const std::vector<std::string>& known) {
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, std::min<std::size_t>(3, word.size() / 2)) + 1;
  if (word.size() > longest_name) return best;
  for (const std::string& each : known) {
    // Levenshtein distance, one row at a time.
    std::vector<std::size_t> row(each.size() + 1);
    for (std::size_t j = 0; j < row.size(); ++j) row[j] = j;
    for (std::size_t i = 0; i < word.size(); ++i) {
      std::size_t diagonal = row[0];
      row[0] = i + 1;
      for (std::size_t j = 0; j < each.size(); ++j) {
        const std::size_t above = row[j + 1];
        row[j + 1] = std::min({above + 1, row[j] + 1, diagonal + (word[i] == each[j] ? 0U : 1U)});
        diagonal = above;
      }
    }
    if (row.back() < best_distance) {
      best_distance = row.back();
      best = each;
    }
  }
  return best;
}

}  // namespace verbatim::gate
