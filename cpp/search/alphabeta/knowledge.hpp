// What alpha-beta asks the game's specialist, as far as the techniques in use allow it.
#pragma once

#include <optional>
#include <vector>

#include "core/game.hpp"
#include "core/specialist.hpp"
#include "search/alphabeta/found.hpp"
#include "search/alphabeta/order.hpp"
#include "search/alphabeta/techniques.hpp"
#include "search/evaluate.hpp"
#include "search/limits.hpp"
#include "search/value.hpp"

namespace plyground {

// Every function does nothing if the game does not offer what it needs.
template <Game P>
class Knowledge {
 public:
  using Specialist = SpecialistOf<P>;

  Knowledge(const Evaluator<P>& evaluator, const Techniques& use, Budget& budget)
      : evaluator_(evaluator), use_(use), budget_(budget) {}

  [[nodiscard]] Specialist& specialist() { return specialist_; }

  // Does the search use the evaluation that the specialist was made for?
  [[nodiscard]] bool is_trusted() const { return use_.specialist && evaluator_.is_default(); }

  // If the errors of shallow searches are known, ProbCut decides what to leave out, and moves are not reduced.
  [[nodiscard]] bool predicts() const {
    if constexpr (PredictsSearches<Specialist, P>) return use_.probcut && is_trusted();
    return false;
  }
  [[nodiscard]] bool reduces() const { return use_.reductions && !predicts(); }

  // ---- exact values ----

  [[nodiscard]] bool wins_at_once(const P& position) {
    if constexpr (SeesWins<Specialist, P>) return use_.specialist && specialist_.wins_at_once(position);
    return false;
  }

  std::optional<Found> settle([[maybe_unused]] const P& position, [[maybe_unused]] float alpha,
                              [[maybe_unused]] float beta, [[maybe_unused]] int ply) {
    if constexpr (Settles<Specialist, P>) {
      if (use_.specialist && specialist_.settles(position)) {
        const double value = specialist_.settle(position, shifted<P>(alpha, ply), shifted<P>(beta, ply), tick());
        return Found{.value = shifted<P>(static_cast<float>(value), -ply), .proven = true};
      }
    }
    return std::nullopt;
  }

  // The line of a win by forcing moves, empty if none was found.
  [[nodiscard]] std::vector<Move> forced_win([[maybe_unused]] const P& position) {
    if constexpr (ForcesWins<Specialist, P>) {
      if (use_.specialist && use_.quiescence && Specialist::leaf_effort > 0) {
        return specialist_.forced_win(position, Specialist::leaf_effort, tick());
      }
    }
    return {};
  }

  // ---- heuristic values ----

  // For the side to move.
  [[nodiscard]] float evaluate(const P& position) {
    const auto value = static_cast<float>(evaluate_for_black(position));
    return position.turn() == Color::black ? value : -value;
  }

  // A whole search of the last plies.
  std::optional<Found> search([[maybe_unused]] const P& position, [[maybe_unused]] int depth,
                              [[maybe_unused]] float alpha, [[maybe_unused]] float beta, [[maybe_unused]] int ply) {
    if constexpr (SearchesShallowly<Specialist, P>) {
      if (ply > 0 && is_trusted() && specialist_.searches(position, depth)) {
        const double value =
            specialist_.search(position, depth, shifted<P>(alpha, ply), shifted<P>(beta, ply), predicts(), tick());
        return Found{.value = shifted<P>(static_cast<float>(value), -ply)};
      }
    }
    return std::nullopt;
  }

  // ---- moves ----

  // Rates the moves without what the search remembers of them.
  void rate(const P& position, Choice<P>& choice, int depth) {
    if (rate_for_depth(position, choice, depth)) return;
    if (!use_.specialist) {
      NoSpecialist none;
      rate_moves(none, position, choice);
    } else if (!rate_otherwise(position, choice)) {
      rate_moves(specialist_, position, choice);
    }
  }

  // Such a move is not worth a search unless it is the only one.
  [[nodiscard]] bool is_pointless(float rating) const { return rating <= pointless && use_.specialist; }

  // Is it also certain that such a move cannot change the value?
  [[nodiscard]] bool is_certainly_pointless(float rating) const { return pointless_is_certain && is_pointless(rating); }

  [[nodiscard]] int extension([[maybe_unused]] const P& before, [[maybe_unused]] Move move,
                              [[maybe_unused]] const P& after) {
    if constexpr (Extends<Specialist, P>) {
      if (use_.extensions && use_.specialist) return specialist_.extension(before, move, after);
    }
    return 0;
  }

 private:
  [[nodiscard]] auto tick() {
    return [this] { budget_.spend_node(); };
  }

  [[nodiscard]] Value evaluate_for_black(const P& position) {
    if constexpr (Evaluates<Specialist, P>) {
      if (is_trusted()) return bounded(specialist_.evaluate(position));
    }
    if constexpr (EvaluatesOtherwise<Specialist, P>) {
      if (use_.specialist && evaluator_.is_only(Specialist::other_evaluation)) {
        return bounded(specialist_.evaluate_otherwise(position));
      }
    }
    return evaluator_(position);
  }

  // Far from the horizon a game may have a better rating.
  bool rate_for_depth([[maybe_unused]] const P& position, [[maybe_unused]] Choice<P>& choice,
                      [[maybe_unused]] int depth) {
    if constexpr (RatesForDepth<Specialist, P>) {
      if (depth >= Specialist::rates_from && is_trusted()) {
        specialist_.rate_for_depth(position, choice.moves, choice.ratings(), depth, tick());
        return true;
      }
    }
    return false;
  }

  // A game may have another rating for searches with another evaluation than its default.
  bool rate_otherwise([[maybe_unused]] const P& position, [[maybe_unused]] Choice<P>& choice) {
    if constexpr (EvaluatesOtherwise<Specialist, P>) {
      if (evaluator_.is_default()) return false;
      specialist_.rate_otherwise(position, choice.moves, choice.ratings());
      return true;
    }
    return false;
  }

  static constexpr bool pointless_is_certain = requires { Specialist::pointless_is_certain; };
  static constexpr float pointless = -99;  // a rating of -100, whatever the memory of the search adds to it

  const Evaluator<P>& evaluator_;
  Techniques use_;
  Budget& budget_;
  Specialist specialist_;
};

}  // namespace plyground
