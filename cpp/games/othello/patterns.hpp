// Othello's learned evaluation of 8x8 boards: a sum of weights, one for the pattern on each line, corner and edge, and
// one for each of a few counts.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "games/othello/features.hpp"
#include "games/othello/kernel.hpp"
#include "games/othello/stability.hpp"
#include "games/othello/weights.hpp"

namespace plyground::othello::patterns {

using features::Reading;
using features::unit;

// Visits the places of the extras' numbers.
template <class Visit>
void visit_extras(std::uint64_t own, std::uint64_t enemy, std::uint64_t own_moves, std::uint64_t enemy_moves,
                  Visit visit) {
  const std::uint64_t empties = ~(own | enemy);
  const std::array<std::uint64_t, features::extra_count> sets{own_moves, enemy_moves, neighbours(enemy) & empties,
                                                              neighbours(own) & empties};
  for (std::size_t extra = 0; extra < sets.size(); ++extra) {
    visit(extra, std::min(static_cast<std::size_t>(std::popcount(sets[extra])), features::most_of_extra));
  }
}

// The contents' weights, for the side whose discs were read as black.
inline int sum_of_contents(const features::Stage& stage, const Reading& reading) {
  const auto& numbers = reading.numbers();
  return [&]<std::size_t... At>(std::index_sequence<At...>) {
    return (... + static_cast<int>(stage.contents[features::first_of_kind[features::patterns[At].kind] + numbers[At]]));
  }(std::make_index_sequence<features::pattern_count>());
}

// For the side to move, in 128ths of a final disc; its discs are those read as black, if `Black`.
template <bool Black>
int value_of(const features::Stage& stage, const Reading& reading, std::uint64_t own, std::uint64_t enemy,
             std::uint64_t own_moves, std::uint64_t enemy_moves) {
  const int contents = sum_of_contents(stage, reading);
  int sum = Black ? contents : -contents;
  visit_extras(own, enemy, own_moves, enemy_moves,
               [&](std::size_t extra, std::size_t number) { sum += stage.extras[extra][number]; });
  return sum;
}

inline int estimate(std::uint64_t own, std::uint64_t enemy) {
  const int empties = 64 - std::popcount(own | enemy);
  return value_of<true>(features::all_stages()[features::stage_of(empties)], Reading(own, enemy), own, enemy,
                        mobility(own, enemy), mobility(enemy, own));
}

}  // namespace plyground::othello::patterns
