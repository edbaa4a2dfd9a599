#include "fuzz/case_batch.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>
#include <utility>

#include "models/fp/nan_profile.hpp"

namespace verbatim::fuzz {
namespace {

static_assert(std::endian::native == std::endian::little, "elements of columns are copied as they stand");

constexpr std::size_t profiles = std::size(fp::nan_profiles::all);

std::uint64_t mask_of(int width) { return ~std::uint64_t{0} >> (64 - width); }

}  // namespace

value_domain domain_of(const std::vector<std::string>& functions, std::vector<fp::rounding> modes,
                       bool free_attributes) {
  value_domain out{{}, std::move(modes), free_attributes};
  out.functions.reserve(functions.size());
  for (const std::string& each : functions) out.functions.push_back(oracle::function_named(each));
  return out;
}

std::vector<fp::rounding> deterministic_modes() {
  return {std::begin(fp::deterministic_roundings), std::end(fp::deterministic_roundings)};
}

std::uint64_t batch_header::key() const {
  return function << 24 | mode << 16 | std::uint64_t{attributes} << 8 | nan_profile;
}

std::size_t case_bytes(const oracle::function& what) {
  std::size_t out = 0;
  for (const oracle::column& each : what.operands) out += each.bytes();
  return out;
}

std::optional<batch_header> read_header(const value_domain& domain, input_bytes input) {
  if (input.size() < header_bytes) return std::nullopt;
  batch_header out;
  out.function = (input[0] | static_cast<std::size_t>(input[1]) << 8) % domain.functions.size();
  out.mode = input[2] % domain.modes.size();
  if (domain.free_attributes) {
    out.attributes = input[3] & 31;
    out.nan_profile = input[4] % profiles;
  }
  std::copy_n(input.data() + 5, out.own.size(), out.own.data());
  for (std::size_t i = 0; i < 8; ++i) out.random |= std::uint64_t{input[8 + i]} << (8 * i);
  return out;
}

oracle::question question_of(const value_domain& domain, const batch_header& header) {
  oracle::question out{domain.functions[header.function], {}};
  out.how.mode = domain.modes[header.mode];
  out.how.saturate = (header.attributes & 1) != 0;
  out.how.flush_to_zero = (header.attributes & 2) != 0;
  out.how.denormals_are_zero = (header.attributes & 4) != 0;
  if ((header.attributes & 8) != 0) out.how.detected = fp::tininess::before_rounding;
  out.exact = (header.attributes & 16) != 0;
  out.how.nans = fp::nan_profiles::all[header.nan_profile];
  out.how.random.bits = header.random;
  return out;
}

void case_columns::read(const oracle::function& what, input_bytes cases) {
  const std::size_t one = case_bytes(what);
  arity_ = what.operands.size();
  count_ = std::min(cases.size(), batch_bytes) / one;
  std::size_t offset = 0;
  for (std::size_t i = 0; i < arity_; ++i) {
    const std::size_t bytes = bytes_[i] = what.operands[i].bytes();
    columns_[i].resize((count_ * bytes + 7) / 8);
    auto* const to = reinterpret_cast<std::uint8_t*>(columns_[i].data());
    if (count_ == 0) return;
    if (arity_ == 1) {
      std::memcpy(to, cases.data(), count_ * bytes);
    } else {
      for (std::size_t j = 0; j < count_; ++j) std::memcpy(to + j * bytes, cases.data() + j * one + offset, bytes);
    }
    if (const int width = what.operands[i].width(); static_cast<std::size_t>(width) != 8 * bytes) {
      const auto mask = mask_of(width);
      for (std::size_t j = 0; j < count_; ++j) {
        std::uint64_t value = 0;
        std::memcpy(&value, to + j * bytes, bytes);
        value &= mask;
        std::memcpy(to + j * bytes, &value, bytes);
      }
    }
    offset += bytes;
  }
}

std::array<const void*, 3> case_columns::operands() const {
  std::array<const void*, 3> out{};
  for (std::size_t i = 0; i < arity_; ++i) out[i] = columns_[i].data();
  return out;
}

oracle::operands case_columns::at(std::size_t index) const {
  oracle::operands out{};
  for (std::size_t i = 0; i < std::min(arity_, out.size()); ++i)
    std::memcpy(&out[i], reinterpret_cast<const std::uint8_t*>(columns_[i].data()) + index * bytes_[i], bytes_[i]);
  return out;
}

void append(std::vector<std::uint8_t>& to, const oracle::column& kind, std::uint64_t bits) {
  for (std::size_t i = 0; i < kind.bytes(); ++i) to.push_back(static_cast<std::uint8_t>(bits >> (8 * i)));
}

std::vector<std::uint8_t> one_case(input_bytes input, const oracle::function& what, const oracle::operands& x) {
  std::vector<std::uint8_t> out(input.begin(), input.begin() + header_bytes);
  for (std::size_t i = 0; i < what.operands.size(); ++i) append(out, what.operands[i], x[i]);
  return out;
}

}  // namespace verbatim::fuzz
