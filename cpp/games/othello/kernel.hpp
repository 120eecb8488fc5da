// The hot operations of Othello on bitboards: legal moves, the discs that a move flips, and the discs that any move
// could flip.
//
// Bit 0 is a1 (top left), bit 7 h1, bit 63 h8. Smaller boards use the top left corner; the squares beyond them are
// never occupied, so no line runs through them, and the caller masks them out of the moves.
//
// All operations use all eight directions. These are four shifts (1, 7, 8, 9) to the left and right. For the shifts
// that change column, the enemy discs are masked to the inner columns, so that nothing wraps around an edge.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace plyground::othello {

inline constexpr std::uint64_t inner_columns = 0x7e7e7e7e7e7e7e7eULL;

#if defined(__AVX2__)

namespace avx2 {

struct Enemy {
  __m256i masked;  // the enemy discs that a line may cross, one direction pair per lane
  __m256i shift;
  __m256i left_pairs, right_pairs;  // two adjacent such discs
  __m256i double_shift;

  explicit Enemy(std::uint64_t enemy)
      : masked(_mm256_and_si256(
            _mm256_set1_epi64x(static_cast<long long>(enemy)),
            _mm256_set_epi64x(static_cast<long long>(inner_columns), -1, static_cast<long long>(inner_columns),
                              static_cast<long long>(inner_columns)))),
        shift(_mm256_set_epi64x(9, 8, 7, 1)),
        left_pairs(_mm256_and_si256(masked, _mm256_sllv_epi64(masked, shift))),
        right_pairs(_mm256_srlv_epi64(left_pairs, shift)),
        double_shift(_mm256_add_epi64(shift, shift)) {}

  // The enemy discs in unbroken lines from `from`, upwards and downwards. Six steps, doubled.
  [[nodiscard]] __m256i run_left(__m256i from) const {
    __m256i run = _mm256_and_si256(masked, _mm256_sllv_epi64(from, shift));
    run = _mm256_or_si256(run, _mm256_and_si256(masked, _mm256_sllv_epi64(run, shift)));
    run = _mm256_or_si256(run, _mm256_and_si256(left_pairs, _mm256_sllv_epi64(run, double_shift)));
    return _mm256_or_si256(run, _mm256_and_si256(left_pairs, _mm256_sllv_epi64(run, double_shift)));
  }
  [[nodiscard]] __m256i run_right(__m256i from) const {
    __m256i run = _mm256_and_si256(masked, _mm256_srlv_epi64(from, shift));
    run = _mm256_or_si256(run, _mm256_and_si256(masked, _mm256_srlv_epi64(run, shift)));
    run = _mm256_or_si256(run, _mm256_and_si256(right_pairs, _mm256_srlv_epi64(run, double_shift)));
    return _mm256_or_si256(run, _mm256_and_si256(right_pairs, _mm256_srlv_epi64(run, double_shift)));
  }
};

inline std::uint64_t join(__m256i lanes) {
  const __m128i half = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
  return static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))));
}

// The lines from a square to the edges, without the square: right, down left, down and down right, and their opposites.
struct alignas(32) Rays {
  std::array<std::uint64_t, 4> up;  // to higher bits
  std::array<std::uint64_t, 4> down;
};

inline constexpr auto rays = [] {
  std::array<Rays, 64> table{};
  constexpr int steps[4][2] = {{0, 1}, {1, -1}, {1, 0}, {1, 1}};
  for (int square = 0; square < 64; ++square) {
    for (std::size_t lane = 0; lane < 4; ++lane) {
      for (const int sign : {1, -1}) {
        std::uint64_t& ray = (sign > 0 ? table[static_cast<std::size_t>(square)].up
                                       : table[static_cast<std::size_t>(square)].down)[lane];
        int row = square / 8 + sign * steps[lane][0];
        int column = square % 8 + sign * steps[lane][1];
        for (; row >= 0 && row < 8 && column >= 0 && column < 8;
             row += sign * steps[lane][0], column += sign * steps[lane][1]) {
          ray |= 1ULL << (8 * row + column);
        }
      }
    }
  }
  return table;
}();

}  // namespace avx2

inline std::uint64_t mobility(std::uint64_t own, std::uint64_t enemy) {
  const avx2::Enemy lines(enemy);
  const __m256i from = _mm256_set1_epi64x(static_cast<long long>(own));
  const __m256i ends = _mm256_or_si256(_mm256_sllv_epi64(lines.run_left(from), lines.shift),
                                       _mm256_srlv_epi64(lines.run_right(from), lines.shift));
  return avx2::join(ends) & ~(own | enemy);
}

