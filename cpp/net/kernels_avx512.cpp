// The network's arithmetic for processors with AVX-512 and its instructions for bytes (VNNI), in vectors of sixteen
// numbers. CMake compiles only this file with these instructions; kernels.cpp asks whether the processor has them.
#include "net/kernels.hpp"

#if defined(__AVX512F__) && defined(__AVX512VNNI__)

#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "net/kernel_table.hpp"

namespace plyground::net {
namespace {

struct Vectors {
  using Floats = __m512;
  using Sums = __m512i;
  using Inputs = __m512i;
  using Weights = __m512i;
  static constexpr std::size_t lanes = 16;
  static constexpr std::size_t most_rows = 12;  // as many as fit in 32 registers, with two vectors each

  static Floats zero() { return _mm512_setzero_ps(); }
  static Floats broadcast(float number) { return _mm512_set1_ps(number); }
  static Floats load(const float* from) { return _mm512_loadu_ps(from); }
  static void store(float* to, Floats numbers) { _mm512_storeu_ps(to, numbers); }
  static Floats add(Floats a, Floats b) { return _mm512_add_ps(a, b); }
  static Floats subtract(Floats a, Floats b) { return _mm512_sub_ps(a, b); }
  static Floats multiply(Floats a, Floats b) { return _mm512_mul_ps(a, b); }
  static Floats multiply_add(Floats a, Floats b, Floats c) { return _mm512_fmadd_ps(a, b, c); }
  static Floats max(Floats a, Floats b) { return _mm512_max_ps(a, b); }
  static Floats min(Floats a, Floats b) { return _mm512_min_ps(a, b); }

  static constexpr std::size_t group = 4;
  static Sums no_sums() { return _mm512_setzero_si512(); }
  static Weights load_weights(const std::int8_t* from) { return _mm512_loadu_si512(from); }
  static Inputs broadcast_inputs(const std::uint8_t* from) {
    int four = 0;
    std::memcpy(&four, from, sizeof four);
    return _mm512_set1_epi32(four);
  }
  static Sums add_products(Sums sums, Inputs inputs, Weights weights) {
    return _mm512_dpbusd_epi32(sums, inputs, weights);
  }
  static Floats to_floats(Sums sums) { return _mm512_cvtepi32_ps(sums); }
  static void store_bytes(std::uint8_t* to, Floats numbers) {
    const __m128i bytes = _mm512_cvtusepi32_epi8(_mm512_cvtps_epi32(numbers));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), bytes);
  }
};

}  // namespace

constinit const Kernels avx512_kernels = make_kernels<Vectors>("avx512vnni", true);

}  // namespace plyground::net

#endif
