// The groups on a board of Go with their liberties, for heuristics and for the order of moves.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/game.hpp"
#include "core/grid.hpp"
#include "games/stones.hpp"

namespace plyground::go {

struct Group {
  Color color;
  int stones = 0;
  int liberties = 0;
  std::size_t liberty = 0;  // one of them
};

// Visits every group once, with its real liberties, each counted once however many stones it touches.
template <int Capacity, class Visit>
void for_each_group(const Stones<Capacity>& stones, int size, Visit visit) {
  using Board = Grid<Capacity>;
  std::array<std::uint16_t, Board::points> seen{};  // by which group, counted from 1
  std::uint16_t number = 0;
  Board::for_each_point(size, [&](std::size_t point) {
    const auto color = stones.at(point);
    if (!color || seen[point] != 0) return;
    Group group{.color = *color};
    ++number;
    stones.for_each_in_chain(point, [&](std::size_t stone) {
      seen[stone] = number;
      ++group.stones;
      for (const int by : {-Board::stride, -1, 1, Board::stride}) {
        const std::size_t next = Board::step(stone, by);
        if (!stones.is_empty(next) || seen[next] == number) continue;
        seen[next] = number;
        ++group.liberties;
        group.liberty = next;
      }
    });
    visit(group);
  });
}

}  // namespace plyground::go
