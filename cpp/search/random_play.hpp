// Uniformly random games, for statistics, speed measurements and tests.
#pragma once

#include <cstdint>
#include <optional>

#include "core/game.hpp"
#include "core/random.hpp"
#include "core/timeline.hpp"

namespace plyground {

// A game with many moves can draw quickly from a superset of the legal ones. Illegal draws are repeated, which keeps
// the choice uniform and saves making the list.
template <class P>
concept Samples = requires(const P position, Random& random, Move move) {
  { position.sample(random) } -> std::same_as<Move>;  // the game is not over
  { position.legal(move) } -> std::same_as<bool>;     // except for repetition
};

template <Game P>
std::optional<Move> random_move(const Timeline<P>& timeline, Random& random) {
  if constexpr (Samples<P>) {
    constexpr int tries = 64;
    for (int i = 0; i < tries; ++i) {
      const Move move = timeline.position().sample(random);
      if (timeline.position().legal(move) && timeline.ko_allows(move)) return move;
    }
  }
  typename P::MoveList moves;
  timeline.legal_moves(moves);
  if (moves.empty()) return std::nullopt;
  return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
}

// Plays to the end, or to `max_plies`; `visit` sees every move before it is played. The result is empty if the limit
// came first.
template <Game P, class Visit>
std::optional<Result> play_randomly(Timeline<P>& timeline, Random& random, std::uint64_t max_plies, Visit visit) {
  for (std::uint64_t ply = 0; ply < max_plies; ++ply) {
    if (auto result = timeline.position().result()) return result;
    if (timeline.drawn_by_repetition()) return draw(Ending::repetition);
    const auto move = random_move(timeline, random);
    if (!move) return timeline.position().stuck();
    visit(*move);
    timeline.play(*move);
  }
  return timeline.result();
}

struct RandomGames {
  std::uint64_t games = 0;
  std::uint64_t black_wins = 0;
  std::uint64_t white_wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t unfinished = 0;  // stopped by the limit on plies
  std::uint64_t plies = 0;

  void add(const std::optional<Result>& result) {
    ++games;
    if (!result) {
      ++unfinished;
    } else if (!result->winner) {
      ++draws;
    } else {
      ++(*result->winner == Color::black ? black_wins : white_wins);
    }
  }
};

template <Game P, class Poll>
RandomGames random_games(const Timeline<P>& start, std::uint64_t games, std::uint64_t seed, std::uint64_t max_plies,
                         const Poll& poll) {
  RandomGames total;
  for (std::uint64_t game = 0; game < games; ++game) {
    Timeline<P> timeline = start;
    Random random(seed, game);
    total.add(play_randomly(timeline, random, max_plies, [&total](Move) { ++total.plies; }));
    poll();
  }
  return total;
}

}  // namespace plyground
