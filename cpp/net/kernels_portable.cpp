// The network's arithmetic for every processor, in vectors of four numbers. Compilers turn these into vector
// instructions.
#include <bit>
#include <cstddef>
#include <cstdint>

#include "net/kernel_table.hpp"
#include "net/kernels.hpp"

namespace plyground::net {
namespace {

#if defined(__GNUC__)

using FourFloats [[gnu::vector_size(16)]] = float;

FourFloats larger(FourFloats a, FourFloats b) { return a > b ? a : b; }
FourFloats smaller(FourFloats a, FourFloats b) { return a < b ? a : b; }

#else

struct FourFloats {
  float numbers[4];
  float& operator[](std::size_t lane) { return numbers[lane]; }
  float operator[](std::size_t lane) const { return numbers[lane]; }
};

template <class Combine>
FourFloats combined(FourFloats a, FourFloats b, Combine combine) {
  return {{combine(a[0], b[0]), combine(a[1], b[1]), combine(a[2], b[2]), combine(a[3], b[3])}};
}
FourFloats operator+(FourFloats a, FourFloats b) {
  return combined(a, b, [](float x, float y) { return x + y; });
}
FourFloats operator-(FourFloats a, FourFloats b) {
  return combined(a, b, [](float x, float y) { return x - y; });
}
FourFloats operator*(FourFloats a, FourFloats b) {
  return combined(a, b, [](float x, float y) { return x * y; });
}
FourFloats larger(FourFloats a, FourFloats b) {
  return combined(a, b, [](float x, float y) { return x > y ? x : y; });
}
FourFloats smaller(FourFloats a, FourFloats b) {
  return combined(a, b, [](float x, float y) { return x < y ? x : y; });
}

#endif

struct Vectors {
  using Floats = FourFloats;
  using Sums = FourFloats;
  using Inputs = FourFloats;
  using Weights = FourFloats;
  static constexpr std::size_t lanes = 4;
  static constexpr std::size_t most_rows = 6;  // as many as fit in the registers, with two vectors each

  static Floats zero() { return broadcast(0); }
  static Floats broadcast(float number) { return Floats{number, number, number, number}; }
  static Floats load(const float* from) { return Floats{from[0], from[1], from[2], from[3]}; }
  static void store(float* to, Floats numbers) {
    for (std::size_t lane = 0; lane < lanes; ++lane) to[lane] = numbers[lane];
  }
  static Floats add(Floats a, Floats b) { return a + b; }
  static Floats subtract(Floats a, Floats b) { return a - b; }
  static Floats multiply(Floats a, Floats b) { return a * b; }
  static Floats multiply_add(Floats a, Floats b, Floats c) { return a * b + c; }
  static Floats max(Floats a, Floats b) { return larger(a, b); }
  static Floats min(Floats a, Floats b) { return smaller(a, b); }

  // Floats hold integers up to 2^24 exactly. Sums of 57 channels stay below that, and larger sums almost always do.
  static constexpr std::size_t group = 1;
  static Sums no_sums() { return zero(); }
  static Weights load_weights(const std::int8_t* from) {
    return Floats{static_cast<float>(from[0]), static_cast<float>(from[1]), static_cast<float>(from[2]),
                  static_cast<float>(from[3])};
  }
  static Inputs broadcast_inputs(const std::uint8_t* from) { return broadcast(*from); }
  static Sums add_products(Sums sums, Inputs inputs, Weights weights) { return inputs * weights + sums; }
  static Floats to_floats(Sums sums) { return sums; }
  // Next to a number as large as this one there is no room for fractions: they are rounded, halves to even, as the
  // instructions of other processors do.
  static void store_bytes(std::uint8_t* to, Floats numbers) {
    const Floats rounded = numbers + broadcast(0x1.8p23F);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(rounded[lane]));
      to[lane] = static_cast<std::uint8_t>(bits & 0xffU);
    }
  }
};

}  // namespace

constinit const Kernels portable_kernels = make_kernels<Vectors>("portable", false);

}  // namespace plyground::net
