// Sebastiano Vigna's splitmix64: random bits that are the same on every machine, for tests without a library.
//
// Draw once in an expression unless the language gives the order of its parts: compilers differ.
#pragma once

#include <cstdint>

namespace verbatim::testing {

class splitmix {
 public:
  constexpr explicit splitmix(std::uint64_t seed) : state_(seed) {}
  constexpr std::uint64_t operator()() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

 private:
  std::uint64_t state_;
};

}  // namespace verbatim::testing
