// A fresh project for each test, with golden/manifest.toml and models made of shell scripts, and the real program run on
// it as a user would.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/cli/cli_process.hpp"

namespace verbatim::testing {

namespace fs = std::filesystem;
using words = std::vector<std::string>;

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool sanitized = true;
#elif defined(__has_feature)
inline constexpr bool sanitized = __has_feature(address_sanitizer);
#else
inline constexpr bool sanitized = false;
#endif

inline std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("a test cannot read " + path.string());
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

inline void write_file(const fs::path& path, std::string_view bytes) {
  fs::create_directories(path.parent_path());
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) throw std::runtime_error("a test cannot write " + path.string());
}

/// A TOML basic string.
inline std::string toml(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    char escaped[8];
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
      out += escaped;
    } else {
      out += c;
    }
  }
  return out + "\"";
}

inline std::string toml(const words& list) {
  std::string out = "[";
  for (const std::string& each : list) out += (out.size() > 1 ? ", " : "") + toml(each);
  return out + "]";
}

inline std::string shortened(std::string_view text) {
  constexpr std::size_t most = 4000;
  return std::string(text.substr(0, most)) + (text.size() > most ? "… " + std::to_string(text.size()) + " bytes" : "");
}

inline ::testing::AssertionResult ends_with(const ended& how, int code) {
  if (how.code == code && !how.timed_out) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "exit code " << how.code << " (signal " << how.signal << ", timed out "
                                       << how.timed_out << ") instead of " << code << "\nstdout:\n"
                                       << shortened(how.out) << "\nstderr:\n"
                                       << shortened(how.err);
}

inline ::testing::AssertionResult has(std::string_view text, std::string_view part) {
  if (text.find(part) != std::string_view::npos) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "'" << part << "' is not in:\n" << shortened(text);
}

inline ::testing::AssertionResult lacks(std::string_view text, std::string_view part) {
  if (text.find(part) == std::string_view::npos) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "'" << part << "' is in:\n" << shortened(text);
}

