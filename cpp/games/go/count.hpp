// Counts a board of Go: stones, and empty regions that touch only one colour.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "core/game.hpp"
#include "core/grid.hpp"
#include "games/stones.hpp"

namespace plyground::go {

// Each pair is Black's number, then White's. Dead stones do not count as stones; their points count as empty.
struct Count {
  std::array<int, 2> stones{};
  std::array<int, 2> dead{};
  std::array<int, 2> surrounded{};

  [[nodiscard]] bool is_bare() const { return stones[0] + stones[1] + dead[0] + dead[1] == 0; }
};

template <int Capacity>
class Counter {
 public:
  using Board = Grid<Capacity>;
  using Points = typename Stones<Capacity>::Points;

  Counter(const Stones<Capacity>& stones, const Points& dead) : stones_(stones), dead_(dead) {}

  // Reports the owner of every point that has one.
  template <class OnOwned>
  Count count(int size, OnOwned on_owned) {
    Board::for_each_point(size, [&](std::size_t point) { visit(point, on_owned); });
    return count_;
  }

 private:
  template <class OnOwned>
  void visit(std::size_t point, OnOwned& on_owned) {
    const auto color = stones_.at(point);
    if (color) ++(dead_.test(point) ? count_.dead : count_.stones)[index(*color)];
    if (color && !dead_.test(point)) {
      on_owned(point, *color);
    } else if (!seen_.test(point)) {
      count_region(point, on_owned);
    }
  }

  [[nodiscard]] bool is_open(std::size_t point) const { return stones_.is_empty(point) || dead_.test(point); }

  template <class OnOwned>
  void count_region(std::size_t start, OnOwned& on_owned) {
    std::array<bool, 2> touches{};
    std::array<std::size_t, Board::points> queue;  // every point is added once
    std::size_t size = 0;
    const auto enter = [&](std::size_t point) {
      if (seen_.test(point)) return;
      seen_.set(point);
      queue[size++] = point;
    };
    enter(start);
    for (std::size_t i = 0; i < size; ++i) {
      for (const int by : Board::steps) {
        const std::size_t next = Board::step(queue[i], by);
        if (is_open(next)) {
          enter(next);
        } else if (const auto color = stones_.at(next)) {
          touches[index(*color)] = true;
        }
      }
    }
    if (touches[0] == touches[1]) return;
    const Color owner = touches[0] ? Color::black : Color::white;
    count_.surrounded[index(owner)] += static_cast<int>(size);
    for (std::size_t i = 0; i < size; ++i) on_owned(queue[i], owner);
  }

  const Stones<Capacity>& stones_;
  const Points& dead_;
  Points seen_;
  Count count_;
};

template <int Capacity>
Count count_board(const Stones<Capacity>& stones, const typename Stones<Capacity>::Points& dead, int size) {
  return Counter<Capacity>(stones, dead).count(size, [](std::size_t, Color) {});
}

}  // namespace plyground::go
