// Sweeps that are killed, and the roots and certificates that this repository states, run again.
#include "tests/cli/cli_fixture.hpp"

namespace verbatim::testing {
namespace {

class sweep_slow : public cli {};

TEST_F(sweep_slow, one_that_is_killed_again_and_again_ends_with_the_same_certificate) {
  const words base{"sweep", "f32_to_f16", "--against", "mpfr", "--range", "0x30000000..0x37ffffff", "--certificate"};
  const auto with = [&base](const words& more) {
    words all = base;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  std::size_t chunks = 0;
  for (int kill = 0; kill < 3; ++kill) {
    call what = calling(with({"resumed.json", "--resume", "r.json"}));
    running sweep(what);
    const auto kept = [&] {
      if (!fs::exists(project() / "r.json")) return std::size_t{0};
      const nlohmann::json file = nlohmann::json::parse(read_file(project() / "r.json"), nullptr, false);
      EXPECT_FALSE(file.is_discarded()) << "the resume file is whole at every moment";
      return file.is_discarded() ? std::size_t{0} : file["body"]["sweeps"][0]["chunks"].size();
    };
    ASSERT_TRUE(eventually([&] { return kept() > chunks; }, std::chrono::seconds(60)));
    sweep.send(SIGKILL);
    EXPECT_EQ(sweep.wait().signal, SIGKILL);
    chunks = kept();
  }
  ASSERT_TRUE(ends_with(verbatim(with({"resumed.json", "--resume", "r.json"})), 0));
  ASSERT_TRUE(ends_with(verbatim(with({"whole.json"})), 0));
  EXPECT_EQ(read_file(project() / "resumed.json"), read_file(project() / "whole.json"));
}

TEST_F(sweep_slow, one_that_is_stopped_keeps_what_is_done) {
  call what = calling({"sweep", "f32_to_f16", "--against", "mpfr", "--resume", "r.json"});
  running sweep(what);
  ASSERT_TRUE(eventually([&] { return fs::exists(project() / "r.json"); }, std::chrono::seconds(60)));
  sweep.send(SIGINT);
  const ended how = sweep.wait();
  EXPECT_EQ(how.code, 128 + SIGINT);
  EXPECT_FALSE(nlohmann::json::parse(read_file(project() / "r.json"))["body"]["sweeps"][0]["chunks"].empty());
}

class known_functions : public cli {
 protected:
  fs::path functions_ = fs::path(VERBATIM_SOURCE_DIR) / "golden" / "functions";
};

TEST_F(known_functions, every_root_is_recomputed) {
  call what = calling({"fingerprint", "--all-known", "--known", (functions_ / "fingerprints.txt").string()});
  what.limit = std::chrono::seconds(2400);
  EXPECT_TRUE(ends_with(run(what), 0));
}

TEST_F(known_functions, every_certificate_stands_a_sample) {
  int certificates = 0;
  for (const fs::directory_entry& each : fs::directory_iterator(functions_)) {
    if (each.path().extension() != ".json") continue;
    ++certificates;
    call what = calling({"verify", each.path().string(), "--sample", "4"});
    what.limit = std::chrono::seconds(600);
    EXPECT_TRUE(ends_with(run(what), 0)) << each.path();
  }
  EXPECT_GT(certificates, 0);
}

}  // namespace
}  // namespace verbatim::testing
