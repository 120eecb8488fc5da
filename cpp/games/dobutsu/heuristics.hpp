// The heuristics of Dobutsu shogi: Black's advantage, in the units their descriptions name.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <type_traits>
#include <vector>

#include "core/game.hpp"
#include "core/heuristic.hpp"
#include "games/dobutsu/board.hpp"
#include "games/dobutsu/mate.hpp"
#include "games/dobutsu/original.hpp"
#include "games/dobutsu/outlook.hpp"
#include "games/dobutsu/rules.hpp"

namespace plyground::dobutsu {

// The value of an immediate win for the side to move: more than all pieces except the lions together.
inline constexpr double win_at_hand = 100;

inline double in_hand_worth(const Board& board, Color color) {
  return board.in_hand(color, Kind::chick) + 3 * board.in_hand(color, Kind::elephant) +
         3 * board.in_hand(color, Kind::giraffe);
}

inline double pieces(const Position& position) {
  constexpr std::array<double, 5> worth{2, 6, 6, 10000, 12};  // by kind
  const Board& board = position.board();
  double sum = in_hand_worth(board, Color::black) - in_hand_worth(board, Color::white);
  for (Squares left = board.occupied(); left != 0; left &= left - 1) {
    const int square = std::countr_zero(left);
    const double value = worth[index(board.kind_at(square))];
    sum += board.owner_at(square) == Color::black ? value : -value;
  }
  return sum;
}

inline double hand(const Position& position) {
  return in_hand_worth(position.board(), Color::black) - in_hand_worth(position.board(), Color::white);
}

inline double mobility(const Position& position) {
  const Board& board = position.board();
  const auto steps = [&board](Color color) { return board.steps(color).count(all_squares & ~board.of(color)); };
  return steps(Color::black) - steps(Color::white);
}

// The squares a lion could step to on an empty board.
inline Squares around_lion(const Board& board, Color color) {
  const Squares lion = board.lion(color);
  if (lion == 0) return 0;
  return reach[plyground::index(color)][index(Kind::lion)][static_cast<std::size_t>(std::countr_zero(lion))];
}

inline double lion_danger(const Position& position, Color color) {
  const Board& board = position.board();
  const Squares attacked = board.steps(other(color)).reached();
  const double near = std::popcount(around_lion(board, color) & attacked);
  if ((board.lion(color) & attacked) == 0) return near;
  return near + (position.turn() == color ? 1 : win_at_hand);
}

inline double lion_safety(const Position& position) {
  return lion_danger(position, Color::white) - lion_danger(position, Color::black);
}

// The squares a king's step away from any of these.
constexpr Squares spread(Squares from) {
  constexpr Squares not_left = 0xdb6;
  constexpr Squares not_right = 0x6db;
  const Squares row = from | (from & not_left) >> 1 | (from & not_right) << 1;
  return (row | row >> 3 | row << 3) & all_squares;
}

inline double way_to_try(const Position& position, Color color) {
  const Board& board = position.board();
  const Squares open = all_squares & ~board.of(color) & ~board.lions() & ~board.steps(other(color)).reached();
  Squares reached = board.lion(color);
  for (int steps = 1; steps < rows; ++steps) {
    reached |= spread(reached) & open;
    if ((reached & open & far_rank(color)) == 0) continue;
    return steps == 1 && position.turn() == color ? win_at_hand : rows - steps;
  }
  return 0;
}

inline double tries(const Position& position) {
  return way_to_try(position, Color::black) - way_to_try(position, Color::white);
}

// A separate name from the namespace of the network.
inline double outlook_row(const Position& position) {
  const Board& board = position.board();
  const Color mover = position.turn();
  const double most = win_at_hand - 1;
  const double value =
      threatens_win(board, mover) ? win_at_hand : std::clamp(outlook::network().value(board), -most, most);
  return mover == Color::black ? value : -value;
}

template <double (*function)(const Position&), class P>
double seen_in(const P& position) {
  if constexpr (std::is_same_v<P, ListedPosition>) {
    return function(position.position());
  } else {
    return function(position);
  }
}

// The default is `outlook` alone. The others follow how people count. Levels 1 to 6 judge by their sum with the weights
// 1, 1, 1.5, 1 and 1, which were found by play before the game was solved.
template <class P>
std::vector<Heuristic<P>> heuristic_rows() {
  return {{.name = "outlook",
           .sentence = "The winning chance by a small network fitted to the tablebase: ten times the logarithm of the "
                       "odds; 100 for an immediate win.",
           .function = seen_in<outlook_row, P>,
           .weight = 1},
          {.name = "pieces",
           .sentence = "Piece values of the original program: on the board chick 2, elephant 6, giraffe 6, hen 12, "
                       "lion 10000; in hand chick 1, elephant 3, giraffe 3.",
           .function = seen_in<pieces, P>,
           .weight = 0},
          {.name = "hand",
           .sentence = "Additional points for pieces in hand: chick 1, elephant 3, giraffe 3.",
           .function = seen_in<hand, P>,
           .weight = 0},
          {.name = "mobility",
           .sentence = "The number of steps of the pieces on the board, without drops.",
           .function = seen_in<mobility, P>,
           .weight = 0},
          {.name = "lion_safety",
           .sentence = "Attacked squares around the opponent's lion minus those around the own lion; 1 more for a lion "
                       "in check, 100 for a lion that can be captured at once.",
           .function = seen_in<lion_safety, P>,
           .weight = 0},
          {.name = "tries",
           .sentence = "The lion's distance to a try through squares that are not attacked: 3 points for one step, 2 "
                       "for two, 1 for three, and 100 for one step of the side to move.",
           .function = seen_in<tries, P>,
           .weight = 0}};
}

inline std::vector<Heuristic<Position>> heuristics_of(const Position*) { return heuristic_rows<Position>(); }
inline std::vector<Heuristic<ListedPosition>> heuristics_of(const ListedPosition*) {
  return heuristic_rows<ListedPosition>();
}

// Fitted to the results of 1500 games of the default against itself, searched to depth 4.
inline double win_scale_of(const Position*) { return 10; }
inline double win_scale_of(const ListedPosition*) { return win_scale_of(static_cast<const Position*>(nullptr)); }

}  // namespace plyground::dobutsu
