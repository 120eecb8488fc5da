// Iterates over the groups on a board with their liberties. For every game that captures like Go.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/grid.hpp"
#include "games/stones.hpp"

namespace plyground {

template <int Capacity>
class GroupWalk {
 public:
  using Board = Grid<Capacity>;

  explicit GroupWalk(const Stones<Capacity>& stones) : stones_(stones) {}

  // Visits the stones of this stone's group, and its real liberties, each once even if it touches several stones. False
  // if the group has already been visited.
  template <class OnStone, class OnLiberty>
  bool visit(std::size_t stone, OnStone on_stone, OnLiberty on_liberty) {
    if (seen_[stone] != 0) return false;
    ++number_;
    stones_.for_each_in_chain(stone, [&](std::size_t at) {
      seen_[at] = number_;
      on_stone(at);
      for (const int by : Board::steps) {
        const std::size_t next = Board::step(at, by);
        if (!stones_.is_empty(next) || seen_[next] == number_) continue;
        seen_[next] = number_;
        on_liberty(next);
      }
    });
    return true;
  }

 private:
  const Stones<Capacity>& stones_;
  std::array<std::uint16_t, Board::points> seen_{};  // the number of the group that visited the point, from 1
  std::uint16_t number_ = 0;
};

}  // namespace plyground
