// Files that are replaced whole or not at all.
#include "harness/core/atomic_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "harness/core/error.hpp"
#include "harness/core/unique_fd.hpp"
#include "tests/unit/core_support.hpp"

namespace {

using verbatim::core::folder;
using verbatim::core::read_file;
using verbatim::core::request_error;
using verbatim::core::staged_file;
using verbatim::core::work_error;
using verbatim::core::write_file;
using verbatim::testing_support::contents;
using verbatim::testing_support::permissions_of;
using verbatim::testing_support::put;
using verbatim::testing_support::temporary_folder;
using names = std::vector<std::string>;

TEST(core_staged_file, leaves_the_old_bytes_until_replaced) {
  const temporary_folder place;
  put(place / "a.stdout", "old");
  const folder where(place.path());
  staged_file file(where, "a.stdout");
  file.write("new ");
  file.write("bytes");
  file.finish();
  EXPECT_EQ(contents(place / "a.stdout"), "old");
  EXPECT_EQ(contents(place / ".a.stdout.verbatim-new"), "new bytes");
  file.replace();
  EXPECT_EQ(contents(place / "a.stdout"), "new bytes");
  EXPECT_EQ(place.names(), names{"a.stdout"});
}

TEST(core_staged_file, is_removed_when_the_stack_unwinds) {
  const temporary_folder place;
  put(place / "a", "old");
  const folder where(place.path());
  const auto fails_half_way = [&] {
    staged_file file(where, "a");
    file.write("half");
    staged_file moved(std::move(file));
    moved.write(" a file");
    throw std::runtime_error("on the way");
  };
  EXPECT_THROW(fails_half_way(), std::runtime_error);
  EXPECT_EQ(place.names(), names{"a"});
  EXPECT_EQ(contents(place / "a"), "old");
}

TEST(core_staged_file, replaces_what_a_killed_process_staged) {
  const temporary_folder place;
  put(place / ".a.verbatim-new", "left behind, and longer than what comes");
  const folder where(place.path());
  {
    staged_file file(where, "a");
    file.write("new");
    file.finish();
    file.replace();
  }
  EXPECT_EQ(contents(place / "a"), "new");
  EXPECT_EQ(place.names(), names{"a"});
}

TEST(core_staged_file, does_not_write_through_a_planted_link) {
  const temporary_folder place;
  put(place / "victim", "untouched");
  std::filesystem::create_symlink("victim", place / ".a.verbatim-new");
  const folder where(place.path());
  staged_file file(where, "a");
  file.write("new");
  file.finish();
  file.replace();
  EXPECT_EQ(contents(place / "victim"), "untouched");
  EXPECT_EQ(contents(place / "a"), "new");
  EXPECT_FALSE(std::filesystem::is_symlink(place / "a"));
}

TEST(core_staged_file, takes_over_the_permissions_of_the_old_file) {
  const temporary_folder place;
  const folder where(place.path());
  for (const mode_t mode : {0640U, 0755U, 0600U, 0444U}) {
    put(place / "a", "old");
    ASSERT_EQ(::chmod((place / "a").c_str(), mode), 0);
    staged_file file(where, "a");
    file.write("new");
    file.finish();
    file.replace();
    EXPECT_EQ(permissions_of(place / "a"), mode);
    EXPECT_EQ(contents(place / "a"), "new");
    std::filesystem::remove(place / "a");
  }
}

TEST(core_staged_file, gives_a_new_file_what_the_umask_leaves) {
  const temporary_folder place;
  const folder where(place.path());
  const mode_t before = ::umask(027);
  staged_file file(where, "a");
  ::umask(before);
  file.finish();
  file.replace();
  EXPECT_EQ(permissions_of(place / "a"), 0640U);
}

TEST(core_staged_file, reports_what_cannot_be_written) {
  const temporary_folder place;
  const folder where(place.path());
  EXPECT_THROW(staged_file(where, "no/such/folder"), work_error);
  staged_file file(where, "a");
  std::filesystem::create_directory(place / "a");
  EXPECT_THROW(file.replace(), work_error);
}

TEST(core_write_file, changes_nothing_where_the_disk_is_full) {
  const temporary_folder place;
  put(place / "a", "old");
  struct rlimit old_limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old_limit), 0);
  const struct rlimit small{1000, old_limit.rlim_max};
  const auto old_action = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  std::string message;
  try {
    write_file(place / "a", std::string(2000, 'x'));
  } catch (const work_error& error) {
    message = error.what();
  }
  ::setrlimit(RLIMIT_FSIZE, &old_limit);
  std::signal(SIGXFSZ, old_action);
  EXPECT_EQ(message, (place / "a") + ": cannot be written: File too large");
  EXPECT_EQ(contents(place / "a"), "old");
  EXPECT_EQ(place.names(), names{"a"});
}

