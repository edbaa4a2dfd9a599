// The one result type that every verdict is: a plain value that any exporter in harness/report can print.
//
// A verb fills one `report` with one `result` for each subject (a model, an operation, a log). Texts in a result are
// already safe to print: whoever puts bytes of a foreign program into one passes them through safe_text first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace verbatim::core {

/// Exit codes of the program, the same for every verb.
enum class exit_code : int {
  holds = 0,        ///< everything asked for holds
  finding = 1,      ///< a mismatch, nondeterminism, counter-example; wins over `work_failed`
  bad_request = 2,  ///< usage, manifest, unreadable input, nothing selected
  work_failed = 3,  ///< a program failed to start, a time-out, a full disk
};

/// What a result weighs in the exit code.
enum class weight : std::uint8_t { holds, finding, failed, skipped };

/// A fact for machines: null, boolean, integer, number, text, list, or an object whose keys keep their order.
class value {
 public:
  using list = std::vector<value>;
  using object = std::vector<std::pair<std::string, value>>;
  using storage = std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string, list, object>;

  value() : data_(nullptr) {}
  value(bool flag) : data_(flag) {}
  value(int number) : data_(static_cast<std::int64_t>(number)) {}
  value(std::int64_t number) : data_(number) {}
  value(std::uint64_t number) : data_(number) {}
  value(double number) : data_(number) {}
  value(const char* text) : data_(std::string(text)) {}
  value(std::string_view text) : data_(std::string(text)) {}
  value(std::string text) : data_(std::move(text)) {}
  value(list items) : data_(std::move(items)) {}
  value(object members) : data_(std::move(members)) {}

  [[nodiscard]] const storage& data() const { return data_; }

 private:
  storage data_;
};

/// A place in a file a person can go to. Line and column count from 1; 0 means unknown.
struct place {
  std::string file;
  std::uint64_t line = 0;
  std::uint64_t column = 0;
};

struct result {
  std::string subject;  ///< model name, operation, file
  std::string verdict;  ///< stable term: "match", "differs", "not canonical", …
  weight kind = weight::holds;
  std::string reason;                    ///< one sentence; may be empty where the verdict says it all
  std::optional<place> where;            ///< where to look first
  std::vector<std::string> explanation;  ///< further lines for people
  std::string advice;                    ///< the exact command that goes on from here; may be empty
  value::object facts;                   ///< for machines, keys in a fixed order
  double seconds = 0.0;                  ///< wall time spent on it
  bool aside = false;                    ///< not one of the subjects asked for, but something found beside them
};

struct report {
  std::string kind;       ///< the verb, and the <kind> of the JSON schema name verbatim/<kind>/1
  std::string list_name;  ///< what the results are, plural, the key in JSON: "models", "operations"
  std::vector<result> results;
  value::object facts;  ///< about the whole: reruns, manifest, …
  double seconds = 0.0;
};

/// The answer to one question: its facts stand at the top of the report as well.
[[nodiscard]] report answer(std::string kind, std::string list_name, result one);

/// The explanation of the first result, a line each, without blanks at their ends. Precondition: there is one.
[[nodiscard]] std::string explanation_text(const report& answered);

struct tally {
  std::size_t holds = 0;
  std::size_t findings = 0;
  std::size_t failed = 0;
  std::size_t skipped = 0;
  [[nodiscard]] std::size_t total() const { return holds + findings + failed + skipped; }
};

[[nodiscard]] tally count(std::span<const result> results);

/// finding if there is one; else work_failed if something failed; bad_request where nothing ran at all (no result, or
/// every one skipped); else holds. With `skips_are_findings`, a skip counts as a finding.
[[nodiscard]] exit_code exit_code_of(std::span<const result> results, bool skips_are_findings = false);

}  // namespace verbatim::core
