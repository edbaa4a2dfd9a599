#include "models/fp/bulk_portable.hpp"

#include <cstddef>

#include "models/fp/bulk_detail.hpp"

namespace verbatim::fp::bulk {

namespace {

template <rounding Mode>
void narrow_binary16(const std::uint32_t* in, std::uint16_t* out, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = binary32_to_binary16<Mode>(in[i]);
  }
}

template <rounding Mode>
void narrow_bfloat16(const std::uint32_t* in, std::uint16_t* out, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = binary32_to_bfloat16<Mode>(in[i]);
  }
}

void to_binary16(const std::uint32_t* in, std::uint16_t* out, std::size_t count, rounding mode) {
  switch (mode) {
    case rounding::ties_away: return narrow_binary16<rounding::ties_away>(in, out, count);
    case rounding::toward_zero: return narrow_binary16<rounding::toward_zero>(in, out, count);
    case rounding::up: return narrow_binary16<rounding::up>(in, out, count);
    case rounding::down: return narrow_binary16<rounding::down>(in, out, count);
    case rounding::to_odd: return narrow_binary16<rounding::to_odd>(in, out, count);
    default: return narrow_binary16<rounding::ties_even>(in, out, count);
  }
}

void to_bfloat16(const std::uint32_t* in, std::uint16_t* out, std::size_t count, rounding mode) {
  switch (mode) {
    case rounding::ties_away: return narrow_bfloat16<rounding::ties_away>(in, out, count);
    case rounding::toward_zero: return narrow_bfloat16<rounding::toward_zero>(in, out, count);
    case rounding::up: return narrow_bfloat16<rounding::up>(in, out, count);
    case rounding::down: return narrow_bfloat16<rounding::down>(in, out, count);
    case rounding::to_odd: return narrow_bfloat16<rounding::to_odd>(in, out, count);
    default: return narrow_bfloat16<rounding::ties_even>(in, out, count);
  }
}

void from_binary16(const std::uint16_t* in, std::uint32_t* out, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = binary16_to_binary32(in[i]);
  }
}

void from_bfloat16(const std::uint16_t* in, std::uint32_t* out, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = bfloat16_to_binary32(in[i]);
  }
}

constexpr kernels table{to_binary16, from_binary16, to_bfloat16, from_bfloat16};

}  // namespace

const kernels& portable_kernels() { return table; }

}  // namespace verbatim::fp::bulk
