// Finds the points that do not count in territory scoring because their owner is in seki.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/game.hpp"
#include "core/grid.hpp"
#include "games/go/count.hpp"
#include "games/stones.hpp"

namespace plyground::go {

// Groups of one side that surround the same regions belong together. They are in seki if they touch a point that nobody
// surrounds and have no more than one region, of at most two points: that is one eye. A larger or a second region means
// life, so that neutral points which nobody filled cost nothing.
template <int Capacity>
class SekiFinder {
 public:
  using Board = Grid<Capacity>;
  using Points = typename Stones<Capacity>::Points;

  SekiFinder(const Stones<Capacity>& stones, const Points& dead, int size) : stones_(stones), dead_(dead) {
    for (std::size_t point = 0; point < Board::points; ++point) above_[point] = static_cast<Number>(point);
    visit_regions(size, [this](const Region& region) { join(region); });
    visit_regions(size, [this](const Region& region) { note(region); });
  }

  // Black's and White's surrounded points in seki.
  [[nodiscard]] std::array<int, 2> points(int size) const {
    std::array<int, 2> found{};
    visit_regions(size, [&](const Region& region) {
      const auto owner = region.owner();
      if (owner && is_in_seki(family_of(region))) found[index(*owner)] += static_cast<int>(region.size);
    });
    return found;
  }

 private:
  using Region = typename Counter<Capacity>::Region;
  using Number = std::uint16_t;
  static constexpr int largest_eye = 2;

  template <class Visit>
  void visit_regions(int size, Visit visit) const {
    Counter<Capacity>(stones_, dead_).for_each_region(size, visit);
  }

  template <class Visit>
  void for_each_living_neighbour(const Region& region, Visit visit) const {
    for (std::size_t i = 0; i < region.size; ++i) {
      for (const int by : Board::steps) {
        const std::size_t next = Board::step(region.points[i], by);
        if (stones_.at(next) && !dead_.test(next)) visit(stones_.chains()[next]);
      }
    }
  }

  [[nodiscard]] std::size_t family(std::size_t chain) const {
    while (above_[chain] != chain) chain = above_[chain];
    return chain;
  }
  [[nodiscard]] std::size_t family_of(const Region& region) const {
    std::size_t found = 0;
    for_each_living_neighbour(region, [&](std::size_t chain) { found = family(chain); });
    return found;
  }

  void join(const Region& region) {
    if (!region.owner()) return;
    const std::size_t whole = family_of(region);
    for_each_living_neighbour(region, [&](std::size_t chain) { above_[family(chain)] = static_cast<Number>(whole); });
  }

  void note(const Region& region) {
    if (!region.owner()) {
      for_each_living_neighbour(region, [&](std::size_t chain) { touches_neutral_[family(chain)] = true; });
      return;
    }
    const std::size_t whole = family_of(region);
    ++regions_[whole];
    surrounded_[whole] = static_cast<Number>(surrounded_[whole] + region.size);
  }

  [[nodiscard]] bool is_in_seki(std::size_t whole) const {
    return touches_neutral_[whole] && regions_[whole] == 1 && surrounded_[whole] <= largest_eye;
  }

  const Stones<Capacity>& stones_;
  const Points& dead_;
  std::array<Number, Board::points> above_{};  // the next chain on the way to the one that names the family
  std::array<bool, Board::points> touches_neutral_{};
  std::array<Number, Board::points> regions_{};
  std::array<Number, Board::points> surrounded_{};
};

}  // namespace plyground::go
