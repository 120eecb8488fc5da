// What Robogo offers the searches: a promising order, forcing moves, and wins by threats.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/game.hpp"
#include "core/grid.hpp"
#include "core/plane.hpp"
#include "games/nearest.hpp"
#include "games/robogo/pairing.hpp"
#include "games/robogo/rules.hpp"
#include "games/robogo/threats.hpp"

namespace plyground::robogo {

template <int Capacity>
class Specialist {
 public:
  using P = Position<Capacity>;
  using Points = PointsOf<Capacity>;

  // The winner never relies on a point from which a stone was captured.
  static constexpr bool wins_hold_for_any_past = true;
  static constexpr std::uint64_t leaf_effort = 4;
  static constexpr std::uint64_t root_effort = 20000;

  [[nodiscard]] static bool cannot_win(const P& position, Color side) { return robogo::cannot_win(position, side); }

  [[nodiscard]] static bool cannot_win_for_proof(const P& position, Color side) {
    return cannot_win(position, side) || is_held_by_blocks(position, side);
  }

  template <class Tick>
  std::vector<Move> forced_win(const P& position, std::uint64_t nodes, const Tick& tick) {
    return threats_.find(position, nodes, tick);
  }

  void rate(const P& position, const typename P::MoveList& moves, std::span<float> ratings) const {
    const Outlook outlook(position);
    for (std::size_t i = 0; i < moves.size(); ++i) ratings[i] = outlook.rating(position, moves[i]);
  }

  // A line that can be completed; against the other side's, the moves that prevent it. If neither is near, the largest
  // capture only, because on a crowded board all captures in every order would never end.
  bool noisy(const P& position, typename P::MoveList& out) const {
    const Sides<Capacity> sides(position, position.turn());
    out.clear();
    add_legal(position, Lacking<Capacity, 1>(sides.own, sides.empty, position.settings().line).both(1), out);
    if (!out.empty()) return false;
    const Points threats = completing_points<Capacity>(position, sides.enemy, sides.empty, other(position.turn()));
    if (!threats.any()) {
      add_largest_capture(position, sides, out);
      return false;
    }
    add_legal(position, answers<Capacity>(position, sides.turned(), threats), out);
    if (out.empty()) add_legal(position, sides.empty, out);
    if (out.empty()) return false;
    const Move any = out[0];
    out.remove_if([&](Move move) { return leaves_a_line(position, move); });
    if (out.empty()) out.push_back(any);  // lost, as any move shows
    return true;
  }

  // The reply to a threat is forced.
  [[nodiscard]] int extension(const P& before, Move move, const P& after) const {
    return move != pass && is_one_short(after, move, before.turn()) ? 1 : 0;
  }

 private:
  // Whether the new stone belongs to a stretch that lacks a single stone.
  static bool is_one_short(const P& position, std::size_t stone, Color color) {
    const auto is_free = [&](int at) {
      const auto point = static_cast<std::size_t>(at);
      return position.stones().is(point, color) || position.stones().is_empty(point);
    };
    const int line = position.settings().line;
    for (const int by : {1, Grid<Capacity>::stride}) {
      int first = static_cast<int>(stone);
      for (int i = 1; i < line && is_free(first - by); ++i) first -= by;
      const int last = static_cast<int>(stone) + (line - 1) * by;
      int stones = 0;
      for (int at = first; at <= last && is_free(at); at += by) {
        stones += position.stones().is_empty(static_cast<std::size_t>(at)) ? 0 : 1;
        const int gone = at - line * by;
        if (gone >= first) stones -= position.stones().is_empty(static_cast<std::size_t>(gone)) ? 0 : 1;
        if (at - first >= (line - 1) * by && stones == line - 1) return true;
      }
    }
    return false;
  }

  // Whether the other side can complete a line after this move.
  static bool leaves_a_line(const P& position, Move move) {
    P after = position;
    after.play(move);
    const Sides<Capacity> sides(after, after.turn());
    return completing_points<Capacity>(after, sides.own, sides.empty, after.turn()).any();
  }

  static void add_largest_capture(const P& position, const Sides<Capacity>& sides, typename P::MoveList& out) {
    if (!position.settings().captures) return;
    Move best = pass;
    int most = 0;
    capturing_points<Capacity>(position.stones(), sides.enemy, sides.empty).for_each([&](std::size_t point) {
      const auto move = static_cast<Move>(point);
      const int stones = stones_without_liberty(position, move, other(position.turn()));
      if (stones <= most || !position.legal(move)) return;
      best = move;
      most = stones;
    });
    if (best != pass) out.push_back(best);
  }

