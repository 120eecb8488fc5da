// What a position is worth, always seen from black: black maximises, white minimises.
#pragma once

#include <cmath>
#include <limits>

#include "core/game.hpp"

namespace plyground {

// In the game's own unit (discs, points, pieces). A finished game lies beyond any heuristic value: a win is worth
// `win_value` and its margin or, where games have no margin, so much more the sooner it comes.
using Value = double;

inline constexpr Value infinity = std::numeric_limits<Value>::infinity();
inline constexpr Value win_value = 100000;
inline constexpr int max_ply = 10000;

inline bool is_decided(Value value) { return std::abs(value) >= win_value; }

// Keeps the opinion of a heuristic below any certainty.
inline Value bounded(Value value) {
  constexpr Value most = win_value - 1;
  return value > most ? most : (value < -most ? -most : value);
}

template <Game P>
Value final_value(const Result& result, int ply) {
  if (!result.winner) return 0;
  const Value size = win_value + (P::counts_margin ? result.margin.value_or(0) : max_ply - ply);
  return *result.winner == Color::black ? size : -size;
}

}  // namespace plyground
