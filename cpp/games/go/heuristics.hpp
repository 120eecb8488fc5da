// The heuristics of Go: Black's advantage, in the units their descriptions name.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/game.hpp"
#include "core/grid.hpp"
#include "core/heuristic.hpp"
#include "core/plane.hpp"
#include "games/go/groups.hpp"
#include "games/go/rules.hpp"
#include "games/nearest.hpp"

namespace plyground::go {

// Who holds which points. A stone marked dead does not count; its point is open.
template <int Capacity>
struct Holdings {
  using Board = Grid<Capacity>;
  using Points = Plane<(Board::points + 63) / 64>;
  Points black;
  Points white;
  Points open;

  explicit Holdings(const Position<Capacity>& position) {
    const Points dead(position.dead());
    black = position.stones().plane(Color::black) & ~dead;
    white = position.stones().plane(Color::white) & ~dead;
    open = Points(position.stones().empties()) | dead;
  }

  // The open points connected to some stones through open points.
  [[nodiscard]] Points reached_from(const Points& stones) const {
    Points reached = spread(stones);
    for (;;) {
      const Points more = spread(reached);
      if (!(more & ~reached).any()) return reached;
      reached = reached | more;
    }
  }

 private:
  // The open points among the neighbours.
  [[nodiscard]] Points spread(const Points& from) const { return beside<Board>(from) & open; }
};

template <int Capacity>
double area(const Position<Capacity>& position) {
  const Holdings<Capacity> board(position);
  const auto near_black = board.reached_from(board.black);
  const auto near_white = board.reached_from(board.white);
  const int black = board.black.count() + (near_black & ~near_white).count();
  const int white = board.white.count() + (near_white & ~near_black).count();
  return black - white;
}

template <int Capacity>
double stones(const Position<Capacity>& position) {
  return position.stones().plane(Color::black).count() - position.stones().plane(Color::white).count();
}

// Sums `worth` over Black's groups, minus the same over White's.
template <int Capacity, class Worth>
double over_groups(const Position<Capacity>& position, Worth worth) {
  int sum = 0;
  for_each_group(position.stones(), position.settings().size,
                 [&](const Group& group) { sum += group.color == Color::black ? worth(group) : -worth(group); });
  return sum;
}

template <int Capacity>
double liberties(const Position<Capacity>& position) {
  static constexpr int enough = 8;
  return over_groups(position, [](const Group& group) { return group.stones * std::min(group.liberties, enough); });
}

template <int Capacity>
double atari(const Position<Capacity>& position) {
  return over_groups(position, [](const Group& group) { return group.liberties == 1 ? -group.stones : 0; });
}

// The influence of the stones. Each stone has the value 1, Black's positive. Five times, every point passes its value
// on, a quarter to each neighbour; values that leave the board are lost. Values are integers, multiplied by `unit`.
template <int Capacity>
class Field {
 public:
  using Board = Grid<Capacity>;
  static constexpr int unit = 4 * 4 * 4 * 4 * 4;

  Field(const Holdings<Capacity>& board, int size) {
    Values stones{};
    Values on_board{};
    board.black.for_each([&stones](std::size_t point) { stones[point] = 1; });
    board.white.for_each([&stones](std::size_t point) { stones[point] = -1; });
    Board::for_each_point(size, [&on_board](std::size_t point) { on_board[point] = -1; });
    values_ = stones;
    for (int scale = 4; scale <= unit; scale *= 4) pass_on(stones, on_board, scale);
  }

  // At a point, limited to the value of one stone.
  [[nodiscard]] int at(std::size_t point) const { return std::clamp<int>(values_[point], -unit, unit); }

 private:
  using Values = std::array<std::int16_t, Board::points>;  // six units at most

  void pass_on(const Values& stones, const Values& on_board, int scale) {
    constexpr auto stride = static_cast<std::size_t>(Board::stride);
    Values next{};
    for (std::size_t i = stride; i + stride < Board::points; ++i) {
      const int around = values_[i - stride] + values_[i - 1] + values_[i + 1] + values_[i + stride];
      next[i] = static_cast<std::int16_t>((stones[i] * scale + around) & on_board[i]);
    }
    values_ = next;
  }

  Values values_;
};

template <int Capacity>
double influence(const Position<Capacity>& position) {
  const Holdings<Capacity> board(position);
  const Field<Capacity> field(board, position.settings().size);
  const auto undecided = board.reached_from(board.black) & board.reached_from(board.white);
  int sum = 0;
  undecided.for_each([&](std::size_t point) { sum += field.at(point); });
  return static_cast<double>(sum) / Field<Capacity>::unit;
}

template <int Capacity>
double komi(const Position<Capacity>& position) {
  return -position.settings().half_komi / 2.0;
}

// The weights were found by play: on 9x9, alpha-beta to depth 2 with their sum won all of 300 games against the same
// search with `area` and `komi` alone. The sum is close to the final margin while the board is open; late in the game
// it overrates strong and weak groups.
template <int Capacity>
std::vector<Heuristic<Position<Capacity>>> heuristics_of(const Position<Capacity>*) {
  return {{.name = "area",
           .sentence = "Points on the current board: stones, and empty points that touch the stones of one side only, "
                       "without komi.",
           .function = area<Capacity>,
           .weight = 0.5},
          {.name = "liberties",
           .sentence = "The liberties of each stone's group, at most eight, summed over all stones.",
           .function = liberties<Capacity>,
           .weight = 0.2},
          {.name = "stones", .sentence = "Stones on the board.", .function = stones<Capacity>, .weight = 0},
          {.name = "atari",
           .sentence = "White's stones in groups with one liberty minus Black's.",
           .function = atari<Capacity>,
           .weight = 1},
          {.name = "influence",
           .sentence = "Points that are likely to become area: for each empty point that both sides touch, the "
                       "influence of nearby stones, at most one point.",
           .function = influence<Capacity>,
           .weight = 0.5},
          {.name = "komi",
           .sentence = "White's points for moving second, as a loss for Black.",
           .function = komi<Capacity>,
           .weight = 1}};
}

// Fitted to the results of 200 games on 9x9 of the default against itself, searched to depth 2.
template <int Capacity>
double win_scale_of(const Position<Capacity>*) {
  return 9;
}

}  // namespace plyground::go
