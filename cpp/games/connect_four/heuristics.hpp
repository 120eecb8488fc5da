// The heuristics of Connect Four: Black's advantage.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/game.hpp"
#include "core/heuristic.hpp"
#include "games/connect_four/board.hpp"
#include "games/connect_four/rules.hpp"

namespace plyground::connect_four {

// Counts the stretches of line length, in all directions, without an enemy disc, by the number of one's own discs in
// them.
using StretchCount = std::array<int, max_line + 1>;

inline void count_along(const AnyBoard& board, Squares own, Squares free, int step, StretchCount& count) {
  Squares open = free;  // where a stretch begins
  Squares ones = own;   // how many of its discs are one's own, as three binary digits
  Squares twos = 0;
  Squares fours = 0;
  for (int at = 1; at < board.line; ++at) {
    open &= free >> (at * step);
    const Squares disc = own >> (at * step);
    const Squares carry = ones & disc;
    ones ^= disc;
    fours |= twos & carry;
    twos ^= carry;
  }
  for (std::size_t discs = 1; discs < static_cast<std::size_t>(board.line); ++discs) {
    const Squares same =
        ((discs & 1) != 0 ? ones : ~ones) & ((discs & 2) != 0 ? twos : ~twos) & ((discs & 4) != 0 ? fours : ~fours);
    count[discs] += std::popcount(open & same);
  }
}

inline StretchCount count_stretches(const Position& position, Color color) {
  const AnyBoard& board = position.board();
  const Squares own = position.discs(color);
  const Squares free = all_squares(board) ^ position.discs(other(color));
  StretchCount count{};
  for (const int step : {1, stride(board), stride(board) - 1, stride(board) + 1}) {
    count_along(board, own, free, step, count);
  }
  return count;
}

// The number of stretches that lack this many discs: Black's minus White's.
template <int Lacking>
double stretches(const Position& position) {
  const int discs = position.board().line - Lacking;
  if (discs < 1) return 0;
  const auto at = static_cast<std::size_t>(discs);
  return count_stretches(position, Color::black)[at] - count_stretches(position, Color::white)[at];
}

// The threats of one side that will matter: in each column those below the first square that both sides want, because
// play in the column ends there.
inline Squares lasting_threats(const Position& position, Color color) {
  const AnyBoard& board = position.board();
  const Squares own = threats(board, position.discs(color), position.taken());
  const Squares enemy = threats(board, position.discs(other(color)), position.taken());
  // An enemy threat directly below one's own keeps one's own out of reach.
  return own & ~(enemy << 1);
}

inline double threat_difference(const Position& position, Squares of) {
  return std::popcount(lasting_threats(position, Color::black) & of) -
         std::popcount(lasting_threats(position, Color::white) & of);
}

inline double all_threats(const Position& position) { return threat_difference(position, ~0ULL); }

// The first, third, ... row from the bottom.
inline Squares odd_rows(const AnyBoard& board) {
  Squares rows = 0;
  for (int row = 0; row < board.rows; row += 2) rows |= board.feet << row;
  return rows;
}

// While both sides fill columns in turn, the first player gets the odd rows and the second player the even ones, so a
// threat there is likely to succeed. With an odd number of rows neither side can rely on this.
inline double parity(const Position& position) {
  const AnyBoard& board = position.board();
  if (board.rows % 2 != 0) return 0;
  const Squares odd = odd_rows(board);
  const bool black_begins = (position.count_empties() % 2 == 0) == (position.turn() == Color::black);
  const Squares of_black = black_begins ? odd : ~odd;
  return std::popcount(lasting_threats(position, Color::black) & of_black) -
         std::popcount(lasting_threats(position, Color::white) & ~of_black);
}

// Discs count more the nearer they are to the middle column.
inline double centre(const Position& position) {
  const AnyBoard& board = position.board();
  double sum = 0;
  for (int column = 0; column < board.columns; ++column) {
    const Squares here = column_of(board, column);
    const int worth = board.columns - 1 - position.distance_to_middle(static_cast<Move>(column));
    sum += worth * (std::popcount(position.black() & here) - std::popcount(position.white() & here));
  }
  return sum / 2;
}

inline double tempo(const Position& position) { return position.turn() == Color::black ? 1 : -1; }

inline std::vector<Heuristic<Position>> heuristics_of(const Position*) {
  return {
      {"threes", "Possible lines that lack one disc, without opposing discs: Black's minus White's.", stretches<1>, 0},
      {"twos", "Possible lines that lack two discs, without opposing discs: Black's minus White's.", stretches<2>, 0.2},
      {"ones", "Possible lines that lack three discs, without opposing discs: Black's minus White's.", stretches<3>,
       0.05},
      {"threats",
       "Empty squares that complete a line and have no such square of the opponent directly below: Black's minus "
       "White's.",
       all_threats, 0.6},
      {"parity",
       "The threats in the rows that a side gets when columns fill up, odd rows for the first player: Black's minus "
       "White's.",
       parity, 1},
      {"centre", "Discs, weighted by their nearness to the middle column: Black's minus White's.", centre, 0},
      {"tempo", "The side to move.", tempo, 0.5},
  };
}

// The weights are rounded from a logistic regression on solved positions, so their sum has its own unit: a lead of 1
// wins with probability e / (1 + e).
inline double win_scale_of(const Position*) { return 1; }

}  // namespace plyground::connect_four
