// Every conversion there is: any format or integer to any other, in every mode, NaN profile and set of attributes.
#include <string>
#include <vector>

#include "fuzz/engine.hpp"
#include "fuzz/value_target.hpp"
#include "models/fp/names.hpp"

namespace {

std::vector<std::string> all_conversions() {
  std::vector<std::string> names;
  for (const verbatim::fp::format* each : verbatim::fp::all_formats)
    names.emplace_back(verbatim::oracle::column{each}.name());
  const std::size_t formats = names.size();
  for (const verbatim::fp::integer_format* each : verbatim::fp::all_integer_formats) names.emplace_back(each->name);
  std::vector<std::string> out;
  for (std::size_t i = 0; i < names.size(); ++i)
    for (std::size_t j = 0; j < names.size(); ++j)
      if (i < formats || j < formats) out.push_back(names[i] + "_to_" + names[j]);
  return out;
}

}  // namespace

const verbatim::fuzz::value_target& verbatim::fuzz::target() {
  static const value_target one{"convert_any", domain_of(all_conversions(), deterministic_modes(), true), {}, {}};
  return one;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return verbatim::fuzz::run_values(data, size);
}
