// The replies that win at once. If every move loses to one, all moves have the same value for a search, but not for
// people: the move that leaves the fewest winning replies at least blocks what it can.
#pragma once

#include <cstddef>

#include "core/game.hpp"
#include "core/timeline.hpp"

namespace plyground {

struct WinningReplies {
  std::size_t count = 0;
  Move last = 0;  // one of them
};

// The other side's winning replies after this move.
template <Game P>
WinningReplies winning_replies(Timeline<P> timeline, Move move) {
  timeline.play(move);
  const P before = timeline.position();
  typename P::MoveList replies;
  timeline.legal_moves(replies);
  WinningReplies found;
  for (const Move reply : replies) {
    timeline.play(reply);
    const auto result = timeline.result();
    if (result && result->winner == before.turn()) found = {.count = found.count + 1, .last = reply};
    timeline.take_back(before);
  }
  return found;
}

}  // namespace plyground
