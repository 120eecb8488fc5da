// Plays out the last few empty squares of Othello perfectly. Almost all nodes of an exact search are here, so there is
// no list, no table and no memory, only words.
//
// Scores are disc differences for the side to move, with empty squares going to the winner: always even numbers.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "games/othello/kernel.hpp"
#include "games/othello/stability.hpp"

namespace plyground::othello::endgame {

using Squares = std::uint64_t;

constexpr Squares bit_of(int square) { return 1ULL << square; }
inline int first_of(Squares squares) { return std::countr_zero(squares); }

inline constexpr int no_score = -100;  // below every score

namespace detail {

// The discs flipped along a line of eight by a move at a square, given the own discs of the line: on a board that is
// otherwise full, all others are the enemy's.
inline constexpr auto line_flips = [] {
  std::array<std::array<std::uint8_t, 256>, 8> table{};
  for (int place = 0; place < 8; ++place) {
    for (int own = 0; own < 256; ++own) {
      int flipped = 0;
      for (const int step : {-1, 1}) {
        int at = place + step;
        while (at >= 0 && at < 8 && ((own >> at) & 1) == 0) at += step;
        if (at >= 0 && at < 8) flipped += step * (at - place) - 1;
      }
      table[static_cast<std::size_t>(place)][static_cast<std::size_t>(own)] = static_cast<std::uint8_t>(flipped);
    }
  }
  return table;
}();

// For each square the adjacent squares and the two diagonals through it.
struct Around {
  Squares touching;
  Squares falling;
  Squares rising;
};

inline constexpr auto around = [] {
  using othello::detail::on_lines_of;
  std::array<Around, 64> table{};
  for (int square = 0; square < 64; ++square) {
    const Squares bit = bit_of(square);
    table[static_cast<std::size_t>(square)] = {neighbours(bit) & ~bit, on_lines_of<9>(bit), on_lines_of<7>(bit)};
  }
  return table;
}();

}  // namespace detail

inline Squares touching(int square) { return detail::around[static_cast<std::size_t>(square)].touching; }

// The number of discs that a move on the last empty square flips.
inline int count_last_flips(int square, Squares own) {
  using othello::detail::first_column;
  const auto row = static_cast<std::size_t>(square) / 8;
  const auto column = static_cast<std::size_t>(square) % 8;
  const auto& along = detail::line_flips[column];
  const detail::Around& lines = detail::around[static_cast<std::size_t>(square)];
  // Each product gathers a line in the top byte.
  return along[(own >> (8 * row)) & 255] +
         detail::line_flips[row][(((own >> column) & first_column) * 0x0102040810204080ULL) >> 56] +
         along[((own & lines.falling) * first_column) >> 56] + along[((own & lines.rising) * first_column) >> 56];
}

// The quarters of a board: a side prefers to move where an odd number of empty squares is left, to get the last move
// there.
class Quarters {
 public:
  constexpr explicit Quarters(int size) {
    for (int row = 0; row < size; ++row) {
      for (int column = 0; column < size; ++column) {
        const auto quarter = static_cast<std::size_t>((2 * row >= size ? 2 : 0) + (2 * column >= size ? 1 : 0));
        id_[static_cast<std::size_t>(8 * row + column)] = static_cast<std::uint8_t>(1U << quarter);
        for (std::size_t odd = 0; odd < 16; ++odd) {
          if (((odd >> quarter) & 1) != 0) squares_[odd] |= bit_of(8 * row + column);
        }
      }
    }
  }

  // The quarter of a square as one of four bits; a set of quarters is their sum.
  [[nodiscard]] unsigned id(int square) const { return id_[static_cast<std::size_t>(square)]; }
  [[nodiscard]] Squares squares(unsigned quarters) const { return squares_[quarters]; }

  [[nodiscard]] unsigned odd(Squares empties) const {
    unsigned quarters = 0;
    for (unsigned quarter = 1; quarter < 16; quarter *= 2) {
      if (std::popcount(empties & squares_[quarter]) % 2 == 1) quarters |= quarter;
    }
    return quarters;
  }

 private:
  std::array<std::uint8_t, 64> id_{};
  std::array<Squares, 16> squares_{};
};

// A position with few empty squares, and the quarters where their number is odd.
struct Board {
  Squares own;
  Squares enemy;
  Squares empties;
  unsigned odd;

  [[nodiscard]] Board passed() const { return {enemy, own, empties, odd}; }
  [[nodiscard]] Board played(int square, Squares flipped, const Quarters& quarters) const {
    const Squares bit = bit_of(square);
    return {enemy ^ flipped, own | flipped | bit, empties ^ bit, odd ^ quarters.id(square)};
  }
  // The score if neither side can move.
  [[nodiscard]] int finished() const {
    const int difference = std::popcount(own) - std::popcount(enemy);
    const int left = std::popcount(empties);
    return difference > 0 ? difference + left : (difference < 0 ? difference - left : 0);
  }
};

// Alpha-beta over the last empty squares, fail-soft. Counts its nodes.
class LastSquares {
 public:
  explicit LastSquares(const Quarters& quarters, int squares) : quarters_(quarters), squares_(squares) {}

  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

  template <int Empties>
  int score(const Board& board, int alpha, int beta) {
    ++nodes_;
    if constexpr (Empties == 1) {
      return score_of_one(board);
    } else {
      int best = try_all<Empties>(board, alpha, beta);
      if (best != no_score) return best;
      const Board other = board.passed();
      best = try_all<Empties>(other, -beta, -alpha);
      return best != no_score ? -best : board.finished();
    }
  }

 private:
  [[nodiscard]] int score_of_one(const Board& board) const {
    const int square = first_of(board.empties);
    const int twice_own = 2 * std::popcount(board.own) - squares_;
    if (const int flipped = count_last_flips(square, board.own); flipped != 0) return twice_own + 2 * flipped + 2;
    if (const int flipped = count_last_flips(square, board.enemy); flipped != 0) return twice_own - 2 * flipped;
    return twice_own >= 0 ? twice_own + 2 : twice_own;
  }

  // no_score: there was no move.
  template <int Empties>
  int try_all(const Board& board, int alpha, int beta) {
    int best = no_score;
    const Squares first = board.empties & quarters_.squares(board.odd);
    for (const Squares group : {first, board.empties ^ first}) {
      for (Squares left = group; left != 0; left &= left - 1) {
        const int square = first_of(left);
        if ((touching(square) & board.enemy) == 0) continue;
        const Squares flipped = flips(square, board.own, board.enemy);
        if (flipped == 0) continue;
        const int value = -score<Empties - 1>(board.played(square, flipped, quarters_), -beta, -alpha);
        if (value > best) {
          best = value;
          if (best >= beta) return best;
          if (best > alpha) alpha = best;
        }
      }
    }
    return best;
  }

  const Quarters& quarters_;
  int squares_;
  std::uint64_t nodes_ = 0;
};

}  // namespace plyground::othello::endgame
