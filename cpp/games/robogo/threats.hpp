// Forced wins in Robogo: every move of the attacker threatens to complete a line, and the defender has to answer. With
// captures, answers are not only at the empty end of the line: the defender may also capture a stone of it, or make the
// completing move a suicide.
//
// Wins found here are proven for any past. The attacker avoids points from which a stone was ever captured, so every
// board it makes is new and no ko forbids it, and a winning line is never forbidden.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/game.hpp"
#include "core/grid.hpp"
#include "core/plane.hpp"
#include "core/random.hpp"
#include "games/forced_win.hpp"
#include "games/nearest.hpp"
#include "games/robogo/rules.hpp"
#include "games/stones.hpp"

namespace plyground::robogo {

template <int Capacity>
using PointsOf = decltype(Plane(std::declval<const Stones<Capacity>&>().empties()));

// The board from one side's point of view.
template <int Capacity>
struct Sides {
  using Points = PointsOf<Capacity>;
  Points own;
  Points enemy;
  Points empty;

  Sides(const Position<Capacity>& position, Color color)
      : own(position.stones().plane(color)), empty(position.stones().empties()) {
    constexpr std::size_t words = (Grid<Capacity>::points + 63) / 64;
    enemy = boards_by_size<Grid<Capacity>, Capacity, words>[position.settings().size] & ~own & ~empty;
  }

  // From the other side's point of view.
  [[nodiscard]] Sides turned() const {
    Sides sides = *this;
    std::swap(sides.own, sides.enemy);
    return sides;
  }
};

// The empty points of stretches of line length with only one side's stones, by the number of stones lacking.
template <int Capacity, int Most>
struct Lacking {
  using Points = PointsOf<Capacity>;
  static constexpr std::array<int, 2> ways{1, Grid<Capacity>::stride};
  std::array<std::array<Points, 2>, static_cast<std::size_t>(Most) + 1> points;  // along rows, along columns

  Lacking(const Points& own, const Points& empty, int line) {
    for (std::size_t way = 0; way < ways.size(); ++way) note(own, empty, ways[way], line, way);
  }

  [[nodiscard]] Points both(std::size_t lacking) const { return points[lacking][0] | points[lacking][1]; }

 private:
  void note(const Points& own, const Points& empty, int step, int line, std::size_t way) {
    std::array<Points, static_cast<std::size_t>(Most) + 1> starts{own, empty};
    Points stones = own;
    Points holes = empty;
    for (int i = 1; i < line; ++i) {
      stones = stones.down(step);
      holes = holes.down(step);
      for (std::size_t m = Most; m > 0; --m) starts[m] = (starts[m] & stones) | (starts[m - 1] & holes);
      starts[0] = starts[0] & stones;
    }
    for (std::size_t m = 1; m <= Most; ++m) {
      if (!starts[m].any()) continue;
      Points covered = starts[m];
      for (int i = 1; i < line; ++i) covered = starts[m] | covered.up(step);
      points[m][way] = covered & empty;
    }
  }
};

// The empty points where a stone captures one of `prey`, the stones of one colour.
template <int Capacity>
PointsOf<Capacity> capturing_points(const Stones<Capacity>& stones, const PointsOf<Capacity>& prey,
                                    const PointsOf<Capacity>& empty) {
  using Board = Grid<Capacity>;
  PointsOf<Capacity> found;
  (beside<Board>(prey) & empty).for_each([&](std::size_t point) {
    for (const int by : Board::steps) {
      const std::size_t next = Board::step(point, by);
      if (prey.test(next) && stones.is_last_liberty(point, next)) found.set(point);
    }
  });
  return found;
}

// Of these empty points, those where the colour may place a stone, ignoring ko.
template <int Capacity>
PointsOf<Capacity> without_suicide(const Position<Capacity>& position, const PointsOf<Capacity>& points, Color color) {
  if (!position.settings().captures) return points;
  PointsOf<Capacity> allowed;
  points.for_each([&](std::size_t point) {
    if (!position.stones().is_suicide(point, color)) allowed.set(point);
  });
  return allowed;
}

// The points where a stone of this colour completes a line on its turn.
template <int Capacity>
PointsOf<Capacity> completing_points(const Position<Capacity>& position, const PointsOf<Capacity>& own,
                                     const PointsOf<Capacity>& empty, Color color) {
  const auto points = Lacking<Capacity, 1>(own, empty, position.settings().line).both(1);
  return points.any() ? without_suicide(position, points, color) : points;
}

// The points that may answer the threat to play on one of `completing`: the point itself, where the answer may even
// capture the line, and every point that may make it a suicide. The stones of the line all touch the point, so they
// cannot be captured elsewhere. All other moves leave a winning move. The set may be too large, but never too small.
template <int Capacity>
PointsOf<Capacity> answers(const Position<Capacity>& position, const Sides<Capacity>& attacker,
                           const PointsOf<Capacity>& completing) {
  if (!position.settings().captures) return completing;
  using Board = Grid<Capacity>;
  auto found = completing;
  completing.for_each([&](std::size_t point) {
    std::size_t liberty = 0;
    int liberties = 0;
    for (const int by : Board::steps) {
      const std::size_t next = Board::step(point, by);
      if (!attacker.empty.test(next)) continue;
      liberty = next;
      ++liberties;
    }
    if (liberties == 1) found.set(liberty);
    // it lives by its friends or by a capture, which are not distinguished here
    if (liberties == 0) found = attacker.empty;
  });
  return found;
}

template <int Capacity>
std::optional<Move> first_legal(const Position<Capacity>& position, const PointsOf<Capacity>& points) {
  std::optional<Move> found;
  points.for_each([&](std::size_t point) {
    if (!found && position.legal(static_cast<Move>(point))) found = static_cast<Move>(point);
  });
  return found;
}

// The game's side of the search for forced wins (games/forced_win.hpp).
template <int Capacity>
struct ThreatRules {
  using Position = robogo::Position<Capacity>;
  using Points = PointsOf<Capacity>;
  static constexpr int deepest = 61;

