#include "net/kernels.hpp"

#include <vector>

#include "core/cpu.hpp"

namespace plyground::net {

std::vector<const Kernels*> usable_kernels() {
  std::vector<const Kernels*> found{&portable_kernels};
#if defined(__AVX2__) && (defined(__FMA__) || defined(_MSC_VER))
  found.push_back(&avx2_kernels);
#endif
#if defined(PLYGROUND_AVXVNNI)
  if (supports_avxvnni()) found.push_back(&avxvnni_kernels);
#endif
#if defined(PLYGROUND_AVX512)
  if (supports_avx512()) found.push_back(&avx512_kernels);
#endif
  return found;
}

}  // namespace plyground::net
