// What a game's specialist can say about a position of a proof without a search.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "core/game.hpp"
#include "core/specialist.hpp"
#include "search/proof/claim.hpp"
#include "search/value.hpp"

namespace plyground {

struct LeafVerdict {
  bool holds = false;
  std::optional<Move> move;  // the side to move's, if the verdict depends on it
};

template <Game P>
class LeafKnowledge {
 public:
  using Specialist = SpecialistOf<P>;
  static constexpr bool knows_hopeless = KnowsHopeless<Specialist, P>;
  static constexpr bool forces_wins = ForcesWins<Specialist, P> && !P::counts_margin;
  static constexpr bool settles = Settles<Specialist, P>;
  static constexpr bool rates_moves = RatesMoves<Specialist, P>;
  static constexpr bool any = knows_hopeless || forces_wins || settles || rates_moves;

  template <class Tick>
  std::optional<LeafVerdict> ask(const P& position, const Claim& claim, const Tick& tick) {
    if (const auto holds = word(position, claim, tick)) return LeafVerdict{.holds = *holds, .move = {}};
    if (const auto move = winning_move(position, tick)) {
      return LeafVerdict{.holds = position.turn() == claim.side, .move = move};
    }
    return std::nullopt;
  }

  // A result that has to be trusted: the specialist gives the outcome but not the moves.
  template <class Tick>
  std::optional<bool> word(const P& position, const Claim& claim, const Tick& tick) {
    if (const auto holds = hopeless(position, claim)) return holds;
    return settled(position, claim, tick);
  }

  // The grade of the side to move if the specialist solves the whole ending: a guess of where to begin, not a proof.
  template <class Tick>
  std::optional<double> guess(const P& position, const Tick& tick) {
    if constexpr (SolvesEndings<Specialist, P> && P::counts_margin) {
      if (!specialist_.may_solve(position)) return std::nullopt;
      typename P::MoveList moves;
      position.moves(moves);
      const double value = specialist_.solve(position, moves[0], tick).value;
      return value == 0 ? 0 : (value > 0 ? value - win_value : value + win_value);
    } else {
      return std::nullopt;
    }
  }

  // The value of the side to move if the specialist is certain of it; fail-soft.
  template <class Tick>
  std::optional<Value> settle(const P& position, Value alpha, Value beta, const Tick& tick) {
    if constexpr (settles) {
      if (may_settle(position)) return specialist_.settle(position, alpha, beta, tick);
    }
    return std::nullopt;
  }
  [[nodiscard]] bool cannot_win(const P& position, Color side) {
    if constexpr (KnowsHopelessForProofs<Specialist, P>) return specialist_.cannot_win_for_proof(position, side);
    if constexpr (knows_hopeless) return specialist_.cannot_win(position, side);
    return false;
  }

  // A win by forcing moves, looked for with more and more effort; empty if none was found, or if the past may spoil it.
  template <class Tick>
  std::vector<Move> long_win(const P& position, std::uint64_t most_nodes, const Tick& tick) {
    if constexpr (forces_wins) {
      constexpr bool any_past = requires { Specialist::wins_hold_for_any_past; };
      if (!any_past && position.repetition() != Repetition::allowed) return {};
      for (std::uint64_t nodes = 1000; nodes < 8 * most_nodes; nodes *= 8) {
        std::vector<Move> line = specialist_.forced_win(position, std::min(nodes, most_nodes), tick);
        if (!line.empty()) return line;
      }
    }
    return {};
  }

  // Promising moves first.
  void order(const P& position, typename P::MoveList& moves) {
    if constexpr (rates_moves) {
      ratings_.resize(moves.size());
      specialist_.rate(position, moves, ratings_);
      rated_.clear();
      for (std::size_t i = 0; i < moves.size(); ++i) rated_.push_back({-ratings_[i], i, moves[i]});
      std::ranges::sort(rated_);
      moves.clear();
      for (const auto& [rating, place, move] : rated_) moves.push_back(move);
    }
  }

 private:
  [[nodiscard]] bool may_settle(const P& position) {
    if constexpr (SettlesForProofs<Specialist, P>) return specialist_.settles_for_proof(position);
    return specialist_.settles(position);
  }

  // A side that cannot win leaves the other at least a draw.
  std::optional<bool> hopeless(const P& position, const Claim& claim) {
    if constexpr (knows_hopeless) {
      if (claim.least > 0 && cannot_win(position, claim.side)) return false;
      if (claim.least <= 0 && cannot_win(position, other(claim.side))) return true;
    }
    return std::nullopt;
  }

  template <class Tick>
  std::optional<Move> winning_move(const P& position, const Tick& tick) {
    if constexpr (forces_wins) {
      if (Specialist::leaf_effort == 0) return std::nullopt;
      const std::vector<Move> line = specialist_.forced_win(position, Specialist::leaf_effort, tick);
      if (!line.empty()) return line.front();
    }
    return std::nullopt;
  }

  // The claim as a null window, in the unit of search/value.hpp.
  template <class Tick>
  std::optional<bool> settled(const P& position, const Claim& claim, const Tick& tick) {
    if constexpr (settles) {
      const Value needed = least_value<P>(claim.least);
      if (position.turn() == claim.side) {
        if (const auto value = settle(position, needed - 1, needed, tick)) return *value >= needed;
      } else if (const auto value = settle(position, -needed, 1 - needed, tick)) {
        return *value <= -needed;
      }
    }
    return std::nullopt;
  }

  Specialist specialist_{};
  std::vector<float> ratings_;
  std::vector<std::tuple<float, std::size_t, Move>> rated_;
};

}  // namespace plyground