  class Attack {
   public:
    explicit Attack(const Position& position) : position_(position), sides_(position, position.turn()) {
      const Lacking<Capacity, 2> lacking(sides_.own, sides_.empty, position.settings().line);
      winning_ = first_legal(position, lacking.both(1));
      if (!winning_) forcing_ = forcing_points(lacking.both(2));
    }

    [[nodiscard]] bool wins() const { return winning_.has_value(); }
    [[nodiscard]] std::optional<Move> winning_move() const { return winning_; }

    [[nodiscard]] bool may_threaten() const { return forcing_.any(); }
    template <class Test>
    [[nodiscard]] bool any_threat(Test test) const {
      bool found = false;
      forcing_.for_each([&](std::size_t point) { found = found || test(static_cast<Move>(point)); });
      return found;
    }

    // A board differs if other points are closed to the attacker. Only empty ones matter, because a stone captured
    // later closes its point anyway.
    [[nodiscard]] std::uint64_t key() const {
      std::uint64_t key = position_.key();
      if (!position_.settings().captures) return key;
      sides_.empty.for_each([&](std::size_t point) {
        if (position_.may_repeat(static_cast<Move>(point))) key ^= std::rotl(stone_key(point, Color::black), 32);
      });
      return key;
    }

   private:
    // The points where a stone may make a threat: in a stretch that lacks two, or where it captures stones in the way.
    [[nodiscard]] Points forcing_points(const Points& in_stretches) const {
      if (!position_.settings().captures) return in_stretches;
      return in_stretches | capturing_points<Capacity>(position_.stones(), sides_.enemy, sides_.empty);
    }

    const Position& position_;
    Sides<Capacity> sides_;
    std::optional<Move> winning_;
    Points forcing_;
  };

  class Threat {
   public:
    Threat(const Position& position, Move move) : after_(position) {
      if (!position.legal(move) || position.may_repeat(move)) return;
      after_.play(move);
      const Sides<Capacity> sides(after_, position.turn());
      const Points completing = completing_points<Capacity>(after_, sides.own, sides.empty, position.turn());
      if (!completing.any() || ends_early(sides)) return;
      holds_ = true;
      robogo::answers<Capacity>(after_, sides, completing).for_each([&](std::size_t point) {
        if (after_.legal(static_cast<Move>(point))) answers_.set(point);
      });
    }

    [[nodiscard]] bool holds() const { return holds_; }
    [[nodiscard]] const Position& after() const { return after_; }

    template <class Test>
    [[nodiscard]] bool all_answers(Test test) const {
      bool all = true;
      answers_.for_each([&](std::size_t point) { all = all && test(static_cast<Move>(point)); });
      return all;
    }
    // If the third occurrence of a board draws, a reply that may recreate one saves the defender.
    [[nodiscard]] bool saves(Move reply) const { return after_.settings().simple_ko && after_.may_repeat(reply); }

    template <class Visit>
    void for_each_defence(Visit visit) const {
      answers_.for_each([&](std::size_t point) { visit(static_cast<Move>(point)); });
    }
    // A ko may forbid it.
    [[nodiscard]] bool is_doubtful(Move reply) const { return after_.may_repeat(reply); }
    [[nodiscard]] std::optional<Move> any_reply() const {
      typename Position::MoveList moves;
      after_.moves(moves);
      return moves.empty() ? pass : moves[moves.size() - 1];
    }

   private:
    // Whether the defender wins at once or, if it cannot pass, has no certainly legal move, which would draw.
    [[nodiscard]] bool ends_early(const Sides<Capacity>& sides) const {
      const Points wins = Lacking<Capacity, 1>(sides.enemy, sides.empty, after_.settings().line).both(1);
      if (first_legal(after_, wins)) return true;
      if (after_.settings().may_pass || !after_.settings().captures) return false;
      bool free = false;
      sides.empty.for_each([&](std::size_t point) {
        const auto move = static_cast<Move>(point);
        free = free || (after_.legal(move) && !after_.may_repeat(move));
      });
      return !free;
    }

    Position after_;
    Points answers_;
    bool holds_ = false;
  };
};

template <int Capacity>
using ThreatSearch = ForcedWin<ThreatRules<Capacity>>;

}  // namespace plyground::robogo
