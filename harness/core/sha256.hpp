// SHA-256 (FIPS 180-4) of a stream, by OpenSSL's EVP.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct evp_md_ctx_st;

namespace verbatim::core {

/// 32 bytes, compared bytewise; as text 64 lower-case hexadecimal digits.
using digest = std::array<std::uint8_t, 32>;

[[nodiscard]] std::string to_hex(const digest& value);
/// 64 hexadecimal digits of either case; anything else gives nullopt.
[[nodiscard]] std::optional<digest> digest_from_hex(std::string_view text);

/// Hashes as bytes come; `finish` returns the digest and makes the object ready for the next stream. The context is
/// reused, which costs less than a microsecond a stream where a new one costs several.
class sha256 {
 public:
  /// Throws work_error where the OpenSSL in use offers no SHA-256.
  sha256();
  ~sha256();
  sha256(sha256&&) noexcept;
  sha256& operator=(sha256&&) noexcept;
  void update(std::string_view bytes);
  [[nodiscard]] digest finish();

 private:
  struct deleter {
    void operator()(evp_md_ctx_st* context) const;
  };
  std::unique_ptr<evp_md_ctx_st, deleter> context_;
};

[[nodiscard]] digest sha256_of(std::string_view bytes);

}  // namespace verbatim::core
