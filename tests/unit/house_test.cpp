// The house's order, checked on its own files: who may include what, who may end the process, what stands at the root.
//
// The tables below are DESIGN's, typed once more on purpose: a new edge between folders or a new library is a decision
// that shows up here. Each check is a function over (path, text), so that planted violations show it red.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using names = std::set<std::string, std::less<>>;

struct folder_rule {
  std::string_view folder;
  names may_include;  ///< besides itself
};

const std::vector<folder_rule>& folder_rules() {
  static const std::vector<folder_rule> rules{
      {"models/fp", {}},
      {"models/scaling", {"models/fp"}},
      {"models/canonical", {"models/fp"}},
      {"models/programs", {"models/fp", "models/scaling", "models/canonical"}},
      {"harness/core", {}},
      {"harness/gate", {"harness/core", "models/fp"}},
      {"harness/hunt", {"harness/core", "harness/gate"}},
      {"harness/oracle", {"harness/core", "models/fp"}},
      {"harness/prove", {"harness/core", "models/fp", "harness/oracle"}},
      {"harness/campaign", {"harness/core", "models/fp", "harness/oracle", "harness/prove"}},
      {"harness/evidence",
       {"harness/core", "harness/gate", "harness/prove", "harness/campaign", "harness/report", "models/scaling",
        "models/fp"}},
      {"harness/diagnose", {"harness/core", "models/scaling", "models/fp"}},
      {"harness/report", {"harness/core"}},
      {"harness/cli",
       {"harness/core", "harness/gate", "harness/hunt", "harness/oracle", "harness/prove", "harness/campaign",
        "harness/evidence", "harness/diagnose", "harness/report"}},
      // A parser target may also include the folder that owns its parser: one of those below, with core for its errors.
      {"fuzz", {"models/fp", "harness/oracle", "harness/core"}},
  };
  return rules;
}

const names& parser_owners() {
  static const names owners{"harness/gate",     "harness/prove",    "harness/campaign",
                            "harness/evidence", "harness/diagnose", "harness/report"};
  return owners;
}

struct library_rule {
  std::string_view prefix;  ///< of the included name
  names users;              ///< folders, or a tree ending in '/'; tests/ may use every library
};

const std::vector<library_rule>& library_rules() {
  static const std::vector<library_rule> rules{
      {"openssl/", {"harness/core"}},
      {"fmt/", {"harness/"}},
      {"toml++/", {"harness/gate"}},
      {"nlohmann/", {"harness/report", "harness/prove"}},
      {"CLI/", {"harness/cli"}},
      {"immintrin.h", {"harness/oracle", "models/fp"}},
      {"mpfr.h", {"harness/oracle"}},
      {"gmp.h", {"harness/oracle"}},
      {"cuda", {"harness/oracle"}},
      {"gtest/", {}},
      {"gmock/", {}},
      {"rapidcheck", {}},
      {"benchmark/", {}},
  };
  return rules;
}

/// C's and POSIX's own headers, for harness/ and fuzz/ only: what ends in ".h" and is no library.
bool is_system_header(std::string_view name) {
  static const names posix{"dirent.h", "dlfcn.h",     "fcntl.h",   "fnmatch.h", "glob.h", "grp.h",      "langinfo.h",
                           "limits.h", "link.h",      "poll.h",    "pthread.h", "pwd.h",  "sched.h",    "signal.h",
                           "spawn.h",  "stdio_ext.h", "syscall.h", "termios.h", "time.h", "ucontext.h", "unistd.h"};
  return posix.contains(name) || name.starts_with("sys/") || name.starts_with("linux/");
}

bool is_standard_header(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](unsigned char c) {
    return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '_';
  });
}

/// "harness/core/result.hpp" → "harness/core"; "fuzz/seeds/x" → "fuzz"; "" where it is none of the house's folders.
std::string folder_of(std::string_view path) {
  if (path.starts_with("fuzz/")) return "fuzz";
  if (path.starts_with("tests/")) return "tests";
  if (path.starts_with("models/") || path.starts_with("harness/"))
    return std::string(path.substr(0, path.find('/', path.find('/') + 1)));
  return "";
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Comments become blanks, and so do the insides of literals unless `keep_literals`; line ends stay where they are.
std::string code_of(std::string_view text, bool keep_literals) {
  std::string out(text);
  const auto blank = [&out](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < std::min(to, out.size()); ++i)
      if (out[i] != '\n') out[i] = ' ';
  };
  const auto end_of = [&text](std::string_view closing, std::size_t from) {
    const std::size_t at = text.find(closing, from);
    return at == std::string_view::npos ? text.size() : at + closing.size();
  };
  std::size_t i = 0;
  while (i < text.size()) {
    const std::string_view rest = text.substr(i);
    const bool after_word = i > 0 && is_word(text[i - 1]);
    if (rest.starts_with("//") || rest.starts_with("/*")) {
      const std::size_t end = rest[1] == '/' ? std::min(text.find('\n', i), text.size()) : end_of("*/", i + 2);
      blank(i, end);
      i = end;
    } else if (rest.starts_with("R\"") && !after_word) {
      const std::size_t open = std::min(text.find('(', i), text.size());
      const std::size_t end = end_of(std::string(")").append(text, i + 2, open - i - 2).append("\""), open);
      if (!keep_literals) blank(i + 2, end - 1);
      i = end;
    } else if (rest[0] == '"' || (rest[0] == '\'' && !after_word)) {
      std::size_t end = i + 1;
      while (end < text.size() && text[end] != rest[0] && text[end] != '\n') end += text[end] == '\\' ? 2U : 1U;
      if (!keep_literals) blank(i + 1, end);
      i = end + 1;
    } else {
      ++i;
    }
  }
  return out;
}

