// Inputs where arithmetic goes wrong, for value targets: batches of boundary cases (models/fp/boundary.hpp) around one
// header.
#pragma once

#include <cstddef>
#include <cstdint>

#include "fuzz/case_batch.hpp"

namespace verbatim::fuzz {

/// Makes `data` a batch of the domain out of what it was, of at most `max_size` bytes, and returns its size. The same
/// bytes and seed give the same batch. Precondition: max_size > header_bytes.
std::size_t mutate_boundary(const value_domain& domain, std::uint8_t* data, std::size_t size, std::size_t max_size,
                            unsigned seed);

}  // namespace verbatim::fuzz
