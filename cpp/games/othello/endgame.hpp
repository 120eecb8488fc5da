// Solves endings of Othello: principal variation search on two words, to the end of the game.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/game.hpp"
#include "games/othello/endgame_last.hpp"
#include "games/othello/endgame_order.hpp"
#include "games/othello/endgame_table.hpp"
#include "games/othello/kernel.hpp"
#include "games/othello/midgame.hpp"
#include "games/othello/rules.hpp"
#include "games/othello/stability.hpp"

namespace plyground::othello::endgame {

inline constexpr std::array<Quarters, 3> quarters_by_size{Quarters(4), Quarters(6), Quarters(8)};

// `Tick` is called once per node with more than a few empty squares and may throw: the table stays valid.
template <class Tick>
class Search {
 public:
  Search(Table& table, int size, const Tick& tick)
      : table_(table),
        tick_(tick),
        quarters_(quarters_by_size[static_cast<std::size_t>(size / 2 - 2)]),
        corners_(corners_by_size[static_cast<std::size_t>(size / 2 - 2)]),
        squares_(size * size),
        last_(quarters_, squares_) {}

  [[nodiscard]] std::uint64_t nodes() const { return nodes_ + last_.nodes(); }
  [[nodiscard]] Board board(Squares own, Squares enemy, Squares empties) const {
    return {own, enemy, empties, quarters_.odd(empties)};
  }

  // Fail-soft: a result of at most alpha is an upper bound, one of at least beta a lower bound, and anything between is
  // exact.
  int score(const Board& board, int alpha, int beta) {
    const int empties = std::popcount(board.empties);
    if (empties > no_table_at) return deep(board, alpha, beta, empties);
    if (empties > 4) return middling(board, alpha, beta, empties);
    switch (empties) {
      case 4:
        return last_.score<4>(board, alpha, beta);
      case 3:
        return last_.score<3>(board, alpha, beta);
      case 2:
        return last_.score<2>(board, alpha, beta);
      case 1:
        return last_.score<1>(board, alpha, beta);
      default:
        return board.finished();
    }
  }

  // The exact score. A search that cuts by predictions goes before the exact one of long endings: it finds the best
  // moves and a narrow window.
  int solve(const Board& board) {
    const int empties = std::popcount(board.empties);
    if (empties < guessed_from || corners_ != corners_by_size[2]) return score(board, -squares_ - 1, squares_ + 1);
    guesses_.reserve(megabytes_to_guess);
    int expected = std::clamp(opinion(board, 6) / 100, -squares_, squares_) & ~1;
    expected = narrow(expected, 6, [&](int alpha, int beta) { return guess_score(board, alpha, beta, empties); });
    return narrow(expected, squares_, [&](int alpha, int beta) { return score(board, alpha, beta); });
  }

  // A move to try first at this position.
  void prefer(const Board& board, Move move) {
    if (std::popcount(board.empties) <= no_table_at) return;
    table_.store(board.own, board.enemy, std::popcount(board.empties),
                 {.lower = lowest(), .upper = highest(), .move = static_cast<std::uint8_t>(move)});
  }

  // Best moves to the end of the game from a position whose score is known.
  std::vector<Move> line(Board board, int score) {
    std::vector<Move> moves;
    for (;;) {
      const Squares squares = mobility(board.own, board.enemy) & board.empties;
      if (squares == 0) {
        if ((mobility(board.enemy, board.own) & board.empties) == 0) return moves;
        moves.push_back(pass);
        board = board.passed();
        score = -score;
        continue;
      }
      const int square = square_worth(board, squares, score);
      moves.push_back(static_cast<Move>(square));
      board = board.played(square, flips(square, board.own, board.enemy), quarters_);
      score = -score;
    }
  }

 private:
  // With this few empty squares it costs more than it saves ...
  static constexpr int unsorted_at = 6;      // to sort the moves,
  static constexpr int no_table_at = 8;      // to use the table,
  static constexpr int unasked_at = 10;      // to look up every reply in it,
  static constexpr int estimate_above = 13;  // to evaluate each move.

