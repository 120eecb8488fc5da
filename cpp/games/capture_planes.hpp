// How a network sees stones with Go's captures: their owners, the groups with few liberties, and the points where the
// side to move may not play or would lose its own stones. For every game that captures like Go.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "core/grid.hpp"
#include "core/planes.hpp"
#include "games/capture_position.hpp"
#include "games/groups.hpp"

namespace plyground {

// In the order in which write_capture_planes writes them. Without captures only the stones remain.
inline std::vector<std::string> capture_plane_names(bool captures, std::size_t most_liberties) {
  std::vector<std::string> names{"own stone", "other stone"};
  if (!captures) return names;
  for (const std::string_view owner : {"own", "other"}) {
    for (std::size_t count = 1; count <= most_liberties; ++count) {
      names.push_back(std::string(owner) + " group with " + std::to_string(count) +
                      (count == 1 ? " liberty" : " liberties"));
    }
  }
  names.insert(names.end(), {"ko", "suicide"});
  return names;
}

// Returns the number of the next plane.
template <int Capacity, class Settings>
std::size_t write_capture_planes(const CapturePosition<Capacity, Settings>& position, std::size_t most_liberties,
                                 Planes& out) {
  using Board = Grid<Capacity>;
  const auto& stones = position.stones();
  const auto size = static_cast<std::size_t>(position.settings().size);
  const bool captures = position.settings().captures;
  const std::size_t ko_plane = 2 + 2 * most_liberties;
  GroupWalk<Capacity> walk(stones);
  const auto square_of = [size](std::size_t point) {
    const Cell cell = Board::cell(point);
    return static_cast<std::size_t>(cell.row) * size + static_cast<std::size_t>(cell.column);
  };
  Board::for_each_point(static_cast<int>(size), [&](std::size_t point) {
    const auto color = stones.at(point);
    if (!color) {
      if (captures && stones.is_suicide(point, position.turn())) out.set(ko_plane + 1, square_of(point));
      return;
    }
    const std::size_t owner = *color == position.turn() ? 0 : 1;
    out.set(owner, square_of(point));
    if (!captures) return;
    std::size_t liberties = 0;
    walk.visit(point, [](std::size_t) {}, [&liberties](std::size_t) { ++liberties; });
    if (liberties == 0 || liberties > most_liberties) return;  // 0: a group already visited
    const std::size_t plane = 1 + owner * most_liberties + liberties;
    stones.for_each_in_chain(point, [&](std::size_t stone) { out.set(plane, square_of(stone)); });
  });
  if (!captures) return 2;
  if (position.ko() != 0) out.set(ko_plane, square_of(position.ko()));
  return ko_plane + 2;
}

// For patterns, the stones are enough.
inline std::vector<std::string> capture_contents() { return {"nothing", "own stone", "other stone"}; }

template <int Capacity, class Settings>
void write_capture_squares(const CapturePosition<Capacity, Settings>& position, std::span<std::uint8_t> out) {
  const auto& stones = position.stones();
  std::size_t square = 0;
  Grid<Capacity>::for_each_point(position.settings().size, [&](std::size_t point) {
    const auto color = stones.at(point);
    out[square++] = !color ? 0 : (*color == position.turn() ? 1 : 2);
  });
}

}  // namespace plyground
