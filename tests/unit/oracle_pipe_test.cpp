// Programs at the end of two pipes: any size of block works, and each way not to answer is told apart.
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "harness/core/interrupt.hpp"
#include "tests/unit/core_support.hpp"
#include "tests/unit/oracle_foreign_support.hpp"

namespace {

using namespace std::chrono_literals;
using namespace verbatim::testing_support;
using verbatim::oracle::evaluator;
using verbatim::oracle::foreign_options;
using verbatim::oracle::implementation;
using verbatim::oracle::open_pipe;
using verbatim::oracle::question;
using verbatim::oracle::routine_failure;
using kind = verbatim::oracle::routine_failure::kind;

constexpr std::size_t two_blocks = 65536 + 4465;

const std::string program = VERBATIM_SERVE;

struct opened {
  explicit opened(const std::string& command, std::string_view what = "f32_to_f16",
                  std::chrono::nanoseconds timeout = 20s)
      : asked(about(what)), pipe(open_pipe(command, foreign_options{.timeout = timeout})), run(pipe->prepare(asked)) {}
  question asked;
  std::unique_ptr<implementation> pipe;
  std::unique_ptr<evaluator> run;
};

class oracle_pipe : public testing::Test {
 protected:
  // As main does.
  void SetUp() override { ::signal(SIGPIPE, SIG_IGN); }
};

TEST_F(oracle_pipe, a_program_with_blocks_of_its_own_answers_any_number_of_cases) {
  for (const char* const block : {"65536", "1024", "1"}) {
    opened good(program + " narrow " + block);
    for (const std::size_t count : {1U, 100U, 65536U, 65537U, 131072U}) {
      if (count > 65536 && *block == '1') continue;  // slow
      const std::vector<std::uint32_t> cases = spread<std::uint32_t>(count, count);
      EXPECT_EQ(evaluate<std::uint16_t>(*good.run, cases), narrowed(cases)) << block << ", " << count;
    }
    EXPECT_EQ(evaluate<std::uint16_t>(*good.run, std::vector<std::uint32_t>{}).size(), 0U);
  }
}

TEST_F(oracle_pipe, operands_cross_side_by_side) {
  const auto x = spread<std::uint16_t>(two_blocks, 1);
  const auto y = spread<std::uint16_t>(two_blocks, 2);
  const auto wide = spread<std::uint64_t>(two_blocks, 3);
  const auto two = evaluate<std::uint16_t>(*opened(program + " two", "f16_sub").run, x, y);
  const auto integer = evaluate<std::uint16_t>(*opened(program + " with_integer", "f16_scalbn").run, x, wide);
  for (std::size_t i = 0; i < two_blocks; ++i) {
    ASSERT_EQ(two[i], static_cast<std::uint16_t>(x[i] - 2 * y[i])) << i;
    ASSERT_EQ(integer[i], static_cast<std::uint16_t>(x[i] + (wide[i] >> 60))) << i;
  }
}

TEST_F(oracle_pipe, the_command_is_the_shells) {
  const std::vector<std::uint16_t> cases = spread<std::uint16_t>(100, 1);
  EXPECT_EQ(evaluate<std::uint16_t>(*opened("cat | cat", "f16_to_f16").run, cases), cases);
}

struct misdeed {
  std::string command;
  kind did;
  std::string says;  ///< behind the command
};

TEST_F(oracle_pipe, each_way_not_to_answer_is_told_apart) {
  const std::string of_block = " of the 65536 results of a block";
  const std::vector<misdeed> misdeeds{
      {program + " ends 100", kind::ended_early, "ended with exit code 3 after 100" + of_block},
      {"exec " + program + " crashes 100", kind::crashed, "was ended by SIGSEGV after 100" + of_block},
      {program + " crashes 100", kind::crashed,
       "ended with exit code 139, the shell's for SIGSEGV, after 100" + of_block},
      {"exec " + program + " closes 100", kind::ended_early, "closed its standard output after 100" + of_block},
      {program + " stalls 100", kind::hung, "wrote 100" + of_block + " within 0.3 s"},
      {program + " wide", kind::too_many, "wrote more than one result of 2 bytes for each case of 4 bytes"},
      {"cat", kind::too_many, "wrote more than one result of 2 bytes for each case of 4 bytes"},
      {"true", kind::ended_early, "ended with exit code 0 after 0" + of_block},
      {"exec 0<&-; sleep 0.1; exit 7", kind::ended_early, "ended with exit code 7 after 0" + of_block},
      {"sleep 1000", kind::hung, "wrote 0" + of_block + " within 0.3 s"},
  };
  const std::vector<std::uint32_t> cases = spread<std::uint32_t>(two_blocks, 1);
  for (const misdeed& each : misdeeds) {
    opened bad(each.command, "f32_to_f16", each.did == kind::hung ? 300ms : 20s);
    for (int time = 0; time < 2; ++time) {  // the second one starts it anew
      const auto failure = failure_of(*bad.run, cases);
      ASSERT_TRUE(failure) << each.command;
      EXPECT_EQ(name(failure->did), name(each.did)) << failure->what();
      EXPECT_EQ(failure->what(), "'" + each.command + "' " + each.says);
      EXPECT_FALSE(failure->at);
      if (each.did == kind::hung || each.says.starts_with("closed")) break;  // slow
    }
  }
}

TEST_F(oracle_pipe, results_that_come_late_are_seen_before_the_next_block) {
  opened late("head -c 131072 /dev/zero; sleep 0.2; head -c 2 /dev/zero; exec sleep 1000");
  const std::vector<std::uint32_t> block(65536);
  EXPECT_EQ(evaluate<std::uint16_t>(*late.run, block), std::vector<std::uint16_t>(65536));
  std::this_thread::sleep_for(400ms);
  const auto failure = failure_of(*late.run, block);
  ASSERT_TRUE(failure);
  EXPECT_EQ(name(failure->did), "too many results");
}

TEST_F(oracle_pipe, a_block_is_filled_up_with_its_last_case) {
  const temporary_folder folder;
  const std::vector<std::uint32_t> cases{0x3F800000, 0x12345678};
  {
    opened good("tee '" + folder / "seen" + "' | " + program + " narrow");
    EXPECT_EQ(evaluate<std::uint16_t>(*good.run, cases), narrowed(cases));
  }
  const std::string seen = contents(folder / "seen");
  ASSERT_EQ(seen.size(), 65536U * 4);
  EXPECT_TRUE(seen.starts_with(std::string_view("\0\0\x80\x3F\x78\x56\x34\x12\x78\x56\x34\x12", 12)));
  EXPECT_TRUE(seen.ends_with("\x78\x56\x34\x12"));
}

TEST_F(oracle_pipe, a_block_that_was_filled_up_says_so) {
  const auto failure = failure_of(*opened(program + " ends 100").run, spread<std::uint32_t>(10, 1));
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->what(), "'" + program +
                                 " ends 100' ended with exit code 3 after 100 of the 65536 results of a block, which "
                                 "has fewer cases and was filled up with its last one");
}

