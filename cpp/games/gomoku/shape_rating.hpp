// The evaluation and the order of moves by the shapes of all points.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "core/game.hpp"
#include "games/gomoku/rating.hpp"
#include "games/gomoku/rules.hpp"
#include "games/gomoku/shape_board.hpp"
#include "games/gomoku/shape_weights.hpp"

namespace plyground::gomoku {

// Black's advantage.
inline double shapes_value(const ShapeBoard& board, Color turn) {
  const Color enemy = other(turn);
  const ShapeBoard::Sums& sums = board.sums();
  int value = weights::has_the_move + sums.to_move[index(turn)] - sums.waiting[index(enemy)];
  for (std::size_t kind = 0; kind < threat_kinds; ++kind) {
    if (sums.threats[index(turn)][kind] > 0) value += weights::threat_to_move[kind];
    if (sums.threats[index(enemy)][kind] > 0) value -= weights::threat_waiting[kind];
  }
  return (turn == Color::black ? value : -value) / 1000.0;
}

// Rates only moves that complete a line, or that stop one, if there are any.
inline bool rate_fives(const ShapeBoard& board, Color turn, const Position::MoveList& moves, std::span<float> ratings) {
  const bool mine = board.count(turn, Threat::five) > 0;
  const Color whose = mine ? turn : other(turn);
  if (board.count(whose, Threat::five) == 0) return false;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const bool it = board.threat(moves[i], whose) == Threat::five;
    ratings[i] = it ? (mine ? Rating::wins : Rating::must) + 99 : Rating::pointless;
  }
  return true;
}

inline void rate_by_shapes(const ShapeBoard& board, Color turn, const Position::MoveList& moves,
                           std::span<float> ratings) {
  constexpr float scale = 1.0F / 60;
  constexpr float most = 1.2F;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const ShapeValues::Row& mine = board.row(moves[i], turn);
    const ShapeValues::Row& theirs = board.row(moves[i], other(turn));
    const float worth = std::min(most, scale * static_cast<float>(mine.attack + theirs.defence));
    ratings[i] = mine.is_near || theirs.is_near ? worth : Rating::far + 0.1F * worth;
  }
}

}  // namespace plyground::gomoku
