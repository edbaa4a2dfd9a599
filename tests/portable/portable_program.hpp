// Builds and runs the plain programs of tests/portable for their tests.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

#include "tests/unit/programs_child.hpp"

namespace verbatim::testing {

/// A folder of its own, gone at the end.
class build_folder {
 public:
  build_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "verbatim-portable-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp failed for " + name);
    path_ = name;
  }
  ~build_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  build_folder(const build_folder&) = delete;
  build_folder& operator=(const build_folder&) = delete;

  /// The program's path; empty where the compiler fails, whose messages are then a failure of the test.
  [[nodiscard]] std::string build(std::string_view source, const std::string& compiler, const std::string& options) {
    const std::string program = (path_ / "program").string();
    const std::string root = VERBATIM_SOURCE_DIR;
    const captured built =
        shell(compiler + " -std=c++20 -w " + options + " -I" + shell_word(root) + " " +
              shell_word(root + "/tests/portable/" + std::string(source)) + " -o " + shell_word(program) + " 2>&1");
    if (built.exit_code == 0) return program;
    ADD_FAILURE() << compiler << " " << options << " failed:\n" << built.output;
    return "";
  }

 private:
  std::filesystem::path path_;
};

/// Whether a tool can be started by its name.
inline bool has_tool(const std::string& name) {
  return shell("command -v " + shell_word(name.substr(0, name.find(' '))) + " > /dev/null 2>&1").exit_code == 0;
}

inline const std::string& built_table() {
  static const std::string program = shell_word(VERBATIM_FP_TABLE);
  return program;
}

/// What the table of this build says: the text that all others must say.
inline const captured& reference() {
  static const captured result = shell(built_table());
  return result;
}

/// Some 50 operations, five more lines and the last one.
inline void expect_is_a_table(const captured& result) {
  ASSERT_EQ(result.exit_code, 0) << result.output;
  ASSERT_GT(result.output.size(), 50U * 44U) << result.output;
  ASSERT_NE(result.output.find("\nall "), std::string::npos) << result.output;
}

}  // namespace verbatim::testing
