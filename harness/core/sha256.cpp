#include "harness/core/sha256.hpp"

#include <openssl/evp.h>

#include "harness/core/error.hpp"

namespace verbatim::core {
namespace {

// Fetched once: an implicit fetch at each EVP_DigestInit takes a global lock.
const EVP_MD* algorithm() {
  static const EVP_MD* const fetched = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  if (fetched == nullptr) throw work_error("OpenSSL offers no SHA-256; check its configuration (OPENSSL_CONF)");
  return fetched;
}

constexpr std::string_view hex_digits = "0123456789abcdef";

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

std::string to_hex(const digest& value) {
  std::string text;
  text.reserve(2 * value.size());
  for (const std::uint8_t byte : value) {
    text.push_back(hex_digits[byte >> 4]);
    text.push_back(hex_digits[byte & 15]);
  }
  return text;
}

std::optional<digest> digest_from_hex(std::string_view text) {
  digest value{};
  if (text.size() != 2 * value.size()) return std::nullopt;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const int high = hex_value(text[2 * i]);
    const int low = hex_value(text[2 * i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    value[i] = static_cast<std::uint8_t>(high * 16 + low);
  }
  return value;
}

void sha256::deleter::operator()(evp_md_ctx_st* context) const { EVP_MD_CTX_free(context); }

sha256::sha256() : context_(EVP_MD_CTX_new()) {
  if (!context_ || EVP_DigestInit_ex2(context_.get(), algorithm(), nullptr) != 1)
    throw work_error("OpenSSL could not start a SHA-256");
}
sha256::~sha256() = default;
sha256::sha256(sha256&&) noexcept = default;
sha256& sha256::operator=(sha256&&) noexcept = default;

void sha256::update(std::string_view bytes) {
  if (EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) != 1) throw work_error("OpenSSL failed to hash");
}

digest sha256::finish() {
  digest value{};
  if (EVP_DigestFinal_ex(context_.get(), value.data(), nullptr) != 1 ||
      EVP_DigestInit_ex2(context_.get(), nullptr, nullptr) != 1)
    throw work_error("OpenSSL failed to hash");
  return value;
}

digest sha256_of(std::string_view bytes) {
  sha256 hash;
  hash.update(bytes);
  return hash.finish();
}

}  // namespace verbatim::core
