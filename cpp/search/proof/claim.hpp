// What a proof is about: one side's claim to at least so much.
#pragma once

#include "core/game.hpp"

namespace plyground {

// A finished game as one side sees it: the margin it won or lost by or, where games have none, 1, 0 or -1.
template <Game P>
double grade(const Result& result, Color side) {
  if (!result.winner) return 0;
  const double size = P::counts_margin ? result.margin.value_or(0) : 1;
  return *result.winner == side ? size : -size;
}

// "This side can get a grade of at least `least`." Whoever refutes it shows that the other side gets more than -least.
struct Claim {
  Color side = Color::black;
  double least = 0;

  template <Game P>
  [[nodiscard]] bool holds(const Result& result) const {
    return grade<P>(result, side) >= least;
  }
};

}  // namespace plyground
