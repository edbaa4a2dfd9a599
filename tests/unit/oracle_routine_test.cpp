// Functions of a shared library: they answer as if called here, and whatever else they do is told apart and survived.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <bit>
#include <cfenv>
#include <csignal>
#include <filesystem>
#include <thread>

#include "harness/core/interrupt.hpp"
#include "harness/core/sha256.hpp"
#include "tests/unit/core_support.hpp"
#include "tests/unit/oracle_foreign_support.hpp"

namespace {

using namespace std::chrono_literals;
using namespace verbatim::testing_support;
using verbatim::oracle::evaluator;
using verbatim::oracle::foreign_options;
using verbatim::oracle::implementation;
using verbatim::oracle::open_routine;
using verbatim::oracle::question;
using verbatim::oracle::routine_failure;
using kind = verbatim::oracle::routine_failure::kind;

constexpr std::uint32_t bad_input = 0x3F800123;
constexpr std::size_t two_blocks = 65536 + 4465;  // and the second one ends within a page

const std::string library = VERBATIM_ROUTINES;

foreign_options options(std::chrono::nanoseconds timeout = 20s) { return {timeout, VERBATIM_SERVE}; }

// A routine and an evaluator of it.
struct opened {
  explicit opened(const std::string& function, std::string_view what = "f32_to_f16",
                  std::chrono::nanoseconds timeout = 20s)
      : asked(about(what)),
        routine(open_routine(library + ":" + function, options(timeout))),
        run(routine->prepare(asked)) {}
  question asked;
  std::unique_ptr<implementation> routine;
  std::unique_ptr<evaluator> run;
};

std::vector<std::uint32_t> with_bad_input_at(std::size_t index) {
  std::vector<std::uint32_t> cases = spread<std::uint32_t>(two_blocks, 1);
  cases[index] = bad_input;
  return cases;
}

// Fails as it should at the bad input, of the second block too, and answers the next time all the same.
void expect_failure_at_bad_input(const std::string& function, kind did, const std::string& says,
                                 std::chrono::nanoseconds timeout = 20s) {
  opened bad(function, "f32_to_f16", timeout);
  for (const std::size_t index : {std::size_t{70000}, std::size_t{0}}) {
    const auto failure = failure_of(*bad.run, with_bad_input_at(index));
    ASSERT_TRUE(failure) << function;
    EXPECT_EQ(name(failure->did), name(did)) << failure->what();
    EXPECT_EQ(failure->what(), bad.routine->name().data() + (" " + says + ", given 3F800123"));
    ASSERT_TRUE(failure->at) << function;
    EXPECT_EQ((*failure->at)[0], bad_input);
  }
  const std::vector<std::uint32_t> good = spread<std::uint32_t>(100, 1);
  EXPECT_EQ(evaluate<std::uint16_t>(*bad.run, good), narrowed(good)) << function;
}

TEST(oracle_routine, scalar_and_array_form_answer_any_number_of_cases) {
  for (const char* const function : {"f32_to_f16", "f32_to_f16:scalar", "f32_to_f16_array:array"}) {
    opened good(function);
    for (const std::size_t count : {1U, 2U, 3U, 100U, 4096U, 65535U, 65536U, 65537U, 131072U, 70001U, 7U}) {
      const std::vector<std::uint32_t> cases = spread<std::uint32_t>(count, count);
      EXPECT_EQ(evaluate<std::uint16_t>(*good.run, cases), narrowed(cases)) << function << ", " << count;
    }
    EXPECT_EQ(evaluate<std::uint16_t>(*good.run, std::vector<std::uint32_t>{}).size(), 0U);
  }
}

TEST(oracle_routine, every_shape_of_operands_and_results) {
  using u8 = std::uint8_t;
  using u16 = std::uint16_t;
  using u64 = std::uint64_t;
  const auto bytes = spread<u8>(two_blocks, 1);
  const auto x = spread<u16>(two_blocks, 2);
  const auto y = spread<u16>(two_blocks, 3);
  const auto z = spread<u16>(two_blocks, 4);
  const auto wide = spread<u64>(two_blocks, 5);
  const auto wide_y = spread<u64>(two_blocks, 6);
  const auto wide_z = spread<u64>(two_blocks, 7);
  const auto u8_of_u16 = evaluate<u8>(*opened("u8_of_u16", "f16_to_e4m3fn").run, x);
  const auto u64_of_u8 = evaluate<u64>(*opened("u64_of_u8", "e4m3fn_to_f64").run, bytes);
  const auto u16_of_u64 = evaluate<u16>(*opened("u16_of_u64", "f64_to_f16").run, wide);
  const auto two = evaluate<u16>(*opened("two", "f16_sub").run, x, y);
  const auto two_array = evaluate<u16>(*opened("two_array:array", "f16_sub").run, x, y);
  const auto truth = evaluate<u8>(*opened("two_to_truth", "f16_lt").run, x, y);
  const auto integer = evaluate<u16>(*opened("with_integer", "f16_scalbn").run, x, wide);
  const auto three = evaluate<u16>(*opened("three", "f16_mulAdd").run, x, y, z);
  const auto three_array = evaluate<u16>(*opened("three_array:array", "f16_mulAdd").run, x, y, z);
  const auto three_wide = evaluate<u64>(*opened("three_wide", "f64_mulAdd").run, wide, wide_y, wide_z);
  for (std::size_t i = 0; i < two_blocks; ++i) {
    ASSERT_EQ(u8_of_u16[i], x[i] >> 8) << i;
    ASSERT_EQ(u64_of_u8[i], 0x0101010101010101U * bytes[i]) << i;
    ASSERT_EQ(u16_of_u64[i], wide[i] >> 48) << i;
    ASSERT_EQ(two[i], static_cast<u16>(x[i] - 2 * y[i])) << i;
    ASSERT_EQ(two_array[i], two[i]) << i;
    ASSERT_EQ(truth[i], x[i] < y[i] ? 1 : 0) << i;
    ASSERT_EQ(integer[i], static_cast<u16>(x[i] + (wide[i] >> 60))) << i;
    ASSERT_EQ(three[i], static_cast<u16>(x[i] + 3 * y[i] + 5 * z[i])) << i;
    ASSERT_EQ(three_array[i], three[i]) << i;
    ASSERT_EQ(three_wide[i], wide[i] ^ std::rotl(wide_y[i], 7) ^ std::rotl(wide_z[i], 13)) << i;
  }
}

TEST(oracle_routine, bits_above_the_results_width_are_not_hidden) {
  const std::vector<std::uint16_t> x{1, 2};
  EXPECT_EQ(evaluate<std::uint8_t>(*opened("truth_of_seven", "f16_eq").run, x, x), (std::vector<std::uint8_t>{7, 7}));
}

TEST(oracle_routine, a_crash_is_told_with_its_case) {
  expect_failure_at_bad_input("crashes", kind::crashed, "crashed with SIGSEGV");
  expect_failure_at_bad_input("aborts", kind::crashed, "crashed with SIGABRT");
  expect_failure_at_bad_input("overflows_stack", kind::crashed, "crashed with SIGSEGV");
  expect_failure_at_bad_input("exits", kind::crashed, "ended the process with exit code 3");
  expect_failure_at_bad_input("throws", kind::crashed, "threw a C++ exception (no such number)");
}

TEST(oracle_routine, a_hang_is_told_with_its_case) {
  expect_failure_at_bad_input("hangs", kind::hung, "gave no answer within 0.3 s", 300ms);
}

struct misdeed {
  const char* function;
  std::size_t count;
  kind did;
  std::string says;  ///< behind the routine's name
};

TEST(oracle_routine, the_array_form_is_kept_to_its_block) {
  const std::vector<misdeed> misdeeds{
      {"writes_behind", 65536, kind::out_of_bounds, "touched memory 0 bytes behind the end of its results"},
      {"writes_behind", 5, kind::out_of_bounds, "touched memory 0 bytes behind the end of its results"},
      {"writes_before", 65536, kind::out_of_bounds, "touched memory 6 bytes before the beginning of its results"},
      {"writes_before", 2048, kind::out_of_bounds, "touched memory 6 bytes before the beginning of its results"},
      {"writes_before", 2047, kind::out_of_bounds, "touched memory 6 bytes before the beginning of its results"},
      {"writes_before", 2040, kind::out_of_bounds, "wrote before the beginning of its results"},
      {"writes_operands", 65536, kind::out_of_bounds, "wrote to its operands, which are to be read only"},
      {"writes_operands", 3, kind::out_of_bounds, "wrote to its operands, which are to be read only"},
      {"reads_behind", 65536, kind::out_of_bounds, "touched memory 4 bytes behind the end of its operands"},
  };
  for (const misdeed& each : misdeeds) {
    opened bad(std::string(each.function) + ":array");
    std::vector<std::uint32_t> cases = spread<std::uint32_t>(each.count, 1);
    cases[0] = 0x12345678;
    const auto failure = failure_of(*bad.run, cases);
    ASSERT_TRUE(failure) << each.function << ", " << each.count;
    EXPECT_EQ(name(failure->did), name(each.did)) << failure->what();
    EXPECT_EQ(failure->what(),
              bad.routine->name().data() + (" " + each.says + ", in a block of " + std::to_string(each.count) +
                                            " cases that begins with 12345678"));
    EXPECT_FALSE(failure->at);
  }
}

TEST(oracle_routine, results_that_the_array_form_leaves_out) {
  opened bad("leaves_out:array");
  const std::vector<std::uint32_t> whole = spread<std::uint32_t>(65536, 1);
  EXPECT_EQ(evaluate<std::uint16_t>(*bad.run, whole), narrowed(whole));
  std::vector<std::uint32_t> cases = spread<std::uint32_t>(1007, 1);
  cases[1000] = bad_input;
  const auto failure = failure_of(*bad.run, cases);
  ASSERT_TRUE(failure);
  EXPECT_EQ(name(failure->did), "ended early");
  EXPECT_EQ(failure->what(), bad.routine->name().data() + std::string(" wrote 1000 of 1007 results, given 3F800123"));
  // Results that happen to be what a block is filled with beforehand are none the less there.
  opened good("f32_to_f16_array:array");
  for (const std::uint32_t result : {0xBCB4A000U, 0x434B4000U})
    EXPECT_EQ(evaluate<std::uint16_t>(*good.run, std::vector<std::uint32_t>{0, result}),
              (std::vector<std::uint16_t>{0, narrow(result)}));
  EXPECT_EQ(narrow(0xBCB4A000U), 0xA5A5U);
  EXPECT_EQ(narrow(0x434B4000U), 0x5A5AU);
}

TEST(oracle_routine, what_it_prints_does_not_get_between) {
  const std::vector<std::uint32_t> cases = spread<std::uint32_t>(1000, 1);
  EXPECT_EQ(evaluate<std::uint16_t>(*opened("prints").run, cases), narrowed(cases));
}

TEST(oracle_routine, each_block_begins_with_the_environment_that_the_library_left) {
  const auto modes_at_block_begins = [] {
    const auto found = evaluate<std::uint16_t>(*opened("rounding_mode").run, std::vector<std::uint32_t>(two_blocks));
    EXPECT_EQ(found[1], FE_UPWARD) << "its own doing within a block is its own";
    return std::vector<int>{found[0], found[65536]};
  };
  EXPECT_EQ(modes_at_block_begins(), (std::vector<int>{FE_TONEAREST, FE_TONEAREST}));
  ::setenv("VERBATIM_ROUTINES_LOAD", "round", 1);
  EXPECT_EQ(modes_at_block_begins(), (std::vector<int>{FE_DOWNWARD, FE_DOWNWARD}));
  ::unsetenv("VERBATIM_ROUTINES_LOAD");
}

TEST(oracle_routine, what_a_certificate_says_of_it) {
  const opened good("f32_to_f16");
  EXPECT_EQ(good.routine->name(), library + ":f32_to_f16");
  EXPECT_EQ(good.routine->which_tier(), verbatim::oracle::tier::routine);
  EXPECT_EQ(good.routine->version(),
            "sha256 of the library file: " +
                verbatim::core::to_hex(verbatim::core::sha256_of(contents(library))).substr(0, 16));
  EXPECT_EQ(good.routine->refuses(good.asked), "");
  EXPECT_EQ(good.routine->absent(), "");
  EXPECT_NE(good.routine->what(), "");
}

TEST(oracle_routine, a_wrong_specification_is_a_wrong_request) {
  const temporary_folder folder;
  put(folder / "text.so", "no library");
  const auto error = [](const std::string& specification, std::chrono::nanoseconds timeout = 20s) {
    return request_error_of([&] { (void)open_routine(specification, options(timeout)); });
  };
  const std::string advice =
      "; write FILE:FUNCTION, or FILE:FUNCTION:array for a function on arrays, as in ./libmine.so:f32_to_f16";
  EXPECT_EQ(error("mine.so"), "--routine: 'mine.so' names no function" + advice);
  EXPECT_EQ(error(""), "--routine: '' names no function" + advice);
  EXPECT_EQ(error("./mine.so:"), "--routine: './mine.so:' names no function" + advice);
  EXPECT_EQ(error(":f"), "--routine: ':f' names no file" + advice);
  EXPECT_EQ(error(library + ":f:vector"),
            "--routine: '" + library + ":f:vector' ends in 'vector', which is neither array nor scalar" + advice);
  EXPECT_EQ(error("./no.so:f"),
            "--routine: ./no.so cannot be loaded: cannot open shared object file: No such file or directory");
  EXPECT_EQ(error(folder / "text.so" + ":f"), "--routine: " + folder / "text.so" + " cannot be loaded: file too short");
  const std::string missing = error(library + ":f32_to_f61");
  EXPECT_TRUE(missing.starts_with("--routine: " + library +
                                  " has no function 'f32_to_f61'; it exports aborts, crashes, "
                                  "exits, f32_to_f16, f32_to_f16_array, hangs, "))
      << missing;
  EXPECT_EQ(error(library + ":a_variable"),
            "--routine: " + library + " has no function 'a_variable'; that is a variable");
}

TEST(oracle_routine, a_library_that_fails_while_it_is_loaded_is_a_wrong_request) {
  const auto error_when = [](const char* what, std::chrono::nanoseconds timeout) {
    ::setenv("VERBATIM_ROUTINES_LOAD", what, 1);
    const std::string found = request_error_of([&] { (void)open_routine(library + ":f32_to_f16", options(timeout)); });
    ::unsetenv("VERBATIM_ROUTINES_LOAD");
    return found;
  };
  const std::string begin = "--routine: " + library;
  EXPECT_EQ(error_when("crash", 20s), begin + " was ended by SIGSEGV while it was loaded");
  EXPECT_EQ(error_when("exit", 20s), begin + " ended with exit code 5 while it was loaded");
  EXPECT_EQ(error_when("hang", 200ms), begin + " did not finish loading within 0.2 s");
}

TEST(oracle_routine, a_path_may_hold_colons_and_be_a_name_alone) {
  const temporary_folder folder;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::copy_file(library, folder / "a:b.so");
  std::filesystem::current_path(folder.path());
  const question asked = about("f32_to_f16");
  const std::vector<std::uint32_t> cases{0x3F800000};
  for (const std::string& specification :
       {folder / "a:b.so" + ":f32_to_f16", std::string("a:b.so:f32_to_f16"), std::string("a:b.so:f32_to_f16:scalar")})
    EXPECT_EQ(evaluate<std::uint16_t>(*open_routine(specification, options())->prepare(asked), cases)[0], 0x3C00)
        << specification;
  std::filesystem::current_path(before);
}

TEST(oracle_routine, nothing_is_left_behind) {
  const std::size_t before = open_descriptors();
  const auto in_a_thread = [] {
    for (const char* const function : {"f32_to_f16", "crashes", "f32_to_f16_array:array"}) {
      opened one(function);
      (void)failure_of(*one.run, with_bad_input_at(0));
    }
  };
  std::thread first(in_a_thread);
  std::thread second(in_a_thread);
  first.join();
  second.join();
  EXPECT_EQ(open_descriptors(), before);
  EXPECT_FALSE(has_children());
}

TEST(oracle_routine, a_request_to_stop_ends_a_wait) {
  EXPECT_EXIT(
      {
        verbatim::core::watch_interrupts();
        opened bad("hangs");
        std::thread stopper([] {
          std::this_thread::sleep_for(100ms);
          ::kill(::getpid(), SIGTERM);
        });
        try {
          (void)failure_of(*bad.run, with_bad_input_at(0));
        } catch (const verbatim::core::interrupted& stop) {
          ::_exit(has_children() ? 1 : stop.signal());
        }
        ::_exit(2);
      },
      testing::ExitedWithCode(SIGTERM), "");
}

}  // namespace
