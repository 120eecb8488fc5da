// The claim that a proof examines: one side gets at least a given result.
#pragma once

#include <cmath>

#include "core/game.hpp"
#include "search/value.hpp"

namespace plyground {

// A finished game from one side's point of view: the margin or, in games without margins, 1, 0 or -1.
template <Game P>
double grade(const Result& result, Color side) {
  if (!result.winner) return 0;
  const double size = P::counts_margin ? result.margin.value_or(0) : 1;
  return *result.winner == side ? size : -size;
}

// The least value, in the specialist's scale, of a grade of at least this much. Margins that a specialist settles are
// integers.
template <Game P>
Value least_value(double least) {
  if (P::counts_margin) {
    const double points = std::ceil(least);
    return points == 0 ? 0 : (points > 0 ? win_value + points : points - win_value);
  }
  if (least > 0) return win_value;
  return least > -1 ? 0 : -win_value - max_ply;
}

// The grade that corresponds to a value.
template <Game P>
double grade_of(Value value) {
  if (value == 0) return 0;
  const double size = P::counts_margin ? std::abs(value) - win_value : 1;
  return value > 0 ? size : -size;
}

// "This side can get a grade of at least `least`." A refutation shows that the other side gets more than -least.
struct Claim {
  Color side = Color::black;
  double least = 0;

  template <Game P>
  [[nodiscard]] bool holds(const Result& result) const {
    return grade<P>(result, side) >= least;
  }
};

}  // namespace plyground
