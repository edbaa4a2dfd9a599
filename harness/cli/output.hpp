// Where reports go: --format on standard output, --report FORMAT=FILE any number of times, progress on a terminal.
#pragma once

#include <chrono>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "harness/cli/command_line.hpp"
#include "harness/core/result.hpp"
#include "harness/gate/manifest.hpp"
#include "harness/report/exporter.hpp"

namespace verbatim::cli {

/// To standard output; throws core::work_error where that fails (disk full, closed pipe).
void print(std::string_view text);
/// To standard error; what cannot be said is not said.
void say(std::string_view text);

/// --format text|json of a verb that answers and judges nothing: text is the verb's own, JSON the whole report.
class answer_output {
 public:
  void add_to(options& verb);
  void give(const core::report& report, std::string_view text) const;
  [[nodiscard]] bool is_text() const { return format_name_ == "text"; }

 private:
  std::string format_name_ = "text";
};

class report_output {
 public:
  void add_to(options& verb);
  /// Understands the options. Throws core::request_error for a format that is not known.
  void prepare();
  /// Refuses reports that would overwrite what `from` guards: its manifest, golden files, sums. Before anything runs.
  void protect(const gate::manifest& from) const;
  /// One result of a text report, as soon as it is known.
  void result(const core::result& result);
  /// Progress for a terminal: `subject` is being worked on. From any thread.
  void working_on(std::string_view subject);
  [[nodiscard]] bool is_quiet() const { return quiet_; }
  void expect(std::size_t results) { expected_ = results; }
  /// The rest of the report on standard output, and all --report files. Returns the exit code: `code`, or work_failed
  /// where that is no finding and a file could not be written (all others are written all the same).
  [[nodiscard]] core::exit_code finish(const core::report& report, core::exit_code code);

 private:
  void clear_progress();
  std::string format_name_ = "text";
  std::vector<std::string> report_requests_;
  bool quiet_ = false;
  bool verbose_ = false;
  report::format format_ = report::format::text;
  struct file_report {
    report::format form;
    std::string path;
  };
  std::vector<file_report> files_;
  report::style look_;
  bool progress_ = false;
  bool progress_shown_ = false;
  std::size_t expected_ = 0;
  std::size_t seen_ = 0;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::mutex lock_;
};

}  // namespace verbatim::cli
