// The heuristics of Othello. The first are the classic ones, the last one is the learned default.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/heuristic.hpp"
#include "games/othello/kernel.hpp"
#include "games/othello/patterns.hpp"
#include "games/othello/phases.hpp"
#include "games/othello/rules.hpp"
#include "games/othello/stability.hpp"

namespace plyground::othello {

// The difference of the shares of Black and White, from -100 to 100; amounts may be negative.
inline double share(int black, int white) {
  const int sum = std::abs(black) + std::abs(white);
  return sum == 0 ? 0 : 100.0 * (black - white) / sum;
}

inline double share_of_squares(std::uint64_t black, std::uint64_t white) {
  return share(std::popcount(black), std::popcount(white));
}

inline double coins(const Position& position) { return share_of_squares(position.black(), position.white()); }

inline double actual_mobility(const Position& position) {
  const Reach reach(position);
  return share_of_squares(reach.black, reach.white);
}

inline double potential_mobility(const Position& position) {
  const std::uint64_t empties = position.empties();
  return share_of_squares(neighbours(position.white()) & empties, neighbours(position.black()) & empties);
}

// The corners from one side's point of view; those neither possible nor unlikely already have an adjacent enemy disc.
struct CornerCount {
  int captured;  // own discs in corners
  int possible;  // empty, and a legal move if it were this side's turn
  int unlikely;  // empty, without an adjacent enemy disc, which is needed to take them
};

inline CornerCount count_corners(const Position& position, Color side) {
  const bool black = side == Color::black;
  const std::uint64_t own = black ? position.black() : position.white();
  const std::uint64_t enemy = black ? position.white() : position.black();
  const std::uint64_t all = corners(position);
  const std::uint64_t empty = all & position.empties();
  return {.captured = std::popcount(own & all),
          .possible = std::popcount(mobility(own, enemy) & empty),
          .unlikely = std::popcount(empty & ~neighbours(enemy))};
}

inline double corners_captured(const Position& position) {
  const std::uint64_t all = corners(position);
  return share_of_squares(position.black() & all, position.white() & all);
}

inline double corners_possible(const Position& position) {
  const std::uint64_t all = corners(position);
  const Reach reach(position);
  return share_of_squares(reach.black & all, reach.white & all);
}

// A disadvantage counts for the other side.
inline double corners_unlikely(const Position& position) {
  return share(count_corners(position, Color::white).unlikely, count_corners(position, Color::black).unlikely);
}

// The best of six such weightings, alone at depth 3, against mobility and against the static board.
inline int corner_worth(const CornerCount& count) { return 8 * count.captured + 4 * count.possible - count.unlikely; }

inline double all_corners(const Position& position) {
  return share(corner_worth(count_corners(position, Color::black)),
               corner_worth(count_corners(position, Color::white)));
}

inline double stability(const Position& position) {
  const std::uint64_t black = position.black();
  const std::uint64_t white = position.white();
  const std::uint64_t empties = position.empties();
  const SafeAxes axes(black | white | empties, empties);
  const int black_sum = difference(axes.stable(black), flippable(white, black, empties));
  const int white_sum = difference(axes.stable(white), flippable(black, white, empties));
  return share(black_sum, white_sum);
}

// The classic table for 8x8, a weight for each kind of square. A smaller board is its corners pushed together, so that
// every square keeps the weight for its distances from the nearest edges.
inline constexpr std::array<int, square_kinds> static_weights{100, -20, 10, 5, -50, -2, -2, -1, -1, -1};

inline double static_board(const Position& position) {
  const auto found = places(position);
  double sum = 0;
  for (std::size_t kind = 0; kind < square_kinds; ++kind) sum += static_weights[kind] * found[kind];
  return sum;
}

inline double squares(const Position& position) { return weighed<0>(position, places(position)); }
inline double freedom(const Position& position) { return weighed<first_freedom>(position, freedoms(position)); }
inline double firm(const Position& position) { return weighed<first_firm>(position, firm_discs(position)); }
inline double threats(const Position& position) { return weighed<first_threat>(position, corner_threats(position)); }
inline double tempo(const Position& position) { return weighed<first_turn>(position, turn_sign(position)); }

// The learned default; the heuristics before it, together, on boards where nothing was learned.
inline double learned_patterns(const Position& position) {
  if (position.size() != 8) {
    return squares(position) + freedom(position) + firm(position) + threats(position) + tempo(position);
  }
  if (position.turn() == Color::black)
    return patterns::estimate(position.black(), position.white()) / double{patterns::unit};
  return -patterns::estimate(position.white(), position.black()) / double{patterns::unit};
}

// The default is `patterns` alone. A sequential test accepted it against the sum of the five learned heuristics before
// it, which are readable for people and used in hints (experiments/tuning).
inline std::vector<Heuristic<Position>> heuristics_of(const Position*) {
  return {
      {"coins", "Discs on the board: Black's share minus White's, from -100 to 100.", coins, 0},
      {"mobility", "Legal moves of each side if it were its turn: Black's share minus White's, from -100 to 100.",
       actual_mobility, 0},
      {"potential", "Empty squares next to the opponent's discs: Black's share minus White's, from -100 to 100.",
       potential_mobility, 0},
      {"corners",
       "8 points for each own corner, 4 for each corner that is a legal move, -1 for each empty corner that no "
       "opposing disc touches: Black's share minus White's, from -100 to 100.",
       all_corners, 0},
      {"corners_captured", "Own corners: Black's share minus White's, from -100 to 100.", corners_captured, 0},
      {"corners_possible", "Empty corners that would be a legal move: Black's share minus White's, from -100 to 100.",
       corners_possible, 0},
      {"corners_unlikely",
       "Empty corners that a side can't take because no opposing disc touches them; they count for the opponent: "
       "Black's share minus White's, from -100 to 100.",
       corners_unlikely, 0},
      {"stability",
       "1 point for each disc that full lines, edges and stable neighbours protect for ever, -1 for each that the "
       "opponent's next move could flip, 0 for others: Black's share minus White's, from -100 to 100.",
       stability, 0},
      {"static", "A fixed weight for each square, from 100 in a corner to -50 diagonally next to it.", static_board, 0},
      {"squares",
       "The squares of the discs: a learned weight for each kind of square and stage of the game, in final discs.",
       squares, 0},
      {"freedom",
       "Legal moves, empty squares next to opposing discs, and few own discs next to empty squares, with learned "
       "weights, in final discs.",
       freedom, 0},
      {"firm", "Discs that can never be flipped, with a learned weight, in final discs.", firm, 0},
      {"threats", "Corners that the next move could take, with learned weights, in final discs.", threats, 0},
      {"tempo", "The learned value of having the move at this stage of the game, in final discs.", tempo, 0},
      {"patterns",
       "The discs on each line, edge and corner, and the number of moves of each side, with learned weights, in final "
       "discs. On boards smaller than 8x8: the sum of squares, freedom, firm, threats and tempo.",
       learned_patterns, 1},
  };
}

// In discs of the default evaluation. Approximately the most likely value for the results of the training games on 8x8
// (7.8; on 6x6 it would be 4.7, on 4x4 1.7).
inline double win_scale_of(const Position*) { return 8; }

}  // namespace plyground::othello
