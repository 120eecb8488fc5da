#include "patterns/learner.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/text.hpp"
#include "patterns/shape.hpp"
#include "patterns/sum.hpp"
#include "patterns/table.hpp"

namespace plyground {

PatternLearner::PatternLearner(PatternShape shape, PatternMeaning meaning)
    : shape_(std::move(shape)), meaning_(meaning), weights_(shape_.weights()), sums_(2, PatternSum<double>(shape_)) {}

double PatternLearner::meant(double sum) const {
  return meaning_ == PatternMeaning::odds ? 1 / (1 + std::exp(-sum)) : sum;
}

double PatternLearner::sum_of(std::span<const std::uint8_t> codes, Color turn, std::size_t block) {
  const auto shared = shape_.shared();
  return sums_[index(turn)].of(
      codes, block, [&](std::size_t at) { return static_cast<double>(weights_[block + shared[at - block]].value); });
}

double PatternLearner::value(std::span<const std::uint8_t> codes, Color turn) {
  return meant(sum_of(codes, turn, shape_.block_of(codes, turn)));
}

double PatternLearner::learn(std::span<const std::uint8_t> codes, Color turn, double target, double rate) {
  // Close to certainty the share hardly changes with the sum; at its steepest it changes by a quarter.
  constexpr double of_odds = 4;
  const std::size_t block = shape_.block_of(codes, turn);
  const double off = target - meant(sum_of(codes, turn, block));
  const double step = off * rate * (meaning_ == PatternMeaning::odds ? of_odds : 1);
  const double each = step / static_cast<double>(shape_.places());
  for (const std::uint32_t at : sums_[index(turn)].indexes()) {
    Weight& weight = weights_[block + shape_.shared()[at]];
    const double coherence = weight.size > 0 ? std::abs(weight.sum) / weight.size : 1;
    weight.value += static_cast<float>(coherence * each);
    weight.sum += static_cast<float>(off);
    weight.size += static_cast<float>(std::abs(off));
  }
  for (auto& sum : sums_) sum.forget();
  return off;
}

double PatternLearner::value_of(const Result& result, Color side) const {
  const bool won = result.winner == side;
  if (meaning_ == PatternMeaning::odds) return result.winner ? (won ? 1 : 0) : 0.5;
  if (!result.winner) return 0;
  return (won ? 1 : -1) * result.margin.value_or(1);
}

WholeWeights PatternLearner::whole_weights() const {
  constexpr double most = std::numeric_limits<std::int16_t>::max();
  constexpr double finest = 1.0 / 4096;
  double largest = 0;
  for (const Weight& weight : weights_) largest = std::max(largest, std::abs(static_cast<double>(weight.value)));
  WholeWeights whole{.weights = {}, .unit = finest};
  while (largest > most * whole.unit) whole.unit *= 2;
  whole.weights.reserve(weights_.size());
  for (std::size_t block = 0; block < weights_.size(); block += shape_.block_size()) {
    for (const std::uint32_t at : shape_.shared()) {
      whole.weights.push_back(static_cast<std::int16_t>(std::lround(weights_[block + at].value / whole.unit)));
    }
  }
  return whole;
}

std::vector<float> PatternLearner::state() const {
  std::vector<float> state;
  state.reserve(numbers_each * weights_.size());
  for (const Weight& weight : weights_) state.insert(state.end(), {weight.value, weight.sum, weight.size});
  return state;
}

void PatternLearner::restore(std::span<const float> state) {
  if (state.size() != numbers_each * weights_.size()) reject("The state is for patterns of another shape.");
  const bool are_finite = std::ranges::all_of(state, [](float number) { return std::isfinite(number); });
  if (!are_finite) reject("All numbers of a state must be finite.");
  for (std::size_t at = 0; at < weights_.size(); ++at) {
    weights_[at] = {
        .value = state[numbers_each * at], .sum = state[numbers_each * at + 1], .size = state[numbers_each * at + 2]};
  }
  for (auto& sum : sums_) sum.forget();
}

}  // namespace plyground
