// Forced wins in Robogo: every move of the attacker threatens to complete a line, and the defender has to answer that.
// Under captures there is more to it than the empty end of a line: the defender may also take a stone of it, or make
// the completing move a suicide.
//
// What it finds is proven whatever came before: the attacker keeps off points that a stone was ever taken from, so
// every board it makes is new and no ko forbids it, and a line that wins is never forbidden.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/grid.hpp"
#include "core/plane.hpp"
#include "core/random.hpp"
#include "games/nearest.hpp"
#include "games/robogo/rules.hpp"
#include "games/stones.hpp"

namespace plyground::robogo {

template <int Capacity>
using PointsOf = decltype(Plane(std::declval<const Stones<Capacity>&>().empties()));

// The board as one side sees it.
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

  // As the other side sees it.
  [[nodiscard]] Sides turned() const {
    Sides sides = *this;
    std::swap(sides.own, sides.enemy);
    return sides;
  }
};

// The empty points of stretches as long as a line that hold one side's stones only, by how many stones these lack.
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

// The empty points where a stone takes one of `prey`, the stones of one colour.
template <int Capacity>
PointsOf<Capacity> capturing_points(const Stones<Capacity>& stones, const PointsOf<Capacity>& prey,
                                    const PointsOf<Capacity>& empty) {
  using Board = Grid<Capacity>;
  constexpr std::array<int, 4> steps{-Board::stride, -1, 1, Board::stride};
  PointsOf<Capacity> found;
  const auto beside = prey.up(1) | prey.down(1) | prey.up(Board::stride) | prey.down(Board::stride);
  (beside & empty).for_each([&](std::size_t point) {
    for (const int by : steps) {
      const std::size_t next = Board::step(point, by);
      if (prey.test(next) && stones.is_last_liberty(point, next)) found.set(point);
    }
  });
  return found;
}

// Of these empty points those where the colour may put a stone, whatever ko says.
template <int Capacity>
PointsOf<Capacity> without_suicide(const Position<Capacity>& position, const PointsOf<Capacity>& points, Color color) {
  if (!position.settings().captures) return points;
  PointsOf<Capacity> allowed;
  points.for_each([&](std::size_t point) {
    if (!position.stones().is_suicide(point, color)) allowed.set(point);
  });
  return allowed;
}

// Where a stone of this colour completes a line, if it is the colour's turn.
template <int Capacity>
PointsOf<Capacity> completing_points(const Position<Capacity>& position, const PointsOf<Capacity>& own,
                                     const PointsOf<Capacity>& empty, Color color) {
  const auto points = Lacking<Capacity, 1>(own, empty, position.settings().line).both(1);
  return points.any() ? without_suicide(position, points, color) : points;
}

// The points that may answer the threat to play on one of `completing`: the point itself, where the answer may even
// take the line off the board, and whatever may make it a suicide. The stones of the line all touch the point, so they
// can't be taken anywhere else. Anything but these leaves a winning move. Perhaps too many, never too few.
template <int Capacity>
PointsOf<Capacity> answers(const Position<Capacity>& position, const Sides<Capacity>& attacker,
                           const PointsOf<Capacity>& completing) {
  if (!position.settings().captures) return completing;
  using Board = Grid<Capacity>;
  constexpr std::array<int, 4> steps{-Board::stride, -1, 1, Board::stride};
  auto found = completing;
  completing.for_each([&](std::size_t point) {
    std::size_t liberty = 0;
    int liberties = 0;
    for (const int by : steps) {
      const std::size_t next = Board::step(point, by);
      if (!attacker.empty.test(next)) continue;
      liberty = next;
      ++liberties;
    }
    if (liberties == 1) found.set(liberty);
    if (liberties == 0) found = attacker.empty;  // it lives by its friends or by a capture: too much to tell apart
  });
  return found;
}

// Depth by depth, so the first win found is the shortest of its kind.
template <int Capacity>
class ThreatSearch {
 public:
  using P = Position<Capacity>;
  using Points = PointsOf<Capacity>;

