// The move order of an exact search: the sooner the best move is tried, the less is left to search.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "games/othello/endgame_last.hpp"
#include "games/othello/endgame_table.hpp"
#include "games/othello/kernel.hpp"
#include "games/othello/stability.hpp"

namespace plyground::othello::endgame {

inline constexpr std::array<Squares, 3> corners_by_size{0x09000009ULL, 0x0000210000000021ULL, 0x8100000000000081ULL};

// An estimate for the side to move on a board without learned weights: many moves, open squares and corners are good.
inline int estimate(const Board& board, Squares corners) {
  const Squares own_moves = mobility(board.own, board.enemy) & board.empties;
  const Squares enemy_moves = mobility(board.enemy, board.own) & board.empties;
  const Squares own_open = neighbours(board.enemy) & board.empties;
  const Squares enemy_open = neighbours(board.own) & board.empties;
  const auto lead = [](Squares own, Squares enemy) { return std::popcount(own) - std::popcount(enemy); };
  return 80 * lead(own_moves, enemy_moves) + 40 * lead(own_open, enemy_open) +
         120 * lead(own_moves & corners, enemy_moves & corners) +
         400 * lead(board.own & corners, board.enemy & corners);
}

struct Candidate {
  Board after;  // the other side is to move
  int square;
  int rank;  // larger is sooner
};

class Candidates {
 public:
  Candidates() {}  // NOLINT(modernize-use-equals-default): the array is left as it is, on purpose

  // All moves; false if one of them captures every enemy disc and so wins at once.
  bool fill(const Board& board, Squares moves, const Quarters& quarters) {
    for (; moves != 0; moves &= moves - 1) {
      const int square = first_of(moves);
      const Squares flipped = flips(square, board.own, board.enemy);
      if (flipped == board.enemy) return false;
      list_[size_++] = {board.played(square, flipped, quarters), square, 0};
    }
    return true;
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  Candidate* begin() { return list_.data(); }
  Candidate* end() { return list_.data() + size_; }

  // Moves the best of those from `at` on to that index.
  const Candidate& pick(std::size_t at) {
    std::size_t best = at;
    for (std::size_t i = at + 1; i < size_; ++i) {
      if (list_[i].rank > list_[best].rank) best = i;
    }
    if (best != at) std::swap(list_[at], list_[best]);
    return list_[at];
  }

 private:
  std::size_t size_ = 0;
  std::array<Candidate, 60> list_;
};

}  // namespace plyground::othello::endgame
