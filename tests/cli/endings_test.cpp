// Programs that do not end well: each way is told apart, the whole group is ended, and nothing hangs.
#include "tests/cli/cli_fixture.hpp"

namespace verbatim::testing {
namespace {

class endings : public cli {
 protected:
  // Why the only model failed.
  [[nodiscard]] std::string failure() const {
    const ended how = verbatim({"check", "--format", "json"});
    EXPECT_TRUE(ends_with(how, 3));
    const nlohmann::json result = result_of(nlohmann::json::parse(how.out, nullptr, false), "a");
    EXPECT_EQ(result["verdict"], "failed");
    return result["reason"];
  }
  void model_is(const words& how, std::string_view more = "") const { manifest(misbehaving("a", how, more)); }
  [[nodiscard]] std::string pid_file() const { return beside("pid").string(); }
};

TEST_F(endings, time_out) {
  model_is({"sleep"}, "timeout_s = 0.2");
  EXPECT_TRUE(has(failure(), "time-out of 0.2 s"));
}

TEST_F(endings, a_program_that_ignores_every_signal_is_ended_all_the_same) {
  model_is({"ignore-term", pid_file()}, "timeout_s = 0.5");
  EXPECT_TRUE(has(failure(), "time-out"));
  EXPECT_TRUE(is_gone(pid_in(pid_file())));
}

TEST_F(endings, a_time_out_ends_the_children_too) {
  model_is({"fork-sleep", pid_file()}, "timeout_s = 0.5");
  EXPECT_TRUE(has(failure(), "time-out"));
  EXPECT_TRUE(is_gone(pid_in(pid_file())));
}

TEST_F(endings, output_without_end_is_stopped_at_its_limit) {
  model_is({"endless"}, "max_output_bytes = 100000");
  EXPECT_TRUE(has(failure(), "more than 100000 bytes"));
}

TEST_F(endings, output_without_end_does_not_outrun_the_time_out) {
  model_is({"endless"}, "hash_only = true\ntimeout_s = 0.2\nmax_output_bytes = 1000000000000");
  EXPECT_TRUE(has(failure(), "time-out"));
}

TEST_F(endings, output_of_exactly_the_limit_is_let_pass) {
  manifest(misbehaving("a", {"bytes", "6400"}, "max_output_bytes = 6400") +
           misbehaving("b", {"bytes", "6400"}, "max_output_bytes = 6399"));
  EXPECT_EQ(verdicts(), "a no golden, b failed → 1");
}

TEST_F(endings, a_signal_is_named) {
  model_is({"abort"});
  EXPECT_TRUE(has(failure(), "SIGABRT"));
  model_is({"segv"});
  EXPECT_TRUE(has(failure(), "SIGSEGV"));
  model_is({"kill-self"});
  EXPECT_TRUE(has(failure(), "SIGKILL"));
}

TEST_F(endings, a_crash_leaves_no_core_file) {
  model_is({"abort"});
  const auto files = [this] { return std::distance(fs::directory_iterator(golden()), fs::directory_iterator()); };
  const auto before = files();
  EXPECT_EQ(verdicts(), "a failed → 3");
  EXPECT_EQ(files(), before);
}

TEST_F(endings, a_wrong_exit_code_comes_with_standard_error) {
  model_is({"exit", "41"});
  const std::string reason = failure();
  EXPECT_TRUE(has(reason, "exit code 41 instead of 0"));
  EXPECT_TRUE(has(reason, "this is why"));
}

TEST_F(endings, standard_error_is_shown_escaped) {
  manifest(script("a", "printf '\\033[2Jred\\a\\n' >&2; exit 1"));
  EXPECT_TRUE(has(failure(), "\\x1b[2Jred\\x07"));
  const ended how = verbatim({"check"});
  EXPECT_TRUE(lacks(how.out + how.err, "\x1b"));
}

TEST_F(endings, a_grandchild_that_holds_the_output_is_told_apart_and_ended) {
  model_is({"hold", pid_file()});
  EXPECT_TRUE(has(failure(), "keeps its output open"));
  EXPECT_TRUE(is_gone(pid_in(pid_file())));
}

TEST_F(endings, a_grandchild_that_left_the_group_is_ended_too) {
  model_is({"hold-setsid", pid_file()});
  EXPECT_TRUE(has(failure(), "keeps its output open"));
  EXPECT_TRUE(is_gone(pid_in(pid_file())));
}

TEST_F(endings, a_held_pipe_does_not_stop_other_models) {
  manifest(misbehaving("a", {"hold-setsid", pid_file()}) + printing("b", "one\n") + printing("c", "two\n"));
  write_file(golden("b.stdout"), "one\n");
  write_file(golden("c.stdout"), "two\n");
  EXPECT_EQ(verdicts({"-j4"}), "a failed, b match, c match → 3");
}

TEST_F(endings, closing_the_output_early_is_no_failure) {
  model_is({"close-early"});
  write_file(golden("a.stdout"), "closed early\n");
  EXPECT_EQ(verdicts(), "a match → 0");
}

TEST_F(endings, closing_the_output_and_going_on_ends_in_a_time_out) {
  model_is({"close-and-sleep"}, "timeout_s = 0.3");
  EXPECT_TRUE(has(failure(), "time-out"));
}

// A daemon that holds nothing open is found by nothing but its parentage.
TEST_F(endings, no_verb_leaves_a_daemon_behind) {
  manifest(
      script("a",
             "setsid sh -c 'echo $$ > \"$0\"; exec sleep 600' \"$here/pid.new\" </dev/null >/dev/null 2>&1 &\n"
             "while [ ! -s \"$here/pid.new\" ]; do sleep 0.01; done; mv \"$here/pid.new\" \"$here/pid\"; echo done",
             "reruns = 1"));
  for (const words& arguments :
       std::vector<words>{{"accept"}, {"check"}, {"diff", "a"}, {"run", "a"}, {"accept", "-n"}}) {
    SCOPED_TRACE(arguments.front());
    EXPECT_TRUE(ends_with(verbatim(arguments), 0));
    EXPECT_FALSE(is_running(pid_in(pid_file())));
    if (is_running(pid_in(pid_file()))) ::kill(pid_in(pid_file()), SIGKILL);
    fs::remove(pid_file());
  }
}

TEST_F(endings, a_process_that_the_caller_had_started_goes_on) {
  manifest(printing("a", "x\n"));
  accept_all();
  const ended how = shell("sleep 60 & echo $! >'" + pid_file() + "'; exec '" VERBATIM_PROGRAM "' check");
  EXPECT_TRUE(ends_with(how, 0));
  const pid_t pid = pid_in(pid_file());
  EXPECT_TRUE(is_running(pid));
  ::kill(pid, SIGKILL);
}

TEST_F(endings, a_program_in_another_format_cannot_be_started) {
  write_file(golden("data"), "no program\n");
  fs::permissions(golden("data"), fs::perms::owner_all);
  manifest(model("a", {"./data"}));
  EXPECT_TRUE(has(failure(), "no program this system can execute"));
}

class interrupted : public cli {
 protected:
  void SetUp() override {
    cli::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    // Writes where its home is and who it is, litters, and never ends by itself.
    const auto sleeper = [this](const std::string& name) {
      return script(name, "echo \"$HOME\" > \"$here/" + name +
                              ".home\"; touch \"$HOME/litter\"; trap '' TERM INT HUP; "
                              "echo $$ > \"$here/" +
                              name + ".pid\"; echo begun; while true; do sleep 0.1; done");
    };
    manifest("[defaults]\ntimeout_s = 600\n" + sleeper("a") + sleeper("b"));
    write_file(golden("a.stdout"), "old\n");
  }

