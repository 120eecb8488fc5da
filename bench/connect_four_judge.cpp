// Reads lines of moves of Connect Four such as "d d c", and answers each with the exact values of the columns a to g
// for the side to move: + wins, 0 draws, - loses, . is full. Compiled and run by connect_four_learning.py. It
// determines only the winner, not the distance, which takes a tenth of the time of `plyground solve`.
#include <cstddef>
#include <iostream>
#include <string>

#include "games/connect_four/board.hpp"
#include "games/connect_four/solver.hpp"
#include "games/connect_four/solver_table.hpp"

namespace {

using namespace plyground::connect_four;

constexpr StandardBoard board;
constexpr std::size_t table_megabytes = 256;

struct NoTick {
  void operator()() const {}
};

Squares square_in(const Discs& discs, int column) { return landing(board, discs.taken) & column_of(board, column); }

// 1, 0 or -1 for the side that has just dropped a disc on the square.
int value_of(Solver<StandardBoard, NoTick>& solver, const Discs& before, Squares square) {
  if (has_line(board, before.own | square)) return 1;
  const Discs after = before.played(square);
  if (after.taken == all_squares(board)) return 0;
  const int score = solver.score(after, -1, 1);
  return score > 0 ? -1 : (score < 0 ? 1 : 0);
}

}  // namespace

int main() {
  SolverTable table;
  table.reserve(table_megabytes);
  const NoTick tick;
  Solver<StandardBoard, NoTick> solver(board, table, tick);
  for (std::string line; std::getline(std::cin, line);) {
    Discs discs;
    for (const char move : line) {
      if (move != ' ') discs = discs.played(square_in(discs, move - 'a'));
    }
    // If the side to move has lost, all moves are equal, and one query shows it.
    const bool can_win = (landing(board, discs.taken) & threats(board, discs.own, discs.taken)) != 0;
    const bool lost = !can_win && solver.score(discs, -1, 0) < 0;
    std::string answer;
    for (int column = 0; column < StandardBoard::columns; ++column) {
      const Squares square = square_in(discs, column);
      answer += square == 0 ? '.' : "-0+"[lost ? 0 : 1 + value_of(solver, discs, square)];
    }
    std::cout << answer << std::endl;
  }
}