// Only the lines through the square matter, so they come from a table. Upwards, adding 1 below a line carries through
// its enemy discs to the first other square. Downwards, spreading all other squares finds it.
inline std::uint64_t flips(int square, std::uint64_t own, std::uint64_t enemy) {
  const avx2::Rays& rays = avx2::rays[static_cast<std::size_t>(square)];
  const __m256i up = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.up.data()));
  const __m256i down = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.down.data()));
  const __m256i mine = _mm256_set1_epi64x(static_cast<long long>(own));
  const __m256i theirs = _mm256_set1_epi64x(static_cast<long long>(enemy));
  const __m256i ones = _mm256_set1_epi64x(-1);
  const __m256i zero = _mm256_setzero_si256();
  const __m256i shift = _mm256_set_epi64x(9, 8, 7, 1);

  const __m256i carried = _mm256_sub_epi64(_mm256_or_si256(theirs, _mm256_xor_si256(up, ones)), ones);
  const __m256i closing = _mm256_and_si256(_mm256_and_si256(carried, mine), up);
  const __m256i below = _mm256_sub_epi64(_mm256_add_epi64(closing, ones), _mm256_cmpeq_epi64(closing, zero));

  __m256i beyond = _mm256_andnot_si256(theirs, down);
  beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, shift));
  beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, _mm256_add_epi64(shift, shift)));
  beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, _mm256_slli_epi64(shift, 2)));
  const __m256i run = _mm256_andnot_si256(beyond, down);
  const __m256i stop = _mm256_and_si256(_mm256_and_si256(_mm256_srlv_epi64(run, shift), mine), down);
  const __m256i open = _mm256_cmpeq_epi64(stop, zero);
  return avx2::join(_mm256_or_si256(_mm256_and_si256(below, up), _mm256_andnot_si256(open, run)));
}

// The enemy discs that at least one move of this side would flip: those in a run from an own disc to an empty square.
inline std::uint64_t flippable(std::uint64_t own, std::uint64_t enemy, std::uint64_t empties) {
  const avx2::Enemy lines(enemy);
  const __m256i mine = _mm256_set1_epi64x(static_cast<long long>(own));
  const __m256i free = _mm256_set1_epi64x(static_cast<long long>(empties));
  return avx2::join(_mm256_or_si256(_mm256_and_si256(lines.run_left(mine), lines.run_right(free)),
                                    _mm256_and_si256(lines.run_right(mine), lines.run_left(free))));
}

#else

namespace portable {

template <int Shift>
constexpr std::uint64_t shifted(std::uint64_t bits) {
  if constexpr (Shift > 0) {
    return bits << Shift;
  } else {
    return bits >> -Shift;
  }
}

// The masked enemy discs in an unbroken line from `from` in one direction. Six steps, doubled.
template <int Shift>
constexpr std::uint64_t run(std::uint64_t from, std::uint64_t masked) {
  const std::uint64_t pairs = masked & shifted<Shift>(masked);
  std::uint64_t line = masked & shifted<Shift>(from);
  line |= masked & shifted<Shift>(line);
  line |= pairs & shifted<2 * Shift>(line);
  line |= pairs & shifted<2 * Shift>(line);
  return line;
}

template <int Shift>
constexpr std::uint64_t reach(std::uint64_t own, std::uint64_t masked) {
  return shifted<Shift>(run<Shift>(own, masked)) | shifted<-Shift>(run<-Shift>(own, masked));
}

template <int Shift>
constexpr std::uint64_t closed(std::uint64_t from, std::uint64_t own, std::uint64_t masked) {
  const std::uint64_t line = run<Shift>(from, masked);
  return (shifted<Shift>(line) & own) != 0 ? line : 0;
}

template <int Shift>
constexpr std::uint64_t closed_both(std::uint64_t from, std::uint64_t own, std::uint64_t masked) {
  return closed<Shift>(from, own, masked) | closed<-Shift>(from, own, masked);
}

template <int Shift>
constexpr std::uint64_t between(std::uint64_t own, std::uint64_t empties, std::uint64_t masked) {
  return (run<Shift>(own, masked) & run<-Shift>(empties, masked)) |
         (run<-Shift>(own, masked) & run<Shift>(empties, masked));
}

}  // namespace portable

inline std::uint64_t mobility(std::uint64_t own, std::uint64_t enemy) {
  const std::uint64_t inner = enemy & inner_columns;
  const std::uint64_t ends = portable::reach<1>(own, inner) | portable::reach<7>(own, inner) |
                             portable::reach<8>(own, enemy) | portable::reach<9>(own, inner);
  return ends & ~(own | enemy);
}

inline std::uint64_t flips(int square, std::uint64_t own, std::uint64_t enemy) {
  const std::uint64_t from = 1ULL << square;
  const std::uint64_t inner = enemy & inner_columns;
  return portable::closed_both<1>(from, own, inner) | portable::closed_both<7>(from, own, inner) |
         portable::closed_both<8>(from, own, enemy) | portable::closed_both<9>(from, own, inner);
}

// The enemy discs that at least one move of this side would flip: those in a run from an own disc to an empty square.
inline std::uint64_t flippable(std::uint64_t own, std::uint64_t enemy, std::uint64_t empties) {
  const std::uint64_t inner = enemy & inner_columns;
  return portable::between<1>(own, empties, inner) | portable::between<7>(own, empties, inner) |
         portable::between<8>(own, empties, enemy) | portable::between<9>(own, empties, inner);
}

#endif

}  // namespace plyground::othello
