// The hooks that libFuzzer looks for in a target, and what it offers in turn. Engines without them run the target all the
// same. (LLVM, "libFuzzer - a library for coverage-guided fuzz testing" and FuzzerInterface.h.)
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
int LLVMFuzzerInitialize(int* argc, char*** argv);
std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed);
/// Not there in other engines: to be asked for before it is called.
__attribute__((weak)) std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);
}
