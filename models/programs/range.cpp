// Model program `range`: which gradients binary16 can hold once a loss scale multiplies them.
//
// Two scenes, one past either end of the normal range. The rule is the simple one that training guides give: above the
// largest finite number OVERFLOW, below the smallest normal one UNDERFLOW, else IN_RANGE; what rounding and subnormals
// change about it is what `boundaries` prints. Floats print as repr.
#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <string_view>

#include "models/canonical/line_writer.hpp"
#include "models/canonical/number.hpp"
#include "models/fp/convert.hpp"

namespace {

using verbatim::canonical::repr;
namespace fp = verbatim::fp;

constexpr double as_double(std::uint64_t half_bits) {
  return std::bit_cast<double>(fp::convert(half_bits, fp::binary16, fp::binary64, fp::rounding::ties_even).bits);
}

constexpr double largest = as_double(fp::binary16.largest_finite());
constexpr double smallest_normal = as_double(fp::binary16.smallest_normal());

struct scene {
  std::string_view label;
  std::string_view scale_formula;  // printed before the scale's value; empty where the value says it all
  double largest_gradient;
  double scale;

  [[nodiscard]] double scaled() const { return largest_gradient * scale; }
  [[nodiscard]] std::string_view verdict() const {
    if (scaled() > largest) {
      return "OVERFLOW";
    }
    return scaled() < smallest_normal ? "UNDERFLOW" : "IN_RANGE";
  }
};

constexpr std::array scenes{
    scene{"A", "", 32000.0, 65536.0},
    scene{"B", "2**-32=", 3000.0, 0x1p-32},
};

std::string count_of(std::string_view verdict) {
  return std::to_string(std::ranges::count(scenes, verdict, &scene::verdict));
}

}  // namespace

int main() {
  verbatim::canonical::line_writer out;
  out.line({"fp16 区间模型：最大规格数=", repr(largest), " 最小规格数=", repr(smallest_normal)});
  for (const scene& s : scenes) {
    out.line({"场景", s.label, " 梯度绝对值上限=", repr(s.largest_gradient), " 尺度=", s.scale_formula, repr(s.scale),
              " 缩放值=", repr(s.scaled()), " 判定=", s.verdict()});
  }
  const auto outside = std::ranges::count_if(scenes, [](const scene& s) { return s.verdict() != "IN_RANGE"; });
  out.line({"标记行统计 OVERFLOW=", count_of("OVERFLOW"), " UNDERFLOW=", count_of("UNDERFLOW"),
            " 合计=", std::to_string(outside), "/", std::to_string(scenes.size())});
  return out.finish();
}
