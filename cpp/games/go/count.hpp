// Counts a board of Go: stones, and empty regions that touch only one colour.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
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

  // Connected points without a living stone, and the colours of the stones around them.
  struct Region {
    std::array<std::size_t, Board::points> points;  // every point is added once
    std::size_t size = 0;
    std::array<bool, 2> touches{};

    // The side that surrounds it alone, if there is one.
    [[nodiscard]] std::optional<Color> owner() const {
      if (touches[0] == touches[1]) return std::nullopt;
      return touches[0] ? Color::black : Color::white;
    }
  };

  // Visits the regions one by one, instead of `count`.
  template <class OnRegion>
  void for_each_region(int size, OnRegion on_region) {
    Board::for_each_point(size, [&](std::size_t point) {
      if (is_open(point) && !seen_.test(point)) on_region(region_of(point));
    });
  }

 private:
  Region region_of(std::size_t start) {
    Region region;
    const auto enter = [&](std::size_t point) {
      if (seen_.test(point)) return;
      seen_.set(point);
      region.points[region.size++] = point;
    };
    enter(start);
    for (std::size_t i = 0; i < region.size; ++i) {
      for (const int by : Board::steps) {
        const std::size_t next = Board::step(region.points[i], by);
        if (is_open(next)) {
          enter(next);
        } else if (const auto color = stones_.at(next)) {
          region.touches[index(*color)] = true;
        }
      }
    }
    return region;
  }

  template <class OnOwned>
  void visit(std::size_t point, OnOwned& on_owned) {
    const auto color = stones_.at(point);
    if (color) ++(dead_.test(point) ? count_.dead : count_.stones)[index(*color)];
    if (color && !dead_.test(point)) {
      on_owned(point, *color);
    } else if (!seen_.test(point)) {
      const Region region = region_of(point);
      if (const auto owner = region.owner()) {
        count_.surrounded[index(*owner)] += static_cast<int>(region.size);
        for (std::size_t i = 0; i < region.size; ++i) on_owned(region.points[i], *owner);
      }
    }
  }

  [[nodiscard]] bool is_open(std::size_t point) const { return stones_.is_empty(point) || dead_.test(point); }

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
