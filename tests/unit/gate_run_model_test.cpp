// One model run in a clean environment, and what was seen of it.
#include "harness/gate/run_model.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/unit/core_support.hpp"

namespace {

using namespace std::chrono_literals;
using verbatim::core::child_end;
using verbatim::core::child_outcome;
using verbatim::core::scratch_area;
using verbatim::core::sha256_of;
using verbatim::gate::failure_of;
using verbatim::gate::mapped_text;
using verbatim::gate::model;
using verbatim::gate::observation;
using verbatim::gate::observe;
using verbatim::gate::output_form;
using verbatim::gate::prepare_run;
using verbatim::gate::reference;
using verbatim::gate::worker;
using verbatim::testing_support::put;
using verbatim::testing_support::temporary_folder;
using state = observation::state;

class gate_run_model : public ::testing::Test {
 protected:
  gate_run_model() { which_.working_directory = place_.path(); }

  model& script(const std::string& text) {
    which_.command = {"/bin/sh", "-c", text};
    return which_;
  }
  model& misbehave(std::vector<std::string> how) {
    which_.command = {VERBATIM_MISBEHAVE};
    which_.command.insert(which_.command.end(), how.begin(), how.end());
    return which_;
  }
  observation run(unsigned reruns = 2, const reference* golden = nullptr) {
    return observe(which_, reruns, golden, by_);
  }
  static std::string kept(const verbatim::gate::recorded& what) {
    return std::string(mapped_text(what.spool.get()).text());
  }
  std::string output(unsigned reruns = 2) {
    const observation seen = run(reruns);
    EXPECT_EQ(seen.how, state::ran) << seen.reason;
    EXPECT_EQ(seen.unstable_run, 0U);
    return kept(seen.first);
  }

