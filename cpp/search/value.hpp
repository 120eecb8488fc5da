// The value of a position, always from Black's point of view: Black maximises, White minimises.
#pragma once

#include <cmath>
#include <limits>

#include "core/game.hpp"

namespace plyground {

// In the game's own unit (discs, points, pieces). A finished game lies beyond any heuristic value: a win counts
// `win_value` plus its margin or, in games without margins, plus a bonus that is larger the sooner it comes.
using Value = double;

inline constexpr Value infinity = std::numeric_limits<Value>::infinity();
inline constexpr Value win_value = 100000;
inline constexpr int max_ply = 10000;

inline bool is_decided(Value value) { return std::abs(value) >= win_value; }

// Limits the value of a heuristic to less than any certain result.
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
