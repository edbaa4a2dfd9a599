// What a run costs in the gate, against the least it can cost: a bare loop of posix_spawn + pipe + EVP SHA-256.
//
// Both run the same 200 models of 1 KB in turn, several rounds, so that a slow moment of the machine meets both. The
// gate's time is that of the whole `verbatim check` process: start, manifest, golden files, report. The figure is wall
// time divided by runs; the ratio is taken round by round and its median reported.
#include <fcntl.h>
#include <openssl/evp.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

namespace {

namespace fs = std::filesystem;
using clock = std::chrono::steady_clock;

constexpr int models = 200;
constexpr int reruns = 2;

[[noreturn]] void fail(const std::string& what) {
  fmt::print(stderr, "bench_gate: {}\n", what);
  std::exit(3);
}

// One run as short as it gets: no time-out, no clean environment, no comparison.
void bare_run(const char* program, EVP_MD_CTX* hash) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail("no pipe");
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  std::array<char*, 2> argv{const_cast<char*>(program), nullptr};
  pid_t pid = 0;
  if (::posix_spawn(&pid, program, &actions, nullptr, argv.data(), environ) != 0) fail("cannot start the model");
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  EVP_DigestInit_ex2(hash, nullptr, nullptr);
  std::array<char, 65536> buffer;
  for (ssize_t got = 0; (got = ::read(ends[0], buffer.data(), buffer.size())) > 0;)
    EVP_DigestUpdate(hash, buffer.data(), static_cast<std::size_t>(got));
  std::array<unsigned char, 32> digest{};
  EVP_DigestFinal_ex(hash, digest.data(), nullptr);
  ::close(ends[0]);
  int status = 0;
  ::waitpid(pid, &status, 0);
  if (status != 0) fail("the model failed");
}

double bare_loop(const std::string& program, unsigned threads) {
  const auto begin = clock::now();
  const auto work = [&](int runs) {
    EVP_MD_CTX* hash = EVP_MD_CTX_new();
    EVP_MD* sha = EVP_MD_fetch(nullptr, "SHA256", nullptr);
    EVP_DigestInit_ex2(hash, sha, nullptr);
    for (int i = 0; i < runs; ++i) bare_run(program.c_str(), hash);
    EVP_MD_free(sha);
    EVP_MD_CTX_free(hash);
  };
  if (threads == 1) {
    work(models * reruns);
  } else {
    std::vector<std::jthread> crew;
    for (unsigned i = 0; i < threads; ++i) crew.emplace_back(work, models * reruns / static_cast<int>(threads));
  }
  return std::chrono::duration<double, std::milli>(clock::now() - begin).count() / (models * reruns);
}

struct process {
  double milliseconds = 0.0;
  long peak_kib = 0;
};

process run_verbatim(const std::vector<std::string>& arguments) {
  std::vector<char*> argv;
  for (const std::string& each : arguments) argv.push_back(const_cast<char*>(each.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  const auto begin = clock::now();
  pid_t pid = 0;
  if (::posix_spawn(&pid, argv[0], &actions, nullptr, argv.data(), environ) != 0) fail("cannot start verbatim");
  ::posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  rusage used{};
  ::wait4(pid, &status, 0, &used);
  process out;
  out.milliseconds = std::chrono::duration<double, std::milli>(clock::now() - begin).count();
  out.peak_kib = used.ru_maxrss;
  if (status != 0) fail(fmt::format("verbatim ended with status {}", status));
  return out;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

std::string make_project(const fs::path& folder, const std::string& program) {
  fs::create_directories(folder / "golden");
  std::ofstream manifest(folder / "golden" / "manifest.toml");
  manifest << "version = 1\n";
  for (int i = 0; i < models; ++i)
    manifest << fmt::format("[[model]]\nname = \"m{}\"\ncommand = [\"{}\"]\n", i, program);
  manifest.close();
  const std::string path = (folder / "golden" / "manifest.toml").string();
  ::unsetenv("CI");
  run_verbatim({VERBATIM_PROGRAM, "accept", "--manifest", path, "-q"});
  return path;
}

void compare(const std::string& label, const std::string& program, const fs::path& folder, int rounds) {
  const std::string manifest = make_project(folder / label, program);
  for (const unsigned jobs : {1U, 2U}) {
    std::vector<double> bare;
    std::vector<double> gate;
    std::vector<double> ratio;
    long peak = 0;
    for (int i = 0; i < rounds; ++i) {
      bare.push_back(bare_loop(program, jobs));
      const process ran =
          run_verbatim({VERBATIM_PROGRAM, "check", "--manifest", manifest, "-q", fmt::format("-j{}", jobs)});
      gate.push_back(ran.milliseconds / (models * reruns));
      peak = std::max(peak, ran.peak_kib);
      ratio.push_back(gate.back() / bare.back());
    }
    fmt::print(
        "{:<8} -j{}  bare loop {:.3f} ms a run, verbatim check {:.3f} ms a run, ratio {:.3f} (best {:.3f}), peak "
        "{:.1f} MB\n",
        label, jobs, median(bare), median(gate), median(ratio), *std::min_element(ratio.begin(), ratio.end()),
        static_cast<double>(peak) / 1024.0);
  }
}

// 1 GiB of output through the gate with hash_only, against the bare hash of as many bytes in memory.
void large_output(const fs::path& folder) {
  fs::create_directories(folder / "large" / "golden");
  const std::string path = (folder / "large" / "golden" / "manifest.toml").string();
  std::ofstream(path) << fmt::format(
      "version = 1\n[[model]]\nname = \"large\"\ncommand = [\"{}/print_1k_static\", \"1024\"]\nhash_only = true\n"
      "reruns = 1\ntimeout_s = 600\nmax_output_bytes = 2000000000\n",
      VERBATIM_BENCH_MODELS);
  run_verbatim({VERBATIM_PROGRAM, "accept", "--manifest", path, "-q"});
  const process ran = run_verbatim({VERBATIM_PROGRAM, "check", "--manifest", path, "-q"});
  const std::vector<char> block(std::size_t{1} << 20, 'x');
  const auto begin = clock::now();
  EVP_MD_CTX* hash = EVP_MD_CTX_new();
  EVP_DigestInit_ex2(hash, EVP_sha256(), nullptr);
  for (int i = 0; i < 1024; ++i) EVP_DigestUpdate(hash, block.data(), block.size());
  std::array<unsigned char, 32> digest{};
  EVP_DigestFinal_ex(hash, digest.data(), nullptr);
  EVP_MD_CTX_free(hash);
  const double alone = std::chrono::duration<double, std::milli>(clock::now() - begin).count();
  fmt::print("1 GiB of output, hash_only: {:.2f} s, peak {:.1f} MB; SHA-256 of 1 GiB alone {:.2f} s\n",
             ran.milliseconds / 1000.0, static_cast<double>(ran.peak_kib) / 1024.0, alone / 1000.0);
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 7;
  std::string folder = (fs::temp_directory_path() / "verbatim-bench-XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr) fail("no temporary folder");
  fmt::print("{} models of 1 KB, {} runs each, {} rounds in turn\n", models, reruns, rounds);
  compare("dynamic", VERBATIM_BENCH_MODELS "/print_1k", folder, rounds);
  compare("static", VERBATIM_BENCH_MODELS "/print_1k_static", folder, rounds);
  large_output(folder);
  fs::remove_all(folder);
  return 0;
}
