// The network's arithmetic for processors with AVX2 and its instructions for bytes (AVX-VNNI). CMake compiles only this
// file with these instructions; kernels.cpp asks whether the processor has them.
#include "net/kernel_table.hpp"
#include "net/kernels.hpp"
#include "net/vectors_avx2.hpp"

#if defined(__AVX2__) && defined(__FMA__) && defined(__AVXVNNI__)

#include <immintrin.h>

namespace plyground::net {
namespace {

struct Own {};

struct Vectors : Avx2Vectors<Own> {
  static Sums add_products(Sums sums, Inputs inputs, Weights weights) {
    return _mm256_dpbusd_avx_epi32(sums, inputs, weights);
  }
};

}  // namespace

constinit const Kernels avxvnni_kernels = make_kernels<Vectors>("avxvnni", true);

}  // namespace plyground::net

#endif
