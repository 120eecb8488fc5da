// A playable proof: one side's move for every position that it can be brought to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/game.hpp"
#include "core/random.hpp"
#include "search/proof/map.hpp"

namespace plyground {

// The positions since the start of a proof, as far as repetition rules need them: which ones and how often, but not in
// what order. Only the last one keeps its place, for the simple ko. The positions before the start are the same for all
// lines and are left out.
struct Trail {
  std::uint64_t sum = 0;
  std::uint64_t last = 0;
  std::uint32_t length = 0;

  // The trail after a move from a position with this repetition key.
  [[nodiscard]] Trail after(std::uint64_t repetition_key) const {
    return {.sum = sum + mix(repetition_key + golden_step), .last = repetition_key, .length = length + 1};
  }
};

// The key of a position together with its trail: equal only if the rules see no difference.
template <Game P>
std::uint64_t key_with_trail(const P& position, const Trail& trail) {
  std::uint64_t past = trail.sum + trail.length;
  if (position.repetition() == Repetition::simple_ko) past += mix(trail.last ^ golden_step);
  return position.key() ^ mix(past ^ golden_step);
}

// One side's moves. Most depend on the position alone. If the past matters, a move is stored under the key with the
// trail, which is looked up first.
class Strategy {
 public:
  Strategy(Color owner, std::size_t most_bytes) : owner_(owner), moves_(most_bytes) {}

  template <Game P>
  [[nodiscard]] std::optional<Move> reply(const P& position, const Trail& trail) const {
    if (asks_trail_) {
      if (const auto move = moves_.find(key_with_trail(position, trail))) return move;
    }
    return moves_.find(position.key());
  }

  void put(std::uint64_t key, Move move, bool with_trail) {
    moves_.put(key, move);
    asks_trail_ = asks_trail_ || with_trail;
  }

  [[nodiscard]] Color owner() const { return owner_; }
  [[nodiscard]] bool asks_trail() const { return asks_trail_; }  // whether any move depends on the past
  [[nodiscard]] std::size_t size() const { return moves_.size(); }

 private:
  Color owner_;
  bool asks_trail_ = false;
  KeyMap moves_;
};

}  // namespace plyground
