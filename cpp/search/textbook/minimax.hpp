// Minimax: search every line of play to a fixed depth. Black takes the largest value, White the smallest.
#pragma once

#include "search/textbook/walk.hpp"
#include "search/value.hpp"

namespace plyground {

template <Game P>
Value minimax(Walk<P>& walk, int depth) {
  walk.count_node();
  if (const auto value = walk.final_value()) return *value;
  if (depth == 0) return walk.evaluate();

  const bool black = walk.black_to_move();
  Value best = black ? -infinity : infinity;
  for (const Move move : walk.moves()) {
    const Value value = walk.child(move, -infinity, infinity, [&] { return minimax(walk, depth - 1); });
    if (black ? value > best : value < best) {
      best = value;
      walk.improve(move, best);
    }
  }
  return best;
}

}  // namespace plyground
