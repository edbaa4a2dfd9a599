// libFuzzer's hooks of a value target: three inputs of four are boundary cases, one is what libFuzzer makes of the last.
#include <array>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/boundary_mutator.hpp"
#include "fuzz/engine.hpp"
#include "fuzz/value_target.hpp"

namespace {

bool is_given(int argc, char** argv, std::string_view option) {
  for (int i = 1; i < argc; ++i)
    if (std::string_view(argv[i]).starts_with(option)) return true;
  return false;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  // Whole batches from the first input on, where the caller says nothing else.
  static std::vector<std::string> words;
  static std::vector<char*> all;
  const std::string longest = "-max_len=" + std::to_string(verbatim::fuzz::most_bytes);
  for (const std::string& each : {longest, std::string("-len_control=0")})
    if (!is_given(*argc, *argv, std::string_view(each).substr(0, each.find('=') + 1))) words.push_back(each);
  all.assign(*argv, *argv + *argc);
  for (std::string& each : words) all.push_back(each.data());
  *argc = static_cast<int>(all.size());
  all.push_back(nullptr);
  *argv = all.data();
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  if (max_size <= verbatim::fuzz::header_bytes || ((seed >> 24 & 3) == 0 && LLVMFuzzerMutate != nullptr && size > 0))
    return LLVMFuzzerMutate != nullptr ? LLVMFuzzerMutate(data, size, max_size) : size;
  return verbatim::fuzz::mutate_boundary(verbatim::fuzz::target().domain, data, size, max_size, seed);
}