  static constexpr int guessed_from = 18;   // empty squares: endings with fewer are solved at once
  static constexpr int guessed_above = 11;  // the search by predictions is exact from here on
  static constexpr std::size_t megabytes_to_guess = 32;

  // The standard deviation, in discs, of the difference between a shallow search and the exact score, and how many of
  // them make a cut: measured in docs/explanation/othello.md.
  static constexpr int guessed_depth(int empties) { return (empties - 8) / 2; }
  static constexpr double guessed_error(int empties) { return 3 + 0.1 * (empties - guessed_depth(empties)); }
  static constexpr double deviations_to_cut = 2;

  // Searches with a window around one score at a time, from the expected one on. Scores are even.
  template <class Score>
  int narrow(int expected, int most_tries, const Score& score) {
    for (int tries = 0; tries < most_tries; ++tries) {
      const int found = score(expected - 1, expected + 1);
      if (found == expected) break;
      expected = (found > expected ? found + 1 : found) & ~1;
    }
    return expected;
  }

  // As `deep`, but it cuts where a shallow search predicts a score far outside the window.
  int guess_score(const Board& board, int alpha, int beta, int empties) {
    if (empties <= guessed_above) return deep(board, alpha, beta, empties);
    ++nodes_;
    tick_();
    Bounds known;
    if (const Bounds* found = guesses_.find(board.own, board.enemy)) {
      known = *found;
      if (known.lower >= beta) return known.lower;
      if (known.upper <= alpha) return known.upper;
    }
    const Squares moves = mobility(board.own, board.enemy) & board.empties;
    if (moves == 0) {
      if ((mobility(board.enemy, board.own) & board.empties) == 0) return board.finished();
      return -guess_score(board.passed(), -beta, -alpha, empties);
    }
    if (const auto cut = cut_by_prediction(board, alpha, beta, empties)) return *cut;
    Candidates candidates;
    if (!candidates.fill(board, moves, quarters_)) return squares_;
    rank(board, candidates, known, empties);
    int best = no_score;
    int best_square = no_square;
    for (std::size_t at = 0; at < candidates.size() && best < beta; ++at) {
      const Candidate& candidate = candidates.pick(at);
      const int value = -guess_score(candidate.after, -beta, -std::max(alpha, best), empties - 1);
      if (value > best) {
        best = value;
        best_square = candidate.square;
      }
    }
    keep(guesses_, board, empties, {alpha, beta}, best, best_square);
    return best;
  }

  std::optional<int> cut_by_prediction(const Board& board, int alpha, int beta, int empties) {
    const double error = deviations_to_cut * guessed_error(empties);
    const int high = static_cast<int>((beta + error) * patterns::unit);
    const int low = static_cast<int>((alpha - error) * patterns::unit);
    const auto count = [this] { ++nodes_; };
    midgame::Search search(true, count);
    const int value = search.value(board.own, board.enemy, guessed_depth(empties), low, high);
    if (value >= high) return beta;
    if (value <= low) return alpha;
    return std::nullopt;
  }

  struct Window {
    int alpha, beta;
  };

  void keep(Table& table, const Board& board, int empties, Window window, int best, int square) const {
    table.store(board.own, board.enemy, empties,
                {.lower = best > window.alpha ? static_cast<std::int8_t>(best) : lowest(),
                 .upper = best < window.beta ? static_cast<std::int8_t>(best) : highest(),
                 .move = static_cast<std::uint8_t>(square)});
  }

  // 5 empty squares or a few more: moves in odd quarters first.
  int shallow(const Board& board, int alpha, int beta, int empties) {
    ++nodes_;
    const Squares moves = mobility(board.own, board.enemy) & board.empties;
    if (moves == 0) {
      if ((mobility(board.enemy, board.own) & board.empties) == 0) return board.finished();
      return -shallow(board.passed(), -beta, -alpha, empties);
    }
    int best = no_score;
    const Squares odd = moves & quarters_.squares(board.odd);
    const Squares even = moves ^ odd;
    for (const Squares group : {odd & corners_, even & corners_, odd & ~corners_, even & ~corners_}) {
      for (Squares left = group; left != 0; left &= left - 1) {
        const int square = first_of(left);
        const Board after = board.played(square, flips(square, board.own, board.enemy), quarters_);
        const int value =
            empties == 5 ? -last_.template score<4>(after, -beta, -alpha) : -shallow(after, -beta, -alpha, empties - 1);
        if (value > best) {
          best = value;
          if (best >= beta) return best;
          if (best > alpha) alpha = best;
        }
      }
    }
    return best;
  }