  // The line against the longest defence; empty if there is no such win, or none within so many nodes.
  template <class Tick>
  std::vector<Move> find(const P& position, std::uint64_t nodes, const Tick& tick) {
    if (position.result()) return {};
    left_ = nodes;
    for (int depth = 1; depth <= deepest; depth += 2) {
      cut_short_ = false;
      if (attack(position, depth, tick)) return line_of(position, depth, tick);
      if (left_ == 0 || !cut_short_) break;
    }
    return {};
  }

 private:
  static constexpr int deepest = 61;
  static constexpr int for_ever = 255;
  static constexpr std::size_t entries = 4096;

  struct Entry {
    std::uint64_t key = 0;
    std::uint8_t win = 0;     // within so many plies; 0: none is known
    std::uint8_t no_win = 0;  // none within so many
  };

  // Can the side to move force a win within `depth` plies, an odd number? A false may mean that the nodes are spent.
  template <class Tick>
  bool attack(const P& position, int depth, const Tick& tick) {
    const Sides<Capacity> sides(position, position.turn());
    const Lacking<Capacity, 2> lacking(sides.own, sides.empty, position.settings().line);
    if (any_legal(position, lacking.both(1))) return true;
    const Points forcing = forcing_points(position, sides, lacking.both(2));
    if (!forcing.any()) return false;
    if (depth <= 1) {
      cut_short_ = true;
      return false;
    }
    const std::uint64_t key = key_of(position, sides.empty);
    if (const Entry& known = table_[key % entries]; known.key == key) {
      if (known.win != 0 && known.win <= depth) return true;
      if (known.no_win >= depth) {
        cut_short_ = cut_short_ || known.no_win != for_ever;
        return false;
      }
    }
    if (left_ == 0) return false;
    --left_;
    tick();
    const bool cut_before = cut_short_;
    cut_short_ = false;
    bool won = false;
    forcing.for_each(
        [&](std::size_t point) { won = won || defence_fails(position, static_cast<Move>(point), depth - 1, tick); });
    if (won || left_ > 0) remember(key, depth, won);
    cut_short_ = cut_short_ || cut_before;
    return won;
  }

  static bool any_legal(const P& position, const Points& points) {
    bool found = false;
    points.for_each([&](std::size_t point) { found = found || position.legal(static_cast<Move>(point)); });
    return found;
  }

  // Where a stone may make a threat: in a stretch that lacks two, or where it takes stones that stand in the way.
  static Points forcing_points(const P& position, const Sides<Capacity>& sides, const Points& in_stretches) {
    if (!position.settings().captures) return in_stretches;
    return in_stretches | capturing_points<Capacity>(position.stones(), sides.enemy, sides.empty);
  }

  // The defender's answers after the move, if it is a threat that leaves the defender no win of its own.
  struct Threat {
    P after;
    Points replies;
    bool holds = false;

    Threat(const P& position, Move move) : after(position) {
      if (!position.legal(move) || position.may_repeat(move)) return;
      after.play(move);
      const Sides<Capacity> sides(after, position.turn());
      const Points completing = completing_points<Capacity>(after, sides.own, sides.empty, position.turn());
      if (!completing.any() || ends_early(sides)) return;
      holds = true;
      answers<Capacity>(after, sides, completing).for_each([&](std::size_t point) {
        if (after.legal(static_cast<Move>(point))) replies.set(point);
      });
    }

   private:
    // Does the defender win at once, or, where it can't pass, have no move it is sure of, which would draw?
    [[nodiscard]] bool ends_early(const Sides<Capacity>& sides) const {
      const Points wins = Lacking<Capacity, 1>(sides.enemy, sides.empty, after.settings().line).both(1);
      if (any_legal(after, wins)) return true;
      if (after.settings().may_pass || !after.settings().captures) return false;
      bool free = false;
      sides.empty.for_each([&](std::size_t point) {
        const auto move = static_cast<Move>(point);
        free = free || (after.legal(move) && !after.may_repeat(move));
      });
      return !free;
    }
  };

