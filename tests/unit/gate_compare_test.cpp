// Output compared while it streams: equal output is not kept, other output is kept whole.
#include "harness/gate/compare.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "harness/core/error.hpp"
#include "tests/unit/core_support.hpp"

namespace {

using verbatim::core::sha256;
using verbatim::core::sha256_of;
using verbatim::gate::mapped_text;
using verbatim::gate::output_form;
using verbatim::gate::recorded;
using verbatim::gate::recorder;
using verbatim::gate::reference;
using verbatim::testing_support::put;
using verbatim::testing_support::temporary_folder;

constexpr std::size_t held_in_memory = 262144;

// Numbered lines, so that no two places look alike.
std::string numbered(std::size_t bytes) {
  std::string text;
  for (int i = 0; text.size() < bytes; ++i) text += std::to_string(i) + "\n";
  text.resize(bytes);
  return text;
}

class golden {
 public:
  explicit golden(std::string_view bytes) {
    put(place_ / "golden", bytes);
    file_ = reference::open(place_ / "golden");
  }
  [[nodiscard]] const reference& get() const { return *file_; }

 private:
  temporary_folder place_;
  std::optional<reference> file_;
};

recorded record(const reference* against, std::string_view output, bool keep = true, std::size_t piece = 10007) {
  sha256 hash;
  recorder record(hash, against, output_form::bytes, keep);
  for (std::size_t at = 0; at < output.size(); at += piece) record.take(output.substr(at, piece));
  return record.finish();
}

void expect_kept_whole(const recorded& got, std::string_view output) {
  EXPECT_FALSE(got.equal);
  EXPECT_EQ(got.size, output.size());
  EXPECT_EQ(got.digest, sha256_of(output));
  ASSERT_TRUE(got.spool);
  EXPECT_EQ(mapped_text(got.spool.get()).text(), output);
}

TEST(gate_recorder, keeps_nothing_of_output_that_is_equal) {
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, std::size_t{70000}, held_in_memory, held_in_memory + 1, std::size_t{700000}}) {
    const std::string text = numbered(size);
    const golden stored(text);
    const recorded got = record(&stored.get(), text);
    EXPECT_TRUE(got.equal) << size;
    EXPECT_FALSE(got.spool);
    EXPECT_EQ(got.size, size);
    EXPECT_EQ(got.digest, sha256_of(text));
  }
}

TEST(gate_recorder, keeps_all_of_output_that_differs_anywhere) {
  for (const std::size_t size :
       {std::size_t{1}, std::size_t{70000}, held_in_memory, held_in_memory + 1, std::size_t{500000}}) {
    const std::string text = numbered(size);
    const golden stored(text);
    for (const std::size_t at : {std::size_t{0}, size / 2, size - 1}) {
      std::string other = text;
      other[at] = 'x';
      expect_kept_whole(record(&stored.get(), other), other);
    }
    expect_kept_whole(record(&stored.get(), text + "x"), text + "x");
    expect_kept_whole(record(&stored.get(), std::string_view(text).substr(0, size - 1)),
                      std::string_view(text).substr(0, size - 1));
  }
}

TEST(gate_recorder, tells_no_output_from_an_empty_golden) {
  const golden empty("");
  EXPECT_TRUE(record(&empty.get(), "").equal);
  expect_kept_whole(record(&empty.get(), "a"), "a");
  const golden some("a");
  expect_kept_whole(record(&some.get(), ""), "");
}

TEST(gate_recorder, keeps_all_where_there_is_nothing_to_compare_with) {
  expect_kept_whole(record(nullptr, ""), "");
  expect_kept_whole(record(nullptr, "new output\n"), "new output\n");
}

TEST(gate_recorder, finds_everything_different_from_a_reference_that_is_none) {
  const reference none;
  EXPECT_FALSE(none.exists());
  recorded got;
  ASSERT_NO_THROW(got = record(&none, "output\n"));
  expect_kept_whole(got, "output\n");
  expect_kept_whole(record(&none, ""), "");
}

TEST(gate_recorder, keeps_only_the_digest_where_told_so) {
  const golden stored("golden\n");
  const recorded got = record(&stored.get(), "other\n", false);
  EXPECT_FALSE(got.equal);
  EXPECT_FALSE(got.spool);
  EXPECT_EQ(got.digest, sha256_of("other\n"));
  EXPECT_EQ(got.size, 6U);
}

TEST(gate_recorder, checks_the_form_on_the_way_and_leaves_the_hash_ready) {
  sha256 hash;
  recorder first(hash, nullptr, output_form::canonical, false);
  first.take("a\n");
  first.take("b \n");
  const recorded got = first.finish();
  ASSERT_TRUE(got.fault);
  EXPECT_EQ(got.fault->line, 2U);
  recorder second(hash, nullptr, output_form::canonical, false);
  second.take("abc\n");
  EXPECT_EQ(second.finish().digest, sha256_of("abc\n"));
}

TEST(gate_reference, says_how_much_is_equal_at_any_offset) {
  for (const std::size_t size : {std::size_t{1000}, std::size_t{400000}}) {
    const std::string text = numbered(size);
    const golden stored(text);
    std::size_t equal = 99;
    EXPECT_TRUE(stored.get().equals(0, text, &equal));
    EXPECT_EQ(equal, size);
    EXPECT_TRUE(stored.get().equals(size / 2, std::string_view(text).substr(size / 2), &equal));
    EXPECT_TRUE(stored.get().equals(size, "", &equal));
    EXPECT_TRUE(stored.get().equals(size + 10, "", &equal));
    EXPECT_FALSE(stored.get().equals(size, "x", &equal));
    EXPECT_EQ(equal, 0U);
    EXPECT_FALSE(stored.get().equals(size + 10, "x", &equal));
    EXPECT_FALSE(stored.get().equals(0, text + "x", &equal));
    EXPECT_EQ(equal, size);
    std::string other = text;
    other[size - 3] = 'x';
    EXPECT_FALSE(stored.get().equals(0, other, &equal));
    EXPECT_EQ(equal, size - 3);
  }
}

TEST(gate_reference, has_the_digest_of_its_file) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1000}, std::size_t{400000}}) {
    const golden stored(numbered(size));
    EXPECT_EQ(stored.get().digest(), sha256_of(numbered(size)));
    EXPECT_EQ(stored.get().size(), size);
  }
}

TEST(gate_reference, opens_regular_files_only) {
  const temporary_folder place;
  EXPECT_FALSE(reference::open(place / "none"));
  EXPECT_THROW((void)reference::open(place.path()), verbatim::core::request_error);
  put(place / "file", "x");
  EXPECT_THROW((void)reference::open(place / "file/below"), verbatim::core::request_error);
}

TEST(gate_mapped_text, is_empty_where_there_is_no_file) {
  EXPECT_EQ(mapped_text(-1).text(), "");
  const golden empty("");
  EXPECT_EQ(mapped_text(empty.get().fd()).text(), "");
}

}  // namespace
