// A board that keeps the shapes which a stone of either side would form on each empty point, in all four directions,
// and their sum, up to date.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/game.hpp"
#include "games/gomoku/renju.hpp"
#include "games/gomoku/rules.hpp"
#include "games/gomoku/shape_values.hpp"
#include "games/gomoku/shapes.hpp"

namespace plyground::gomoku {

class ShapeBoard {
 public:
  // What changes with every stone.
  struct Sums {
    std::array<std::array<std::uint16_t, threat_kinds>, 2> threats{};  // the points of each kind, by colour
    std::array<std::int32_t, 2> to_move{};                             // the worth of a side's points on its own turn
    std::array<std::int32_t, 2> waiting{};                             // and on the enemy's
  };

  // Only lines of five have shapes.
  static bool knows(const Position& position) { return position.line() == 5; }

  // Sets up the board of a position; quick between neighbours in a search, because recorded changes undo the last
  // stones.
  void show(const Position& position) {
    if (position.size() != size_ || exactly_[0] != position.needs_exact_line(Color::black) ||
        exactly_[1] != position.needs_exact_line(Color::white)) {
      begin(position);
    }
    while (!steps_.empty() && lacks_any(position)) take_back();
    for (const Color color : {Color::black, Color::white}) {
      const auto target = position.stones(color).words();
      for (std::size_t w = 0; w < target.size(); ++w) {
        for (std::uint64_t left = target[w] & ~stones_[index(color)].words()[w]; left != 0; left &= left - 1) {
          put(w * 64 + static_cast<std::size_t>(std::countr_zero(left)), color);
        }
      }
    }
  }

  [[nodiscard]] const Sums& sums() const { return sums_; }
  [[nodiscard]] LineShapes shapes(std::size_t point, Color color) const { return shapes_[index(color)][point]; }
  [[nodiscard]] const ShapeValues::Row& row(std::size_t point, Color color) const {
    return values()[shapes(point, color)];
  }
  [[nodiscard]] Threat threat(std::size_t point, Color color) const { return row(point, color).threat; }
  [[nodiscard]] int count(Color color, Threat threat) const {
    return sums_.threats[index(color)][static_cast<std::size_t>(threat)];
  }

 private:
  static constexpr int border = 5;  // bits beyond either end of a line
  static constexpr std::size_t lines = 2 * Position::max_size - 1;

  struct Step {
    std::size_t point = 0;
    Color color = Color::black;
    std::size_t changes = 0;  // the number of changes before it
    Sums sums;
  };
  struct Change {
    std::uint16_t point = 0;
    std::array<LineShapes, 2> shapes{};
  };

  static const ShapeValues& values() {
    static const ShapeValues table;
    return table;
  }
  static const ShapeTable<4, false>& free_shapes() {
    static const ShapeTable<4, false> table;
    return table;
  }
  static const ShapeTable<5, true>& exact_shapes() {
    static const ShapeTable<5, true> table;
    return table;
  }

  // The line of a point in a direction, and the bit of the point there.
  static std::size_t line_of(Cell cell, std::size_t direction) {
    constexpr int last = Position::max_size - 1;
    const std::array<int, 4> numbers{cell.row, cell.column, cell.row - cell.column + last, cell.row + cell.column};
    return static_cast<std::size_t>(numbers[direction]);
  }
  static int place_of(Cell cell, std::size_t direction) { return border + (direction == 0 ? cell.column : cell.row); }

  void begin(const Position& position) {
    size_ = position.size();
    exactly_ = {position.needs_exact_line(Color::black), position.needs_exact_line(Color::white)};
    reach_ = exactly_[0] || exactly_[1] ? 5 : 4;
    steps_.clear();
    changes_.clear();
    stones_ = {};
    sums_ = {};
    shapes_ = {};
    rows_ = {};
    for (auto& direction : closed_) direction.fill(~0U);
    Board::for_each_point(size_, [this](std::size_t point) {
      const Cell cell = Board::cell(point);
      for (std::size_t d = 0; d < directions.size(); ++d) closed_[d][line_of(cell, d)] &= ~(1U << place_of(cell, d));
    });
    Board::for_each_point(size_, [this](std::size_t point) {
      const Cell cell = Board::cell(point);
      for (std::size_t d = 0; d < directions.size(); ++d) {
        for (const Color color : {Color::black, Color::white}) {
          set_shape(shapes_[index(color)][point], d, look(color, d, line_of(cell, d), place_of(cell, d)));
        }
      }
      add(point, 1);
    });
  }

