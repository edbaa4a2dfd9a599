// The NaN profile `numpy` and conversions to and from half against numpy itself, where it is installed.
#include <gtest/gtest.h>

#include <cstdint>
#include <sstream>
#include <string>

#include "harness/core/child.hpp"
#include "models/fp/names.hpp"
#include "models/fp/operations.hpp"

namespace {

namespace fp = verbatim::fp;

// Bits only: a Python float would quiet a signaling NaN on the way. Lines: what, operands, result, in hexadecimal.
constexpr const char* script = R"(
import numpy as n
n.seterr(all='ignore')
print('v', n.__version__.split('.')[0], 0, 0)
h = n.arange(65536, dtype=n.uint32).astype(n.uint16)
for b, w in zip(h, h.view(n.float16).astype(n.float32).view(n.uint32)):
    print('w', hex(b)[2:], '0', hex(w)[2:])
f = n.concatenate([(n.arange(200000, dtype=n.uint64) * 2654435761 % 2**32).astype(n.uint32),
                   n.arange(0x7f800000, 0x80000000, 9973, dtype=n.uint32), n.arange(0xff800000, 0xffffffff, 9973, dtype=n.uint32),
                   n.arange(0x33000000, 0x33000100, dtype=n.uint32), n.arange(0x477fef00, 0x477ff100, dtype=n.uint32)])
for b, x in zip(f, f.view(n.float32).astype(n.float16).view(n.uint16)):
    print('n', hex(b)[2:], '0', hex(x)[2:])
d = (n.arange(100000, dtype=n.uint64) * n.uint64(0x9e3779b97f4a7c15) >> n.uint64(7)) + n.uint64(0x3e00000000000000)
for b, x in zip(d, d.view(n.float64).astype(n.float16).view(n.uint16)):
    print('d', hex(b)[2:], '0', hex(x)[2:])
)";

verbatim::core::child_spec with_numpy(const std::string& program) {
  verbatim::core::child_spec spec;
  spec.argv = {"/bin/sh", "-c", "exec '" + program + "' -c \"$SCRIPT\""};
  spec.environment = {"PATH=/usr/local/bin:/usr/bin:/bin", std::string("SCRIPT=") + script};
  spec.timeout = std::chrono::seconds(120);
  return spec;
}

TEST(fp_numpy, converts_as_the_model_does) {
  std::string text;
  const auto keep = [&text](std::string_view piece) {
    text += piece;
    return true;
  };
  const verbatim::core::child_outcome outcome = verbatim::core::run_child(with_numpy("python3"), keep);
  if (outcome.error_head.find("No module named 'numpy'") != std::string::npos ||
      outcome.error_head.find("not found") != std::string::npos)
    GTEST_SKIP() << "numpy is not installed (python3-numpy)";
  ASSERT_EQ(outcome.exit_code, 0) << outcome.error_head;
  fp::attributes how;
  how.nans = &fp::nan_profiles::numpy;
  std::istringstream lines(text);
  std::string what;
  std::uint64_t from = 0;
  std::uint64_t unused = 0;
  std::uint64_t numpy = 0;
  int count = 0;
  bool nan_by_class = false;  // numpy 2 may use the processor's instructions, which quiet
  while (lines >> what >> std::hex >> from >> unused >> numpy) {
    if (what == "v") {
      nan_by_class = from >= 2;
      continue;
    }
    ++count;
    const fp::format& source = what == "w" ? fp::binary16 : what == "n" ? fp::binary32 : fp::binary64;
    const fp::format& target = what == "w" ? fp::binary32 : fp::binary16;
    const std::uint64_t model = fp::convert(from, source, target, how).bits;
    if (nan_by_class && fp::is_nan(model, target) && fp::is_nan(numpy, target)) continue;
    ASSERT_EQ(model, numpy) << what << " " << std::hex << from;
  }
  EXPECT_GT(count, 300'000);
}

}  // namespace
