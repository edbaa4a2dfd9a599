// Storage that goes wrong under the golden folder: small file systems, read-only ones, and processes killed at any moment.
#pragma once

#include <sched.h>
#include <sys/mount.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <random>
#include <set>
#include <sstream>
#include <string>

#include "tests/cli/cli_fixture.hpp"

namespace verbatim::testing {

/// A mount that only this process and its children see, gone with this object. `failure` says why it could not be made.
class private_mount {
 public:
  static private_mount small(const fs::path& where, const std::string& size) {
    return {where, [&] { return ::mount("none", where.c_str(), "tmpfs", 0, ("size=" + size).c_str()); }};
  }
  /// The folder as it is, but read-only.
  static private_mount read_only(const fs::path& where) {
    return {where, [&] {
              if (::mount(where.c_str(), where.c_str(), nullptr, MS_BIND, nullptr) != 0) return -1;
              return ::mount(nullptr, where.c_str(), nullptr, MS_BIND | MS_REMOUNT | MS_RDONLY, nullptr);
            }};
  }
  private_mount(const private_mount&) = delete;
  private_mount& operator=(const private_mount&) = delete;
  ~private_mount() {
    if (failure_.empty()) ::umount2(where_.c_str(), MNT_DETACH);
  }

  [[nodiscard]] const std::string& failure() const { return failure_; }

 private:
  template <typename Mount>
  private_mount(fs::path where, const Mount& mount) : where_(std::move(where)) {
    const auto worked = [this](const char* what, int outcome) {
      if (outcome != 0) failure_ = std::string(what) + ": " + std::strerror(errno);
      return outcome == 0;
    };
    (void)(worked("no mount namespace of our own", ::unshare(CLONE_NEWNS)) &&
           worked("mounts stay shared", ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr)) &&
           worked("no mount", mount()));
  }

  fs::path where_;
  std::string failure_;
};

/// Checks that run side by side, each with a model that fails where its home is not empty.
class many_at_once : public cli {
 protected:
  void check_at_once(int processes, int rounds) const {
    manifest(misbehaving("a", {"litter"}, "reruns = 3"));
    write_file(golden("a.stdout"), "home was empty\n");
    const std::string program = VERBATIM_PROGRAM;
    const ended how = shell("p=0; while [ $p -lt " + std::to_string(processes) + " ]; do p=$((p+1)); " +
                            "(i=0; while [ $i -lt " + std::to_string(rounds) + " ]; do i=$((i+1)); '" + program +
                            "' check -q >>out.$p 2>&1 || echo \"exit code $?\" >>out.$p; done) & done; wait; " +
                            "grep -v '1 match' out.*");
    EXPECT_EQ(how.out, "");
  }
};

/// Three models whose output is of a version, and accepts that are killed at moments that a seed chooses. After each kill
/// every file must be of a version that was there or was being accepted, whole.
class kill_loop : public cli {
 protected:
  static constexpr const char* names[] = {"a", "b", "c"};

  static std::string text_of(const std::string& name, unsigned version) {
    std::string text;
    for (unsigned line = 0; line < 200; ++line)
      text += name + " version " + std::to_string(version) + " line " + std::to_string(line) + "\n";
    return text;
  }

  void kill_accepts(unsigned iterations, unsigned seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    std::string models;
    for (const std::string name : names) models += printing(name, text_of(name, 0));
    manifest(models);
    accept_all();
    const auto begin = std::chrono::steady_clock::now();
    set_version(1);
    accept_all();
    const auto whole = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begin);
    std::uniform_int_distribution<long> moment(0, std::max<long>(whole.count(), 1000));
    unsigned killed = 0;
    for (unsigned version = 2; version < iterations + 2 && !HasFailure(); ++version) {
      SCOPED_TRACE("iteration " + std::to_string(version - 2));
      std::map<std::string, std::set<unsigned>> allowed = versions_on_disk();
      set_version(version);
      for (auto& [file, versions] : allowed) versions.insert(version);
      running program(calling({"accept"}));
      ::usleep(static_cast<useconds_t>(moment(random)));
      program.send(SIGKILL);
      if (program.wait().signal == SIGKILL) ++killed;
      for (const auto& [file, versions] : versions_on_disk())
        for (const unsigned each : versions)
          EXPECT_TRUE(allowed[file].contains(each)) << file << " has version " << each;
    }
    RecordProperty("killed", static_cast<int>(killed));
    EXPECT_GT(killed, iterations / 10) << "too few of the accepts were still running when they were killed";
    EXPECT_TRUE(ends_with(verbatim({"accept"}), 0));
    EXPECT_TRUE(ends_with(verbatim({"check"}), 0));
    EXPECT_TRUE(ends_with(sha256sum_check(), 0));
    EXPECT_TRUE(hidden_files().empty());
  }

 private:
  void set_version(unsigned version) {
    std::string command = "cd golden && sha256sum";
    for (const std::string name : names) {
      prints(name, text_of(name, version));
      command += " " + name + ".in";
    }
    std::istringstream lines(shell(command).out);
    std::string digest;
    for (std::string file; lines >> digest >> file;) {
      EXPECT_EQ(digest.size(), 64U);
      version_of_digest_[digest] = version;
    }
  }

  // The version of each golden, and under the same name the one that SHA256SUMS says. Fails where bytes are of none.
  std::map<std::string, std::set<unsigned>> versions_on_disk() {
    std::map<std::string, std::set<unsigned>> found;
    for (const std::string name : names) {
      const std::string text = read_file(golden(name + ".stdout"));
      const std::string_view start = std::string_view(text).substr(name.size() + 9, 10);
      const auto version = static_cast<unsigned>(std::strtoul(std::string(start).c_str(), nullptr, 10));
      EXPECT_EQ(text, text_of(name, version)) << name << ".stdout is a mix";
      found[name].insert(version);
    }
    std::istringstream lines(read_file(golden("SHA256SUMS")));
    std::string digest;
    unsigned count = 0;
    for (std::string file; lines >> digest >> file; ++count) {
      EXPECT_TRUE(version_of_digest_.contains(digest)) << "SHA256SUMS has a digest that no version has";
      found[file.substr(0, file.find('.'))].insert(version_of_digest_[digest]);
    }
    EXPECT_EQ(count, std::size(names));
    return found;
  }

  std::map<std::string, unsigned> version_of_digest_;
};

}  // namespace verbatim::testing