  [[nodiscard]] bool lacks_any(const Position& position) const {
    for (const Color color : {Color::black, Color::white}) {
      const auto target = position.stones(color).words();
      const auto here = stones_[index(color)].words();
      for (std::size_t w = 0; w < target.size(); ++w) {
        if ((here[w] & ~target[w]) != 0) return true;
      }
    }
    return false;
  }

  [[nodiscard]] std::uint8_t look(Color color, std::size_t d, std::size_t line, int place) const {
    const std::uint32_t own = rows_[index(color)][d][line];
    const std::uint32_t closed = rows_[index(other(color))][d][line] | closed_[d][line];
    if (exactly_[index(color)]) {
      using Table = ShapeTable<5, true>;
      constexpr std::uint32_t all = (1U << 11) - 1;
      return exact_shapes()(Table::without_middle((own >> (place - 5)) & all),
                            Table::without_middle((closed >> (place - 5)) & all));
    }
    using Table = ShapeTable<4, false>;
    constexpr std::uint32_t all = (1U << 9) - 1;
    return free_shapes()(Table::without_middle((own >> (place - 4)) & all),
                         Table::without_middle((closed >> (place - 4)) & all));
  }

  static void set_shape(LineShapes& shapes, std::size_t d, std::uint8_t shape) {
    shapes = static_cast<LineShapes>((shapes & ~(15U << (4 * d))) | (static_cast<unsigned>(shape) << (4 * d)));
  }

  void add(std::size_t point, int sign) {
    for (std::size_t c = 0; c < 2; ++c) {
      const ShapeValues::Row& row = values()[shapes_[c][point]];
      auto& count = sums_.threats[c][static_cast<std::size_t>(row.threat)];
      count = static_cast<std::uint16_t>(count + sign);
      sums_.to_move[c] += sign * row.to_move;
      sums_.waiting[c] += sign * row.waiting;
    }
  }

  void put(std::size_t point, Color color) {
    steps_.push_back({.point = point, .color = color, .changes = changes_.size(), .sums = sums_});
    stones_[index(color)].set(point);
    add(point, -1);
    const Cell cell = Board::cell(point);
    for (std::size_t d = 0; d < directions.size(); ++d) {
      rows_[index(color)][d][line_of(cell, d)] |= 1U << place_of(cell, d);
      update(point, d, line_of(cell, d), place_of(cell, d));
    }
  }

  // The empty points within reach along one direction.
  void update(std::size_t point, std::size_t d, std::size_t line, int place) {
    const std::uint32_t taken = rows_[0][d][line] | rows_[1][d][line] | closed_[d][line];
    const std::uint32_t near = ((1U << (2 * reach_ + 1)) - 1) << (place - reach_);
    const int step = directions[d].step();
    for (std::uint32_t left = ~taken & near; left != 0; left &= left - 1) {
      const int at = std::countr_zero(left);
      const std::size_t there = Board::step(point, (at - place) * step);
      const std::array<LineShapes, 2> before{shapes_[0][there], shapes_[1][there]};
      std::array<LineShapes, 2> after = before;
      set_shape(after[0], d, look(Color::black, d, line, at));
      set_shape(after[1], d, look(Color::white, d, line, at));
      if (after == before) continue;
      changes_.push_back({.point = static_cast<std::uint16_t>(there), .shapes = before});
      add(there, -1);
      shapes_[0][there] = after[0];
      shapes_[1][there] = after[1];
      add(there, 1);
    }
  }

  void take_back() {
    const Step& step = steps_.back();
    while (changes_.size() > step.changes) {
      const Change& change = changes_.back();
      shapes_[0][change.point] = change.shapes[0];
      shapes_[1][change.point] = change.shapes[1];
      changes_.pop_back();
    }
    const Cell cell = Board::cell(step.point);
    for (std::size_t d = 0; d < directions.size(); ++d) {
      rows_[index(step.color)][d][line_of(cell, d)] &= ~(1U << place_of(cell, d));
    }
    stones_[index(step.color)].reset(step.point);
    sums_ = step.sums;
    steps_.pop_back();
  }

  int size_ = 0;
  int reach_ = 4;
  std::array<bool, 2> exactly_{};
  std::array<Points, 2> stones_;
  std::array<std::array<LineShapes, indexes>, 2> shapes_{};  // of the empty points; a stone's are those it had
  std::array<std::array<std::array<std::uint32_t, lines>, directions.size()>, 2> rows_{};
  std::array<std::array<std::uint32_t, lines>, directions.size()> closed_{};
  Sums sums_;
  std::vector<Step> steps_;
  std::vector<Change> changes_;
};

}  // namespace plyground::gomoku
