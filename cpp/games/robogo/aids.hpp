// Beginner's aids for Robogo: groups with their liberties, the points where a side wins at once, and threats.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "core/grid.hpp"
#include "core/view.hpp"
#include "games/group_aids.hpp"
#include "games/line_aids.hpp"
#include "games/robogo/rules.hpp"

namespace plyground::robogo {

// The winning points and threats of one side, as if it were its turn.
template <int Capacity>
class AidedSide {
 public:
  using Board = Grid<Capacity>;
  static constexpr std::array<int, 2> steps() { return {1, Board::stride}; }

  // A pass gives the turn to the other side and ends its ko; the position is used only for this.
  AidedSide(const Position<Capacity>& position, Color color) : position_(position), color_(color) {
    if (position_.turn() != color) position_.play(pass);
  }

  [[nodiscard]] Color color() const { return color_; }
  [[nodiscard]] bool owns(std::size_t point) const { return position_.stones().is(point, color_); }
  [[nodiscard]] std::string label(std::size_t point) const { return position_.move_text(static_cast<Move>(point)); }

  // A legal stone stays on the board and captures only enemy stones, so the board before it shows the line.
  [[nodiscard]] bool completes(std::size_t point, int step) const {
    return may_play(point) && run(point, step) >= position_.settings().line;
  }

  // Plays the stone, because its captures may open an end.
  [[nodiscard]] bool opens(std::size_t point, int step) const {
    if (run(point, step) != position_.settings().line - 1 || !may_play(point)) return false;
    Position<Capacity> next = position_;
    next.play(static_cast<Move>(point));
    const AidedSide after(next, color_);
    for (const int by : {step, -step}) {
      std::size_t end = point;
      while (after.owns(end)) end = Board::step(end, by);
      if (!after.completes(end, step)) return false;
    }
    return true;
  }

 private:
  [[nodiscard]] bool may_play(std::size_t point) const { return position_.legal(static_cast<Move>(point)); }
  [[nodiscard]] int run(std::size_t point, int step) const {
    return run_through(point, step, [this](std::size_t at) { return owns(at); });
  }

  Position<Capacity> position_;
  Color color_;
};

template <int Capacity>
std::vector<Aid> aids_of(const Position<Capacity>& position) {
  const int size = position.settings().size;
  std::vector<Aid> rows;
  if (position.settings().captures) rows = liberty_aids(position.stones(), size);
  for (const Color color : {Color::black, Color::white}) {
    add_line_aids<Grid<Capacity>>(AidedSide<Capacity>(position, color), size, rows);
  }
  return rows;
}

}  // namespace plyground::robogo
