// Specialists: what a game may offer the searches beyond its rules. The searches query it and never include a game; a
// game without a specialist is searched all the same.
//
// A game declares its specialist in its own namespace:
//
//     Specialist specialist_of(const Position*);        // never defined: only its type is used
//
// Every thread of a search owns a specialist, made by the default constructor, so it may keep state without locks. It
// has any of the members below; each is optional and has its own concept. Values are those of search/value.hpp, but
// always from the point of view of the side to move.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/random.hpp"

namespace plyground {

struct NoSpecialist {};

namespace detail {
template <class P>
auto specialist_type() {
  if constexpr (requires { specialist_of(static_cast<const P*>(nullptr)); }) {
    return std::optional<decltype(specialist_of(static_cast<const P*>(nullptr)))>();
  } else {
    return std::optional<NoSpecialist>();
  }
}
}  // namespace detail

template <class P>
using SpecialistOf = typename decltype(detail::specialist_type<P>())::value_type;

// Called by a specialist once per node of its own search; throws when the search has to end.
struct AnyTick {
  void operator()() const {}
};

// Which search suits the game; alpha-beta if the game does not say.
enum class Favourite : std::uint8_t { alphabeta, monte_carlo };
template <class S, class P>
concept HasFavourite = requires(const P position) {
  { S::favourite(position) } -> std::same_as<Favourite>;
};

// The game's default evaluation for Black, computed faster than by its rows: exactly the same number.
template <class S, class P>
concept Evaluates = requires(S specialist, const P position) {
  { specialist.evaluate(position) } -> std::same_as<double>;
};

// Another evaluation, a heuristic of the game, by quicker means; and the order of moves for searches that do not use
// the default. A level that names its evaluation keeps playing as it does while the default learns.
template <class S, class P>
concept EvaluatesOtherwise =
    requires(S specialist, const P position, const typename P::MoveList& moves, std::span<float> ratings) {
      { S::other_evaluation(position) } -> std::same_as<double>;
      { specialist.evaluate_otherwise(position) } -> std::same_as<double>;
      specialist.rate_otherwise(position, moves, ratings);
    };

// Whole searches of a few plies with the game's default evaluation, by quicker means than the search's own and with the
// same values, fail-soft: where `searches` says so. A selective search may cut as its predictions (below) allow. The
// tick is called once a node.
template <class S, class P>
concept SearchesShallowly = requires(S specialist, const P position, double alpha, double beta, const AnyTick& tick) {
  { specialist.searches(position, 1) } -> std::same_as<bool>;  // to this depth
  { specialist.search(position, 1, alpha, beta, true, tick) } -> std::same_as<double>;
};

// What a search of so many plies foretells about a deeper one, with the default evaluation: it is hardly ever off by
// more than this. Fitted, and the basis of cuts (Buro's ProbCut).
struct Prediction {
  int depth = 0;
  float error = 0;
};
template <class S, class P>
concept PredictsSearches = requires(const P position) {
  { S::predictions(position, 5) } -> std::convertible_to<std::span<const Prediction>>;  // of a search this deep
};

// A better order for a node from which so many plies will be searched: worth more time than the one below.
template <class S, class P>
concept RatesForDepth = requires(S specialist, const P position, const typename P::MoveList& moves,
                                 std::span<float> ratings, const AnyTick& tick) {
  { S::rates_from } -> std::convertible_to<int>;  // this depth
  specialist.rate_for_depth(position, moves, ratings, 5, tick);
};

// Rates moves for alpha-beta: a number for every move of the list, and larger ones are searched sooner. Alpha-beta adds
// its killers and history, which it keeps below 1, so whole numbers rank above them. A rating of -100 leaves a move
// out, unless all others are as bad. The result is then not proven.
template <class S, class P>
concept RatesMoves = requires(S specialist, const P position, const typename P::MoveList& moves,
                              std::span<float> ratings) { specialist.rate(position, moves, ratings); };

// How far alpha-beta prunes, for a game whose evaluation is reliable enough. In units of the evaluation and plies.
// `is_alarmed`: the other side threatens to win with its next moves, so the evaluation means little.
struct Pruning {
  float futility = 0;    // a node this much a ply above the window is good enough
  int futile_depth = 0;  // the deepest node to which futility applies
  float razor = 0;       // a node this much a ply, and half more, below it is only searched for forced wins
  int razor_depth = 0;
  float count_base = 0;    // moves to try, half of them if the node does not improve, plus
  float count_power = 0;   // the depth to this power
  float reduction = 2.2F;  // the smaller, the less deeply late moves are searched
};
template <class S, class P>
concept Prunes = requires(S specialist, const P position) {
  { S::pruning } -> std::convertible_to<Pruning>;
  { specialist.is_alarmed(position) } -> std::same_as<bool>;
};

// Moves to search beyond the depth until the position is quiet. They are a subset of the legal moves; an empty list
// means quiet. `must_move` means that passing is no choice here (in check, for example): the list is complete and the
// value of doing nothing does not count.
template <class S, class P>
concept HasNoisyMoves = requires(S specialist, const P position, typename P::MoveList& out) {
  { specialist.noisy(position, out) } -> std::same_as<bool>;  // must_move
};

// The number of plies by which to extend a move, asked after it was played. Use it only for forced replies.
template <class S, class P>
concept Extends = requires(S specialist, const P before, Move move, const P after) {
  { specialist.extension(before, move, after) } -> std::same_as<int>;
};

// A win for the side to move, found by looking at forcing moves only. The line runs against the longest or the most
// natural defence, so that its length bounds the distance. The line is empty if none was found within `nodes`.
template <class S, class P>
concept ForcesWins = requires(S specialist, const P position, std::uint64_t nodes, const AnyTick& tick) {
  { specialist.forced_win(position, nodes, tick) } -> std::same_as<std::vector<Move>>;
  { S::leaf_effort } -> std::convertible_to<std::uint64_t>;  // nodes worth spending at each leaf; 0: none
  { S::root_effort } -> std::convertible_to<std::uint64_t>;  // before everything else, once
  // and optionally `wins_hold_for_any_past`: ko and repetition cannot spoil its wins. Otherwise a search replays them.
};

// Certain that a side can no longer win from here, regardless of the turn and of the other side's past: the other side
// can hold at least a draw. "No" means nothing. It is called at every node, so it must be quick.
template <class S, class P>
concept KnowsHopeless = requires(S specialist, const P position, Color side) {
  { specialist.cannot_win(position, side) } -> std::same_as<bool>;
};

// A proof has more time than a search, so here a specialist may look for more reasons.
template <class S, class P>
concept KnowsHopelessForProofs = KnowsHopeless<S, P> && requires(S specialist, const P position, Color side) {
  { specialist.cannot_win_for_proof(position, side) } -> std::same_as<bool>;
};

// Certain that the side to move can win with its next move. For games without a margin. It is called at every node
// except the first, so it must be quick.
template <class S, class P>
concept SeesWins = requires(S specialist, const P position) {
  { specialist.wins_at_once(position) } -> std::same_as<bool>;
};

// Exact values near the end, fail-soft, inside the tree wherever `settles` is true. In games without a margin, a win
// counts by its distance from this position.
template <class S, class P>
concept Settles = requires(S specialist, const P position, double alpha, double beta, const AnyTick& tick) {
  { specialist.settles(position) } -> std::same_as<bool>;
  { specialist.settle(position, alpha, beta, tick) } -> std::same_as<double>;
};

// A proof has more time than a search, so here a specialist may settle more.
template <class S, class P>
concept SettlesForProofs = Settles<S, P> && requires(S specialist, const P position) {
  { specialist.settles_for_proof(position) } -> std::same_as<bool>;
};

// The exact value and a best line of a whole ending. It runs at the root, with the remaining time, once the ordinary
// search has found a move. `hint` is that move.
struct Solved {
  double value = 0;
  std::vector<Move> line;
};
template <class S, class P>
concept SolvesEndings = requires(S specialist, const P position, Move hint, const AnyTick& tick) {
  { specialist.may_solve(position) } -> std::same_as<bool>;
  { specialist.solving_effort(position) } -> std::same_as<double>;  // in nodes of the ordinary search, estimated
  { specialist.nodes() } -> std::same_as<std::uint64_t>;            // that the last solve took
  { specialist.solve(position, hint, tick) } -> std::same_as<Solved>;
};

// Plays a position to the end by the game's own policy. Returns Black's share of the point, 0 to 1. `trail` receives
// the moves for RAVE in playing order, starting with the side to move.
template <class S, class P>
concept PlaysOut = requires(S specialist, const P position, Random& random, std::vector<Move>& trail) {
  { specialist.playout(position, random, trail) } -> std::same_as<float>;
};

// Prior knowledge of a move, as if it had been tried `visits` times and won `wins` of them.
struct Prior {
  float wins = 0;
  float visits = 0;
};
template <class S, class P>
concept HasPriors = requires(S specialist, const P position, const typename P::MoveList& moves,
                             std::span<Prior> priors) { specialist.priors(position, moves, priors); };

// What the Monte Carlo search found about a first move.
struct RootMove {
  Move move = 0;
  float wins = 0;  // of the side to move
  float visits = 0;
};
// The final choice of the move to play, best first: for a game in which the most visited move is not always the
// sensible one.
template <class S, class P>
concept HasLastWord = requires(S specialist, const P position, std::span<const RootMove> moves) {
  { specialist.last_word(position, moves) } -> std::same_as<std::optional<Move>>;
};

// The future owner of each point of the board, from 1 for Black to -1 for White, and the stones that are as good as
// captured.
struct Ownership {
  std::vector<std::pair<std::string, double>> points;
  std::vector<std::string> dead;
};
// For a game that counts surrounded territory. Calls the tick once per playout.
template <class S, class P>
concept TellsOwners = requires(S specialist, const P position) {
  { specialist.ownership(position, 1, std::uint64_t{1}, AnyTick{}) } -> std::same_as<Ownership>;
};

}  // namespace plyground
