// A stranger's program: every public header of verbatim::fp alone, with find_package and nothing else.
#include <array>
#include <cstdio>

#include "models/fp/boundary.hpp"
#include "models/fp/bulk.hpp"
#include "models/fp/names.hpp"
#include "models/fp/operations.hpp"
#include "models/fp/parse.hpp"
#include "models/fp/print.hpp"

namespace fp = verbatim::fp;

static_assert(fp::add(0x3c00, 0x4000, fp::binary16).bits == 0x4200);

int main() {
  const fp::outcome tenth = fp::parse("0.1", fp::binary16).result;
  std::printf("%s %s %s\n", fp::bits_text(tenth.bits, 16).str().c_str(),
              fp::exact_text(tenth.bits, fp::binary16).str().c_str(), fp::names(tenth.raised).c_str());
  const std::array<std::uint32_t, 3> wide{0x3f800000, 0x33000001, 0x477ff000};
  std::array<std::uint16_t, 3> half{};
  fp::convert_binary32_to_binary16(wide, half);
  std::printf("%04x %04x %04x\n", half[0], half[1], half[2]);
  return 0;
}
