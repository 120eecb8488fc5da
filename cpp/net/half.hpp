// Numbers of 16 bits: a sign, 5 bits of exponent and 10 of fraction (IEEE 754 binary16).
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace plyground {

inline float from_half(std::uint16_t half) {
  const int exponent = (half >> 10U) & 0x1fU;
  const auto fraction = static_cast<float>(half & 0x3ffU);
  float number = 0;
  if (exponent == 0) {
    number = std::ldexp(fraction, -24);
  } else if (exponent < 31) {
    number = std::ldexp(fraction + 1024, exponent - 25);
  } else {
    number = fraction == 0 ? std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
  }
  return (half & 0x8000U) != 0 ? -number : number;
}

}  // namespace plyground