  // Starts the program, sends the signal once both models run, and looks at what is left.
  void expect_clean_stop(const words& arguments, int signal, const words& models) const {
    running program(calling(arguments));
    std::vector<pid_t> pids;
    for (const std::string& name : models) pids.push_back(pid_in(beside(name + ".pid")));
    program.send(signal);
    const ended how = program.wait();
    EXPECT_TRUE(ends_with(how, 128 + signal));
    EXPECT_TRUE(has(how.err, "stopped"));
    for (const pid_t pid : pids) EXPECT_TRUE(is_gone(pid));
    for (const std::string& name : models) {
      std::string home = read_file(beside(name + ".home"));
      home.pop_back();
      EXPECT_FALSE(fs::exists(home));
      EXPECT_FALSE(fs::exists(fs::path(home).parent_path()));
      fs::remove(beside(name + ".pid"));
    }
    EXPECT_TRUE(hidden_files().empty());
    EXPECT_EQ(read_file(golden("a.stdout")), "old\n");
    EXPECT_FALSE(fs::exists(golden("SHA256SUMS")));
  }
};

TEST_F(interrupted, ctrl_c_ends_all_models_and_leaves_nothing) {
  expect_clean_stop({"check", "-j2"}, SIGINT, {"a", "b"});
}

TEST_F(interrupted, ctrl_c_with_one_job) { expect_clean_stop({"check", "-j1"}, SIGINT, {"a"}); }

TEST_F(interrupted, so_do_sigterm_sighup_and_sigquit) {
  expect_clean_stop({"check", "-j2"}, SIGTERM, {"a", "b"});
  expect_clean_stop({"check", "-j2"}, SIGHUP, {"a", "b"});
  expect_clean_stop({"check", "-j2"}, SIGQUIT, {"a", "b"});
}

TEST_F(interrupted, in_accept_nothing_is_written) { expect_clean_stop({"accept"}, SIGINT, {"a"}); }

TEST_F(interrupted, in_diff_and_run) {
  expect_clean_stop({"diff", "a"}, SIGINT, {"a"});
  expect_clean_stop({"run", "a"}, SIGINT, {"a"});
}

TEST_F(interrupted, a_report_file_is_not_half_written) {
  expect_clean_stop({"check", "--report", "junit=out.xml"}, SIGINT, {"a"});
  EXPECT_FALSE(fs::exists(project() / "out.xml"));
}

TEST_F(interrupted, what_a_killed_program_left_is_removed_by_the_next) {
  running program(calling({"check", "-j1"}));
  const pid_t pid = pid_in(beside("a.pid"));
  program.send(SIGKILL);
  EXPECT_EQ(program.wait().signal, SIGKILL);
  std::string home = read_file(beside("a.home"));
  home.pop_back();
  EXPECT_TRUE(is_gone(pid));
  ::kill(-pid, SIGKILL);
  manifest(printing("c", "one\n"));
  EXPECT_TRUE(ends_with(verbatim({"check"}), 1));
  EXPECT_FALSE(fs::exists(fs::path(home).parent_path()));
}

}  // namespace
}  // namespace verbatim::testing
