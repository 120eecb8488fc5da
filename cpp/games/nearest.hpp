// Orders moves by their distance to the stones, for games on intersections: few good moves lie far from all stones.
#pragma once

#include <array>
#include <cstddef>

#include "core/game.hpp"
#include "core/grid.hpp"
#include "core/plane.hpp"

namespace plyground {

// The points of the board of each size.
template <class Board, int Capacity, std::size_t Words>
inline constexpr auto boards_by_size = [] {
  std::array<Plane<Words>, static_cast<std::size_t>(Capacity) + 1> boards{};
  for (int size = 0; size <= Capacity; ++size) {
    Board::for_each_point(size, [&](std::size_t point) { boards[static_cast<std::size_t>(size)].set(point); });
  }
  return boards;
}();

// The neighbours of these points along the lines; they may include some of the points themselves.
template <class Board, std::size_t Words>
constexpr Plane<Words> beside(const Plane<Words>& points) {
  return points.up(1) | points.down(1) | points.up(Board::stride) | points.down(Board::stride);
}

// The points themselves and the eight around each.
template <class Board, std::size_t Words>
constexpr Plane<Words> with_neighbours(const Plane<Words>& points) {
  const Plane<Words> rows = points | points.up(1) | points.down(1);
  return rows | rows.up(Board::stride) | rows.down(Board::stride);
}

// Sorts by the distance to the nearest stone, in steps to any of the eight points around; on an empty board, to the
// centre. The sort is stable, so ties stay in row order. Points farther than `most` are left out unless no nearer one
// is in the list. A pass (the move 0) comes last.
template <class Board, std::size_t Capacity, std::size_t Words>
void nearest_first(MoveList<Capacity>& moves, const Plane<Words>& occupied, int size, int most) {
  const Plane<Words>& board = boards_by_size<Board, Board::stride - 1, Words>[static_cast<std::size_t>(size)];
  Plane<Words> left;
  for (const Move move : moves) left.set(move);
  const bool has_pass = left.test(0);
  left = left & board;

  moves.clear();
  Plane<Words> reached = occupied;
  if (!reached.any()) reached.set(Board::point({size / 2, size / 2}));
  Plane<Words> ring = reached;
  for (int distance = 0; left.any() && (distance <= most || moves.empty()); ++distance) {
    (left & ring).for_each([&moves](std::size_t point) { moves.push_back(static_cast<Move>(point)); });
    left = left & ~ring;
    ring = with_neighbours<Board>(reached) & board & ~reached;
    reached = reached | ring;
  }
  if (has_pass) moves.push_back(0);
}

}  // namespace plyground
