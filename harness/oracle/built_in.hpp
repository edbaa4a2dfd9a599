// The oracles that are built in, one file each. Call oracle.hpp's all_oracles rather than these.
#pragma once

#include "harness/oracle/oracle.hpp"

namespace verbatim::oracle {

[[nodiscard]] const implementation& f16c_oracle();         ///< VCVTPS2PH and VCVTPH2PS on vectors
[[nodiscard]] const implementation& f16c_scalar_oracle();  ///< the same, a value at a time
[[nodiscard]] const implementation& compiler_oracle();     ///< _Float16
[[nodiscard]] const implementation& binary64_oracle();     ///< binary64 rounded to odd
[[nodiscard]] const implementation& mpfr_oracle();
[[nodiscard]] const implementation& cuda_host_oracle();
[[nodiscard]] const implementation& cuda_device_oracle();

}  // namespace verbatim::oracle