  // The stones of a colour, in groups next to the point, that have no other liberty.
  static int stones_without_liberty(const P& position, Move move, Color color) {
    using Board = Grid<Capacity>;
    int count = 0;
    for (const int by : Board::steps) {
      const std::size_t next = Board::step(move, by);
      if (!position.stones().is(next, color) || !position.stones().is_last_liberty(move, next)) continue;
      position.stones().for_each_in_chain(next, [&count](std::size_t) { ++count; });
    }
    return std::min(count, 8);
  }

  static void add_legal(const P& position, const Points& points, typename P::MoveList& out) {
    points.for_each([&](std::size_t point) {
      if (position.legal(static_cast<Move>(point))) out.push_back(static_cast<Move>(point));
    });
  }

  // The relevant points, one set per kind.
  class Outlook {
   public:
    explicit Outlook(const P& position)
        : sides_(position, position.turn()),
          own_(sides_.own, sides_.empty, position.settings().line),
          enemy_(sides_.enemy, sides_.empty, position.settings().line),
          own_open_(before_open_end(sides_.own, sides_.empty, position.settings().line)),
          enemy_open_(before_open_end(sides_.enemy, sides_.empty, position.settings().line)) {
      const auto occupied = sides_.own | sides_.enemy;
      near_ = with_neighbours<Grid<Capacity>>(occupied.any() ? occupied : centre(position.settings().size));
      far_ = ~with_neighbours<Grid<Capacity>>(near_);
      if (!position.settings().captures) return;
      takes_ = capturing_points<Capacity>(position.stones(), sides_.enemy, sides_.empty);
      saves_ = capturing_points<Capacity>(position.stones(), sides_.own, sides_.empty);
    }

    [[nodiscard]] float rating(const P& position, Move move) const {
      if (move == pass) return -20;
      if (own_.both(1).test(move)) return 1000;
      float sum = enemy_.both(1).test(move) ? 500 : 0;
      if (takes_.test(move))
        sum += 8 + 2 * static_cast<float>(stones_without_liberty(position, move, other(position.turn())));
      if (saves_.test(move)) sum += 2 + 2 * static_cast<float>(stones_without_liberty(position, move, position.turn()));
      if (own_open_.test(move)) sum += 20;
      if (enemy_open_.test(move)) sum += 12;
      sum += in_stretches(move);
      if (far_.test(move)) return hopeless;
      return near_.test(move) ? sum : sum - 1;
    }

   private:
    static constexpr float hopeless = -100;
    static constexpr std::array<float, 4> own_worth{0, 0, 4, 0.2F};  // by the number of stones lacking
    static constexpr std::array<float, 4> enemy_worth{0, 0, 2, 0.2F};

    [[nodiscard]] float in_stretches(Move move) const {
      float sum = 0;
      for (std::size_t m = 2; m <= 3; ++m) {
        for (std::size_t way = 0; way < 2; ++way) {
          if (own_.points[m][way].test(move)) sum += own_worth[m];
          if (enemy_.points[m][way].test(move)) sum += enemy_worth[m];
        }
      }
      return sum;
    }

    static Points centre(int size) {
      Points points;
      points.set(Grid<Capacity>::point({size / 2, size / 2}));
      return points;
    }

    // The points that make a row one short of a line with both ends open.
    static Points before_open_end(const Points& stones, const Points& empty, int line) {
      Points found;
      for (const int step : {1, Grid<Capacity>::stride}) {
        std::array<Points, 2> starts{stones, empty};
        Points here = stones;
        Points holes = empty;
        for (int i = 1; i < line - 1; ++i) {
          here = here.down(step);
          holes = holes.down(step);
          starts[1] = (starts[1] & here) | (starts[0] & holes);
          starts[0] = starts[0] & here;
        }
        const Points open = starts[1] & empty.up(step) & holes.down(step);
        Points covered = open;
        for (int i = 1; i < line - 1; ++i) covered = open | covered.up(step);
        found = found | (covered & empty);
      }
      return found;
    }

    Sides<Capacity> sides_;
    Lacking<Capacity, 3> own_;
    Lacking<Capacity, 3> enemy_;
    Points own_open_;
    Points enemy_open_;
    Points near_;  // next to a stone, and farther than two steps from all of them
    Points far_;
    Points takes_;
    Points saves_;
  };

  ThreatSearch<Capacity> threats_;
};

template <int Capacity>
Specialist<Capacity> specialist_of(const Position<Capacity>*);  // never defined

}  // namespace plyground::robogo
