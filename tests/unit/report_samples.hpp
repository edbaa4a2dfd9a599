// Reports to print: one result of each verdict that the gate knows, and one with every field hostile. Also the way to
// an outside judge of a form: xmllint, python3.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/core/result.hpp"
#include "harness/core/safe_text.hpp"
#include "harness/report/exporter.hpp"

namespace verbatim::report_samples {

inline core::result differing() {
  core::result decay;
  decay.subject = "decay";
  decay.verdict = "differs";
  decay.kind = core::weight::finding;
  decay.reason = "1 of 3 lines differs, first at line 2";
  decay.where = core::place{"golden/decay.stdout", 2, 5};
  decay.explanation = {"--- golden", "+++ output", "@@ -1,3 +1,3 @@", " a", "-b | c", "+b | d", " e"};
  decay.advice = "verbatim accept decay";
  decay.facts = {{"digest", "44d2"}, {"lines_differing", 1}};
  decay.seconds = 0.25;
  return decay;
}

inline core::result plain(std::string subject, std::string verdict, core::weight kind, std::string reason) {
  core::result made;
  made.subject = std::move(subject);
  made.verdict = std::move(verdict);
  made.kind = kind;
  made.reason = std::move(reason);
  return made;
}

/// One result of each verdict, in the order of DESIGN: 1 holds, 6 findings, 1 failed, 1 skipped.
inline core::report every_verdict() {
  core::result range = plain("range", "match", core::weight::holds, "");
  range.facts = {{"digest", "3b187af6966152cf2b5d8e8ee3a3a9c9"}, {"runs", 2}};
  range.seconds = 0.002;
  core::report made;
  made.kind = "check";
  made.list_name = "models";
  made.facts = {{"manifest", "golden/manifest.toml"}, {"reruns", 2}};
  made.seconds = 1.5;
  made.results = {
      range,
      differing(),
      plain("threads", "unstable", core::weight::finding, "run 2 printed other bytes than run 1"),
      plain("times", "not canonical", core::weight::finding, "a carriage return at line 1, column 9"),
      plain("gone", "failed", core::weight::failed, "no program at bin/gone"),
      plain("fresh", "no golden", core::weight::finding, "golden/fresh.stdout does not exist"),
      plain("range_py", "skipped", core::weight::skipped, "python3 is missing"),
      plain("old.stdout", "orphan", core::weight::finding, "no model names it"),
      plain("boundaries", "bad sum", core::weight::finding, "SHA256SUMS and boundaries.stdout disagree"),
  };
  return made;
}

/// What a model may print to get out of the place it is shown in.
inline std::vector<std::string> hostile_texts() {
  using namespace std::string_literals;
  return {
      "%0A::error::injected",
      "\n::error file=a,line=1::injected",
      "\r\n::set-output name=x::y",
      "  ::stop-commands::x",
      "\u3000::warning::behind an ideographic space",
      "##[error]injected ##[add-mask]e",
      "##vso[task.setvariable variable=x]y ##teamcity[message text='x']",
      "a,line=7::b:c,title=x",
      "]]>",
      "</failure></testcase><testcase name=\"forged\"/>",
      "<!--&amp;&#0;<?xml?> \"'",
      "NUL\0inside"s,
      "\x1b[31mred\x1b]0;title\x07",
      "broken \xff\xfe\xc0\xaf\xed\xa0\x80 utf8",
      "\uFFFE\uFFFF\uFEFF\u202E\u0085\u2028",
      "`` ` ``` ```` `",
      "```\n# heading\n```sh\nrm -rf /\n~~~",
      "a | b \\| c \\\\| d \\",
      "@octocat [link](https://example.com) ![i](x) www.example.com a@b.example",
      "# SKIP not really \\# TODO \\",
      "...\n---\nok 99 - forged\nBail out! forged\n1..1000",
      "key: [1, 2] # comment \"quoted\\\"",
      "",
      " ",
      "-",
      "9. numbered",
      "====",
      "\t tab \v \f",
  };
}

/// Each hostile text in every field at once, with every weight in turn.
inline core::report hostile() {
  core::report made;
  made.kind = "x::y\n</testsuite>";
  made.list_name = "schema";
  constexpr std::array kinds{core::weight::holds, core::weight::finding, core::weight::failed, core::weight::skipped};
  for (const std::string& text : hostile_texts()) {
    for (const core::weight kind : kinds) {
      core::result each;
      each.subject = text;
      each.verdict = text;
      each.kind = kind;
      each.reason = text;
      each.where = core::place{text, 3, 4};
      each.explanation = {text, text + "\n" + text};
      each.advice = text;
      each.facts = {{text, text}, {"verdict", "match"}, {"list", core::value::list{text, 1, true, core::value()}}};
      made.results.push_back(each);
    }
    made.facts.emplace_back(text, core::value::object{{text, text}});
  }
  core::result longest = plain("longest", "differs", core::weight::finding, std::string(100'000, 'r'));
  longest.explanation = {std::string(100'000, '`'), std::string(100'000, '|')};
  longest.facts = {{std::string(5000, 'k'), std::string(100'000, '\\')}};
  made.results.push_back(longest);
  return made;
}

inline std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return lines;
}

inline std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t number = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size())) ++number;
  return number;
}

/// What must be true of every form: well-formed UTF-8, one final newline, nothing that changes a terminal.
inline std::string flaw_of(std::string_view text) {
  if (!text.ends_with('\n')) return "no final newline";
  while (!text.empty()) {
    const core::decoded next = core::decode_utf8(text);
    if (!next.valid) return "not UTF-8";
    if (core::is_unprintable(next.code) && next.code != U'\n') return "unprintable " + std::to_string(next.code);
    text.remove_prefix(next.length);
  }
  return {};
}

/// The runner's own reading (actions/runner, ActionCommand.cs): is this line of a log a command?
inline bool is_runner_command(std::string_view line) {
  if (line.find("##[") != std::string_view::npos) return true;
  for (core::decoded next = core::decode_utf8(line); next.valid; next = core::decode_utf8(line)) {
    const char32_t c = next.code;
    const bool blank = c == U' ' || c == U'\t' || c == 0xA0 || (c >= 0x2000 && c <= 0x200A) || c == 0x3000;
    if (!blank) break;
    line.remove_prefix(next.length);
  }
  return line.starts_with("::");
}

struct tool_answer {
  int exit_code;
  std::string output;
};

inline tool_answer run_tool(const std::string& command) {
  std::FILE* const pipe = ::popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("popen failed for: " + command);
  tool_answer answer{};
  std::array<char, 4096> buffer{};
  for (std::size_t got = 0; (got = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    answer.output.append(buffer.data(), got);
  const int status = ::pclose(pipe);
  answer.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return answer;
}

/// Whether `command` succeeds, asked once a command.
inline bool works(const std::string& command) {
  static std::vector<std::pair<std::string, bool>> known;
  for (const auto& [asked, answer] : known) {
    if (asked == command) return answer;
  }
  return known.emplace_back(command, run_tool(command).exit_code == 0).second;
}

/// A file with these bytes, gone at the end of its scope.
class scratch_file {
 public:
  explicit scratch_file(std::string_view bytes) {
    std::string name = (std::filesystem::temp_directory_path() / "verbatim-report-XXXXXX").string();
    const int descriptor = ::mkstemp(name.data());
    if (descriptor < 0) throw std::runtime_error("mkstemp failed for: " + name);
    std::FILE* const file = ::fdopen(descriptor, "wb");
    const bool written = file != nullptr && std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    if (file == nullptr || std::fclose(file) != 0 || !written) throw std::runtime_error("cannot write " + name);
    path_ = name;
  }
  ~scratch_file() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  scratch_file(const scratch_file&) = delete;
  scratch_file& operator=(const scratch_file&) = delete;
  [[nodiscard]] std::string quoted() const { return core::shell_quote(path_.string()); }

 private:
  std::filesystem::path path_;
};

inline std::string schema_path(const std::string& name) {
  return core::shell_quote(std::string(VERBATIM_SOURCE_DIR) + "/harness/report/schemas/" + name);
}

/// Runs a Python script on a document; the script finds the document's name in argv[1], and `extra` after it.
inline tool_answer judge(const std::string& script, std::string_view document, const std::string& extra = {}) {
  const scratch_file code(script);
  const scratch_file file(document);
  return run_tool("python3 " + code.quoted() + " " + file.quoted() + " " + extra);
}

}  // namespace verbatim::report_samples
