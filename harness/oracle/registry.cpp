#include "harness/oracle/built_in.hpp"

namespace verbatim::oracle {

std::string_view name(tier which) {
  switch (which) {
    case tier::model: return "model";
    case tier::native: return "native";
    case tier::f16c: return "f16c";
    case tier::cuda_host: return "cuda-host";
    case tier::cuda_device: return "cuda-device";
    case tier::compiler: return "compiler";
    case tier::binary64: return "binary64";
    case tier::exact: return "exact";
    case tier::routine: return "routine";
  }
  return "unknown";
}

const std::vector<const implementation*>& all_oracles() {
  static const std::vector<const implementation*> all{&f16c_oracle(),     &f16c_scalar_oracle(), &compiler_oracle(),
                                                      &binary64_oracle(), &cuda_host_oracle(),   &cuda_device_oracle(),
                                                      &mpfr_oracle(),     &model_oracle()};
  return all;
}

const implementation* find_oracle(std::string_view name) {
  for (const implementation* each : all_oracles())
    if (each->name() == name) return each;
  return nullptr;
}

}  // namespace verbatim::oracle
