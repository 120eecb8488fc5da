// What the shapes of a point are worth, for the evaluation and for the order of moves.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/gomoku/shape_weights.hpp"
#include "games/gomoku/shapes.hpp"

namespace plyground::gomoku {

class ShapeValues {
 public:
  struct Row {
    std::int16_t to_move = 0;  // see shape_weights.hpp
    std::int16_t waiting = 0;
    std::int16_t attack = 0;  // for the order of moves: to play here, and to keep the enemy from it
    std::int16_t defence = 0;
    Threat threat = Threat::none;
    bool is_near = false;  // an own stone can make a line with it
  };

  ShapeValues() : rows_(std::size_t{1} << 16) {
    for (std::size_t code = 0; code < rows_.size(); ++code) rows_[code] = row(static_cast<LineShapes>(code));
  }

  const Row& operator[](LineShapes shapes) const { return rows_[shapes]; }

 private:
  static Row row(LineShapes shapes) {
    const auto list = sorted_shapes(shapes);
    if (list[0] >= shape_kinds) return {};
    const std::size_t pair = pair_of(list[0], list[1]);
    Row row{.to_move = weights::to_move[pair], .waiting = weights::waiting[pair], .threat = threat_of(shapes)};
    row.is_near = list[0] >= static_cast<std::uint8_t>(LineShape::closed_two);
    int attack = 0;
    int defence = 0;
    for (const std::uint8_t shape : list) {
      attack += weights::attack[shape];
      defence += weights::defence[shape];
    }
    row.attack = static_cast<std::int16_t>(attack + weights::attack_bonus[static_cast<std::size_t>(row.threat)]);
    row.defence = static_cast<std::int16_t>(defence + weights::defence_bonus[static_cast<std::size_t>(row.threat)]);
    return row;
  }

  std::vector<Row> rows_;
};

}  // namespace plyground::gomoku
