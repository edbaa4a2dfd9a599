// Empty folders that are given to a next run only while they are verifiably the same and empty.
#include "harness/core/empty_folder.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <functional>
#include <string>

#include "harness/core/error.hpp"
#include "tests/unit/core_support.hpp"

namespace {

namespace fs = std::filesystem;
using verbatim::core::empty_folder;
using verbatim::core::scratch_area;
using verbatim::testing_support::permissions_of;
using verbatim::testing_support::put;
using verbatim::testing_support::temporary_folder;

TEST(core_empty_folder, is_kept_while_it_is_empty) {
  scratch_area area;
  empty_folder home(area);
  const std::string path = home.path();
  EXPECT_TRUE(path.starts_with(area.path() + "/"));
  EXPECT_TRUE(fs::is_empty(path));
  EXPECT_EQ(permissions_of(path), 0700U);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(home.renew());
  EXPECT_EQ(home.path(), path);
  // A file that came and went again leaves it empty.
  put(path + "/a", "x");
  fs::remove(path + "/a");
  EXPECT_TRUE(home.renew());
}

// What a program did to its folder, after which another one must take its place.
void expect_replaced(const std::function<void(const std::string&)>& change) {
  scratch_area area;
  empty_folder home(area);
  const std::string before = home.path();
  change(before);
  EXPECT_FALSE(home.renew());
  EXPECT_NE(home.path(), before);
  EXPECT_TRUE(home.path().starts_with(area.path() + "/"));
  EXPECT_TRUE(fs::is_empty(home.path()));
  EXPECT_EQ(permissions_of(home.path()), 0700U);
  EXPECT_FALSE(fs::exists(fs::symlink_status(before))) << "the old one is gone";
  EXPECT_TRUE(home.renew());
}

TEST(core_empty_folder, is_replaced_when_it_holds_something) {
  expect_replaced([](const std::string& path) { put(path + "/file", "x"); });
  expect_replaced([](const std::string& path) { put(path + "/.hidden", ""); });
  expect_replaced([](const std::string& path) { fs::create_symlink("nowhere", path + "/link"); });
  expect_replaced([](const std::string& path) { fs::create_directories(path + "/a/b/c"); });
  expect_replaced([](const std::string& path) {
    for (int i = 0; i < 300; ++i) put(path + "/" + std::to_string(i), "");
  });
}

TEST(core_empty_folder, is_replaced_when_it_is_another_one) {
  expect_replaced([](const std::string& path) { fs::rename(path, path + "-moved"); });
  expect_replaced([](const std::string& path) { fs::remove(path); });
  expect_replaced([](const std::string& path) {
    fs::rename(path, path + "-moved");
    fs::create_directory(path);
    ::chmod(path.c_str(), 0700);
  });
  expect_replaced([](const std::string& path) {
    fs::remove(path);
    put(path, "a file");
  });
}

TEST(core_empty_folder, is_replaced_when_its_permissions_changed) {
  expect_replaced([](const std::string& path) { ::chmod(path.c_str(), 0); });
  expect_replaced([](const std::string& path) { ::chmod(path.c_str(), 0777); });
  expect_replaced([](const std::string& path) { ::chmod(path.c_str(), 01700); });
  expect_replaced([](const std::string& path) {
    fs::create_directories(path + "/a/b");
    put(path + "/a/b/file", "x");
    ::chmod((path + "/a/b").c_str(), 0);
    ::chmod((path + "/a").c_str(), 0);
    ::chmod(path.c_str(), 0);
  });
}

TEST(core_empty_folder, does_not_follow_a_link_put_in_its_place) {
  const temporary_folder elsewhere;
  put(elsewhere / "precious", "kept");
  expect_replaced([&](const std::string& path) {
    fs::remove(path);
    fs::create_directory_symlink(elsewhere.path(), path);
  });
  expect_replaced([&](const std::string& path) { fs::create_directory_symlink(elsewhere.path(), path + "/link"); });
  EXPECT_TRUE(fs::exists(elsewhere / "precious"));
  EXPECT_EQ(permissions_of(elsewhere.path()), 0700U);
}

TEST(core_scratch_area, is_removed_with_everything_in_it) {
  std::string path;
  {
    scratch_area area;
    path = area.path();
    EXPECT_EQ(permissions_of(path), 0700U);
    empty_folder home(area);
    put(home.path() + "/left", "x");
    ::chmod(home.path().c_str(), 0);
    EXPECT_NE(area.make_folder(), area.make_folder());
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(core_scratch_area, of_a_killed_process_is_removed_by_the_next) {
  int ends[2] = {-1, -1};
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    scratch_area area;
    put(area.make_folder() + "/left", "x");
    const std::string path = area.path();
    if (::write(ends[1], path.data(), path.size()) < 0) ::_exit(1);
    for (;;) ::pause();
  }
  char buffer[4096];
  const ssize_t got = ::read(ends[0], buffer, sizeof buffer);
  ::close(ends[0]);
  ::close(ends[1]);
  ASSERT_GT(got, 0);
  const std::string path(buffer, static_cast<std::size_t>(got));
  {
    const scratch_area living;
    EXPECT_TRUE(fs::exists(path)) << "its process lives";
  }
  ::kill(child, SIGKILL);
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  EXPECT_TRUE(fs::exists(path));
  const scratch_area next;
  EXPECT_FALSE(fs::exists(path));
}

TEST(core_scratch_area, leaves_folders_alone_that_are_not_its_own) {
  const std::string parent = fs::path(scratch_area().path()).parent_path();
  const std::string locked = parent + "/verbatim-locked-by-a-test-" + std::to_string(::getpid());
  const std::string file = parent + "/verbatim-file-of-a-test-" + std::to_string(::getpid());
  fs::create_directory(locked);
  put(file, "");
  const int fd = ::open(locked.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  ASSERT_EQ(::flock(fd, LOCK_EX | LOCK_NB), 0);
  const scratch_area next;
  EXPECT_TRUE(fs::exists(locked));
  EXPECT_TRUE(fs::exists(file));
  ::close(fd);
  fs::remove(locked);
  fs::remove(file);
}

TEST(core_anonymous_file, has_no_name_and_keeps_bytes) {
  const verbatim::core::unique_fd file = verbatim::core::anonymous_file();
  ASSERT_TRUE(file);
  struct stat about{};
  ASSERT_EQ(::fstat(file.get(), &about), 0);
  EXPECT_EQ(about.st_nlink, 0U);
  EXPECT_TRUE(S_ISREG(about.st_mode));
  EXPECT_NE(::fcntl(file.get(), F_GETFD) & FD_CLOEXEC, 0);
  ASSERT_EQ(::pwrite(file.get(), "abc", 3, 0), 3);
  char back[3] = {};
  EXPECT_EQ(::pread(file.get(), back, 3, 0), 3);
  EXPECT_EQ(std::string(back, 3), "abc");
}

}  // namespace
