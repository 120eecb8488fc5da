// The value of a position in the tablebase of a whole game, in one byte: 0 for a draw, otherwise the number of plies
// until the game ends. An odd number is a win for the side to move, an even one a loss. The winning ply counts, so the
// least values are 1 and 2.
#pragma once

#include <cstdint>

namespace plyground {

using TablebaseValue = std::uint8_t;

// While the tablebase is built, an undecided position has this value plus one for each move not known to lose.
inline constexpr TablebaseValue first_undecided = 176;

// What a position's own moves decide: whether one wins, and how many go on.
constexpr TablebaseValue first_value(bool wins, std::uint8_t open) {
  if (wins) return 1;
  return open == 0 ? 2 : static_cast<TablebaseValue>(first_undecided + open);
}

// The number of plies in which the side to move wins; below 0, it loses; 0, a draw.
constexpr int signed_plies(TablebaseValue value) { return value % 2 == 1 ? value : -int{value}; }
// The same for the other side, one ply earlier: the value of a move that leads there.
constexpr int signed_plies_before(int plies) { return plies == 0 ? 0 : (plies > 0 ? -(plies + 1) : -plies + 1); }

}  // namespace plyground
