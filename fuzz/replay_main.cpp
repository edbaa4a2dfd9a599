// A main for fuzz targets without a fuzzing engine: runs every given input once, in byte order of its path.
//
// Each path is printed before its input runs, so that the last line names the one that ended the process. A folder
// without a file in it is an error: a replay of nothing would look like a replay that passed.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <system_error>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

// The files that `given` stands for; empty where there is none.
std::vector<std::string> files_of(const std::string& given) {
  std::error_code trouble;
  std::vector<std::string> files;
  if (fs::is_regular_file(given, trouble)) files.push_back(given);
  if (!fs::is_directory(given, trouble)) return files;
  for (auto each = fs::recursive_directory_iterator(given, trouble); each != fs::recursive_directory_iterator();
       each.increment(trouble))
    if (each->is_regular_file(trouble)) files.push_back(each->path().string());
  return files;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: " << argv[0] << " FILE|FOLDER...\nRuns each file, and each file in each folder, once.\n";
    return 2;
  }
  std::vector<std::string> files;
  for (int i = 1; i < argc; ++i) {
    const std::vector<std::string> more = files_of(argv[i]);
    if (more.empty()) {
      std::cerr << argv[i] << ": neither a file nor a folder with a file in it\n";
      return 2;
    }
    files.insert(files.end(), more.begin(), more.end());
  }
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  for (const std::string& path : files) {
    std::ifstream in(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    if (!in.is_open() || in.bad()) {
      std::cerr << path << ": cannot be read\n";
      return 2;
    }
    std::cout << path << std::endl;
    const std::vector<std::uint8_t> input(bytes.begin(), bytes.end());
    LLVMFuzzerTestOneInput(input.data(), input.size());
  }
  std::cout << "replayed " << files.size() << (files.size() == 1 ? " input\n" : " inputs\n");
  return 0;
}
