// What Othello offers the searches beyond its rules: exact endings, and a move order.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/game.hpp"
#include "core/specialist.hpp"
#include "games/othello/endgame.hpp"
#include "games/othello/kernel.hpp"
#include "games/othello/midgame.hpp"
#include "games/othello/patterns.hpp"
#include "games/othello/rules.hpp"

namespace plyground::othello {

namespace endgame {

// Converts scores to search values: a win has a fixed value plus its margin. (search/value.hpp, which a game may not
// include, has the same number; a test compares them.)
inline constexpr double win_value = 100000;

constexpr double value_of(int score) { return score == 0 ? 0 : score + (score > 0 ? win_value : -win_value); }

// The largest score worth no more than a value; below all scores if there is none.
inline int score_below(double value) {
  if (value >= 0) return static_cast<int>(std::floor(std::clamp(value - win_value, 0.0, 65.0)));
  return static_cast<int>(std::floor(std::clamp(value + win_value, -65.0, -1.0)));
}

}  // namespace endgame

class Specialist {
 public:
  static Favourite favourite(const Position&) { return Favourite::alphabeta; }

  // The tree must not reach squares that are solved exactly, because exact values must be marked as exact.
  static bool searches(const Position& position, int depth) {
    return depth <= searched_to && position.size() == 8 && count_empties(position) - depth > settled_at;
  }

  template <class Tick>
  static double search(const Position& position, int depth, double alpha, double beta, bool selective,
                       const Tick& tick) {
    const auto [own, enemy] = sides(position);
    const auto in_units = [](double value) {
      return std::clamp(value * patterns::unit, -2.0 * midgame::decided, 2.0 * midgame::decided);
    };
    midgame::Search<Tick> search(selective, tick);
    const int value = search.value(own, enemy, depth, static_cast<int>(std::floor(in_units(alpha))),
                                   static_cast<int>(std::ceil(in_units(beta))));
    return static_cast<double>(value) / patterns::unit;
  }

  // None for a search to the end of the game, which must be exact.
  static std::span<const Prediction> predictions(const Position& position, int depth) {
    if (position.size() != 8 || depth >= count_empties(position)) return {};
    return midgame::predictions(depth);
  }

  static constexpr int rates_from = 5;

  // Moves ordered by their value a few plies on; the deeper the coming search, the more plies.
  template <class Tick>
  static void rate_for_depth(const Position& position, const Position::MoveList& moves, std::span<float> ratings,
                             int depth, const Tick& tick) {
    if (position.size() != 8 || moves[0] == pass) return rate(position, moves, ratings);
    const auto [own, enemy] = sides(position);
    midgame::Search<Tick> search(false, tick);
    const int ahead = std::min((depth - rates_from) / 3, searched_to);
    for (std::size_t at = 0; at < moves.size(); ++at) {
      const std::uint64_t flipped = flips(moves[at], own, enemy);
      const int value = search.value(enemy ^ flipped, own | flipped | (1ULL << moves[at]), ahead, -2 * midgame::decided,
                                     2 * midgame::decided);
      ratings[at] = static_cast<float>(std::clamp(-value / (patterns::unit / 2), -180, 180));
    }
  }

  static bool settles(const Position& position) { return count_empties(position) <= settled_at; }

  template <class Tick>
  double settle(const Position& position, double alpha, double beta, const Tick& tick) {
    table_.reserve(megabytes_to_settle);
    endgame::Search<Tick> search(table_, position.size(), tick);
    const int score =
        search.score(board_of(search, position), endgame::score_below(alpha), -endgame::score_below(-beta));
    return endgame::value_of(score);
  }

  static bool may_solve(const Position& position) { return count_empties(position) <= solved_at; }

  // In nodes of the search, approximately: each further square takes 2.4 times as many.
  static double solving_effort(const Position& position) { return 2e6 * std::pow(2.4, count_empties(position) - 20); }

  template <class Tick>
  Solved solve(const Position& position, Move hint, const Tick& tick) {
    table_.reserve(megabytes_to_solve(count_empties(position)));
    table_.grow_older();
    endgame::Search<Tick> search(table_, position.size(), tick);
    const endgame::Board board = board_of(search, position);
    if (hint != pass) search.prefer(board, hint);
    const int score = search.solve(board);
    nodes_ = search.nodes();
    return {endgame::value_of(score), search.line(board, score)};
  }

  // Of the last ending solved, including those too short for a tick.
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  [[nodiscard]] std::size_t bytes() const { return table_.bytes(); }

  // Moves that leave the other side few replies, and corners, come first.
  static void rate(const Position& position, const Position::MoveList& moves, std::span<float> ratings) {
    const auto [own, enemy] = sides(position);
    const std::uint64_t empties = position.empties();
    const std::uint64_t corners = endgame::corners_by_size[static_cast<std::size_t>(position.size() / 2 - 2)];
    for (std::size_t at = 0; at < moves.size(); ++at) {
      ratings[at] = moves[at] == pass ? 0 : rating(moves[at], own, enemy, empties, corners);
    }
  }

 private:
  struct Sides {
    std::uint64_t own;
    std::uint64_t enemy;
  };

  static constexpr int searched_to = 4;  // plies
  static constexpr int settled_at = 9;   // empty squares
  static constexpr int solved_at = 26;
  static constexpr std::size_t megabytes_to_settle = 1;

  // Fresh pages take time, so a short search gets a small table.
  static constexpr std::size_t megabytes_to_solve(int empties) {
    if (empties <= 14) return 1;
    return empties <= 17 ? 4 : (empties <= 19 ? 16 : 64);
  }

  static int count_empties(const Position& position) { return std::popcount(position.empties()); }

  static Sides sides(const Position& position) {
    if (position.turn() == Color::black) return {position.black(), position.white()};
    return {position.white(), position.black()};
  }

  template <class Search>
  static endgame::Board board_of(const Search& search, const Position& position) {
    const auto [own, enemy] = sides(position);
    return search.board(own, enemy, position.empties());
  }

  static float rating(Move move, std::uint64_t own, std::uint64_t enemy, std::uint64_t empties, std::uint64_t corners) {
    const std::uint64_t bit = 1ULL << move;
    const std::uint64_t flipped = flips(move, own, enemy);
    const std::uint64_t replies = mobility(enemy ^ flipped, own | flipped | bit) & empties & ~bit;
    const int freedom = std::popcount(replies) + 2 * std::popcount(replies & corners) - ((bit & corners) != 0 ? 4 : 0);
    return static_cast<float>(-freedom);
  }

  endgame::Table table_;
  std::uint64_t nodes_ = 0;
};

Specialist specialist_of(const Position*);

}  // namespace plyground::othello
