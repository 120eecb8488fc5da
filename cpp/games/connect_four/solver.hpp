// Solves Connect Four: alpha-beta on two words, to the end of the game.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/game.hpp"
#include "games/connect_four/board.hpp"
#include "games/connect_four/solver_table.hpp"

namespace plyground::connect_four {

// A position in the solver: the discs of the side to move, and all discs.
struct Discs {
  Squares own = 0;
  Squares taken = 0;

  [[nodiscard]] Discs played(Squares square) const { return {taken ^ own, taken | square}; }
};

// A score is 0 for a draw, 1 for a win with the winner's last disc, 2 for a win with the disc before it, and so on;
// losses are negative. `Tick` is called once per node and may throw: the table stays valid.
template <class Board, class Tick>
class Solver {
 public:
  Solver(const Board& board, SolverTable& table, const Tick& tick) : board_(board), table_(table), tick_(tick) {}

  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

  // Fail-soft: a result of at most alpha is an upper bound, one of at least beta a lower bound, and anything between is
  // exact. The game must not be over.
  int score(const Discs& discs, int alpha, int beta) {
    const int empties = count_empties(discs);
    if ((landing(board_, discs.taken) & threats(board_, discs.own, discs.taken)) != 0) return most(empties);
    return search(discs, empties, alpha, beta);
  }

  // The exact score, by null windows: first who wins, then how soon.
  int exact_score(const Discs& discs) {
    int low = -most(count_empties(discs) - 1);
    int high = most(count_empties(discs));
    int ask = 0;
    while (low < high) {
      const int found = score(discs, ask, ask + 1);
      (found <= ask ? high : low) = found;
      ask = middle(low, high);
    }
    return low;
  }

  // Best moves to the end of the game from a position whose score is known.
  std::vector<Move> line(Discs discs, int score) {
    std::vector<Move> moves;
    while (count_empties(discs) > 0) {
      const int column = column_worth(discs, score);
      const Squares square = landing(board_, discs.taken) & column_of(board_, column);
      moves.push_back(static_cast<Move>(column));
      const Squares after = discs.own | square;
      if (has_line(board_, after)) break;
      discs = discs.played(square);
      score = -score;
    }
    return moves;
  }

 private:
  static constexpr int no_table_at = 6;  // with this few empty squares, a table lookup costs more than it saves

  struct Candidate {
    Squares square = 0;
    int rank = 0;
  };

  [[nodiscard]] int from_the_middle(int i) const { return board_.columns / 2 + (i % 2 == 0 ? i / 2 : -(i + 1) / 2); }
  [[nodiscard]] int count_empties(const Discs& discs) const {
    return count_squares(board_) - std::popcount(discs.taken);
  }
  // The score of a win with the next disc.
  static int most(int empties) { return (empties + 1) / 2; }

  // Halfway to zero first: wins and losses far from the end are the quickest to rule out.
  static int middle(int low, int high) {
    const int half = low + (high - low) / 2;
    if (half <= 0 && low / 2 < half) return low / 2;
    if (half >= 0 && high / 2 > half) return high / 2;
    return half;
  }

  // The side to move has no immediate win.
  int search(const Discs& discs, int empties, int alpha, int beta) {
    ++nodes_;
    tick_();
    const Squares next = safe_moves(discs);
    if (next == 0) return -most(empties - 1);
    if (empties <= 2) return 0;
    // Neither side wins with the next disc, which bounds the score.
    alpha = std::max(alpha, -most(empties - 3));
    beta = std::min(beta, most(empties - 2));
    if (alpha >= beta) return alpha;
    if (empties <= no_table_at) return best_of(discs, next, empties, alpha, beta);
    return remembered(discs, next, empties, alpha, beta);
  }

  int remembered(const Discs& discs, Squares next, int empties, int alpha, int beta) {
    const std::uint64_t place = place_of(discs);
    Bounds known = table_.find(place);
    if (known.lower >= beta || known.lower == known.upper) return known.lower;
    if (known.upper <= alpha) return known.upper;
    alpha = std::max(alpha, known.lower);
    beta = std::min(beta, known.upper);
    const std::uint64_t before = nodes_;
    const int best = best_of(discs, next, empties, alpha, beta);
    if (best > alpha) known.lower = std::max(known.lower, best);
    if (best < beta) known.upper = std::min(known.upper, best);
    table_.store(place, known, nodes_ - before);
    return best;
  }

  int best_of(const Discs& discs, Squares next, int empties, int alpha, int beta) {
    std::array<Candidate, max_columns> candidates;
    const std::size_t count = rank(discs, next, candidates);
    int best = -most(empties - 3);
    for (std::size_t at = 0; at < count && best < beta; ++at) {
      const int low = std::max(alpha, best);
      best = std::max(best, -search(discs.played(candidates[at].square), empties - 1, -beta, -low));
    }
    return best;
  }

  // The moves after which the other side has no immediate win; none if it cannot be stopped.
  [[nodiscard]] Squares safe_moves(const Discs& discs) const {
    const Squares possible = landing(board_, discs.taken);
    const Squares feared = threats(board_, discs.own ^ discs.taken, discs.taken);
    const Squares forced = possible & feared;
    if ((forced & (forced - 1)) != 0) return 0;
    return (forced != 0 ? forced : possible) & ~(feared >> 1);
  }

  // Sorts moves by the number of threats they make, then by distance from the middle.
  std::size_t rank(const Discs& discs, Squares next, std::array<Candidate, max_columns>& out) const {
    std::size_t count = 0;
    for (int i = 0; i < board_.columns; ++i) {
      const Squares square = next & column_of(board_, from_the_middle(i));
      if (square == 0) continue;
      const int rank = std::popcount(threats(board_, discs.own | square, discs.taken | square));
      std::size_t at = count++;
      for (; at > 0 && out[at - 1].rank < rank; --at) out[at] = out[at - 1];
      out[at] = {square, rank};
    }
    return count;
  }

  // A position and its mirror image share an entry.
  [[nodiscard]] std::uint64_t place_of(const Discs& discs) const {
    const Squares key = discs.own + discs.taken + board_.feet;
    return SolverTable::scrambled(std::min(key, mirrored(key)));
  }
  [[nodiscard]] Squares mirrored(Squares key) const {
    const int width = stride(board_);
    const Squares column = (1ULL << width) - 1;
    Squares found = 0;
    for (int at = 0; at < board_.columns; ++at) {
      found |= (key >> (at * width) & column) << ((board_.columns - 1 - at) * width);
    }
    return found;
  }

  // The first move, middle columns first, that reaches a score.
  int column_worth(const Discs& discs, int score) {
    int last = 0;
    for (int i = 0; i < board_.columns; ++i) {
      const int column = from_the_middle(i);
      const Squares square = landing(board_, discs.taken) & column_of(board_, column);
      if (square == 0) continue;
      last = column;
      if (reaches(discs, square, score)) break;
    }
    return last;
  }

  bool reaches(const Discs& discs, Squares square, int score) {
    const int empties = count_empties(discs);
    if (has_line(board_, discs.own | square)) return true;
    if (empties == 1) return score <= 0;
    return -this->score(discs.played(square), -score, -score + 1) >= score;
  }

  const Board& board_;
  SolverTable& table_;
  const Tick& tick_;
  std::uint64_t nodes_ = 0;
};

}  // namespace plyground::connect_four