  // A few more empty squares: moves that leave few replies first, but still no table.
  int middling(const Board& board, int alpha, int beta, int empties) {
    if (empties <= unsorted_at) return shallow(board, alpha, beta, empties);
    ++nodes_;
    tick_();
    const Squares moves = mobility(board.own, board.enemy) & board.empties;
    if (moves == 0) {
      if ((mobility(board.enemy, board.own) & board.empties) == 0) return board.finished();
      return -middling(board.passed(), -beta, -alpha, empties);
    }
    Candidates candidates;
    if (!candidates.fill(board, moves, quarters_)) return squares_;
    if (candidates.size() > 1) {
      for (Candidate& candidate : candidates) candidate.rank = freedom_rank(board, candidate);
    }
    int best = no_score;
    for (std::size_t at = 0; at < candidates.size(); ++at) {
      best = std::max(best, -middling(candidates.pick(at).after, -beta, -std::max(alpha, best), empties - 1));
      if (best >= beta) break;
    }
    return best;
  }

  int deep(const Board& board, int alpha, int beta, int empties) {
    if (empties <= no_table_at) return middling(board, alpha, beta, empties);
    ++nodes_;
    tick_();
    if (const auto bound = stability_bound(board, alpha, empties); bound && *bound <= alpha) return *bound;
    Bounds known;
    if (const Bounds* found = table_.find(board.own, board.enemy)) {
      known = *found;
      if (known.lower >= beta || known.lower == known.upper) return known.lower;
      if (known.upper <= alpha) return known.upper;
      alpha = std::max<int>(alpha, known.lower);
      beta = std::min<int>(beta, known.upper);
    }
    const Squares moves = mobility(board.own, board.enemy) & board.empties;
    if (moves == 0) {
      if ((mobility(board.enemy, board.own) & board.empties) == 0) return board.finished();
      return -deep(board.passed(), -beta, -alpha, empties);
    }
    Candidates candidates;
    if (!candidates.fill(board, moves, quarters_)) return squares_;
    if (empties > unasked_at) {
      if (const auto cut = cut_by_table(candidates, beta)) return *cut;
    }
    if (known.move == no_square && guesses_.bytes() > 0 && empties > guessed_above) {
      if (const Bounds* found = guesses_.find(board.own, board.enemy)) known.move = found->move;
    }
    rank(board, candidates, known, empties);
    return best_of(board, candidates, alpha, beta, empties);
  }

  // The first move that reaches a score; the table's move is tried first, and the last one need not be tried.
  int square_worth(const Board& board, Squares squares, int score) {
    const Bounds* const found =
        std::popcount(board.empties) > no_table_at ? table_.find(board.own, board.enemy) : nullptr;
    if (found != nullptr && found->move != no_square && reaches(board, found->move, score)) return found->move;
    for (; (squares & (squares - 1)) != 0; squares &= squares - 1) {
      if (reaches(board, first_of(squares), score)) break;
    }
    return first_of(squares);
  }

  bool reaches(const Board& board, int square, int score) {
    const Board after = board.played(square, flips(square, board.own, board.enemy), quarters_);
    return -this->score(after, -score, -score + 1) >= score;
  }

  [[nodiscard]] std::int8_t highest() const { return static_cast<std::int8_t>(squares_); }
  [[nodiscard]] std::int8_t lowest() const { return static_cast<std::int8_t>(-squares_); }

