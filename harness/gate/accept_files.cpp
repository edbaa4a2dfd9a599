#include "harness/gate/accept_files.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "harness/core/atomic_file.hpp"
#include "harness/core/error.hpp"
#include "harness/core/safe_text.hpp"
#include "harness/gate/accept.hpp"
#include "harness/gate/sums.hpp"

namespace verbatim::gate {
namespace {

namespace fs = std::filesystem;

sums present_sums(const core::folder& golden) {
  const std::string path = golden.join(sums_file_name);
  std::error_code trouble;
  if (!fs::exists(path, trouble)) return {};
  sums out = parse_sums(core::read_file(path));
  if (!out.faults.empty())
    throw core::request_error(fmt::format("{}, line {}: {}; mend it before anything is accepted",
                                          core::escape(path, 300), out.faults.front().line, out.faults.front().what));
  return out;
}

}  // namespace

void accept_files(const manifest& from, const std::map<std::string, std::string>& files) {
  finish_interrupted_accept(from);
  const core::folder golden(from.root);
  golden.lock_exclusively();
  sums list = present_sums(golden);
  for (const auto& [name, bytes] : files) {
    const std::string path = golden.join(name);
    std::error_code trouble;
    fs::create_directories(fs::path(path).parent_path(), trouble);
    if (trouble)
      throw core::work_error(
          fmt::format("cannot make the folder of {}: {}", core::escape(path, 300), trouble.message()));
    core::write_file(path, bytes);
    list.entries[name] = core::sha256_of(bytes);
  }
  core::staged_file staged(golden, std::string(sums_file_name));
  staged.write(format_sums(list));
  staged.finish();
  staged.replace();
  golden.sync();
}

}  // namespace verbatim::gate