TEST(core_write_file, writes_files_pipes_and_nothing_else) {
  const temporary_folder place;
  write_file(place / "new", std::string("a\0b", 3));
  EXPECT_EQ(contents(place / "new"), std::string("a\0b", 3));
  const std::string pipe = place / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::string got;
  std::jthread reader([&] { got = contents(pipe); });
  write_file(pipe, "through a pipe");
  reader.join();
  EXPECT_EQ(got, "through a pipe");
  EXPECT_EQ(place.names(), (names{"new", "pipe"}));
  EXPECT_THROW(write_file(place / "missing/file", "x"), request_error);
  EXPECT_THROW(write_file(place / "missing/", "x"), request_error);
  EXPECT_THROW(write_file("", "x"), request_error);
  EXPECT_THROW(write_file(place.path(), "x"), request_error);
}

TEST(core_write_file, follows_a_link_and_leaves_it_there) {
  const temporary_folder place;
  std::filesystem::create_directory(place / "below");
  put(place / "below/file", "old");
  std::filesystem::create_symlink("below/file", place / "link");
  std::filesystem::create_symlink("link", place / "link to a link");
  std::filesystem::create_symlink("below/not there yet", place / "dangling");
  write_file(place / "link to a link", "new");
  EXPECT_EQ(contents(place / "below/file"), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(place / "link"));
  write_file(place / "dangling", "made");
  EXPECT_EQ(contents(place / "below/not there yet"), "made");
}

TEST(core_read_file, gives_all_bytes_or_says_why_not) {
  const temporary_folder place;
  const std::string large(200000, 'x');
  put(place / "large", large);
  EXPECT_EQ(read_file(place / "large"), large);
  EXPECT_EQ(read_file(place / "large", 200000), large);
  EXPECT_THROW((void)read_file(place / "large", 199999), request_error);
  put(place / "empty", "");
  EXPECT_EQ(read_file(place / "empty"), "");
  const auto message = [](const std::string& path) {
    try {
      (void)read_file(path);
    } catch (const request_error& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_EQ(message(place / "none"), (place / "none") + ": cannot be read: No such file or directory");
  EXPECT_EQ(message(place.path()), place.path() + ": is a folder, not a file");
}

TEST(core_folder, opens_folders_only) {
  const temporary_folder place;
  put(place / "file", "");
  EXPECT_THROW(folder(place / "file"), request_error);
  EXPECT_THROW(folder(place / "none"), request_error);
  EXPECT_EQ(folder(place.path()).join("a"), place / "a");
  EXPECT_EQ(folder("/").join("a"), "/a");
  EXPECT_NO_THROW(folder(place.path()).sync());
  EXPECT_NO_THROW(folder(place.path()).sync_everything());
}

TEST(core_folder, is_locked_by_one_at_a_time) {
  const temporary_folder place;
  const verbatim::core::unique_fd other(::open(place.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  {
    const folder first(place.path());
    first.lock_exclusively();
    EXPECT_NE(::flock(other.get(), LOCK_EX | LOCK_NB), 0);
    EXPECT_EQ(place.names(), names{}) << "no lock file";
  }
  EXPECT_EQ(::flock(other.get(), LOCK_EX | LOCK_NB), 0) << "the lock goes with its holder";
  std::jthread holder([&other] {
    ::usleep(100000);
    ::flock(other.get(), LOCK_UN);
  });
  const folder second(place.path());
  second.lock_exclusively();
  EXPECT_NE(::flock(other.get(), LOCK_EX | LOCK_NB), 0);
}

}  // namespace
