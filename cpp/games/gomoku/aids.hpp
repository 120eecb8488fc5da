// Beginner's aids for Gomoku: the points where a side wins at once, and its fours and open threes.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "core/grid.hpp"
#include "core/view.hpp"
#include "games/gomoku/heuristics.hpp"
#include "games/gomoku/renju.hpp"
#include "games/gomoku/rules.hpp"
#include "games/line_aids.hpp"

namespace plyground::gomoku {

// The winning points and threats of one side, as if it were its turn.
class AidedSide {
 public:
  static constexpr std::array<int, 4> steps() {
    return {directions[0].step(), directions[1].step(), directions[2].step(), directions[3].step()};
  }

  AidedSide(const Position& position, Color color) : position_(position), color_(color), side_(position, color) {}

  [[nodiscard]] Color color() const { return color_; }
  [[nodiscard]] bool owns(std::size_t point) const { return side_.own.test(point); }
  [[nodiscard]] std::string label(std::size_t point) const { return position_.move_text(static_cast<Move>(point)); }

  // No rule forbids a stone that wins.
  [[nodiscard]] bool completes(std::size_t point, int step) const {
    return side_.empty.test(point) && wins(run(point, step));
  }

  [[nodiscard]] bool opens(std::size_t point, int step) const {
    if (!side_.empty.test(point) || run(point, step) != side_.line - 1) return false;
    AidedSide after = *this;
    after.side_.own.set(point);
    for (const int by : {step, -step}) {
      std::size_t end = point;
      while (after.owns(end)) end = Board::step(end, by);
      if (!after.completes(end, step)) return false;
    }
    return !is_forbidden(point);
  }

 private:
  [[nodiscard]] int run(std::size_t point, int step) const {
    return run_through(point, step, [this](std::size_t at) { return owns(at); });
  }
  [[nodiscard]] bool wins(int run) const { return side_.exactly ? run == side_.line : run >= side_.line; }

  // Only renju forbids moves, and only to Black.
  [[nodiscard]] bool is_forbidden(std::size_t point) const {
    if (color_ == Color::white || !side_.exactly || position_.needs_exact_line(Color::white)) return false;
    renju::Judge judge(position_.stones(Color::black), position_.stones(Color::white), position_.size());
    return judge(point) != renju::Verdict::allowed;
  }

  const Position& position_;
  Color color_;
  Side side_;
};

inline std::vector<Aid> aids_of(const Position& position) {
  std::vector<Aid> rows;
  for (const Color color : {Color::black, Color::white}) {
    add_line_aids<Board>(AidedSide(position, color), position.size(), rows);
  }
  return rows;
}

}  // namespace plyground::gomoku
