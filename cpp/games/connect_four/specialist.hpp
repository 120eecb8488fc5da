// What Connect Four offers the searches beyond its rules: exact values, sides that cannot win, and a move order.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/game.hpp"
#include "core/specialist.hpp"
#include "games/connect_four/board.hpp"
#include "games/connect_four/rules.hpp"
#include "games/connect_four/solver.hpp"
#include "games/connect_four/solver_table.hpp"

namespace plyground::connect_four {

// Converts solver scores to search values: a win has a fixed value plus more the sooner it comes. (search/value.hpp,
// which a game may not include, has the same numbers; a test compares them.)
class ScoreScale {
 public:
  explicit ScoreScale(int empties) : empties_(empties) {}

  [[nodiscard]] double value(int score) const {
    if (score == 0) return 0;
    return score > 0 ? win_value + most_plies - plies(score) : -win_value - most_plies + plies(score);
  }

  // The largest score worth no more than a value; below all scores if there is none.
  [[nodiscard]] int score_below(double value) const {
    int score = (empties_ + 1) / 2;
    while (score >= -(empties_ + 1) / 2 && this->value(score) > value) --score;
    return score;
  }

 private:
  static constexpr double win_value = 100000;
  static constexpr int most_plies = 10000;

  // The discs until the game is over. At the end the winner has `score - 1` discs left, and the other side as many or
  // one more.
  [[nodiscard]] int plies(int score) const {
    const int left = 2 * (std::abs(score) - 1);
    const int plies = empties_ - left;
    const bool by_the_side_to_move = plies % 2 != 0;
    return by_the_side_to_move == (score > 0) ? plies : plies - 1;
  }

  int empties_;
};

class Specialist {
 public:
  static Favourite favourite(const Position&) { return Favourite::alphabeta; }

  // Inside the tree of a search, where it must be quick; a proof allows more time.
  static bool settles(const Position& position) { return position.count_empties() <= settled_at; }
  static bool settles_for_proof(const Position&) { return true; }

  template <class Tick>
  double settle(const Position& position, double alpha, double beta, const Tick& tick) {
    table_.reserve(megabytes_for(position.count_empties()));
    const ScoreScale scale(position.count_empties());
    return with_solver(position, tick, [&](auto& solver) {
      return scale.value(solver.score(discs_of(position), scale.score_below(alpha), -scale.score_below(-beta)));
    });
  }

  static bool may_solve(const Position&) { return true; }

  // In nodes of the search, approximately.
  static double solving_effort(const Position& position) { return 2 * std::pow(1.6, position.count_empties()); }

  template <class Tick>
  Solved solve(const Position& position, Move /*hint*/, const Tick& tick) {
    table_.reserve(megabytes_for(position.count_empties()));
    const ScoreScale scale(position.count_empties());
    return with_solver(position, tick, [&](auto& solver) {
      const int score = solver.exact_score(discs_of(position));
      Solved solved{scale.value(score), solver.line(discs_of(position), score)};
      nodes_ = solver.nodes();
      return solved;
    });
  }
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  [[nodiscard]] std::size_t bytes() const { return table_.bytes(); }

  [[nodiscard]] static bool wins_at_once(const Position& position) {
    return (landing(position.board(), position.taken()) & threats_of(position, position.turn())) != 0;
  }

  // A side cannot win if every line contains a disc of the other side.
  [[nodiscard]] static bool cannot_win(const Position& position, Color side) {
    return !has_line(position.board(), all_squares(position.board()) ^ position.discs(other(side)));
  }

  // Wins first, then blocks of a win, then moves that make threats; middle columns before the sides. Moves that let the
  // other side win at once come last.
  static void rate(const Position& position, const Position::MoveList& moves, std::span<float> ratings) {
    const Squares mine = threats_of(position, position.turn());
    const Squares theirs = threats_of(position, other(position.turn()));
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const Squares square = position.landing_square(moves[i]);
      ratings[i] = -0.1F * static_cast<float>(position.distance_to_middle(moves[i]));
      if ((square & mine) != 0) ratings[i] += 90;
      if ((square & theirs) != 0) ratings[i] += 50;
      if ((square << 1 & theirs) != 0) ratings[i] -= 20;
      const Squares after = threats(position.board(), position.own() | square, position.taken() | square);
      ratings[i] += 2 * static_cast<float>(std::popcount(after) - std::popcount(mine & ~square));
    }
  }

  // If the other side threatens to win, there is only one move, so it costs no depth.
  [[nodiscard]] static int extension(const Position& before, Move, const Position&) {
    return (landing(before.board(), before.taken()) & threats_of(before, other(before.turn()))) != 0 ? 1 : 0;
  }

 private:
  static constexpr int settled_at = 16;

  // Fresh pages take time, so a short search gets a small table.
  static constexpr std::size_t megabytes_for(int empties) {
    if (empties <= 18) return 2;
    return empties <= 24 ? 16 : (empties <= 30 ? 64 : 256);
  }

  static Squares threats_of(const Position& position, Color color) {
    return threats(position.board(), position.discs(color), position.taken());
  }
  static Discs discs_of(const Position& position) { return {position.own(), position.taken()}; }

  // The standard board has compile-time constants.
  template <class Tick, class Use>
  auto with_solver(const Position& position, const Tick& tick, Use use) {
    const AnyBoard& board = position.board();
    if (board.columns == StandardBoard::columns && board.rows == StandardBoard::rows &&
        board.line == StandardBoard::line) {
      const StandardBoard standard;
      Solver<StandardBoard, Tick> solver(standard, table_, tick);
      return use(solver);
    }
    Solver<AnyBoard, Tick> solver(board, table_, tick);
    return use(solver);
  }

  SolverTable table_;
  std::uint64_t nodes_ = 0;
};

Specialist specialist_of(const Position*);

}  // namespace plyground::connect_four