struct include {
  std::string name;
  bool angle = false;
};

std::vector<include> includes_of(std::string_view text) {
  std::vector<include> found;
  const std::string code = code_of(text, true);
  for (std::size_t start = 0; start < code.size();) {
    const std::size_t end = std::min(code.find('\n', start), code.size());
    std::string line = code.substr(start, end - start);
    start = end + 1;
    std::erase_if(line, [](unsigned char c) { return std::isspace(c) != 0; });
    if (!line.starts_with("#include")) continue;
    line.erase(0, std::string_view("#include").size());
    const std::size_t close = line.find_first_of("\">", 1);
    found.push_back({line.substr(std::min<std::size_t>(1, line.size()), close == std::string::npos ? close : close - 1),
                     line.starts_with("<")});
  }
  return found;
}

/// Every include of one C++ file that the tables do not allow, one sentence each.
std::vector<std::string> include_violations(std::string_view path, std::string_view text) {
  std::vector<std::string> found;
  const auto blame = [&](const include& each, std::string_view why) {
    found.push_back(std::string(path) + " includes " + each.name + ": " + std::string(why));
  };
  const std::string folder = folder_of(path);
  const auto rule = std::ranges::find(folder_rules(), folder, &folder_rule::folder);
  const bool tests = folder == "tests";
  if (!tests && rule == folder_rules().end())
    return {std::string(path) + " lies in no folder of the house: add a row to DESIGN and to this table"};
  std::string parser_owner;
  for (const include& each : includes_of(text)) {
    if (!each.angle) {
      const std::string target = folder_of(each.name);
      if (target.empty() || each.name.find("..") != std::string::npos) {
        blame(each, "not written from the project's root");
      } else if (tests || target == folder || rule->may_include.contains(target)) {
        continue;
      } else if (folder == "fuzz" && parser_owners().contains(target)) {
        if (!parser_owner.empty() && parser_owner != target)
          blame(each, "a parser target includes one parser's folder");
        parser_owner = target;
      } else {
        blame(each, "its folder's row does not name " + target);
      }
      continue;
    }
    if (tests || is_standard_header(each.name)) continue;
    const auto library = std::ranges::find_if(
        library_rules(), [&each](const library_rule& one) { return each.name.starts_with(one.prefix); });
    if (library == library_rules().end()) {
      if (path.starts_with("models/"))
        blame(each, "models use the standard library only");
      else if (!is_system_header(each.name))
        blame(each, "a library that the table does not know");
    } else if (std::ranges::none_of(library->users, [&](const std::string& user) {
                 return user.ends_with('/') ? path.starts_with(user) : user == folder;
               })) {
      blame(each, "this library is not for " + folder);
    }
  }
  return found;
}

/// Calls that end the process. Only main does; a child after fork in core may _exit; libFuzzer takes abort for a finding.
std::vector<std::string> ending_violations(std::string_view path, std::string_view text) {
  std::vector<std::string> found;
  if (path == "harness/cli/main.cpp") return found;
  const std::string code = code_of(text, false);
  for (const std::string_view name : {"exit", "_exit", "_Exit", "abort", "quick_exit", "terminate"}) {
    if (path.starts_with("harness/core/") && name == "_exit") continue;
    if (path.starts_with("fuzz/") && name == "abort") continue;
    for (std::size_t at = code.find(name); at != std::string::npos; at = code.find(name, at + 1)) {
      const std::size_t call = code.find_first_not_of(' ', at + name.size());
      const std::string_view before = std::string_view(code).substr(0, at);
      if (call == std::string::npos || code[call] != '(' || (at > 0 && is_word(code[at - 1]))) continue;
      if (before.ends_with('.') || before.ends_with("->")) continue;  // a member, such as CLI::App::exit
      const auto line = 1 + std::count(before.begin(), before.end(), '\n');
      found.push_back(std::string(path) + ":" + std::to_string(line) + " calls " + std::string(name) +
                      ": only harness/cli/main.cpp ends the process");
    }
  }
  return found;
}

