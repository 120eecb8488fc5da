// The network's arithmetic for processors with AVX2 and FMA.
#include "net/kernel_table.hpp"
#include "net/kernels.hpp"
#include "net/vectors_avx2.hpp"

#if defined(__AVX2__) && (defined(__FMA__) || defined(_MSC_VER))

namespace plyground::net {
namespace {

struct Own {};

}  // namespace

constinit const Kernels avx2_kernels = make_kernels<Avx2Vectors<Own>>("avx2", false);

}  // namespace plyground::net

#endif
