// The recorder against plain equality of bytes, for any reference and any pieces; shards of a selection.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "harness/core/atomic_file.hpp"
#include "harness/core/empty_folder.hpp"
#include "harness/core/error.hpp"
#include "harness/gate/compare.hpp"
#include "harness/gate/selection.hpp"
#include "tests/property/gate_texts.hpp"

namespace {

namespace core = verbatim::core;
namespace gate = verbatim::gate;
using verbatim::property::any_bytes;

[[maybe_unused]] const int seeded = ::setenv("RC_PARAMS", "seed=20261130", 0);

gate::reference reference_to(std::string_view bytes) {
  core::unique_fd file = core::anonymous_file();
  core::write_all(file.get(), bytes, "a test's reference");
  return {std::move(file), bytes.size()};
}

void require_recorded(std::string_view golden, std::string_view output, std::size_t longest_piece) {
  const gate::reference against = reference_to(golden);
  core::sha256 hash;
  gate::recorder record(hash, &against, gate::output_form::bytes, true);
  verbatim::property::in_random_pieces(output, longest_piece, [&](std::string_view piece) { record.take(piece); });
  const gate::recorded got = record.finish();
  RC_ASSERT(got.equal == (golden == output));
  RC_ASSERT(got.size == output.size());
  RC_ASSERT(got.digest == core::sha256_of(output));
  RC_ASSERT(static_cast<bool>(got.spool) == !got.equal);
  if (got.spool) {
    const gate::mapped_text kept(got.spool.get());
    RC_ASSERT(kept.text() == output);
  }
}

// What a program might print in place of `golden`: the same, a byte changed, lost or added, cut short, or longer.
std::string output_near(const std::string& golden) {
  std::string output = golden;
  const auto at = *rc::gen::inRange<std::size_t>(0, golden.size() + 1);
  switch (*rc::gen::inRange(0, 6)) {
    case 0: break;
    case 1:
      if (at < output.size()) output[at] = static_cast<char>(output[at] ^ 1);
      break;
    case 2: output.resize(at); break;
    case 3: output += "more\n"; break;
    case 4: output.insert(at, "x"); break;
    default:
      if (at < output.size()) output.erase(at, 1);
      break;
  }
  return output;
}

RC_GTEST_PROP(gate_recorder_property, finds_equal_what_has_the_same_bytes, ()) {
  const std::string golden = *any_bytes();
  require_recorded(golden, output_near(golden), 10);
}

RC_GTEST_PROP(gate_recorder_property, finds_so_for_references_that_stay_on_disk, ()) {
  // Sizes on both sides of what is held in memory (256 KiB) and of pieces of 64 KiB.
  const auto size = *rc::gen::element<std::size_t>(65535, 65537, 262143, 262144, 262145, 300'000, 327'680, 500'000);
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  std::string golden(size, '\0');
  std::uint32_t state = seed;
  for (char& byte : golden) {
    state = state * 1664525U + 1013904223U;
    byte = static_cast<char>(state >> 24);
  }
  require_recorded(golden, output_near(golden), *rc::gen::element<std::size_t>(20'000, 65'536, 200'000));
}

RC_GTEST_PROP(gate_shard_property, each_model_is_in_exactly_one_shard, ()) {
  gate::manifest from;
  from.models.resize(*rc::gen::inRange<std::size_t>(1, 40));
  for (std::size_t i = 0; i < from.models.size(); ++i) from.models[i].name = "m" + std::to_string(i);
  const auto count = *rc::gen::inRange<std::size_t>(1, 60);
  std::vector<const gate::model*> all;
  std::size_t largest = 0;
  std::size_t smallest = from.models.size();
  for (std::size_t index = 1; index <= count; ++index) {
    std::vector<const gate::model*> part;
    try {
      part = gate::select(from, {.names = {}, .tags = {}, .part = {index, count}});
    } catch (const core::request_error&) {
      RC_ASSERT(index > from.models.size());  // only a shard that has none is refused
    }
    RC_ASSERT(std::is_sorted(part.begin(), part.end()));
    largest = std::max(largest, part.size());
    smallest = std::min(smallest, part.size());
    all.insert(all.end(), part.begin(), part.end());
  }
  RC_ASSERT(largest - smallest <= 1U);
  std::sort(all.begin(), all.end());
  RC_ASSERT(all.size() == from.models.size());
  for (std::size_t i = 0; i < all.size(); ++i) RC_ASSERT(all[i] == &from.models[i]);
}

RC_GTEST_PROP(gate_shard_property, reads_back_from_its_text, ()) {
  const auto count = *rc::gen::inRange<std::size_t>(1, 1'000'000);
  const auto index = *rc::gen::inRange<std::size_t>(1, count + 1);
  const gate::shard read = gate::parse_shard(std::to_string(index) + "/" + std::to_string(count));
  RC_ASSERT(read.index == index && read.count == count);
}

}  // namespace