/// Notes to self and paths of somebody's machine. The words are put together here so that this file holds none; tests may
/// hold a note, since TAP gives one of the words a meaning.
std::vector<std::string> text_violations(std::string_view path, std::string_view text) {
  std::vector<std::string> found;
  const auto blame = [&](std::string_view marker) {
    found.push_back(std::string(path).append(" holds ").append(marker));
  };
  for (const std::string& note : {std::string("TO") + "DO", std::string("FIX") + "ME", std::string("XX") + "X"}) {
    if (path.starts_with("tests/")) break;
    for (std::size_t at = text.find(note); at != std::string_view::npos; at = text.find(note, at + note.size())) {
      const std::size_t end = at + note.size();
      if ((at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]))) blame(note);
    }
  }
  const std::string slash = "/";
  for (const std::string& place : {slash + "home/", slash + "Users/", slash + "root/", std::string(":\\") + "Users"})
    if (text.find(place) != std::string_view::npos) blame(place);
  return found;
}

bool is_listed_at_root(std::string_view name) {
  static const names listed{"models",     "harness",         "golden",
                            "fuzz",       "tests",           ".github",
                            ".ci",        "CMakeLists.txt",  "CMakePresets.json",
                            "README.md",  "README.zh-CN.md", "LICENSE",
                            "dev",        ".clang-format",   ".clang-tidy",
                            ".gitignore", ".gitattributes",  ".pre-commit-hooks.yaml"};
  return listed.contains(name);
}

/// What git ignores or owns itself.
bool is_untracked_at_root(std::string_view name) {
  return name == ".git" || name == "build" || name == ".cache" || name == "compile_commands.json";
}

// ------------------------------------------------------------------------------------------------ the project's files

const std::filesystem::path& root() {
  static const std::filesystem::path folder = VERBATIM_SOURCE_DIR;
  return folder;
}

struct source {
  std::string path;  ///< from the root, with slashes
  std::string text;
};

source read(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {file.lexically_relative(root()).generic_string(), std::string(std::istreambuf_iterator<char>(in), {})};
}

std::vector<source> files_under(std::initializer_list<std::string_view> folders, const names& extensions) {
  std::vector<source> found;
  for (const std::string_view folder : folders) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root() / folder)) {
      if (!entry.is_regular_file() || !extensions.contains(entry.path().extension().string())) continue;
      found.push_back(read(entry.path()));
    }
  }
  return found;
}

using checker = std::vector<std::string> (*)(std::string_view, std::string_view);

void expect_clean(const std::vector<source>& files, checker check) {
  ASSERT_GE(files.size(), 20U) << "the search finds the project's files";
  for (const source& file : files)
    for (const std::string& violation : check(file.path, file.text)) ADD_FAILURE() << violation;
}

const names cpp{".cpp", ".hpp"};

TEST(house, every_include_is_in_the_table) {
  expect_clean(files_under({"models", "harness", "fuzz", "tests"}, cpp), include_violations);
}

TEST(house, only_main_ends_the_process) {
  expect_clean(files_under({"models", "harness", "fuzz"}, cpp), ending_violations);
}

TEST(house, no_notes_to_self_and_no_machine_paths) {
  std::vector<source> files =
      files_under({"models", "harness", "fuzz", "tests", ".github"},
                  {".cpp", ".hpp", ".txt", ".cmake", ".py", ".sh", ".md", ".yml", ".json", ".toml"});
  for (const auto& entry : std::filesystem::directory_iterator(root()))
    if (is_listed_at_root(entry.path().filename().string()) && entry.is_regular_file())
      files.push_back(read(entry.path()));
  expect_clean(files, text_violations);
}

TEST(house, nothing_else_stands_at_the_root) {
  for (const auto& entry : std::filesystem::directory_iterator(root())) {
    const std::string name = entry.path().filename().string();
    EXPECT_TRUE(is_listed_at_root(name) || is_untracked_at_root(name)) << name;
  }
}

// ------------------------------------------------------------------------------------------------- planted violations

struct planted {
  std::string_view path;
  std::string_view text;
  std::size_t violations;
};

void expect_counts(const std::vector<planted>& cases, checker check) {
  for (const planted& each : cases)
    EXPECT_EQ(check(each.path, each.text).size(), each.violations) << each.path << ": " << each.text;
}

