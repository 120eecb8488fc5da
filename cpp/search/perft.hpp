// Counts move sequences: the classic test of a game's rules, and the classic measure of their speed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/game.hpp"
#include "core/timeline.hpp"

namespace plyground {

// Calls `poll` after every interval of work; poll throws to stop it.
template <class Poll>
class Ticker {
 public:
  explicit Ticker(Poll poll) : poll_(std::move(poll)) {}
  void operator()(std::size_t work) {
    done_ += work;
    if (done_ < interval) return;
    done_ = 0;
    poll_();
  }

 private:
  static constexpr std::size_t interval = 1 << 14;
  std::size_t done_ = 0;
  Poll poll_;
};

// The number of move sequences of exactly `depth` plies. Draws by repetition are ignored, superko is respected. With
// `passes` off, sequences with a pass are left out. A game that ended earlier counts 0, or 1 by that game's convention.
template <Game P, class Tick>
std::uint64_t perft(Timeline<P>& timeline, int depth, bool passes, Tick& tick) {
  if (depth == 0) return 1;
  if constexpr (CountsMoves<P>) {
    if (depth == 1 && passes) {
      const std::uint64_t count = timeline.position().count_moves();
      return count == 0 && P::finished_counts ? 1 : count;
    }
  }
  typename P::MoveList moves;
  timeline.legal_moves(moves);
  if (moves.empty()) return P::finished_counts ? 1 : 0;
  if (!passes) moves.remove_if([&](Move move) { return timeline.position().is_pass(move); });
  if (depth == 1) return moves.size();
  tick(moves.size());
  const P before = timeline.position();
  std::uint64_t leaves = 0;
  for (const Move move : moves) {
    timeline.play(move);
    leaves += perft(timeline, depth - 1, passes, tick);
    timeline.take_back(before);
  }
  return leaves;
}

}  // namespace plyground
