// What Go offers the searches: playouts, priors for moves, and when to pass.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/random.hpp"
#include "core/specialist.hpp"
#include "games/go/ownership.hpp"
#include "games/go/playout.hpp"
#include "games/go/priors.hpp"
#include "games/go/rules.hpp"

namespace plyground::go {

template <int Capacity>
class Specialist {
 public:
  using P = Position<Capacity>;

  static Favourite favourite(const P&) { return Favourite::monte_carlo; }

  float playout(const P& position, Random& random, std::vector<Move>& trail) {
    return share(position, playout_.guided(position, random, trail));
  }

  // The same with uniformly random moves, for measurements.
  float light_playout(const P& position, Random& random) { return share(position, playout_.light(position, random)); }

  template <class Tick>
  Ownership ownership(const P& position, int playouts, std::uint64_t seed, Tick tick) {
    return OwnershipSurvey<Capacity>(position, playouts, seed, tick).ownership();
  }

  void priors(const P& position, const typename P::MoveList& moves, std::span<Prior> priors) {
    prior_maker_.rate(position, moves, priors);
  }

  // Passes if every point is settled and the current count is the best possible. If stones that are as good as dead
  // would spoil the count, they are captured first.
  std::optional<Move> last_word(const P& position, std::span<const RootMove> moves) {
    if (moves.empty()) return std::nullopt;
    const Color me = position.turn();
    if (position.passes() == 1 && outcome(position, me) > 0) return pass;
    const RootMove* const best_stone = first_stone(moves);
    if (best_stone == nullptr) return std::nullopt;
    const Owners owners = survey(position, moves);
    if (!owners.settled) return moves[0].move == pass && outcome(position, me) < 0 ? best_stone->move : moves[0].move;
    if (outcome(position, me) > 0 && is_pass_safe(moves)) return pass;
    if (!owners.wins(me)) return is_hopeless(moves) ? pass : best_stone->move;
    return taking_dead(position, owners, moves, best_stone->move);
  }

 private:
  static constexpr float margin_weight = 0.04F;
  static constexpr int first_look = 32;  // playouts
  static constexpr double sure = 0.95;   // this share of the playouts must agree on the owner of a point

  // The owner of each point at the end of playouts in which the other side moved first.
  struct Owners {
    bool settled = false;
    int playouts = 0;
    std::array<std::array<int, 3>, Grid<Capacity>::points> count{};  // Black's, White's, nobody's
    double margin = 0;                                               // Black's total, including komi

    [[nodiscard]] bool is_sure(std::size_t point, std::size_t owner) const {
      return static_cast<double>(count[point][owner]) >= sure * playouts;
    }
    [[nodiscard]] bool are_sure(int size) const {
      bool all = true;
      Grid<Capacity>::for_each_point(
          size, [&](std::size_t point) { all = all && (is_sure(point, 0) || is_sure(point, 1) || is_sure(point, 2)); });
      return all;
    }
    [[nodiscard]] bool wins(Color color) const { return color == Color::black ? margin > 0 : margin < 0; }
  };

  // Black's margin by the rules in force, in half points. In territory scoring, each stone played in the playout is
  // assumed to be answered by one, so only stones played before it affect the difference to the area.
  static int half_points(const P& position, int area_margin) {
    int halves = 2 * area_margin - position.settings().half_komi;
    if (position.settings().territory) {
      const auto& cells = position.stones().cells();
      const auto on_board = std::count(cells.begin(), cells.end(), 0) - std::count(cells.begin(), cells.end(), 1);
      const auto taken =
          static_cast<int>(position.prisoners(Color::white)) - static_cast<int>(position.prisoners(Color::black));
      halves -= 2 * (static_cast<int>(on_board) + taken);
    }
    return halves;
  }

  // Mostly who won, and a little by how much, so that a decided game is still played well.
  static float share(const P& position, int area_margin) {
    const int halves = half_points(position, area_margin);
    const float won = halves > 0 ? 1.0F : (halves < 0 ? 0.0F : 0.5F);
    const int points = position.settings().size * position.settings().size;
    const float size = std::clamp(0.5F + static_cast<float>(halves) / static_cast<float>(4 * points), 0.0F, 1.0F);
    return (1 - margin_weight) * won + margin_weight * size;
  }

  // The result for a side if both sides pass from now on: 1, 0 or -1.
  static int outcome(P position, Color side) {
    while (!position.result()) position.play(pass);
    const auto result = position.result();
    if (!result->winner) return 0;
    return *result->winner == side ? 1 : -1;
  }

  static const RootMove* first_stone(std::span<const RootMove> moves) {
    const auto found = std::find_if(moves.begin(), moves.end(), [](const RootMove& at) { return at.move != pass; });
    return found == moves.end() ? nullptr : &*found;
  }

  static float rate(const RootMove& move) { return move.visits > 0 ? move.wins / move.visits : 0.5F; }

  static bool is_hopeless(std::span<const RootMove> moves) {
    return std::all_of(moves.begin(), moves.end(), [](const RootMove& at) { return at.visits < 5 || rate(at) < 0.2F; });
  }

  // Whether the search, as far as it tried the pass, values it as highly as its best move.
  static bool is_pass_safe(std::span<const RootMove> moves) {
    const auto found = std::find_if(moves.begin(), moves.end(), [](const RootMove& at) { return at.move == pass; });
    if (found == moves.end()) return false;
    return found->visits < 5 || rate(*found) > rate(moves[0]) - 0.1F;
  }

  // Costs a small part of the search, and much less while points are still unsettled.
  Owners survey(const P& position, std::span<const RootMove> moves) {
    Owners owners;
    float visits = 0;
    for (const RootMove& at : moves) visits += at.visits;
    const int most = std::min(256, static_cast<int>(visits / 32));
    P passed = position;
    if (passed.passes() == 0) passed.play(pass);
    Random random(position.key());
    for (int done = 0; done + first_look <= most; done += first_look) {
      for (int i = 0; i < first_look; ++i) look(passed, random, owners);
      owners.settled = owners.are_sure(position.settings().size);
      if (!owners.settled) break;
    }
    return owners;
  }

  void look(const P& position, Random& random, Owners& owners) {
    trail_.clear();
    owners.margin += half_points(position, playout_.guided(position, random, trail_));
    ++owners.playouts;
    Grid<Capacity>::for_each_point(position.settings().size, [&](std::size_t point) {
      ++owners.count[point][Playout<Capacity>::owner(playout_.board(), point)];
    });
  }

  // The most visited move next to a dead stone of the other side.
  static Move taking_dead(const P& position, const Owners& owners, std::span<const RootMove> moves, Move otherwise) {
    const Color me = position.turn();
    const auto is_dead = [&](std::size_t point) {
      return position.stones().is(point, other(me)) && owners.is_sure(point, index(me));
    };
    for (const RootMove& at : moves) {
      if (at.move == pass || rate(at) < rate(moves[0]) - 0.1F) continue;
      for (const int by : LightBoard<Capacity>::steps) {
        if (is_dead(Grid<Capacity>::step(at.move, by))) return at.move;
      }
    }
    return otherwise;
  }

  Playout<Capacity> playout_;
  PriorMaker<Capacity> prior_maker_;
  std::vector<Move> trail_;
};

template <int Capacity>
Specialist<Capacity> specialist_of(const Position<Capacity>*);

}  // namespace plyground::go
