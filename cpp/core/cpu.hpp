// Detects what this processor can run. It decides between the two builds of the core (CMake uses it too, without
// Python) and between kinds of arithmetic within one build.
#pragma once

#include <array>
#include <cstdint>

#if defined(_MSC_VER) && (defined(_M_X64) || defined(_M_IX86))
#define PLYGROUND_X86
#include <intrin.h>
#elif defined(__x86_64__) || defined(__i386__)
#define PLYGROUND_X86
#include <cpuid.h>
#endif

namespace plyground {

#ifdef PLYGROUND_X86

struct Registers {
  std::uint32_t eax = 0, ebx = 0, ecx = 0, edx = 0;
};

// All zero if the processor does not have the leaf.
inline Registers cpuid(std::uint32_t leaf, std::uint32_t subleaf = 0) {
  Registers r;
#ifdef _MSC_VER
  std::array<int, 4> out{};
  __cpuid(out.data(), static_cast<int>(leaf & 0x80000000U));
  if (static_cast<std::uint32_t>(out[0]) < leaf) return r;
  __cpuidex(out.data(), static_cast<int>(leaf), static_cast<int>(subleaf));
  r = {static_cast<std::uint32_t>(out[0]), static_cast<std::uint32_t>(out[1]), static_cast<std::uint32_t>(out[2]),
       static_cast<std::uint32_t>(out[3])};
#else
  __get_cpuid_count(leaf, subleaf, &r.eax, &r.ebx, &r.ecx, &r.edx);
#endif
  return r;
}

// The register states that the system saves on a context switch. Call only if OSXSAVE is set.
inline std::uint64_t saved_states() {
#ifdef _MSC_VER
  return _xgetbv(0);
#else
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (static_cast<std::uint64_t>(high) << 32U) | low;
#endif
}

constexpr bool has_all(std::uint64_t set, std::uint64_t wanted) { return (set & wanted) == wanted; }
constexpr std::uint32_t bit(unsigned n) { return 1U << n; }

inline bool supports_avx2() {
  constexpr std::uint32_t fma = bit(12);
  constexpr std::uint32_t popcnt = bit(23);
  constexpr std::uint32_t osxsave = bit(27);
  constexpr std::uint32_t avx = bit(28);
  constexpr std::uint32_t bmi1 = bit(3);
  constexpr std::uint32_t avx2 = bit(5);
  constexpr std::uint32_t bmi2 = bit(8);
  constexpr std::uint32_t lzcnt = bit(5);
  constexpr std::uint32_t xmm_and_ymm = bit(1) | bit(2);
  return has_all(cpuid(1).ecx, fma | popcnt | osxsave | avx) && has_all(cpuid(7).ebx, bmi1 | avx2 | bmi2) &&
         has_all(cpuid(0x80000001U).ecx, lzcnt) && has_all(saved_states(), xmm_and_ymm);
}

// AVX2 vectors with instructions for neural networks (VNNI). The second list of leaf 7 exists if the first counts it.
inline bool supports_avxvnni() {
  constexpr std::uint32_t avxvnni = bit(4);
  return supports_avx2() && cpuid(7).eax >= 1 && has_all(cpuid(7, 1).eax, avxvnni);
}

// AVX-512 with its parts for bytes and words, for vectors of all sizes, and for neural networks (VNNI).
inline bool supports_avx512() {
  constexpr std::uint32_t avx512f = bit(16);
  constexpr std::uint32_t avx512dq = bit(17);
  constexpr std::uint32_t avx512bw = bit(30);
  constexpr std::uint32_t avx512vl = bit(31);
  constexpr std::uint32_t avx512vnni = bit(11);
  constexpr std::uint32_t masks_and_zmm = bit(5) | bit(6) | bit(7);
  return supports_avx2() && has_all(cpuid(7).ebx, avx512f | avx512dq | avx512bw | avx512vl) &&
         has_all(cpuid(7).ecx, avx512vnni) && has_all(saved_states(), masks_and_zmm);
}

#else

inline bool supports_avx2() { return false; }
inline bool supports_avxvnni() { return false; }
inline bool supports_avx512() { return false; }

#endif

}  // namespace plyground
