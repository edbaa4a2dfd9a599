#include "harness/cli/command_line.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "harness/cli/output.hpp"
#include "harness/core/error.hpp"
#include "harness/core/safe_text.hpp"

namespace verbatim::cli {
namespace {

// CLI11 takes a word in brackets for a list of its own, and '[ab]' is a glob; it takes -inf for an option, and for some
// verbs that is a number. Such words pass through it marked, and so do those that begin with the mark itself.
constexpr char mark = '\x01';

bool is_negative_number(std::string_view word) {
  if (word.size() < 2 || word[0] != '-') return false;
  std::string start;
  for (const char c : word.substr(1, 4)) start += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return (start[0] >= '0' && start[0] <= '9') || start[0] == '.' || start.starts_with("inf") ||
         start.starts_with("nan") || start.starts_with("snan");
}

std::string marked(std::string word, bool numbers) {
  const bool needs = word.starts_with('[') || word.starts_with(mark) || (numbers && is_negative_number(word));
  return needs ? mark + word : word;
}

// In a message: one mark goes, what else is there stays to be seen.
std::string unmarked(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == mark && (i == 0 || text[i - 1] != mark)) continue;
    out += text[i];
  }
  return out;
}

CLI::Option* plain(CLI::Option* option) {
  return option->transform(CLI::Validator(
      [](std::string& word) {
        if (word.starts_with(mark)) word.erase(0, 1);
        return std::string();
      },
      ""));
}

}  // namespace

void options::text(const std::string& names, std::string& into, const std::string& help, const std::string& type) {
  plain(verb_->add_option(names, into, help)->type_name(type));
}

void options::word(const std::string& names, std::string& into, const std::string& help, const std::string& type) {
  plain(verb_->add_option(names, into, help)->type_name(type))
      ->check(CLI::Validator(
          [names](std::string& value) {
            return value.empty() ? "is empty; give a value, or leave the option out" : "";
          },
          ""));
}

void options::required_text(const std::string& names, std::string& into, const std::string& help) {
  plain(verb_->add_option(names, into, help)->type_name("")->required());
}

void options::texts(const std::string& names, std::vector<std::string>& into, const std::string& help,
                    const std::string& type) {
  const bool positional = !names.starts_with('-');
  CLI::Option* option = plain(verb_->add_option(names, into, help)->type_name(positional ? "" : type));
  // `--tag a b` must not swallow b.
  if (!positional) option->allow_extra_args(false);
}

void options::required_texts(const std::string& names, std::vector<std::string>& into, const std::string& help) {
  plain(verb_->add_option(names, into, help)->type_name("")->required());
}

void options::numbers(const std::string& name, std::vector<std::string>& into, const std::string& help, int count) {
  CLI::Option* option = plain(verb_->add_option(name, into, help)->type_name("")->required());
  if (count > 0) option->expected(count);
  verbs_with_numbers_->insert(verb_->get_name());
}

void options::choice(const std::string& names, std::string& into, const std::string& help,
                     const std::vector<std::string>& known) {
  verb_->add_option(names, into, help)
      ->type_name(names.starts_with('-') ? "NAME" : "")
      ->check(CLI::IsMember(known))
      ->capture_default_str();
}

void options::flag(const std::string& names, bool& into, const std::string& help) {
  verb_->add_flag(names, into, help);
}

void options::number(const std::string& names, unsigned& into, const std::string& help, unsigned low, unsigned high) {
  verb_->add_option(names, into, help)->type_name("N")->check(CLI::Range(low, high));
}

void options::number(const std::string& names, std::optional<unsigned>& into, const std::string& help, unsigned low,
                     unsigned high) {
  verb_->add_option(names, into, help)->type_name("N")->check(CLI::Range(low, high));
}

void options::footer(const std::string& text) { verb_->footer(text); }

command_line::command_line(const std::string& description, const std::string& version)
    : app_(std::make_unique<CLI::App>(description)) {
  app_->set_version_flag("--version", version);
  app_->require_subcommand(1);
}

command_line::~command_line() = default;

options command_line::verb(const std::string& name, const std::string& description, action work) {
  CLI::App* const added = app_->add_subcommand(name, description);
  added->callback([this, work = std::move(work)] { chosen_ = work; });
  return {added, verbs_with_numbers_};
}

action command_line::parse(int argc, const char* const* argv) {
  const std::string_view first = argc > 1 ? argv[1] : "";
  std::vector<std::string> verbs;
  for (const CLI::App* each : std::as_const(*app_).get_subcommands([](const CLI::App*) { return true; }))
    verbs.push_back(each->get_name());
  if (!first.starts_with('-') && std::find(verbs.begin(), verbs.end(), first) == verbs.end())
    throw core::request_error(
        fmt::format("{}; the verbs are {}; `{} --help` says what they do",
                    first.empty() ? "no verb given" : fmt::format("no verb '{}'", core::escape(first, 80)),
                    fmt::join(verbs, ", "), argc > 0 ? argv[0] : "verbatim"));
  if (first.starts_with('-') && first != "--help" && first != "-h" && first != "--version")
    throw core::request_error(fmt::format("no option '{}' before a verb; `{} --help` shows what there is",
                                          core::escape(first, 80), argc > 0 ? argv[0] : "verbatim"));
  const bool numbers = verbs_with_numbers_.contains(std::string(first));
  std::vector<std::string> backwards;  // as CLI11 wants them
  bool only_numbers = false;
  for (int i = 1; i < argc; ++i) {
    std::string word = argv[i];
    // CLI11 takes nothing more after `--` where a positional argument has begun.
    if (numbers && !only_numbers && word == "--") {
      only_numbers = true;
      continue;
    }
    backwards.push_back(only_numbers ? mark + word : marked(word, numbers));
  }
  std::reverse(backwards.begin(), backwards.end());
  if (argc > 0) app_->name(argv[0]);
  try {
    app_->parse(backwards);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {  // --help, --version
      std::ostringstream text;
      app_->exit(error, text, text);
      return [said = text.str()] {
        print(said);
        return core::exit_code::holds;
      };
    }
    throw core::request_error(fmt::format("{}; `{}{}{} --help` shows what there is",
                                          core::escape(unmarked(error.what()), 400), argc > 0 ? argv[0] : "verbatim",
                                          first.starts_with('-') ? "" : " ", first.starts_with('-') ? "" : first));
  }
  return chosen_;
}

}  // namespace verbatim::cli
