// Beginner's aids for Connect Four: the squares where a side wins at once, and its threats.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "core/grid.hpp"
#include "core/view.hpp"
#include "games/connect_four/board.hpp"
#include "games/connect_four/rules.hpp"
#include "games/line_aids.hpp"

namespace plyground::connect_four {

// The winning squares and threats of one side, as if it were its turn. Points are bits of the board.
class AidedSide {
 public:
  AidedSide(const Position& position, Color color)
      : position_(position), color_(color), own_(position.discs(color)), taken_(position.taken()) {}

  // The directions of a line.
  [[nodiscard]] std::array<int, 4> steps() const {
    const int side = stride(position_.board());
    return {1, side - 1, side, side + 1};
  }

  [[nodiscard]] Color color() const { return color_; }
  [[nodiscard]] bool owns(std::size_t point) const { return point < 64 && (own_ >> point & 1) != 0; }
  [[nodiscard]] std::string label(std::size_t point) const { return position_.labels_of(1ULL << point)[0]; }

  [[nodiscard]] bool lands(std::size_t point) const {
    return point < 64 && (landing(position_.board(), taken_) >> point & 1) != 0;
  }

  // A threat counts even if the square cannot be reached yet.
  [[nodiscard]] bool completes(std::size_t point, int step) const {
    return is_empty(point) && run(point, step) >= position_.board().line;
  }

  // Both ends must be within reach, so that the other side can stop only one of them.
  [[nodiscard]] bool opens(std::size_t point, int step) const {
    if (step == 1 || !lands(point) || run(point, step) != position_.board().line - 1) return false;
    AidedSide after = *this;
    after.own_ |= 1ULL << point;
    after.taken_ |= 1ULL << point;
    for (const int by : {step, -step}) {
      std::size_t end = point;
      while (after.owns(end)) end += static_cast<std::size_t>(by);
      if (!after.lands(end) || !after.completes(end, step)) return false;
    }
    return true;
  }

 private:
  [[nodiscard]] bool is_empty(std::size_t point) const {
    return point < 64 && ((all_squares(position_.board()) ^ taken_) >> point & 1) != 0;
  }
  [[nodiscard]] int run(std::size_t point, int step) const {
    return run_through(point, step, [this](std::size_t at) { return owns(at); });
  }

  const Position& position_;
  Color color_;
  Squares own_;
  Squares taken_;
};

inline std::vector<Aid> aids_of(const Position& position) {
  const Squares within_reach = landing(position.board(), position.taken());
  std::vector<Aid> rows;
  for (const Color color : {Color::black, Color::white}) {
    const Squares wins = within_reach & threats(position.board(), position.discs(color), position.taken());
    if (wins != 0) {
      rows.push_back(
          {.kind = "win", .owner = color, .at = position.labels_of(wins), .points = {}, .count = std::popcount(wins)});
    }
    const AidedSide side(position, color);
    LineThreats<AidedSide> found(side);
    for (std::size_t point = 0; point < 64; ++point) found.consider(point);
    rows.insert(rows.end(), found.rows().begin(), found.rows().end());
  }
  // Squares are numbered from the top, but a column is counted from the bottom.
  const std::vector<std::string> order = position.labels_of(all_squares(position.board()));
  const auto place = [&order](const std::string& label) { return std::ranges::find(order, label) - order.begin(); };
  for (Aid& row : rows) {
    std::ranges::sort(row.at, {}, place);
    std::ranges::sort(row.points, {}, place);
  }
  return rows;
}

}  // namespace plyground::connect_four
