// A table of patterns that learns: each value it is shown moves the weights that took part.
//
// How far a weight moves is found by temporal coherence (Beal and Smith, "Temporal coherence and prediction decay in
// TD learning", 1999): a weight whose changes go to and fro moves little, one that keeps going one way moves fully.
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

// One thread at a time.
class PatternLearner {
 public:
  PatternLearner(PatternShape shape, PatternMeaning meaning);

  [[nodiscard]] const PatternShape& shape() const { return shape_; }
  [[nodiscard]] PatternMeaning meaning() const { return meaning_; }

  // For the side to move: its share of the point, from 0 to 1, or by how much it will win.
  [[nodiscard]] double value(std::span<const std::uint8_t> codes, Color turn);

  // Moves the value of a position towards a target; returns by how much it was off.
  double learn(std::span<const std::uint8_t> codes, Color turn, double target, double rate);

  // The same value for the other side.
  [[nodiscard]] double flipped(double value) const { return meaning_ == PatternMeaning::odds ? 1 - value : -value; }
  [[nodiscard]] double value_of(const Result& result, Color side) const;

  [[nodiscard]] WholeWeights whole_weights() const;

  // All that it knows, as rows of numbers, to go on from later.
  [[nodiscard]] std::vector<float> state() const;
  void restore(std::span<const float> state);

 private:
  struct Weight {
    float value = 0;
    float sum = 0;   // of all changes that were asked for
    float size = 0;  // the same, each without its sign
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