TEST(house_checker, names_a_wrong_include) {
  expect_counts(
      {
          {"models/fp/a.hpp", "#include <bit>\n#include <cstdint>\n#include \"models/fp/b.hpp\"\n", 0},
          {"models/fp/a.hpp", "#include \"models/scaling/b.hpp\"\n", 1},
          {"models/fp/a.hpp", "#include <unistd.h>\n", 1},
          {"models/programs/a.cpp", "#include <fmt/format.h>\n", 1},
          {"models/programs/a.cpp", "#include \"models/canonical/line.hpp\"\n", 0},
          {"harness/core/a.cpp", "#include <openssl/evp.h>\n#include <sys/stat.h>\n#include <fmt/format.h>\n", 0},
          {"harness/core/a.cpp", "#include \"harness/gate/check.hpp\"\n", 1},
          {"harness/core/a.cpp", "  #  include   \"harness/gate/check.hpp\" // why\n", 1},
          {"harness/core/a.cpp", "#include \"result.hpp\"\n", 1},
          {"harness/core/a.cpp", "#include \"harness/core/../gate/check.hpp\"\n", 1},
          {"harness/core/a.cpp", "#include <boost/any.hpp>\n", 1},
          {"harness/core/a.cpp", "// #include \"harness/gate/check.hpp\"\n/* #include <zlib.h> */\n", 0},
          {"harness/gate/a.cpp", "#include <toml++/toml.h>\n#include \"models/fp/ulps.hpp\"\n", 0},
          {"harness/gate/a.cpp", "#include <nlohmann/json.hpp>\n#include <openssl/evp.h>\n", 2},
          {"harness/gate/a.cpp", "#include \"harness/report/exporter.hpp\"\n", 1},
          {"harness/report/a.cpp", "#include <nlohmann/json.hpp>\n#include \"harness/core/result.hpp\"\n", 0},
          {"harness/report/a.cpp", "#include <CLI/CLI.hpp>\n#include <gtest/gtest.h>\n", 2},
          {"harness/cli/main.cpp", "#include <CLI/CLI.hpp>\n#include \"harness/hunt/hunt.hpp\"\n", 0},
          {"harness/cli/main.cpp", "#include \"tests/support/run.hpp\"\n", 1},
          {"harness/elsewhere/a.cpp", "", 1},
          {"fuzz/manifest.cpp", "#include \"harness/gate/manifest.hpp\"\n#include \"harness/core/error.hpp\"\n", 0},
          {"fuzz/manifest.cpp", "#include \"harness/gate/manifest.hpp\"\n#include \"harness/diagnose/log.hpp\"\n", 1},
          {"fuzz/manifest.cpp", "#include \"harness/cli/check.hpp\"\n", 1},
          {"tests/unit/a.cpp", "#include <gtest/gtest.h>\n#include <openssl/evp.h>\n#include \"fuzz/m.hpp\"\n", 0},
          {"tests/unit/a.cpp", "#include \"support.hpp\"\n", 1},
      },
      include_violations);
}

TEST(house_checker, names_a_call_that_ends_the_process) {
  expect_counts(
      {
          {"harness/cli/main.cpp", "int main() { std::exit(3); }", 0},
          {"harness/cli/check.cpp", "std::exit(3);", 1},
          {"harness/cli/check.cpp", "return app.exit(error);", 0},
          {"harness/cli/check.cpp", "exit_code exit_code_of(int); // exit(1)\nauto text = \"exit(1)\";", 0},
          {"harness/cli/check.cpp", "char quote = '\"'; exit (1); char other = '\"';", 1},
          {"harness/cli/check.cpp", "auto many = 1'000'000; abort();", 1},
          {"harness/cli/check.cpp", "auto text = R\"x(\" abort() )\" )x\"; ::quick_exit(0);", 1},
          {"harness/core/child.cpp", "::_exit(127);", 0},
          {"harness/core/child.cpp", "std::abort();", 1},
          {"harness/gate/run.cpp", "_exit(127);", 1},
          {"models/programs/range.cpp", "int main() { exit(0); }", 1},
          {"fuzz/target.cpp", "if (wrong) std::abort();", 0},
          {"fuzz/target.cpp", "std::exit(1);", 1},
      },
      ending_violations);
}

TEST(house_checker, names_notes_and_machine_paths) {
  const std::string note = std::string("// TO") + "DO: later";
  const std::string place = std::string("/ho") + "me/someone/project";
  expect_counts({{"harness/core/a.cpp", note, 1},
                 {"harness/core/a.cpp", std::string("mkdtemp(\"a.XX") + "XXXX\")", 0},
                 {"tests/a.sh", place, 1},
                 {"tests/a.cpp", note, 0},
                 {"dev", "to do, at home/", 0}},
                text_violations);
}

TEST(house_checker, names_a_stranger_at_the_root) {
  EXPECT_TRUE(is_listed_at_root("README.md"));
  EXPECT_FALSE(is_listed_at_root("CONTRIBUTING.md"));
  EXPECT_FALSE(is_listed_at_root("notes.txt"));
}

}  // namespace
