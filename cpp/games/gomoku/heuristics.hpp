// Opinions about gomoku positions: black's advantage.
#pragma once

#include <cstddef>
#include <vector>

#include "core/game.hpp"
#include "core/heuristic.hpp"
#include "core/plane.hpp"
#include "games/gomoku/rules.hpp"
#include "games/gomoku/shape_rating.hpp"
#include "games/lines.hpp"

namespace plyground::gomoku {

using PointPlane = Plane<indexes / 64>;

// The board as one side sees it.
struct Side {
  PointPlane own;
  PointPlane empty;
  int line;
  bool exactly;

  Side(const Position& position, Color color)
      : own(position.stones(color)),
        empty(board_of(position.size()) & ~(own | PointPlane(position.stones(other(color))))),
        line(position.line()),
        exactly(position.needs_exact_line(color)) {}

  static const PointPlane& board_of(int size) {
    return boards_by_size<Board, Position::max_size, indexes / 64>[static_cast<std::size_t>(size)];
  }
};

template <class Count>
double difference(const Position& position, Count count) {
  return static_cast<double>(count(Side(position, Color::black)) - count(Side(position, Color::white)));
}

// The evaluation of the first gomoku program: the lengths of all runs of two stones or more, in the four directions,
// and 1000 for a run as long as a line or longer. (Runs of one stone would only count the stones, four times each.)
inline double runs(const Position& position) {
  constexpr int line_value = 1000;
  return difference(position, [](const Side& side) {
    int sum = 0;
    for (const Direction direction : directions) {
      const int step = direction.step();
      PointPlane lines = row_starts(side.own, step, side.line);
      if (lines.any()) {
        for (int i = 1; i < side.line; ++i) lines = lines | lines.up(step);
        sum += line_value * (lines & ~lines.up(step)).count();
      }
      const PointPlane linked = side.own & (side.own.up(step) | side.own.down(step));
      sum += (linked & ~lines).count();
    }
    return sum;
  });
}

inline RunCount runs_lacking(const Side& side, int stones) {
  RunCount sum;
  for (const Direction direction : directions) {
    const RunCount here = count_runs(side.own, side.empty, direction.step(), side.line - stones);
    sum.open += here.open;
    sum.half_open += here.half_open;
  }
  return sum;
}

template <int Stones>
double open_runs(const Position& position) {
  return difference(position, [](const Side& side) { return runs_lacking(side, Stones).open; });
}
template <int Stones>
double half_open_runs(const Position& position) {
  return difference(position, [](const Side& side) { return runs_lacking(side, Stones).half_open; });
}

// Everything one side may still make of the board, gaps included.
struct Chances {
  WindowCount windows;
  int completing = 0;  // points that complete a line

  Chances(const WindowCount& count, int points) : windows(count), completing(points) {}
  explicit Chances(const Side& side) {
    PointPlane points;
    for (const Direction direction : directions) {
      const Windows along(side.own, side.empty, direction.step(), side.line, side.exactly);
      along.add_to(windows);
      points = points | along.completing();
    }
    completing = points.count();
  }

  [[nodiscard]] bool can_make_open_four() const { return windows.one_from_open > 0; }

  // Unforced chances, in threes. Single stones hardly count, but they lead out of the empty board.
  [[nodiscard]] double quiet() const {
    return windows.lacking[2] + windows.lacking[3] / 8.0 + windows.lacking[4] / 64.0 + windows.two_from_open / 4.0;
  }
};

// The unit is a three: a stretch that lacks two stones of a line, with nothing of the enemy in it. The numbers come
// from the results of games of this evaluation against itself (logistic regression), rounded, then tried in matches.
inline double threats_to_move(const Chances& mine, const Chances& theirs) {
  constexpr double won = 30;
  constexpr double nearly_won = 10;  // an open four comes next
  constexpr double must_block = 1.5;
  constexpr double has_the_move = 1;
  if (mine.completing > 0) return won;
  if (theirs.completing > 1) return -won;
  const double quiet = has_the_move + mine.quiet() - theirs.quiet();
  if (theirs.completing == 1) return quiet - (theirs.can_make_open_four() ? 2 * must_block : must_block);
  return mine.can_make_open_four() ? quiet + nearly_won : quiet;
}

inline double threats(const Position& position) {
  const Chances black(Side(position, Color::black));
  const Chances white(Side(position, Color::white));
  return position.turn() == Color::black ? threats_to_move(black, white) : -threats_to_move(white, black);
}

// By shapes where lines have five stones.
inline double shapes(const Position& position) {
  if (!ShapeBoard::knows(position)) return threats(position);
  thread_local ShapeBoard board;
  board.show(position);
  return shapes_value(board, position.turn());
}

inline std::vector<Heuristic<Position>> heuristics_of(const Position*) {
  return {
      {"shapes",
       "Black's shapes minus White's: what a stone would form on each empty point in each direction. The side to move "
       "affects their value. If a line is not five stones long: the same as threats.",
       shapes, 1},
      {"threats",
       "Lines that are still possible, including gaps, in units of a three. The side to move affects the value of "
       "fours and open threes.",
       threats},
      {"runs",
       "The total length of Black's runs of two or more stones in all directions minus White's; a winning run counts "
       "1000.",
       runs},
      {"open_fours", "Runs that lack one stone, with both ends open: Black's minus White's.", open_runs<1>},
      {"half_open_fours", "Runs that lack one stone, with one end open: Black's minus White's.", half_open_runs<1>},
      {"open_threes", "Runs that lack two stones, with both ends open: Black's minus White's.", open_runs<2>},
      {"half_open_threes", "Runs that lack two stones, with one end open: Black's minus White's.", half_open_runs<2>},
      {"open_twos", "Runs that lack three stones, with both ends open: Black's minus White's.", open_runs<3>},
      {"half_open_twos", "Runs that lack three stones, with one end open: Black's minus White's.", half_open_runs<3>},
  };
}

// Fitted to the results of games of the default against itself.
inline double win_scale_of(const Position*) { return 2.7; }

}  // namespace plyground::gomoku
