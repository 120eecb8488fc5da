// Learned weights, in final discs, at a few stages of the game. bench/fit_othello.cpp makes them from games of its own.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <tuple>

namespace plyground::othello {

// The features, in order: discs on each kind of square and on those next to an empty corner; freedom to move; discs
// that can't be flipped; corners within reach; the turn. phases.hpp computes them.
inline constexpr std::size_t square_kinds = 10;
inline constexpr std::size_t place_count = square_kinds + 2;
inline constexpr std::size_t freedom_count = 3;
inline constexpr std::size_t first_freedom = place_count;
inline constexpr std::size_t first_firm = first_freedom + freedom_count;
inline constexpr std::size_t first_threat = first_firm + 1;
inline constexpr std::size_t first_turn = first_threat + 2;
inline constexpr std::size_t feature_count = first_turn + 1;

template <std::size_t Count>
using Features = std::array<double, Count>;
using Weights = Features<feature_count>;

// Four stages, from the full board (the first row) to the beginning (the last), equally many empty squares apart.
using Knots = std::array<Weights, 4>;

constexpr int knots_apart(int size) { return (size * size - 4 + 2) / 3; }

// Where a number of empty squares lies: behind a knot by a share of the way to the next.
struct KnotShare {
  std::size_t knot;
  double share;
};

constexpr KnotShare knot_share(int empties, int apart) {
  const int knot = std::min(empties / apart, static_cast<int>(std::tuple_size_v<Knots>) - 2);
  return {static_cast<std::size_t>(knot), std::min(1.0, static_cast<double>(empties - knot * apart) / apart)};
}

inline constexpr Knots knots_of_4{
    Weights{-1.61, -0.69, 0.00, 0.00, -0.74, 0.00, 0.00, 0.00, 0.00, 0.00, 0.04, 0.38, 5.44, -1.22, 0.17, 1.76, 0.95,
            -0.88, -0.04},
    Weights{1.84, 0.66, 0.00, 0.00, 0.47, 0.00, 0.00, 0.00, 0.00, 0.00, 0.10, 1.19, 8.43, -0.03, 0.48, 0.65, 2.82, 0.58,
            -0.59},
    Weights{1.98, -1.08, 0.00, 0.00, 1.83, 0.00, 0.00, 0.00, 0.00, 0.00, 1.02, -0.12, 12.29, -0.86, 0.74, 3.06, 2.69,
            1.54, 2.30},
    Weights{6.60, 0.53, 0.00, 0.00, -6.77, 0.00, 0.00, 0.00, 0.00, 0.00, 11.22, -10.47, 1.68, -7.52, 1.09, 10.64, 4.49,
            -5.31, 3.36},
};
inline constexpr Knots knots_of_6{
    Weights{-0.47, -0.14, -0.32, 0.00, -0.02, 0.04, 0.00, -0.24, 0.00, 0.00, 0.00, -0.45, 9.31, -1.97, 0.49, 1.12, 0.20,
            0.30, 0.22},
    Weights{3.94, 0.51, -0.38, 0.00, -0.14, 0.12, 0.00, 0.14, 0.00, 0.00, -1.13, 0.54, 17.83, -0.41, 0.72, 1.16, 4.65,
            3.56, -0.88},
    Weights{10.38, -0.68, 0.95, 0.00, -1.74, 0.09, 0.00, 0.36, 0.00, 0.00, 0.86, -2.33, 11.95, 0.63, 0.48, 2.10, 3.95,
            0.73, -1.76},
    Weights{2.95, -19.82, 7.20, 0.00, -0.24, -0.58, 0.00, -1.82, 0.00, 0.00, 8.37, -16.99, 10.38, -4.43, 1.12, 23.71,
            1.41, 4.74, 12.01},
};
inline constexpr Knots knots_of_8{
    Weights{0.37, 0.35, -0.12, -0.26, 0.20, 0.12, 0.33, -0.17, 0.20, 0.25, -0.24, 1.01, 13.53, -1.63, 0.79, 0.88, 3.03,
            3.07, -0.14},
    Weights{5.54, -0.03, -0.35, 0.11, 0.20, -0.20, -0.20, 0.39, 0.09, -0.23, -0.84, -1.64, 21.55, -0.19, 1.00, 1.09,
            6.20, 4.84, -2.31},
    Weights{12.92, 0.93, 1.14, 0.89, -2.30, -0.63, -0.45, 1.01, 0.08, 0.28, -3.38, -6.87, 14.45, 0.32, 1.37, 1.90, 3.21,
            1.72, -2.61},
    Weights{17.65, -6.28, 4.16, 2.09, -13.03, -1.21, -2.80, -2.55, -0.42, -0.57, -6.06, -9.93, 2.36, -0.04, -0.55, 7.48,
            1.83, 2.44, -0.40},
};

}  // namespace plyground::othello
