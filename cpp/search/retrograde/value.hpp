// What a position is worth in the tablebase of a whole game, in one byte: 0 for a draw, otherwise in how many plies the
// game ends; an odd number is a win of the side to move, an even one a loss. A game is over on the ply that wins it, so
// the least are 1 and 2.
#pragma once

#include <cstdint>

namespace plyground {

using TablebaseValue = std::uint8_t;

// While the tablebase is made, a position not yet decided has this value and one more for each move not known to lose.
inline constexpr TablebaseValue first_undecided = 176;

// What is known of a position by its own moves: does one of them win, and how many go on?
constexpr TablebaseValue first_value(bool wins, std::uint8_t open) {
  if (wins) return 1;
  return open == 0 ? 2 : static_cast<TablebaseValue>(first_undecided + open);
}

// In so many plies the side to move wins; below 0, it loses; 0, a draw.
constexpr int signed_plies(TablebaseValue value) { return value % 2 == 1 ? value : -int{value}; }
// The same for the other side, one ply earlier: what a move is worth that leads there.
constexpr int signed_plies_before(int plies) { return plies == 0 ? 0 : (plies > 0 ? -(plies + 1) : -plies + 1); }

}  // namespace plyground
