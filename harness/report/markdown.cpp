// GitHub-flavoured Markdown: a table of all results, then a section for each that does not hold.
//
// https://github.github.com/gfm/ . Text from a model's output is untrusted: in a job summary or a comment it must not
// become a heading, a link, an image, HTML or a mention of somebody. Whatever is not plain prose is therefore set in a
// code span or a fence, where none of these exist, and a span or a fence is longer than any run of backticks inside.
// cmark does not see spans of more than 80 backticks and counts a fence to 255, so longer runs are broken up.
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/report/forms.hpp"
#include "harness/report/wording.hpp"

namespace verbatim::report {
namespace {

constexpr std::size_t cell_limit = 200;
constexpr std::size_t section_limit = 32 * 1024;
constexpr std::size_t backticks_kept = 32;

std::string tame_backticks(std::string_view text) {
  std::string out;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    if (run > backticks_kept) {
      out += "\\x60";
      run = 0;
    } else {
      out += c;
    }
  }
  return out;
}

std::size_t longest_backticks(std::string_view text) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

// GFM splits a row at each `|` that no backslash precedes, code spans included, and other readers count the
// backslashes; a `|` after a backslash is written as an escape so that both see one cell.
std::string escape_bars(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '|')
      out += text[i];
    else
      out += i > 0 && text[i - 1] == '\\' ? "\\x7c" : "\\|";
  }
  return out;
}

std::string code_span(std::string_view raw) {
  const std::string text = tame_backticks(escape_bars(inert(std::string(raw))));
  if (text.empty()) return {};
  const std::string fence(longest_backticks(text) + 1, '`');
  const auto needs_blank = [](char c) { return c == '`' || c == ' '; };
  const bool padded = needs_blank(text.front()) || needs_blank(text.back());
  const std::string blank = padded && text.find_first_not_of(' ') != std::string::npos ? " " : "";
  return fence + blank + text + blank + fence;
}

// Plain words that mean the same with and without Markdown; anything doubtful is no prose.
bool is_prose(std::string_view text) {
  constexpr std::string_view marks = " ,;:.()\"'%/=+-…";
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto harmless = [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || marks.find(c) != std::string_view::npos;
  };
  if (!std::all_of(text.begin(), text.end(), harmless)) return false;
  const std::size_t start = text.find_first_not_of("0123456789");
  const char first = start == std::string_view::npos ? '\0' : text[start];
  if (start == 0 && (first == ' ' || first == '-' || first == '+' || first == '='))
    return false;                                                 // code, list, heading
  if (start > 0 && (first == '.' || first == ')')) return false;  // numbered list
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i);
    if (rest.front() == ':' && rest.size() > 1 && rest[1] != ' ') return false;  // https://…, :emoji:
    const auto is_w = [&](std::size_t at) { return rest[at] == 'w' || rest[at] == 'W'; };
    if (rest.size() > 3 && is_w(0) && is_w(1) && is_w(2) && rest[3] == '.') return false;  // www.… links by itself
  }
  return true;
}

std::string inline_text(std::string_view text, std::size_t limit = line_limit) {
  std::string cleaned = clean(text, limit);
  return is_prose(cleaned) ? cleaned : code_span(cleaned);
}

std::string row(const core::result& result) {
  std::string out = "| " + std::string(mark_of(result.kind)) + " " + inline_text(result.verdict, cell_limit);
  out += " | " + code_span(clean(result.subject, cell_limit));
  out += " | " + inline_text(detail_of(result, cell_limit));
  out += " | " + (result.where ? code_span(clean(place_text(*result.where), cell_limit)) : std::string());
  return out + " |\n";
}

std::string fenced(const std::vector<std::string>& lines, std::string_view language) {
  std::string text;
  std::size_t taken = 0;
  for (const std::string& each : lines) {
    if (text.size() + each.size() > section_limit) break;
    text += tame_backticks(inert(each)) + "\n";
    ++taken;
  }
  if (taken < lines.size()) text += "… " + counted(lines.size() - taken, "lines") + " more\n";
  const std::string fence(std::max<std::size_t>(3, longest_backticks(text) + 1), '`');
  return fence + std::string(language) + "\n" + text + fence + "\n";
}

std::string section(const core::result& result) {
  std::string out = "\n### " + std::string(mark_of(result.kind)) + " " + inline_text(result.verdict) + ": " +
                    code_span(clean(result.subject, line_limit)) + "\n";
  if (!result.reason.empty()) out += "\n" + inline_text(result.reason) + "\n";
  if (result.where && !result.where->file.empty()) out += "\nAt " + code_span(place_text(*result.where)) + "\n";
  if (const auto lines = explanation_lines(result); !lines.empty()) {
    const auto is_hunk = [](const std::string& each) { return each.starts_with("@@ "); };
    const bool is_diff = std::any_of(lines.begin(), lines.end(), is_hunk);
    out += "\n" + fenced(lines, is_diff ? "diff" : "text");
  }
  if (!result.advice.empty()) out += "\nNext:\n\n" + fenced({clean(result.advice, line_limit)}, "sh");
  return out;
}

bool needs_section(const core::result& result) {
  return result.kind == core::weight::finding || result.kind == core::weight::failed;
}

core::weight worst_of(const core::tally& sums) {
  if (sums.findings > 0) return core::weight::finding;
  if (sums.failed > 0) return core::weight::failed;
  return sums.holds > 0 ? core::weight::holds : core::weight::skipped;
}

// A page that takes parts until it is full, then only counts them, and says how many it left out.
class page {
 public:
  page(std::string begin, std::size_t limit) : text_(std::move(begin)), limit_(limit) {}

  template <typename Writer>
  void add(const Writer& write) {
    if (left_out_ == 0) {
      const std::string part = write();
      if (part.size() <= limit_ && text_.size() <= limit_ - part.size()) {
        text_ += part;
        return;
      }
    }
    ++left_out_;
  }

  void close(std::string_view what) {
    if (left_out_ > 0) text_ += "\n" + counted(left_out_, what) + " left out here: the page has a limit.\n";
    left_out_ = 0;
  }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::size_t limit_;
  std::size_t left_out_ = 0;
};

std::string table_head(const core::report& report) {
  return "\n| verdict | " + inline_text(singular(list_name_of(report)), cell_limit) + " | reason | where |\n" +
         "| --- | --- | --- | --- |\n";
}

}  // namespace

std::string to_markdown(const core::report& report, const page_limits& limits) {
  constexpr std::size_t room = 512;  // for the closing words
  const std::size_t limit = limits.bytes - std::min(limits.bytes, room);
  const core::tally sums = core::count(report.results);
  const bool all_rows = sums.holds <= limits.rows_that_hold;
  const std::string begin = "## verbatim " + inline_text(report.kind, cell_limit) + "\n\n" +
                            std::string(mark_of(worst_of(sums))) + " " + inline_text(totals_line(report)) + "\n";
  page out(begin, limit);
  if (report.results.size() > (all_rows ? 0 : sums.holds)) {
    out.add([&] { return table_head(report); });
    for (const core::result& each : report.results) {
      if (all_rows || each.kind != core::weight::holds) out.add([&] { return row(each); });
    }
    out.close("rows");
  }
  if (!all_rows) out.add([&] { return "\n" + counted(sums.holds, "results") + " that hold: not listed.\n"; });
  for (const core::result& each : report.results) {
    if (needs_section(each)) out.add([&] { return section(each); });
  }
  out.close("sections");
  return out.text();
}

}  // namespace verbatim::report
