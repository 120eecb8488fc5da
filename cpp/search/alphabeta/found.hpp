// The value of a node in alpha-beta: its arithmetic, and what the table says about it.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "core/game.hpp"
#include "search/alphabeta/table.hpp"
#include "search/value.hpp"

namespace plyground {

// The value of a node for the side to move, and what the value depends on.
struct Found {
  // Some values depend on the path: a repetition is a draw, or ko forbids a move. Such a value holds only after the
  // positions that led here. `rests_on` is the oldest of those positions, as a place in the past. A value that depends
  // on nothing older than its own position may enter the table; any other value may not.
  static constexpr std::size_t nothing = std::numeric_limits<std::size_t>::max();

  float value = 0;
  bool proven = false;  // the value depends on no heuristic and on no move that was left out
  std::size_t rests_on = nothing;
};

// The same value for the other side.
inline Found negated(Found found) {
  found.value = -found.value;
  return found;
}

// The next float above. A window from a value to the next one asks only whether a move is better.
inline float just_above(float value) {
  if (value == 0) return std::numeric_limits<float>::denorm_min();
  const auto bits = std::bit_cast<std::int32_t>(value);
  return std::bit_cast<float>(value > 0 ? bits + 1 : bits - 1);
}

// The next float below.
inline float just_below(float value) { return -just_above(-value); }

// A null window has no value inside; an open one has.
inline bool is_open_window(float alpha, float beta) { return beta > just_above(alpha); }

// A win at this ply of the search, in games without margins.
inline float win_in(int ply) { return static_cast<float>(win_value + max_ply - ply); }

// The value of a finished game for the side `turn`.
template <Game P>
float final_value_for(Color turn, const Result& result, int ply) {
  const auto value = static_cast<float>(final_value<P>(result, ply));
  return turn == Color::black ? value : -value;
}

// Converts a win or a loss from its distance to the root into its distance to a node at this ply; with -ply, back.
// The table and specialists use the distance to the node. Margins have no distance.
template <Game P>
float shifted(float value, int ply) {
  if (P::counts_margin || std::abs(value) < win_value) return value;
  return value > 0 ? value + static_cast<float>(ply) : value - static_cast<float>(ply);
}

// What a table entry says about this node, if that is enough for the window.
template <Game P>
std::optional<Found> answer_of(const Known& known, float alpha, float beta, int ply) {
  const Found found{.value = shifted<P>(known.value, -ply), .proven = known.proven};
  if (known.bound == Bound::exact || (known.bound == Bound::lower && found.value >= beta) ||
      (known.bound == Bound::upper && found.value <= alpha)) {
    return found;
  }
  return std::nullopt;
}

// An evaluation, replaced by the bound of a table entry that contradicts it.
template <Game P>
float corrected(float look, const Known& known, int ply) {
  if (known.bound == Bound::lower && known.value > look) look = shifted<P>(known.value, -ply);
  if (known.bound == Bound::upper && known.value < look) look = shifted<P>(known.value, -ply);
  return look;
}

}  // namespace plyground
