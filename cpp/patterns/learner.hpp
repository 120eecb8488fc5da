// A learning table of patterns: each target value moves the weights that took part.
//
// Temporal coherence (Beal and Smith, "Temporal coherence and prediction decay in TD learning", 1999) sets how far a
// weight moves: a weight whose changes alternate moves little, one whose changes keep one direction moves fully.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/game.hpp"
#include "patterns/shape.hpp"
#include "patterns/sum.hpp"
#include "patterns/table.hpp"

namespace plyground {

// Weights as whole numbers.
struct WholeWeights {
  std::vector<std::int16_t> weights;
  double unit = 1;
};

// Not thread-safe.
class PatternLearner {
 public:
  PatternLearner(PatternShape shape, PatternMeaning meaning);

  [[nodiscard]] const PatternShape& shape() const { return shape_; }
  [[nodiscard]] PatternMeaning meaning() const { return meaning_; }

  // For the side to move: its share of the point, from 0 to 1, or the expected margin.
  [[nodiscard]] double value(std::span<const std::uint8_t> codes, Color turn);

  // Moves the value of a position towards a target; returns the error before the move.
  double learn(std::span<const std::uint8_t> codes, Color turn, double target, double rate);

  // The same value for the other side.
  [[nodiscard]] double flipped(double value) const { return meaning_ == PatternMeaning::odds ? 1 - value : -value; }
  [[nodiscard]] double value_of(const Result& result, Color side) const;

  [[nodiscard]] WholeWeights whole_weights() const;

  // The complete state as rows of numbers, to continue from later.
  [[nodiscard]] std::vector<float> state() const;
  void restore(std::span<const float> state);

 private:
  struct Weight {
    float value = 0;
    float sum = 0;   // of all requested changes
    float size = 0;  // the same, in absolute values
  };
  static constexpr std::size_t numbers_each = 3;

  [[nodiscard]] double meant(double sum) const;
  [[nodiscard]] double sum_of(std::span<const std::uint8_t> codes, Color turn, std::size_t block);

  PatternShape shape_;
  PatternMeaning meaning_;
  std::vector<Weight> weights_;
  std::vector<PatternSum<double>> sums_;  // for each side to move
};

}  // namespace plyground
