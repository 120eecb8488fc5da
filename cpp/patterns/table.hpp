// An evaluation by patterns: the sum of the weights that match the board. It does not depend on any game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/game.hpp"
#include "patterns/shape.hpp"

namespace plyground {

// What the sum means for the side to move: the natural logarithm of the odds of winning, or the expected margin.
enum class PatternMeaning : std::uint8_t { odds, margin };

// It never changes, so threads may share it. Weights are integers in steps of `unit`, so that a sum does not depend on
// the order of addition.
class PatternTable {
 public:
  PatternTable(PatternShape shape, PatternMeaning meaning, std::vector<std::int16_t> weights, double unit);

  [[nodiscard]] const PatternShape& shape() const { return shape_; }
  [[nodiscard]] PatternMeaning meaning() const { return meaning_; }

  // Of a position with these codes (core/squares.hpp), for the side to move.
  [[nodiscard]] double value(std::span<const std::uint8_t> codes, Color turn) const;

 private:
  PatternShape shape_;
  PatternMeaning meaning_;
  std::vector<std::int16_t> weights_;
  double unit_;
  std::uint64_t number_;  // unique to each table of the process
};

}  // namespace plyground
