// The evaluator: a weighted sum of heuristics, or any other function of the position.
#pragma once

#include <cmath>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "search/value.hpp"

namespace plyground {

template <class P>
class Evaluator {
 public:
  struct Term {
    Value (*function)(const P&);
    double weight;
  };

  explicit Evaluator(std::vector<Term> terms, bool is_default = false)
      : terms_(std::move(terms)), is_default_(is_default) {}
  explicit Evaluator(std::function<Value(const P&)> function) : function_(std::move(function)) {}

  // Whether these are the game's own heuristics with their default weights.
  [[nodiscard]] bool is_default() const { return is_default_; }

  // Is it this heuristic alone, unweighed?
  [[nodiscard]] bool is_only(Value (*function)(const P&)) const {
    return terms_.size() == 1 && terms_[0].function == function && terms_[0].weight == 1;
  }

  Value operator()(const P& position) const {
    if (function_) {
      const Value value = function_(position);
      if (value != value) throw std::invalid_argument("The evaluation of a position must be a number, not NaN.");
      return bounded(value);
    }
    Value sum = 0;
    // Rounded once, so that every processor computes the same value, with or without fused multiplication.
    for (const Term& term : terms_) sum = std::fma(term.weight, term.function(position), sum);
    return bounded(sum);
  }

 private:
  std::vector<Term> terms_;
  std::function<Value(const P&)> function_;
  bool is_default_ = false;
};

}  // namespace plyground
