// Beginner's aids about groups, for every game that captures like Go.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "core/grid.hpp"
#include "core/view.hpp"
#include "games/groups.hpp"
#include "games/stones.hpp"

namespace plyground {

// One row per group: its stones, its liberties, and the number of liberties. One liberty is atari.
template <int Capacity>
std::vector<Aid> liberty_aids(const Stones<Capacity>& stones, int size) {
  using Board = Grid<Capacity>;
  std::vector<Aid> rows;
  GroupWalk<Capacity> walk(stones);
  std::vector<std::size_t> group;
  std::vector<std::size_t> liberties;
  const auto labels = [size](std::vector<std::size_t>& points) {
    std::ranges::sort(points);  // sorted, because a chain's own order would reveal the order of its moves
    std::vector<std::string> list;
    list.reserve(points.size());
    for (const std::size_t point : points) list.push_back(go_labels.point(Board::cell(point), size));
    return list;
  };
  Board::for_each_point(size, [&](std::size_t point) {
    const auto color = stones.at(point);
    if (!color) return;
    group.clear();
    liberties.clear();
    const auto add_stone = [&](std::size_t stone) { group.push_back(stone); };
    const auto add_liberty = [&](std::size_t liberty) { liberties.push_back(liberty); };
    if (!walk.visit(point, add_stone, add_liberty)) return;
    const auto count = static_cast<int>(liberties.size());
    rows.push_back(
        {.kind = "liberties", .owner = color, .at = labels(group), .points = labels(liberties), .count = count});
  });
  return rows;
}

}  // namespace plyground
