// Alpha-beta: minimax without the branches that cannot matter. Black already has alpha for certain, White beta. Once
// they meet, the side that moved last would have avoided this position.
#pragma once

#include <algorithm>

#include "search/textbook/walk.hpp"
#include "search/value.hpp"

namespace plyground {

template <Game P>
Value alphabeta(Walk<P>& walk, int depth, Value alpha = -infinity, Value beta = infinity) {
  walk.count_node();
  if (const auto value = walk.final_value()) return *value;
  if (depth == 0) return walk.evaluate();

  const bool black = walk.black_to_move();
  Value best = black ? -infinity : infinity;
  for (const Move move : walk.moves()) {
    const Value value = walk.child(move, alpha, beta, [&] { return alphabeta(walk, depth - 1, alpha, beta); });
    if (black ? value > best : value < best) {
      best = value;
      walk.improve(move, best);
    }
    if (black) {
      alpha = std::max(alpha, best);
    } else {
      beta = std::min(beta, best);
    }
    if (beta <= alpha) {
      walk.note_cut();
      break;
    }
  }
  return best;
}

}  // namespace plyground