  int best_of(const Board& board, Candidates& candidates, int alpha, int beta, int empties) {
    int best = no_score;
    int best_square = no_square;
    int low = alpha;
    for (std::size_t at = 0; at < candidates.size() && best < beta; ++at) {
      const Candidate& candidate = candidates.pick(at);
      int value = no_score;
      if (at == 0) {
        value = -deep(candidate.after, -beta, -low, empties - 1);
      } else {
        value = -deep(candidate.after, -low - 1, -low, empties - 1);
        if (value > low && value < beta) value = -deep(candidate.after, -beta, -value, empties - 1);
      }
      if (value > best) {
        best = value;
        best_square = candidate.square;
        low = std::max(low, best);
      }
    }
    keep(table_, board, empties, {alpha, beta}, best, best_square);
    return best;
  }

  // A disc that cannot be flipped is never lost, so the enemy keeps its own.
  [[nodiscard]] std::optional<int> stability_bound(const Board& board, int alpha, int empties) const {
    if (alpha < 2 * empties - 8) return std::nullopt;
    const SafeAxes axes(board.own | board.enemy | board.empties, board.empties);
    return squares_ - 2 * std::popcount(axes.stable(board.enemy));
  }

  // Whether the table knows a reply that is bad enough for the enemy.
  std::optional<int> cut_by_table(Candidates& candidates, int beta) const {
    for (const Candidate& candidate : candidates) {
      const Bounds* const found = table_.find(candidate.after.own, candidate.after.enemy);
      if (found != nullptr && -found->upper >= beta) return -found->upper;
    }
    return std::nullopt;
  }

  void rank(const Board& board, Candidates& candidates, const Bounds& known, int empties) {
    for (Candidate& candidate : candidates) {
      if (candidate.square == known.move) {
        candidate.rank = 1 << 29;
      } else if (candidate.square == known.second) {
        candidate.rank = 1 << 28;
      } else {
        candidate.rank = freedom_rank(board, candidate);
        if (empties > estimate_above) {
          candidate.rank -= opinion(candidate.after, (empties - estimate_above) / 2) / 4;
        }
      }
    }
  }

  // Few replies, and few of them good; the last move in a quarter.
  [[nodiscard]] int freedom_rank(const Board& board, const Candidate& candidate) const {
    const Board& after = candidate.after;
    const Squares replies = mobility(after.own, after.enemy) & after.empties;
    const Squares open = neighbours(after.enemy) & after.empties;
    int rank = -32 * (std::popcount(replies) + std::popcount(replies & corners_)) - 4 * std::popcount(open);
    if ((bit_of(candidate.square) & corners_) != 0) rank += 8;
    if ((board.odd & quarters_.id(candidate.square)) != 0) rank += 16;
    return rank;
  }

  // The value of a shallow search, in hundredths of a disc.
  int opinion(const Board& board, int depth) {
    constexpr int most = 100000;
    if (corners_ != corners_by_size[2]) return guess(board, -most, most, depth);
    const auto count = [this] { ++nodes_; };
    midgame::Search search(true, count);
    constexpr int limit = 2 * midgame::decided;
    return std::clamp(search.value(board.own, board.enemy, depth, -limit, limit) * 25 / 32, -most, most);
  }

  // The same where the board is not one that was learned.
  int guess(const Board& board, int alpha, int beta, int depth) {
    if (depth == 0) return estimate(board, corners_);
    ++nodes_;
    Squares moves = mobility(board.own, board.enemy) & board.empties;
    if (moves == 0) {
      if ((mobility(board.enemy, board.own) & board.empties) == 0) return 1000 * board.finished();
      return -guess(board.passed(), -beta, -alpha, depth);
    }
    int best = -1000000;
    for (; moves != 0 && best < beta; moves &= moves - 1) {
      const int square = first_of(moves);
      const Board after = board.played(square, flips(square, board.own, board.enemy), quarters_);
      best = std::max(best, -guess(after, -beta, -std::max(alpha, best), depth - 1));
    }
    return best;
  }

  Table& table_;
  Table guesses_;  // bounds that are probable, and moves
  const Tick& tick_;
  const Quarters& quarters_;
  Squares corners_;
  int squares_;
  LastSquares last_;
  std::uint64_t nodes_ = 0;
};

}  // namespace plyground::othello::endgame
