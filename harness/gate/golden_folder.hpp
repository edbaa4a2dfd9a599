// The golden folder as a whole: files no model uses, and SHA256SUMS against the files it lists.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/core/result.hpp"
#include "harness/core/sha256.hpp"
#include "harness/gate/manifest.hpp"

namespace verbatim::gate {

/// What the checked models have shown of one golden file.
struct golden_use {
  std::optional<core::digest> golden;   ///< of the file's bytes, where a run showed it
  std::optional<core::digest> printed;  ///< of what the model printed, where it is not the file's bytes
};

/// Results "bad sum" for golden files that SHA256SUMS does not list, or lists with another digest. `used` holds the golden
/// files of the models checked. With `whole`: every line of
/// SHA256SUMS is held against its file, and `*.stdout` files that no model uses are "orphan". A folder without SHA256SUMS
/// has no bad sums. Only what does not hold is returned.
[[nodiscard]] std::vector<core::result> check_folder(const manifest& from,
                                                     const std::map<std::string, golden_use>& used, bool whole);

}  // namespace verbatim::gate