  template <class Tick>
  bool defence_fails(const P& position, Move move, int depth, const Tick& tick) {
    const Threat threat(position, move);
    if (!threat.holds) return false;
    bool fails = true;
    threat.replies.for_each([&](std::size_t point) {
      fails = fails && attack_after(threat.after, static_cast<Move>(point), depth - 1, tick);
    });
    return fails;
  }

  // Where the third occurrence of a board draws, a reply that may bring one back saves the defender.
  template <class Tick>
  bool attack_after(const P& position, Move reply, int depth, const Tick& tick) {
    if (position.settings().simple_ko && position.may_repeat(reply)) return false;
    P next = position;
    next.play(reply);
    return attack(next, depth, tick);
  }

  // The win is known to be there, so nodes no longer count, but the clock does.
  template <class Tick>
  std::vector<Move> line_of(P position, int depth, const Tick& tick) {
    std::vector<Move> line;
    left_ = ~std::uint64_t{0};
    while (true) {
      const Move move = winning_move(position, depth, tick);
      line.push_back(move);
      if (depth == 1) return line;
      const Threat threat(position, move);
      const Defence longest = longest_defence(threat, depth, tick);
      line.push_back(longest.reply);
      position = threat.after;
      position.play(longest.reply);
      depth = longest.plies;
    }
  }

  // Sets depth to 1 where a line can be completed, which may be sooner than was known.
  template <class Tick>
  Move winning_move(const P& position, int& depth, const Tick& tick) {
    const Sides<Capacity> sides(position, position.turn());
    const Lacking<Capacity, 2> lacking(sides.own, sides.empty, position.settings().line);
    Move found = pass;
    lacking.both(1).for_each([&](std::size_t point) {
      if (found == pass && position.legal(static_cast<Move>(point))) found = static_cast<Move>(point);
    });
    if (found != pass) {
      depth = 1;
      return found;
    }
    forcing_points(position, sides, lacking.both(2)).for_each([&](std::size_t point) {
      const auto move = static_cast<Move>(point);
      if (found == pass && defence_fails(position, move, depth - 1, tick)) found = move;
    });
    return found;
  }

  struct Defence {
    Move reply = pass;
    int plies = 0;  // that the win takes after it
  };

  // Of equals one that no ko can forbid. Where nothing answers the threat, any move.
  template <class Tick>
  Defence longest_defence(const Threat& threat, int depth, const Tick& tick) {
    Defence longest;
    threat.replies.for_each([&](std::size_t point) {
      const auto reply = static_cast<Move>(point);
      int plies = 1;
      while (plies < depth - 2 && !attack_after(threat.after, reply, plies, tick)) plies += 2;
      const bool safer = plies == longest.plies && threat.after.may_repeat(longest.reply);
      if (plies > longest.plies || safer) longest = {.reply = reply, .plies = plies};
    });
    if (longest.plies > 0) return longest;
    typename P::MoveList moves;
    threat.after.moves(moves);
    return {.reply = moves.empty() ? pass : moves[moves.size() - 1], .plies = 1};
  }

  // A board is another one where other points are closed to the attacker. Only empty ones matter: a stone taken later
  // closes its point anyway.
  static std::uint64_t key_of(const P& position, const Points& empty) {
    std::uint64_t key = position.key();
    if (!position.settings().captures) return key;
    empty.for_each([&](std::size_t point) {
      if (position.may_repeat(static_cast<Move>(point))) key ^= std::rotl(stone_key(point, Color::black), 32);
    });
    return key;
  }

  void remember(std::uint64_t key, int depth, bool won) {
    Entry& entry = table_[key % entries];
    if (entry.key != key) entry = {.key = key, .win = 0, .no_win = 0};
    if (won) {
      entry.win = static_cast<std::uint8_t>(depth);
    } else {
      entry.no_win = static_cast<std::uint8_t>(cut_short_ ? depth : for_ever);
    }
  }

  std::vector<Entry> table_ = std::vector<Entry>(entries);
  std::uint64_t left_ = 0;
  bool cut_short_ = false;  // would a greater depth have seen more?
};

}  // namespace plyground::robogo
