// Which build of the core this processor can run. A module of its own, built without any special instructions, because
// it has to be asked before either core is loaded.
#include "core/cpu.hpp"

#include <nanobind/nanobind.h>

NB_MODULE(PLYGROUND_MODULE, m) {
  m.def("supports_avx2", &plyground::supports_avx2,
        "Whether AVX2, BMI1, BMI2, LZCNT, POPCNT and FMA can be used here, the operating system's part included.");
}
