// The command line: verbs and their options. CLI11 stands behind it, in one file alone (its headers cost seconds of
// compile time in each file that includes them).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/core/result.hpp"

// NOLINTBEGIN(readability-identifier-naming): CLI11's own names
namespace CLI {
class App;
}
// NOLINTEND(readability-identifier-naming)

namespace verbatim::cli {

/// A verb's work, run after the whole command line was understood.
using action = std::function<core::exit_code()>;

/// The options of one verb. `names` as CLI11 takes them: "-j,--jobs", or "NAME" for a positional argument. What the
/// options are written to must outlive the parse.
class options {
 public:
  options(CLI::App* verb, std::set<std::string>& verbs_with_numbers)
      : verb_(verb), verbs_with_numbers_(&verbs_with_numbers) {}
  void text(const std::string& names, std::string& into, const std::string& help, const std::string& type = "TEXT");
  /// As text, but an empty one (an unset shell variable) is refused.
  void word(const std::string& names, std::string& into, const std::string& help, const std::string& type);
  void required_text(const std::string& names, std::string& into, const std::string& help);
  /// May be given any number of times; a positional one takes all that is left.
  void texts(const std::string& names, std::vector<std::string>& into, const std::string& help,
             const std::string& type = "TEXT");
  void required_texts(const std::string& names, std::vector<std::string>& into, const std::string& help);
  /// Positional numbers, `count` of them (0: any number but none). Negative ones, -inf and -nan too, need no `--` before them.
  void numbers(const std::string& name, std::vector<std::string>& into, const std::string& help, int count = 0);
  void choice(const std::string& names, std::string& into, const std::string& help,
              const std::vector<std::string>& known);
  void flag(const std::string& names, bool& into, const std::string& help);
  void number(const std::string& names, unsigned& into, const std::string& help, unsigned low, unsigned high);
  void number(const std::string& names, std::optional<unsigned>& into, const std::string& help, unsigned low,
              unsigned high);
  void footer(const std::string& text);

 private:
  CLI::App* verb_;
  std::set<std::string>* verbs_with_numbers_;
};

class command_line {
 public:
  command_line(const std::string& description, const std::string& version);
  ~command_line();
  command_line(const command_line&) = delete;
  command_line& operator=(const command_line&) = delete;

  /// A new verb; `work` runs where it is the one given.
  options verb(const std::string& name, const std::string& description, action work);

  /// What the arguments ask for. Help and version give an action that prints them. Throws core::request_error.
  [[nodiscard]] action parse(int argc, const char* const* argv);

 private:
  std::unique_ptr<CLI::App> app_;
  std::set<std::string> verbs_with_numbers_;
  action chosen_;
};

}  // namespace verbatim::cli
