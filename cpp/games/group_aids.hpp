// Beginner's aids about groups, for every game that captures like Go.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/grid.hpp"
#include "core/view.hpp"
#include "games/stones.hpp"

namespace plyground {

// One row a group: its stones, its liberties, and how many these are. One liberty is atari.
template <int Capacity>
std::vector<Aid> liberty_aids(const Stones<Capacity>& stones, int size) {
  using Board = Grid<Capacity>;
  std::vector<Aid> rows;
  std::array<std::uint16_t, Board::points> seen{};  // by which group, counted from 1
  std::vector<std::size_t> group;
  std::vector<std::size_t> liberties;
  const auto labels = [size](std::vector<std::size_t>& points) {
    std::ranges::sort(points);  // the chain's own order tells how it grew, which is nobody's business
    std::vector<std::string> list;
    list.reserve(points.size());
    for (const std::size_t point : points) list.push_back(go_labels.point(Board::cell(point), size));
    return list;
  };
  Board::for_each_point(size, [&](std::size_t point) {
    const auto color = stones.at(point);
    if (!color || seen[point] != 0) return;
    const auto number = static_cast<std::uint16_t>(rows.size() + 1);
    group.clear();
    liberties.clear();
    stones.for_each_in_chain(point, [&](std::size_t stone) {
      seen[stone] = number;
      group.push_back(stone);
      for (const int by : {-Board::stride, -1, 1, Board::stride}) {
        const std::size_t next = Board::step(stone, by);
        if (!stones.is_empty(next) || seen[next] == number) continue;
        seen[next] = number;
        liberties.push_back(next);
      }
    });
    const auto count = static_cast<int>(liberties.size());
    rows.push_back(
        {.kind = "liberties", .owner = color, .at = labels(group), .points = labels(liberties), .count = count});
  });
  return rows;
}

}  // namespace plyground
