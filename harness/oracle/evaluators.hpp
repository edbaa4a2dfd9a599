// Pieces that oracles are made of: elements of a column read and written, and an evaluator from a function on arrays.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <utility>

#include "harness/oracle/oracle.hpp"

namespace verbatim::oracle {

/// Element `index` of a column whose elements have `bytes` bytes.
[[nodiscard]] inline std::uint64_t load(const void* column, std::size_t index, std::size_t bytes) {
  switch (bytes) {
    case 1: return static_cast<const std::uint8_t*>(column)[index];
    case 2: return static_cast<const std::uint16_t*>(column)[index];
    case 4: return static_cast<const std::uint32_t*>(column)[index];
    default: return static_cast<const std::uint64_t*>(column)[index];
  }
}

inline void store(void* column, std::size_t index, std::size_t bytes, std::uint64_t value) {
  switch (bytes) {
    case 1: static_cast<std::uint8_t*>(column)[index] = static_cast<std::uint8_t>(value); return;
    case 2: static_cast<std::uint16_t*>(column)[index] = static_cast<std::uint16_t>(value); return;
    case 4: static_cast<std::uint32_t*>(column)[index] = static_cast<std::uint32_t>(value); return;
    default: static_cast<std::uint64_t*>(column)[index] = value; return;
  }
}

/// An evaluator that is one callable.
template <class Function>
class calling final : public evaluator {
 public:
  explicit calling(Function call) : call_(std::move(call)) {}
  void evaluate(const batch& cases) override { call_(cases); }

 private:
  Function call_;
};

template <class Function>
[[nodiscard]] std::unique_ptr<evaluator> evaluator_that(Function call) {
  return std::make_unique<calling<Function>>(std::move(call));
}

}  // namespace verbatim::oracle
