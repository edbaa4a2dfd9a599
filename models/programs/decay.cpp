// Model program `decay`: how a dynamic loss scale falls when each of eight steps overflows.
//
// The scale starts at 65536 and halves on every overflow, while the gradient bounds halve too and never come down far
// enough. Row 4 is checked against the value expected of it. Bounds and products print as repr, scales as integers.
#include <array>
#include <bit>
#include <cstddef>
#include <string>
#include <string_view>

#include "models/canonical/line_writer.hpp"
#include "models/canonical/number.hpp"
#include "models/fp/convert.hpp"

namespace {

using verbatim::canonical::repr;
namespace fp = verbatim::fp;

constexpr double largest_half = std::bit_cast<double>(
    fp::convert(fp::binary16.largest_finite(), fp::binary16, fp::binary64, fp::rounding::ties_even).bits);

constexpr int start_scale = 65536;
constexpr std::array gradient_bounds{32000.0, 16000.0, 8000.0, 4000.0, 2000.0, 1000.0, 500.0, 250.0};
constexpr std::size_t checked_row = 4;
constexpr int expected_scale = 8192;

struct step {
  int scale;
  double bound;

  [[nodiscard]] double scaled() const { return bound * scale; }
  [[nodiscard]] bool overflows() const { return scaled() > largest_half; }
};

std::array<step, gradient_bounds.size()> run() {
  std::array<step, gradient_bounds.size()> steps{};
  int scale = start_scale;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    steps[i] = {scale, gradient_bounds[i]};
    scale = steps[i].overflows() ? scale / 2 : scale;
  }
  return steps;
}

}  // namespace

int main() {
  const auto steps = run();
  verbatim::canonical::line_writer out;
  out.line({"起始尺度=", std::to_string(start_scale), " 规则=每遇overflow减半 固定步数=", std::to_string(steps.size()),
            " fp16上限=", repr(largest_half)});

  std::string sequence;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::string scale = std::to_string(steps[i].scale);
    out.line({"第", std::to_string(i + 1), "行 scale=", scale, " 梯度上限=", repr(steps[i].bound),
              " 缩放值=", repr(steps[i].scaled()), " 判定=", steps[i].overflows() ? "OVERFLOW" : "IN_RANGE",
              " 下一步=", std::to_string(steps[i].scale / 2)});
    sequence += (i == 0 ? "" : ",") + scale;
  }

  const int computed = steps[checked_row - 1].scale;
  out.line({"第", std::to_string(checked_row), "行检查 实算=", std::to_string(computed),
            " 期望=", std::to_string(expected_scale), " 判定=", computed == expected_scale ? "MATCH" : "MISMATCH"});
  out.line({"八行尺度序列=", sequence});
  return out.finish();
}
