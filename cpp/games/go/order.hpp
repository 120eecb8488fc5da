// A promising order for moves of Go.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/game.hpp"
#include "core/grid.hpp"
#include "games/go/groups.hpp"
#include "games/stones.hpp"

namespace plyground::go {

// Captures, escapes from atari, moves next to a stone, the rest, the pass. The sort is stable.
template <int Capacity, class MoveList>
void order_moves(const Stones<Capacity>& stones, int size, Color turn, Move pass, MoveList& moves) {
  using Board = Grid<Capacity>;
  enum Rank : std::uint8_t { capture, escape, contact, rest, last };
  std::array<Rank, Board::points> rank;
  const auto has_stone = [&stones](std::size_t point) { return stones.at(point).has_value(); };
  for (const Move move : moves) {
    if (move == pass) continue;
    const bool touches = has_stone(Board::step(move, -Board::stride)) || has_stone(Board::step(move, -1)) ||
                         has_stone(Board::step(move, 1)) || has_stone(Board::step(move, Board::stride));
    rank[move] = touches ? contact : rest;
  }
  rank[pass] = last;
  for_each_group(stones, size, [&](const Group& group) {
    if (group.liberties != 1) return;
    Rank& here = rank[group.liberty];
    if (group.color != turn) {
      here = capture;
    } else if (here != capture) {
      here = escape;
    }
  });
  const MoveList given = moves;
  moves.clear();
  for (const Rank wanted : {capture, escape, contact, rest, last}) {
    for (const Move move : given) {
      if (rank[move] == wanted) moves.push_back(move);
    }
  }
}

}  // namespace plyground::go
