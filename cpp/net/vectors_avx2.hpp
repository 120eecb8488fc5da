// Vectors of eight numbers, for processors with AVX2 and FMA. `Own` is the struct that inherits them. Each has separate
// functions, because each is compiled for another processor.
#pragma once

// MSVC has both instructions, but no macro for the second.
#if defined(__AVX2__) && (defined(__FMA__) || defined(_MSC_VER))

#include <immintrin.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace plyground::net {

template <class Own>
struct Avx2Vectors {
  using Floats = __m256;
  using Sums = __m256i;
  using Inputs = __m256i;
  using Weights = __m256i;
  static constexpr std::size_t lanes = 8;
  static constexpr std::size_t most_rows = 6;  // as many as fit in 16 registers, with two vectors each

  static Floats zero() { return _mm256_setzero_ps(); }
  static Floats broadcast(float number) { return _mm256_set1_ps(number); }
  static Floats load(const float* from) { return _mm256_loadu_ps(from); }
  static void store(float* to, Floats numbers) { _mm256_storeu_ps(to, numbers); }
  static Floats add(Floats a, Floats b) { return _mm256_add_ps(a, b); }
  static Floats subtract(Floats a, Floats b) { return _mm256_sub_ps(a, b); }
  static Floats multiply(Floats a, Floats b) { return _mm256_mul_ps(a, b); }
  static Floats multiply_add(Floats a, Floats b, Floats c) { return _mm256_fmadd_ps(a, b, c); }
  static Floats max(Floats a, Floats b) { return _mm256_max_ps(a, b); }
  static Floats min(Floats a, Floats b) { return _mm256_min_ps(a, b); }

  static constexpr std::size_t group = 4;
  static Sums no_sums() { return _mm256_setzero_si256(); }
  static Weights load_weights(const std::int8_t* from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
  }
  static Inputs broadcast_inputs(const std::uint8_t* from) {
    int four = 0;
    std::memcpy(&four, from, sizeof four);
    return _mm256_set1_epi32(four);
  }
  // The instruction adds two products in 16 bits. Two products of a byte and a weight do not fit, but one does: so even
  // and odd inputs are multiplied in turn.
  static Sums add_products(Sums sums, Inputs inputs, Weights weights) {
    const __m256i ones = _mm256_set1_epi16(1);
    const __m256i even = _mm256_maddubs_epi16(_mm256_and_si256(inputs, _mm256_set1_epi16(0xff)), weights);
    const __m256i odd = _mm256_maddubs_epi16(_mm256_andnot_si256(_mm256_set1_epi16(0xff), inputs), weights);
    sums = _mm256_add_epi32(sums, _mm256_madd_epi16(even, ones));
    return _mm256_add_epi32(sums, _mm256_madd_epi16(odd, ones));
  }
  static Floats to_floats(Sums sums) { return _mm256_cvtepi32_ps(sums); }
  static void store_bytes(std::uint8_t* to, Floats numbers) {
    const __m256i rounded = _mm256_cvtps_epi32(numbers);
    const __m128i words = _mm_packs_epi32(_mm256_castsi256_si128(rounded), _mm256_extracti128_si256(rounded, 1));
    _mm_storel_epi64(reinterpret_cast<__m128i*>(to), _mm_packus_epi16(words, words));
  }
};

}  // namespace plyground::net

#endif