  temporary_folder place_;
  scratch_area area_;
  worker by_{area_};
  model which_;
};

TEST_F(gate_run_model, compares_each_run_with_the_golden_or_the_first) {
  put(place_ / "golden", "same\n");
  const auto golden = reference::open(place_ / "golden");
  script("echo same");
  const observation equal = run(3, &*golden);
  EXPECT_EQ(equal.how, state::ran);
  EXPECT_EQ(equal.runs, 3U);
  EXPECT_TRUE(equal.first.equal);
  EXPECT_EQ(equal.unstable_run, 0U);
  EXPECT_FALSE(equal.first.fault);

  script("echo other");
  const observation differs = run(3, &*golden);
  EXPECT_EQ(differs.runs, 3U);
  EXPECT_FALSE(differs.first.equal);
  EXPECT_EQ(kept(differs.first), "other\n");
  EXPECT_EQ(differs.first.digest, sha256_of("other\n"));

  const observation without = run(1, nullptr);
  EXPECT_EQ(without.runs, 1U);
  EXPECT_EQ(kept(without.first), "other\n");
}

TEST_F(gate_run_model, names_the_first_run_that_is_not_like_run_1) {
  const std::string counts = "n=$(cat '" + (place_ / "n") + "'); n=$((n+1)); echo $n > '" + (place_ / "n") + "'; ";
  put(place_ / "golden", "a\n");
  const auto golden = reference::open(place_ / "golden");
  for (const bool with_golden : {true, false}) {
    for (const std::string first : {"a", "b"}) {
      put(place_ / "n", "0");
      script(counts + "if [ $n = 3 ]; then echo third; else echo " + first + "; fi");
      const observation seen = run(5, with_golden ? &*golden : nullptr);
      EXPECT_EQ(seen.how, state::ran);
      EXPECT_EQ(seen.unstable_run, 3U);
      EXPECT_EQ(seen.runs, 3U) << "nothing is run again after that";
      EXPECT_EQ(kept(seen.other), "third\n");
      EXPECT_EQ(seen.first.equal, with_golden && first == "a");
    }
  }
}

TEST_F(gate_run_model, shows_output_that_carries_its_folder_as_unstable) {
  EXPECT_EQ((misbehave({"home"}), run(2).unstable_run), 2U);
  EXPECT_EQ((misbehave({"pid"}), run(2).unstable_run), 2U);
}

TEST_F(gate_run_model, gives_each_run_an_empty_folder) {
  EXPECT_EQ((misbehave({"litter"}), output(6)), "home was empty\n");
  EXPECT_EQ((script("[ \"$HOME\" = \"$TMPDIR\" ] && cd \"$HOME\" && ls -A | wc -l; touch left"), output(4)), "0\n");
}

TEST_F(gate_run_model, gives_a_clean_environment_and_what_the_model_adds) {
  ASSERT_EQ(::setenv("VERBATIM_TEST_SECRET", "seen", 1), 0);
  misbehave({"environment"});
  const std::string plain = output();
  ::unsetenv("VERBATIM_TEST_SECRET");
  EXPECT_EQ(plain, "LC_ALL=C.UTF-8\nTZ=UTC\nSOURCE_DATE_EPOCH=0\n");
  which_.environment = {{"EXTRA", "a b"}, {"TZ", "Asia/Shanghai"}, {"T", "1"}};
  EXPECT_EQ(output(), "LC_ALL=C.UTF-8\nTZ=Asia/Shanghai\nSOURCE_DATE_EPOCH=0\nEXTRA=a b\nT=1\n");
}

TEST_F(gate_run_model, lets_the_model_set_its_own_folder) {
  which_.environment = {{"HOME", "/nowhere"}};
  EXPECT_EQ((script("echo $HOME; [ \"$TMPDIR\" != /nowhere ] && cd \"$TMPDIR\" && echo other"), output()),
            "/nowhere\nother\n");
}

TEST_F(gate_run_model, hands_no_descriptor_of_the_gate_to_any_run) {
  // From run 2 on, the kept output of run 1 is open in the gate.
  const observation seen = (script("ls /proc/$$/fd; true"), run(4));
  EXPECT_EQ(seen.unstable_run, 0U) << kept(seen.other);
  EXPECT_EQ(kept(seen.first), "0\n1\n2\n");
}

TEST_F(gate_run_model, reads_stdin_and_runs_in_its_folder) {
  put(place_ / "in", "input\n");
  which_.stdin_file = place_ / "in";
  EXPECT_EQ((script("cat; pwd -P"), output()), "input\n" + place_.path() + "\n");
}

TEST_F(gate_run_model, finds_a_program_in_the_path_or_its_folder) {
  put(place_ / "prog", "#!/bin/sh\necho found\n");
  std::filesystem::permissions(place_ / "prog", std::filesystem::perms::owner_all);
  which_.command = {"./prog"};
  EXPECT_EQ(output(), "found\n");
  which_.command = {"echo", "by name"};
  EXPECT_EQ(output(), "by name\n");
}

TEST_F(gate_run_model, says_what_to_do_about_a_missing_program) {
  const auto failure = [this](const std::string& program) {
    which_.command = {program};
    const observation seen = run();
    EXPECT_EQ(seen.how, state::failed);
    EXPECT_EQ(seen.reason, prepare_run(which_).failure);
    return seen.reason;
  };
  EXPECT_EQ(failure("no-such-program-\x1b"),
            "'no-such-program-\\x1b' is not found in PATH; install it, or list it under 'requires'");
  EXPECT_EQ(failure(place_ / "none"), (place_ / "none") + " is not there; build it, or say with --bin where it is");
  put(place_ / "plain", "");
  EXPECT_EQ(failure(place_ / "plain"), (place_ / "plain") + " is not an executable file; check its permissions");
  EXPECT_EQ(failure(place_.path()), place_.path() + " is not an executable file; check its permissions");
}

TEST_F(gate_run_model, skips_a_model_whose_requirement_is_missing) {
  script("echo ran");
  which_.requirements = {"sh", "no-such-tool"};
  const observation seen = run();
  EXPECT_EQ(seen.how, state::skipped);
  EXPECT_EQ(seen.reason, "needs no-such-tool, which is not found in PATH");
  which_.requirements = {"sh", "cat"};
  EXPECT_EQ(missing_requirement(which_), "");
  EXPECT_EQ(output(), "ran\n");
}

TEST_F(gate_run_model, stops_at_the_first_failure) {
  const observation seen = (misbehave({"exit", "3"}), run(5));
  EXPECT_EQ(seen.how, state::failed);
  EXPECT_EQ(seen.reason, "exit code 3 instead of 0; standard error: this is why");
  EXPECT_EQ(seen.runs, 0U);
  put(place_ / "n", "");
  script("echo x >> '" + (place_ / "n") + "'; [ $(wc -l < '" + (place_ / "n") + "') -lt 3 ]");
  EXPECT_EQ(run(5).reason, "run 3: exit code 1 instead of 0; it wrote nothing to standard error");
}

TEST_F(gate_run_model, accepts_the_exit_code_it_is_told_to_expect) {
  which_.exit_code = 3;
  EXPECT_EQ((misbehave({"exit", "3"}), output()), "exits\n");
  EXPECT_EQ((misbehave({"exit", "0"}), run().reason), "exit code 0 instead of 3; standard error: this is why");
}

TEST_F(gate_run_model, wants_standard_error_empty_only_where_told_so) {
  EXPECT_EQ((script("echo to stderr >&2; echo out"), output()), "out\n");
  which_.stderr_must_be_empty = true;
  EXPECT_EQ(run().reason, "wrote 10 bytes to standard error, which must stay empty: to stderr\\n");
  EXPECT_EQ((script("echo out"), output()), "out\n");
}

TEST_F(gate_run_model, tells_every_way_to_fail_apart) {
  which_.timeout = 200ms;
  EXPECT_EQ((misbehave({"sleep"}), run().reason),
            "ran past its time-out of 0.2 s and was ended; raise timeout_s if it may take longer");
  which_.timeout = 60s;
  which_.max_output_bytes = 1000;
  EXPECT_EQ((misbehave({"bytes", "1001"}), run().reason),
            "printed more than 1000 bytes and was ended; raise max_output_bytes if it may print more");
  EXPECT_EQ((misbehave({"abort"}), run().reason), "was killed by SIGABRT; it wrote nothing to standard error");
  EXPECT_EQ((misbehave({"hold"}), run().reason),
            "exited, but a process that it started keeps its output open; wait for such processes before exit");
  put(place_ / "script", "no interpreter\n");
  std::filesystem::permissions(place_ / "script", std::filesystem::perms::owner_all);
  which_.command = {place_ / "script"};
  EXPECT_EQ(run().reason, (place_ / "script") +
                              " is no program this system can execute (a script needs a first line such as #!/bin/sh)");
  which_.working_directory = place_ / "none";
  EXPECT_EQ((script("true"), run().reason), "its cwd " + (place_ / "none") + " is not a folder");
}

TEST_F(gate_run_model, keeps_digests_alone_with_hash_only) {
  which_.hash_only = true;
  const observation seen = (script("echo big"), run(3));
  EXPECT_EQ(seen.runs, 3U);
  EXPECT_EQ(seen.first.digest, sha256_of("big\n"));
  EXPECT_FALSE(seen.first.spool);
  const observation unstable = (misbehave({"pid"}), run(3));
  EXPECT_EQ(unstable.unstable_run, 2U);
  EXPECT_NE(unstable.other.digest, unstable.first.digest);
}

TEST_F(gate_run_model, checks_the_form_it_is_told_to) {
  script("printf 'a \\n'");
  EXPECT_EQ(run().first.fault->what, "a blank at the end of the line");
  which_.form = output_form::utf8;
  EXPECT_FALSE(run().first.fault);
}

TEST(gate_failure, escapes_what_a_program_wrote) {
  model which;
  child_outcome outcome;
  outcome.end = child_end::exited;
  outcome.exit_code = 1;
  outcome.error_head = "::error::\x1b[31m\nsecond\n\n";
  outcome.error_bytes = outcome.error_head.size();
  EXPECT_EQ(failure_of(which, outcome), "exit code 1 instead of 0; standard error: ::error::\\x1b[31m\\nsecond");
  outcome.end = child_end::signalled;
  outcome.signal = SIGSEGV;
  EXPECT_TRUE(failure_of(which, outcome).starts_with("was killed by SIGSEGV; "));
  outcome.end = child_end::stopped;
  EXPECT_EQ(failure_of(which, outcome), "was stopped");
  outcome.end = child_end::exited;
  outcome.exit_code = 0;
  EXPECT_EQ(failure_of(which, outcome), "");
}

}  // namespace
