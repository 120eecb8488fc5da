// Reports which build of the core this processor can run. This is a separate module, compiled without special
// instructions, because Python calls it before it loads either core.
#include "core/cpu.hpp"

#include <nanobind/nanobind.h>

NB_MODULE(PLYGROUND_MODULE, m) {
  m.def("supports_avx2", &plyground::supports_avx2,
        "Whether the processor and the operating system support AVX2, BMI1, BMI2, LZCNT, POPCNT and FMA.");
}
