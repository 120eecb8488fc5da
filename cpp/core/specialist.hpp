// The specialists' door: what a game may offer the searches beyond its rules. The searches ask for it and never include
// a game; a game that offers nothing is searched all the same.
//
// A game opens the door by declaring, in its own namespace,
//
//     Specialist specialist_of(const Position*);        // never defined: only its type is asked for
//
// Every thread of a search owns a specialist, made by the default constructor, so it may remember what it likes without
// locks. It has any of the members below; each is optional and has a concept of its own. Values are those of
// search/value.hpp, but always from the side to move, since a specialist works for whoever is to move.
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

// Called by a specialist once a node of its own; throws when the search has to end.
struct AnyTick {
  void operator()() const {}
};

// Which search suits the game; without an answer it is alpha-beta.
enum class Favourite : std::uint8_t { alphabeta, monte_carlo };
template <class S, class P>
concept HasFavourite = requires(const P position) {
  { S::favourite(position) } -> std::same_as<Favourite>;
};

// The game's default evaluation, from black's side, by quicker means than its rows: exactly the same number.
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

// A promising order: a number for every move of the list, larger is sooner. Alpha-beta mixes it with its own memory of
// killers and history, which it keeps below 1; whole numbers rank above that memory. A rating of -100 leaves a move
// out, unless all others are as bad: nothing is called proven after that.
template <class S, class P>
concept RatesMoves = requires(S specialist, const P position, const typename P::MoveList& moves,
                              std::span<float> ratings) { specialist.rate(position, moves, ratings); };

// How boldly alpha-beta leaves out what looks settled, for a game whose evaluation is worth trusting that far. In units
// of the evaluation and plies. `is_alarmed`: the other side threatens to win with its next moves, so that the evaluation
// says little.
struct Pruning {
  float futility = 0;      // a ply: so much above the window, the node is good enough
  int futile_depth = 0;    // the deepest node of which that is believed
  float razor = 0;         // a ply, and half of it in any case: so much below it, only forced wins are looked for
  int razor_depth = 0;
  float count_base = 0;    // at a node that does not get better, half of so many moves are tried, and
  float count_power = 0;   // depth to this power more
  float reduction = 2.2F;  // the smaller, the less deeply late moves are searched
};
template <class S, class P>
concept Prunes = requires(S specialist, const P position) {
  { S::pruning } -> std::convertible_to<Pruning>;
  { specialist.is_alarmed(position) } -> std::same_as<bool>;
};

// The moves that can't wait: they are searched beyond the depth until the position is quiet. A subset of the legal
// moves; none means quiet. `must_move` says that standing still is no choice here (a check, say), so that the list is
// complete and the value of doing nothing does not count.
template <class S, class P>
concept HasNoisyMoves = requires(S specialist, const P position, typename P::MoveList& out) {
  { specialist.noisy(position, out) } -> std::same_as<bool>;  // must_move
};

// Plies by which a move deserves to be searched deeper, asked after it was played. Keep it to forced replies.
template <class S, class P>
concept Extends = requires(S specialist, const P before, Move move, const P after) {
  { specialist.extension(before, move, after) } -> std::same_as<int>;
};

// A win for the side to move that was found by looking at forcing moves only: the line against the longest or the most
// natural defence, so that its length bounds the distance. An empty line: none was found within `nodes`.
template <class S, class P>
concept ForcesWins = requires(S specialist, const P position, std::uint64_t nodes, const AnyTick& tick) {
  { specialist.forced_win(position, nodes, tick) } -> std::same_as<std::vector<Move>>;
  { S::leaf_effort } -> std::convertible_to<std::uint64_t>;  // nodes worth spending at each leaf; 0: none
  { S::root_effort } -> std::convertible_to<std::uint64_t>;  // before everything else, once
  // and perhaps `wins_hold_for_any_past`: ko and repetition can't spoil its wins. Otherwise a search replays them.
};

// Sure that a side can't win any more from here, whoever is to move and whatever the other side's past: the other side
// has a way to hold at least a draw. "No" means nothing. It is asked at every node, so it must be quick.
template <class S, class P>
concept KnowsHopeless = requires(S specialist, const P position, Color side) {
  { specialist.cannot_win(position, side) } -> std::same_as<bool>;
};

// Sure that the side to move can end the game with its next move and win. For games without a margin. It is asked at
// every node but the first, so it must be quick.
template <class S, class P>
concept SeesWins = requires(S specialist, const P position) {
  { specialist.wins_at_once(position) } -> std::same_as<bool>;
};

// Exact values near the end, fail-soft: inside the tree where `settles` says so. Where games have no margin, a win
// counts by its distance from this position.
template <class S, class P>
concept Settles = requires(S specialist, const P position, double alpha, double beta, const AnyTick& tick) {
  { specialist.settles(position) } -> std::same_as<bool>;
  { specialist.settle(position, alpha, beta, tick) } -> std::same_as<double>;
};

// A proof has more patience than a search: here a specialist may settle more for it.
template <class S, class P>
concept SettlesForProofs = Settles<S, P> && requires(S specialist, const P position) {
  { specialist.settles_for_proof(position) } -> std::same_as<bool>;
};

// The exact value and a best line of a whole ending: tried at the root, with what is left of the time, once the
// ordinary search has a move in hand. `hint` is that move.
struct Solved {
  double value = 0;
  std::vector<Move> line;
};
template <class S, class P>
concept SolvesEndings = requires(S specialist, const P position, Move hint, const AnyTick& tick) {
  { specialist.may_solve(position) } -> std::same_as<bool>;
  { specialist.solving_effort(position) } -> std::same_as<double>;  // in nodes of the ordinary search, at a guess
  { specialist.nodes() } -> std::same_as<std::uint64_t>;            // that the last solve took
  { specialist.solve(position, hint, tick) } -> std::same_as<Solved>;
};

// Plays a position to the end by the game's own policy. Returns black's share of the point, 0 to 1; `trail` gets the
// moves, for RAVE, in the order they were played, starting with the side to move.
template <class S, class P>
concept PlaysOut = requires(S specialist, const P position, Random& random, std::vector<Move>& trail) {
  { specialist.playout(position, random, trail) } -> std::same_as<float>;
};

// What is known of a move before it was tried: as if it had been tried `visits` times and won `wins` of them.
struct Prior {
  float wins = 0;
  float visits = 0;
};
template <class S, class P>
concept HasPriors = requires(S specialist, const P position, const typename P::MoveList& moves,
                             std::span<Prior> priors) { specialist.priors(position, moves, priors); };

// What Monte Carlo found about a first move.
struct RootMove {
  Move move = 0;
  float wins = 0;  // of the side to move
  float visits = 0;
};
// The last word on what to play, best first: for a game in which the most visited move is not always the sensible one.
template <class S, class P>
concept HasLastWord = requires(S specialist, const P position, std::span<const RootMove> moves) {
  { specialist.last_word(position, moves) } -> std::same_as<std::optional<Move>>;
};

// Who will own each point of the board, from 1 for black to -1 for white, and the stones that are as good as taken.
struct Ownership {
  std::vector<std::pair<std::string, double>> points;
  std::vector<std::string> dead;
};
// For a game that counts what is surrounded. Calls the tick once a playout.
template <class S, class P>
concept TellsOwners = requires(S specialist, const P position) {
  { specialist.ownership(position, 1, std::uint64_t{1}, AnyTick{}) } -> std::same_as<Ownership>;
};

}  // namespace plyground