TEST_F(oracle_pipe, a_command_that_cannot_run_is_a_wrong_request) {
  EXPECT_EQ(request_error_of([] { (void)open_pipe(" ", {}); }),
            "--pipe: there is no command; write one for the shell, as in 'python3 mine.py'");
  const std::string found = request_error_of([] {
    (void)evaluate<std::uint16_t>(*opened("/no/such/program 2>/dev/null").run, std::vector<std::uint32_t>{1});
  });
  EXPECT_EQ(found, "--pipe: the shell cannot run '/no/such/program 2>/dev/null' (exit code 127)");
}

TEST_F(oracle_pipe, its_standard_input_is_closed_at_the_end) {
  const temporary_folder folder;
  {
    opened good(program + " narrow; echo ended >'" + folder / "end" + "'");
    (void)evaluate<std::uint16_t>(*good.run, std::vector<std::uint32_t>{1});
  }
  EXPECT_EQ(contents(folder / "end"), "ended\n");
}

TEST_F(oracle_pipe, nothing_is_left_behind) {
  const std::size_t before = open_descriptors();
  const temporary_folder folder;
  {
    opened good("sleep 1000 & echo $! >'" + folder / "pid" + "'; exec " + program + " narrow");
    (void)evaluate<std::uint16_t>(*good.run, std::vector<std::uint32_t>{1});
    opened bad("exec sleep 1000", "f32_to_f16", 100ms);
    EXPECT_TRUE(failure_of(*bad.run, {1}));
  }
  EXPECT_EQ(open_descriptors(), before);
  EXPECT_FALSE(has_children());
  const pid_t grandchild = static_cast<pid_t>(std::stol(contents(folder / "pid")));
  EXPECT_TRUE(eventually([&] {
    const std::string status = contents("/proc/" + std::to_string(grandchild) + "/stat");
    return status.empty() || status.find(") Z ") != std::string::npos;
  }));
}

TEST_F(oracle_pipe, a_request_to_stop_ends_a_wait) {
  EXPECT_EXIT(
      {
        verbatim::core::watch_interrupts();
        opened bad("exec sleep 1000");
        std::thread stopper([] {
          std::this_thread::sleep_for(100ms);
          ::kill(::getpid(), SIGTERM);
        });
        try {
          (void)failure_of(*bad.run, {1});
        } catch (const verbatim::core::interrupted& stop) {
          ::_exit(has_children() ? 1 : stop.signal());
        }
        ::_exit(2);
      },
      testing::ExitedWithCode(SIGTERM), "");
}

}  // namespace
