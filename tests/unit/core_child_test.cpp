// One child process: every way in which it can end is told apart, and none of them hangs.
#include "harness/core/child.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "tests/unit/core_support.hpp"

namespace {

using namespace std::chrono_literals;
using verbatim::core::child_end;
using verbatim::core::child_outcome;
using verbatim::core::child_spec;
using verbatim::core::end_strays;
using verbatim::core::find_program;
using verbatim::core::run_child;
using verbatim::testing_support::contents;
using verbatim::testing_support::eventually;
using verbatim::testing_support::put;
using verbatim::testing_support::temporary_folder;

struct run {
  child_outcome outcome;
  std::string output;
};

run run_all(const child_spec& spec) {
  run result;
  result.outcome = run_child(spec, [&result](std::string_view piece) {
    result.output += piece;
    return true;
  });
  return result;
}

child_spec misbehave(std::vector<std::string> how, std::chrono::nanoseconds timeout = 60s) {
  child_spec spec;
  spec.argv = {VERBATIM_MISBEHAVE};
  spec.argv.insert(spec.argv.end(), how.begin(), how.end());
  spec.timeout = timeout;
  return spec;
}

child_spec shell_script(const std::string& script) {
  child_spec spec;
  spec.argv = {"/bin/sh", "-c", script};
  spec.environment = {"PATH=/usr/bin:/bin"};
  spec.timeout = 60s;
  return spec;
}

bool is_alive(const std::string& pid_file) {
  const std::string pid = contents(pid_file);
  if (pid.empty()) return false;
  std::ifstream in("/proc/" + pid.substr(0, pid.find('\n')) + "/stat");
  const std::string stat{std::istreambuf_iterator<char>(in), {}};
  const std::size_t name_end = stat.rfind(") ");
  return name_end != std::string::npos && stat[name_end + 2] != 'Z' && stat[name_end + 2] != 'X';
}

TEST(core_child, exits_with_its_own_code_and_output) {
  const run got = run_all(misbehave({"exit", "7"}));
  EXPECT_EQ(got.outcome.end, child_end::exited);
  EXPECT_EQ(got.outcome.exit_code, 7);
  EXPECT_EQ(got.output, "exits\n");
  EXPECT_EQ(got.outcome.output_bytes, 6U);
  EXPECT_EQ(got.outcome.error_head, "this is why\n");
  EXPECT_EQ(got.outcome.error_bytes, 12U);
  EXPECT_GT(got.outcome.elapsed, 0ns);
}

TEST(core_child, is_told_to_have_been_killed_by_a_signal) {
  const run aborted = run_all(misbehave({"abort"}));
  EXPECT_EQ(aborted.outcome.end, child_end::signalled);
  EXPECT_EQ(aborted.outcome.signal, SIGABRT);
  EXPECT_EQ(aborted.output, "about to abort\n");
  EXPECT_EQ(run_all(misbehave({"segv"})).outcome.signal, SIGSEGV);
  EXPECT_EQ(run_all(misbehave({"kill-self"})).outcome.signal, SIGKILL);
  EXPECT_EQ(run_all(misbehave({"kill-self"})).outcome.end, child_end::signalled);
}

TEST(core_child, is_ended_at_its_time_out_whatever_it_ignores) {
  const temporary_folder place;
  for (const std::vector<std::string>& how : {std::vector<std::string>{"sleep"},
                                              {"ignore-term", place / "pid"},
                                              {"close-and-sleep"},
                                              {"fork-sleep", place / "grandchild"}}) {
    const run got = run_all(misbehave(how, 300ms));
    EXPECT_EQ(got.outcome.end, child_end::timed_out) << how[0];
    EXPECT_GE(got.outcome.elapsed, 300ms);
    EXPECT_LT(got.outcome.elapsed, 10s);
  }
  EXPECT_FALSE(is_alive(place / "pid"));
  EXPECT_TRUE(eventually([&] { return !is_alive(place / "grandchild"); })) << "the whole group is ended";
}

TEST(core_child, that_writes_without_end_does_not_outrun_the_clock) {
  const run got = run_all(misbehave({"endless"}, 200ms));
  EXPECT_EQ(got.outcome.end, child_end::timed_out);
  EXPECT_GT(got.outcome.output_bytes, 0U);
}

TEST(core_child, is_ended_where_it_writes_too_much) {
  child_spec spec = misbehave({"endless"});
  spec.max_output_bytes = 100000;
  EXPECT_EQ(run_all(spec).outcome.end, child_end::too_much_output);
  spec = misbehave({"bytes", "100000"});
  spec.max_output_bytes = 100000;
  const run exactly = run_all(spec);
  EXPECT_EQ(exactly.outcome.end, child_end::exited) << "the limit itself is allowed";
  EXPECT_EQ(exactly.output.size(), 100000U);
  spec.max_output_bytes = 99999;
  EXPECT_EQ(run_all(spec).outcome.end, child_end::too_much_output);
}

TEST(core_child, is_ended_where_the_reader_wants_no_more) {
  std::string got;
  const child_outcome outcome = run_child(misbehave({"endless"}), [&got](std::string_view piece) {
    got += piece;
    return false;
  });
  EXPECT_EQ(outcome.end, child_end::stopped);
  EXPECT_FALSE(got.empty());
}

TEST(core_child, is_told_apart_where_a_grandchild_holds_its_output) {
  const temporary_folder place;
  const run got = run_all(misbehave({"hold", place / "pid"}));
  EXPECT_EQ(got.outcome.end, child_end::pipe_held);
  EXPECT_EQ(got.output, "held\n");
  EXPECT_GE(got.outcome.elapsed, 1s);
  EXPECT_LT(got.outcome.elapsed, 10s);
  EXPECT_TRUE(eventually([&] { return !is_alive(place / "pid"); }));
}

TEST(core_child, may_close_its_output_early) {
  const run got = run_all(misbehave({"close-early"}));
  EXPECT_EQ(got.outcome.end, child_end::exited);
  EXPECT_EQ(got.outcome.exit_code, 0);
  EXPECT_EQ(got.output, "closed early\n");
}

TEST(core_child, that_cannot_start_says_which_file_and_why) {
  const temporary_folder place;
  child_spec spec;
  spec.argv = {place / "none"};
  child_outcome outcome = run_all(spec).outcome;
  EXPECT_EQ(outcome.end, child_end::not_started);
  EXPECT_EQ(outcome.error, ENOENT);
  EXPECT_EQ(outcome.error_what, place / "none");

  put(place / "script", "no interpreter line\n");
  std::filesystem::permissions(place / "script", std::filesystem::perms::owner_all);
  spec.argv = {place / "script"};
  EXPECT_EQ(run_all(spec).outcome.error, ENOEXEC);

  spec = misbehave({"stdin"});
  spec.stdin_file = place / "no-input";
  outcome = run_all(spec).outcome;
  EXPECT_EQ(outcome.end, child_end::not_started);
  EXPECT_EQ(outcome.error_what, place / "no-input");

  spec = misbehave({"stdin"});
  spec.working_directory = place / "no-folder";
  outcome = run_all(spec).outcome;
  EXPECT_EQ(outcome.end, child_end::not_started);
  EXPECT_EQ(outcome.error_what, place / "no-folder");
}

TEST(core_child, reads_its_stdin_file_or_nothing) {
  const temporary_folder place;
  put(place / "in", "some input\n");
  child_spec spec = misbehave({"stdin"});
  EXPECT_EQ(run_all(spec).output, "end of input\n");
  spec.stdin_file = place / "in";
  EXPECT_EQ(run_all(spec).output, "some input\nend of input\n");
}

TEST(core_child, gets_exactly_the_environment_and_folder_it_is_given) {
  const temporary_folder place;
  child_spec spec = misbehave({"environment"});
  spec.environment = {"B=2", "A=1 with blanks", "EMPTY="};
  EXPECT_EQ(run_all(spec).output, "B=2\nA=1 with blanks\nEMPTY=\n");
  spec = shell_script("pwd -P");
  spec.working_directory = place.path();
  EXPECT_EQ(run_all(spec).output, place.path() + "\n");
}

TEST(core_child, writes_much_to_both_outputs_without_a_deadlock) {
  child_spec spec = shell_script(
      "i=0; while [ $i -lt 40 ]; do head -c 100000 /dev/zero >&2; head -c 100000 /dev/zero; i=$((i+1)); done");
  spec.error_head_bytes = 5000;
  const run got = run_all(spec);
  EXPECT_EQ(got.outcome.end, child_end::exited);
  EXPECT_EQ(got.output.size(), 4000000U);
  EXPECT_EQ(got.outcome.output_bytes, 4000000U);
  EXPECT_EQ(got.outcome.error_bytes, 4000000U);
  EXPECT_EQ(got.outcome.error_head, std::string(5000, '\0'));
}

TEST(core_child, inherits_no_descriptor_but_the_first_three) {
  // The gate's own descriptors of every kind stay closed to it, also those of children that run at the same time.
  const temporary_folder place;
  put(place / "in", "x");
  std::jthread neighbour([] { run_all(misbehave({"sleep"}, 400ms)); });
  for (int i = 0; i < 5; ++i) {
    child_spec spec = shell_script("ls /proc/$$/fd; true");
    spec.stdin_file = place / "in";
    EXPECT_EQ(run_all(spec).output, "0\n1\n2\n");
  }
}

TEST(core_child, starts_with_default_signals_and_no_mask) {
  sigset_t blocked;
  sigset_t before;
  ::sigemptyset(&blocked);
  ::sigaddset(&blocked, SIGTERM);
  ::sigaddset(&blocked, SIGUSR1);
  ASSERT_EQ(::pthread_sigmask(SIG_BLOCK, &blocked, &before), 0);
  const run got = run_all(shell_script("sed -n 's/^Sig\\(Blk\\|Ign\\):[^0-9a-f]*//p' /proc/self/status"));
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  ASSERT_EQ(got.output.size(), 34U) << got.output;
  EXPECT_EQ(std::stoull(got.output.substr(0, 16), nullptr, 16), 0U) << "blocked";
  EXPECT_EQ(std::stoull(got.output.substr(17, 16), nullptr, 16), 0U) << "ignored";
}

// The new pipes then have the numbers that the child wants for its own streams.
TEST(core_child, gets_its_streams_where_ours_are_closed) {
  for (const std::string closed : {"0", "1", "2", "01", "02", "12", "012"}) {
    const pid_t pid = ::fork();
    if (pid == 0) {
      for (const char each : closed) ::close(each - '0');
      const run got = run_all(shell_script("cat; echo out; echo err >&2"));
      ::_exit(got.output == "out\n" && got.outcome.error_head == "err\n" && got.outcome.exit_code == 0 ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(::waitpid(pid, &status, 0), pid);
    EXPECT_EQ(status, 0) << closed;
  }
}

TEST(core_child, ends_with_the_process_that_runs_it) {
  const temporary_folder place;
  const pid_t runner = ::fork();
  if (runner == 0) ::_exit(run_all(misbehave({"ignore-term", place / "pid"})).outcome.exit_code);
  ASSERT_TRUE(eventually([&] { return is_alive(place / "pid"); }));
  ::kill(runner, SIGKILL);
  ASSERT_EQ(::waitpid(runner, nullptr, 0), runner);
  EXPECT_TRUE(eventually([&] { return !is_alive(place / "pid"); }));
}

TEST(core_child, runs_from_many_threads_at_once) {
  std::vector<std::jthread> crew;
  std::vector<int> failures(8);
  for (std::size_t i = 0; i < failures.size(); ++i) {
    crew.emplace_back([&failures, i] {
      for (int turn = 0; turn < 20; ++turn) {
        const std::string code = std::to_string((static_cast<int>(i) * 20 + turn) % 256);
        const run got = run_all(misbehave({"exit", code}));
        if (got.outcome.end != child_end::exited || std::to_string(got.outcome.exit_code) != code) ++failures[i];
      }
    });
  }
  crew.clear();
  EXPECT_EQ(failures, std::vector<int>(8));
}

TEST(core_child, that_left_its_group_is_ended_with_the_strays) {
  const temporary_folder place;
  verbatim::core::adopt_orphans();
  child_spec spec = misbehave({"hold-setsid", place / "pid"});
  spec.environment = {"HOME=" + place.path()};
  EXPECT_EQ(run_all(spec).outcome.end, child_end::pipe_held);
  EXPECT_TRUE(is_alive(place / "pid")) << "out of reach of the group";
  EXPECT_EQ(end_strays("/another/folder"), 0U);
  EXPECT_EQ(end_strays(place.path() + "/longer"), 0U);
  EXPECT_TRUE(is_alive(place / "pid"));
  EXPECT_EQ(end_strays(place.path()), 1U);
  EXPECT_FALSE(is_alive(place / "pid"));
  EXPECT_EQ(end_strays(), 0U);
}

TEST(core_child, of_run_child_is_no_stray) {
  verbatim::core::adopt_orphans();
  child_outcome outcome;
  std::jthread other([&outcome] {
    outcome = run_child(shell_script("echo begun; sleep 0.5; exit 5"), [](std::string_view) { return true; });
  });
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(end_strays(), 0U);
    ::usleep(10000);
  }
  other.join();
  EXPECT_EQ(outcome.end, child_end::exited);
  EXPECT_EQ(outcome.exit_code, 5);
}

TEST(core_find_program, looks_in_each_folder_of_the_path) {
  const temporary_folder place;
  std::filesystem::create_directories(place / "one/tool");  // a folder is no program
  std::filesystem::create_directories(place / "two");
  put(place / "one/plain", "");
  put(place / "two/tool", "");
  put(place / "two/plain", "");
  for (const char* file : {"two/tool", "two/plain"})
    std::filesystem::permissions(place / file, std::filesystem::perms::owner_all);
  const std::string path = (place / "none") + ":" + (place / "one") + ":" + (place / "two");
  EXPECT_EQ(find_program("tool", path), place / "two/tool");
  EXPECT_EQ(find_program("plain", path), place / "two/plain") << "the first one is not executable";
  EXPECT_EQ(find_program("missing", path), "");
  EXPECT_EQ(find_program("", path), "");
  EXPECT_EQ(find_program(place / "two/tool", ""), place / "two/tool");
  EXPECT_EQ(find_program(place / "one/plain", path), "");
  EXPECT_EQ(find_program(place / "one/tool", path), "");
  EXPECT_EQ(find_program("sh", "/usr/bin:/bin"), "/usr/bin/sh");
}

}  // namespace
