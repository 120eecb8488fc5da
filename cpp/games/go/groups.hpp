// The groups on a Go board with their liberties, for heuristics and move ordering.
#pragma once

#include <cstddef>

#include "core/game.hpp"
#include "core/grid.hpp"
#include "games/groups.hpp"
#include "games/stones.hpp"

namespace plyground::go {

struct Group {
  Color color;
  int stones = 0;
  int liberties = 0;
  std::size_t liberty = 0;  // one of them
};

// Visits every group once.
template <int Capacity, class Visit>
void for_each_group(const Stones<Capacity>& stones, int size, Visit visit) {
  GroupWalk<Capacity> walk(stones);
  Grid<Capacity>::for_each_point(size, [&](std::size_t point) {
    const auto color = stones.at(point);
    if (!color) return;
    Group group{.color = *color};
    const auto add_stone = [&](std::size_t) { ++group.stones; };
    const auto add_liberty = [&](std::size_t liberty) {
      ++group.liberties;
      group.liberty = liberty;
    };
    if (walk.visit(point, add_stone, add_liberty)) visit(group);
  });
}

}  // namespace plyground::go
