// A companion: exchanged with, waited for, and ended with all it started.
#include <fcntl.h>
#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <string>

#include "harness/core/child.hpp"
#include "harness/core/companion.hpp"
#include "harness/core/error.hpp"
#include "harness/core/unique_fd.hpp"

namespace {

using namespace std::chrono_literals;
using namespace verbatim::core;

struct cat {
  unique_fd to;
  unique_fd from;
  companion process;

  explicit cat(const std::vector<std::string>& argv = {"/bin/cat"}) {
    std::array<int, 2> in{-1, -1};
    std::array<int, 2> out{-1, -1};
    EXPECT_EQ(::pipe2(in.data(), O_CLOEXEC), 0);
    EXPECT_EQ(::pipe2(out.data(), O_CLOEXEC), 0);
    const unique_fd input(in[0]);
    const unique_fd output(out[1]);
    to.reset(in[1]);
    from.reset(out[0]);
    process.start(argv, input.get(), output.get());
  }
  bool answers(std::chrono::milliseconds within) const {
    std::array<pollfd, 1> waits{{{from.get(), POLLIN, 0}}};
    return wait_for(waits, steady::now() + within);
  }
};

// The same byte comes back.
void expect_echo(const cat& it, char byte) {
  ASSERT_EQ(::write(it.to.get(), &byte, 1), 1);
  ASSERT_TRUE(it.answers(10s));
  char back = 0;
  ASSERT_EQ(::read(it.from.get(), &back, 1), 1);
  EXPECT_EQ(back, byte);
}

TEST(core_companion, answers_as_often_as_it_is_asked) {
  const cat it;
  for (const char each : std::string("abc")) expect_echo(it, each);
  EXPECT_FALSE(it.answers(20ms)) << "nothing more comes";
}

TEST(core_companion, is_no_stray) {
  const cat it;
  end_strays();
  expect_echo(it, 'x');
}

TEST(core_companion, its_end_is_told) {
  cat by_itself;
  by_itself.to.reset();
  const companion_end closed = by_itself.process.end(10s);
  EXPECT_TRUE(closed.by_itself);
  EXPECT_EQ(closed.text(), "ended with exit code 0");
  cat crashing({"/bin/sh", "-c", "kill -SEGV $$"});
  EXPECT_EQ(crashing.process.end(10s).text(), "was ended by SIGSEGV");
  EXPECT_FALSE(crashing.process.running());
  EXPECT_THROW(cat({"/no/such/program"}), work_error);
}

TEST(core_companion, signals_have_names) {
  EXPECT_EQ(signal_name(SIGKILL), "SIGKILL");
  EXPECT_EQ(signal_name(1000), "signal 1000");
}

}  // namespace
