// SHA-256 against the vectors of FIPS 180-4 (NIST CSRC, "Examples with Intermediate Values" and long messages).
#include "harness/core/sha256.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

namespace {

using verbatim::core::digest;
using verbatim::core::digest_from_hex;
using verbatim::core::sha256;
using verbatim::core::sha256_of;
using verbatim::core::to_hex;

constexpr std::string_view of_nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
constexpr std::string_view of_abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
constexpr std::string_view of_million_a = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";

TEST(core_sha256, gives_the_published_digests) {
  EXPECT_EQ(to_hex(sha256_of("")), of_nothing);
  EXPECT_EQ(to_hex(sha256_of("abc")), of_abc);
  EXPECT_EQ(to_hex(sha256_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(
      to_hex(sha256_of("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlm"
                       "nopqrsmnopqrstnopqrstu")),
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
}

TEST(core_sha256, hashes_a_million_letters_in_uneven_pieces) {
  sha256 hash;
  const std::string piece(999, 'a');
  for (int i = 0; i < 1001; ++i) hash.update(piece);
  hash.update("a");
  EXPECT_EQ(to_hex(hash.finish()), of_million_a);
}

TEST(core_sha256, does_not_depend_on_where_a_stream_is_cut) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += static_cast<char>(i * 7);
  const digest whole = sha256_of(text);
  sha256 hash;
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    hash.update(std::string_view(text).substr(0, cut));
    hash.update("");
    hash.update(std::string_view(text).substr(cut));
    EXPECT_EQ(hash.finish(), whole) << "cut at " << cut;
  }
}

TEST(core_sha256, begins_anew_after_finish) {
  sha256 hash;
  hash.update("something else");
  EXPECT_NE(to_hex(hash.finish()), of_abc);
  EXPECT_EQ(to_hex(hash.finish()), of_nothing);
  hash.update("abc");
  EXPECT_EQ(to_hex(hash.finish()), of_abc);
}

TEST(core_sha256, moves_with_the_stream_it_has_begun) {
  sha256 first;
  first.update("a");
  sha256 second(std::move(first));
  second.update("b");
  sha256 third;
  third = std::move(second);
  third.update("c");
  EXPECT_EQ(to_hex(third.finish()), of_abc);
}

TEST(core_sha256, reads_hexadecimal_of_either_case) {
  const digest value = sha256_of("abc");
  EXPECT_EQ(digest_from_hex(of_abc), value);
  EXPECT_EQ(digest_from_hex("BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD"), value);
}

TEST(core_sha256, reads_nothing_but_64_hexadecimal_digits) {
  const std::string good(of_abc);
  EXPECT_FALSE(digest_from_hex(""));
  EXPECT_FALSE(digest_from_hex(good.substr(1)));
  EXPECT_FALSE(digest_from_hex(good + "0"));
  EXPECT_FALSE(digest_from_hex(" " + good.substr(1)));
  for (const char wrong : {'g', 'G', '/', ':', '@', '`', ' ', '\0'}) {
    for (const std::size_t at : {std::size_t{0}, std::size_t{31}, std::size_t{63}}) {
      std::string bad = good;
      bad[at] = wrong;
      EXPECT_FALSE(digest_from_hex(bad)) << bad;
    }
  }
}

}  // namespace