class cli : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::canonical(fs::temp_directory_path()) / "test-of-verbatim.XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    top_ = pattern;
    fs::create_directories(golden());
    fs::create_directories(temporary());
  }

  void TearDown() override {
    std::error_code trouble;
    EXPECT_TRUE(fs::is_empty(temporary(), trouble)) << "something was left in TMPDIR";
    fs::remove_all(top_, trouble);
  }

  [[nodiscard]] fs::path project() const { return top_ / "project"; }
  [[nodiscard]] fs::path golden() const { return project() / "golden"; }
  [[nodiscard]] fs::path golden(std::string_view file) const { return golden() / file; }
  /// TMPDIR of the program.
  [[nodiscard]] fs::path temporary() const { return top_ / "tmp"; }
  /// A place for files that a model writes for the test.
  [[nodiscard]] fs::path beside(std::string_view file) const { return top_ / file; }

  void manifest(std::string_view models) const {
    write_file(golden("manifest.toml"), "version = 1\n" + std::string(models));
  }

  /// [[model]] with these keys; `more` is further lines of TOML.
  static std::string model(std::string_view name, const words& command, std::string_view more = "") {
    return "[[model]]\nname = " + toml(name) + "\ncommand = " + toml(command) + "\n" + std::string(more) + "\n";
  }
  /// A model that prints the bytes of golden/NAME.in.
  [[nodiscard]] std::string printing(std::string_view name, std::string_view bytes, std::string_view more = "") const {
    prints(name, bytes);
    return model(name, {"cat", "{root}/" + std::string(name) + ".in"}, more);
  }
  /// What such a model prints from now on.
  void prints(std::string_view name, std::string_view bytes) const {
    write_file(golden(std::string(name) + ".in"), bytes);
  }
  /// A model that is a shell script. `$here` in it is a folder for files that the test reads.
  [[nodiscard]] std::string script(std::string_view name, std::string_view text, std::string_view more = "") const {
    const std::string file = std::string(name) + ".sh";
    write_file(golden(file), "here='" + top_.string() + "'\n" + std::string(text) + "\n");
    return model(name, {"sh", "{root}/" + file}, more);
  }
  /// A model that misbehaves; see misbehave.cpp.
  static std::string misbehaving(std::string_view name, const words& how, std::string_view more = "") {
    words command{VERBATIM_MISBEHAVE};
    command.insert(command.end(), how.begin(), how.end());
    return model(name, command, more);
  }

  [[nodiscard]] call calling(const words& arguments) const {
    call what;
    what.argv = {VERBATIM_PROGRAM};
    what.argv.insert(what.argv.end(), arguments.begin(), arguments.end());
    what.folder = project().string();
    what.environment["TMPDIR"] = temporary().string();
    return what;
  }
  [[nodiscard]] ended verbatim(const words& arguments) const { return run(calling(arguments)); }

  void accept_all() const { ASSERT_TRUE(ends_with(verbatim({"accept"}), 0)); }

  /// `check --format json`: the report.
  [[nodiscard]] nlohmann::json check_json(words arguments = {}) const {
    arguments.insert(arguments.begin(), {"check", "--format", "json"});
    const ended how = verbatim(arguments);
    nlohmann::json report = nlohmann::json::parse(how.out, nullptr, false);
    EXPECT_FALSE(report.is_discarded()) << "stdout:\n" << shortened(how.out) << "\nstderr:\n" << how.err;
    return report.is_discarded() ? nlohmann::json() : report;
  }

  /// What check says of each model, and its exit code: "a match, b differs → 1".
  [[nodiscard]] std::string verdicts(words arguments = {}) const {
    arguments.insert(arguments.begin(), {"check", "--format", "json"});
    const ended how = verbatim(arguments);
    const nlohmann::json report = nlohmann::json::parse(how.out, nullptr, false);
    std::string out;
    if (!report.is_discarded())
      for (const nlohmann::json& each : report.at("models"))
        out += (out.empty() ? "" : ", ") + each.at("name").get<std::string>() + " " +
               each.at("verdict").get<std::string>();
    if (out.empty()) out = how.err;
    return out + " → " + (how.timed_out ? "timed out" : std::to_string(how.code));
  }

  /// The result of one model in a report.
  static nlohmann::json result_of(const nlohmann::json& report, std::string_view name) {
    if (report.is_object() && report.contains("models"))
      for (const nlohmann::json& each : report["models"])
        if (each.at("name") == name) return each;
    ADD_FAILURE() << "no result for " << name << " in " << report.dump(2);
    return nlohmann::json{{"reason", ""}, {"verdict", ""}, {"advice", ""}, {"explanation", nlohmann::json::array()}};
  }

  /// A line of shell in the project, in the program's environment.
  [[nodiscard]] ended shell(const std::string& line) const {
    call what = calling({});
    what.argv = {"sh", "-c", line};
    return run(what);
  }

  [[nodiscard]] ended sha256sum_check() const { return shell("cd golden && sha256sum --strict -c SHA256SUMS"); }

  /// Names of the files in the golden folder that begin with a dot: temporary files of accept.
  [[nodiscard]] words hidden_files() const {
    words found;
    for (const fs::directory_entry& entry : fs::directory_iterator(golden()))
      if (entry.path().filename().string().starts_with('.')) found.push_back(entry.path().filename().string());
    return found;
  }

  /// The number that a model wrote to a file for the test, once it is there.
  [[nodiscard]] static pid_t pid_in(const fs::path& file) {
    EXPECT_TRUE(eventually([&] { return fs::exists(file) && read_file(file).ends_with('\n'); }))
        << file << " was not written";
    return fs::exists(file) ? static_cast<pid_t>(std::strtol(read_file(file).c_str(), nullptr, 10)) : -1;
  }

 private:
  fs::path top_;
};

}  // namespace verbatim::testing
