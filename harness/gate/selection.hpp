// Which models of a manifest a command is about: by name, glob, tag and shard.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "harness/gate/manifest.hpp"

namespace verbatim::gate {

struct shard {
  std::size_t index = 1;  ///< from 1 to count
  std::size_t count = 1;
};

/// "2/3" → shard 2 of 3. Throws request_error for anything that is not k/n with 1 ≤ k ≤ n.
[[nodiscard]] shard parse_shard(std::string_view text);

struct selection {
  std::vector<std::string> names;  ///< names and globs (fnmatch: `*`, `?`, `[…]`); empty: all
  std::vector<std::string> tags;   ///< any of them; empty: all
  shard part;

  [[nodiscard]] bool is_everything() const { return names.empty() && tags.empty() && part.count == 1; }
};

/// The models in manifest order; every shard.count-th from shard.index on. Throws request_error for a name or glob that
/// no model has (naming the nearest), and where nothing is selected.
[[nodiscard]] std::vector<const model*> select(const manifest& from, const selection& asked);

}  // namespace verbatim::gate
