// A Merkle tree over blocks of results, as they come: the fingerprint of a function.
//
// The results of a function, in the order of its inputs, each in 1, 2, 4 or 8 bytes, little-endian, are cut into blocks of
// 65,536 results (the last one may be shorter). A leaf is the SHA-256 of a block's bytes; a node is the SHA-256 of its
// two children's 64 bytes; of n leaves the left child covers the largest power of two below n (as in RFC 6962, without
// its prefixes: the number of results, which fixes the tree's shape, is stated beside every root). In Python:
//
//   import hashlib
//   def h(b): return hashlib.sha256(b).digest()
//   def root(leaves):
//       if len(leaves) == 1: return leaves[0]
//       k = 1 << (len(leaves) - 1).bit_length() - 1
//       return h(root(leaves[:k]) + root(leaves[k:]))
//   def fingerprint(results, size):  # of `size` bytes each
//       step = 65536 * size
//       return root([h(results[i:i + step]) for i in range(0, len(results), step)]).hex()
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/core/sha256.hpp"

namespace verbatim::prove {

inline constexpr std::uint64_t results_in_a_leaf = 65536;

/// Nodes of equal height from the left, whatever that height is; memory grows with the logarithm of their number.
class merkle_tree {
 public:
  void add(const core::digest& node);
  /// Precondition: something was added.
  [[nodiscard]] core::digest root();

 private:
  struct subtree {
    std::uint64_t nodes;
    core::digest root;
  };
  std::vector<subtree> left_;
  core::sha256 hash_;

  [[nodiscard]] core::digest joined(const core::digest& left, const core::digest& right);
};

[[nodiscard]] core::digest merkle_root(std::span<const core::digest> nodes);

}  // namespace verbatim::prove
