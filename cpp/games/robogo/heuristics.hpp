// The heuristics of Robogo: Black's advantage.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "core/game.hpp"
#include "core/grid.hpp"
#include "core/heuristic.hpp"
#include "core/plane.hpp"
#include "games/lines.hpp"
#include "games/nearest.hpp"
#include "games/robogo/rules.hpp"

namespace plyground::robogo {

// The two directions of a line.
template <int Capacity>
inline constexpr std::array<int, 2> line_steps{1, Grid<Capacity>::stride};

template <int Capacity, class Count>
double difference(const Position<Capacity>& position, Count count) {
  const Plane empty(position.stones().empties());
  const auto black = position.stones().plane(Color::black);
  const auto white = position.stones().plane(Color::white);
  return static_cast<double>(count(black, empty) - count(white, empty));
}

// The evaluation of the original Robogo.
template <int Capacity>
double line(const Position<Capacity>& position) {
  return difference(position, [](const auto& own, const auto&) {
    int longest = 0;
    for (const int step : line_steps<Capacity>) {
      auto starts = own;
      auto next = own;
      for (int length = 1; starts.any(); ++length) {
        longest = std::max(longest, length);
        next = next.down(step);
        starts = starts & next;
      }
    }
    return longest;
  });
}

template <int Capacity>
double stones(const Position<Capacity>& position) {
  return difference(position, [](const auto& own, const auto&) { return own.count(); });
}

template <int Capacity>
double liberties(const Position<Capacity>& position) {
  if (!position.settings().captures) return 0;
  return difference(position,
                    [](const auto& own, const auto& empty) { return (beside<Grid<Capacity>>(own) & empty).count(); });
}

// Calls `visit` with one stone of every group that has a single liberty.
template <int Capacity, class Visit>
void for_each_atari(const Stones<Capacity>& stones, Visit visit) {
  using Board = Grid<Capacity>;
  stones.empties().for_each([&](std::size_t liberty) {
    std::array<std::size_t, 4> seen{};
    std::size_t count = 0;
    for (const int by : Board::steps) {
      const std::size_t stone = Board::step(liberty, by);
      if (!stones.at(stone) || !stones.is_last_liberty(liberty, stone)) continue;
      const auto same = [&](std::size_t before) { return stones.are_one_group(before, stone); };
      if (std::any_of(seen.begin(), seen.begin() + count, same)) continue;
      seen[count++] = stone;
      visit(stone);
    }
  });
}

template <int Capacity>
double atari(const Position<Capacity>& position) {
  if (!position.settings().captures) return 0;
  int sum = 0;
  for_each_atari(position.stones(),
                 [&](std::size_t stone) { sum += position.stones().is(stone, Color::black) ? -1 : 1; });
  return sum;
}

// All potential lines of one side.
template <int Capacity, class Points>
struct Chances {
  WindowCount windows;
  int completing = 0;  // points that complete a line

  Chances(const Points& own, const Points& empty, int line) {
    Points points;
    for (const int step : line_steps<Capacity>) {
      const Windows along(own, empty, step, line, false);
      along.add_to(windows);
      points = points | along.completing();
    }
    completing = points.count();
  }

  [[nodiscard]] double weighed() const {
    const auto& lacking = windows.lacking;
    return lacking[1] + lacking[2] / 4.0 + lacking[3] / 16.0 + lacking[4] / 64.0;
  }
};

template <int Capacity>
auto chances_of(const Position<Capacity>& position, Color color) {
  const Plane empty(position.stones().empties());
  const auto own = position.stones().plane(color);
  return Chances<Capacity, decltype(own | empty)>(own, empty, position.settings().line);
}

template <int Capacity>
double lines(const Position<Capacity>& position) {
  return chances_of(position, Color::black).weighed() - chances_of(position, Color::white).weighed();
}

// 2 for the side that will complete a line unless a capture prevents it, 1 for the side to move if it can threaten to
// do so at both ends.
template <int Capacity>
double threats(const Position<Capacity>& position) {
  const double for_black = position.turn() == Color::black ? 1 : -1;
  const auto mine = chances_of(position, position.turn());
  if (mine.completing > 0) return 2 * for_black;
  const auto theirs = chances_of(position, other(position.turn()));
  if (theirs.completing > 1) return -2 * for_black;
  return theirs.completing == 0 && mine.windows.one_from_open > 0 ? for_black : 0;
}

// The unit of the default is a stone. Its weights come from the results of self-play games of such an evaluation
// (logistic regression), rounded, then tested in matches; there liberties made it weaker.
template <int Capacity>
std::vector<Heuristic<Position<Capacity>>> heuristics_of(const Position<Capacity>*) {
  return {
      {"stones", "Black's stones on the board minus White's.", stones<Capacity>, 1},
      {"lines",
       "Possible lines with stones of one side only: 1 point if one stone is missing, and a quarter of that for each "
       "further missing stone, up to four.",
       lines<Capacity>, 2},
      {"threats",
       "2 points for the side to move if it can complete a line, or for the opponent if it threatens to complete one "
       "at two points; 1 point for the side to move if one stone makes such a threat.",
       threats<Capacity>, 5},
      {"atari", "White's groups with one liberty minus Black's; 0 without captures.", atari<Capacity>, 0.5},
      {"liberties", "Empty points next to Black's stones minus those next to White's; 0 without captures.",
       liberties<Capacity>},
      {"line", "The length of Black's longest line minus White's.", line<Capacity>},
  };
}

// Fitted to the results of self-play games of the default on a 9x9 board.
template <int Capacity>
double win_scale_of(const Position<Capacity>*) {
  return 2.1;
}

}  // namespace plyground::robogo
