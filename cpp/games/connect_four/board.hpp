// Boards as 64-bit words: a column is `rows + 1` bits from the bottom up. Its top bit is always empty, so that lines
// never run from one column into the next.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/grid.hpp"

namespace plyground::connect_four {

using Squares = std::uint64_t;

inline constexpr int min_columns = 4;
inline constexpr int max_columns = 8;
inline constexpr int min_rows = 4;
inline constexpr int max_rows = 7;  // 8 columns of 7 + 1 bits fill a word
inline constexpr int min_line = 3;
inline constexpr int max_line = 5;

// The bottom bit of each column.
constexpr Squares feet_of(int columns, int rows) {
  Squares feet = 0;
  for (int column = 0; column < columns; ++column) feet |= 1ULL << (column * (rows + 1));
  return feet;
}

// A board of a size chosen at run time; Standard has the same members as compile-time constants.
struct AnyBoard {
  int columns = 7;
  int rows = 6;
  int line = 4;
  Squares feet = feet_of(7, 6);

  constexpr AnyBoard() = default;
  constexpr AnyBoard(int its_columns, int its_rows, int its_line)
      : columns(its_columns), rows(its_rows), line(its_line), feet(feet_of(its_columns, its_rows)) {}
};

struct StandardBoard {
  static constexpr int columns = 7;
  static constexpr int rows = 6;
  static constexpr int line = 4;
  static constexpr Squares feet = feet_of(columns, rows);
};

template <class Board>
constexpr int stride(const Board& board) {
  return board.rows + 1;
}
template <class Board>
constexpr Squares all_squares(const Board& board) {
  return board.feet * ((1ULL << board.rows) - 1);
}
template <class Board>
constexpr Squares column_of(const Board& board, int column) {
  return ((1ULL << board.rows) - 1) << (column * stride(board));
}
template <class Board>
constexpr int count_squares(const Board& board) {
  return board.columns * board.rows;
}
template <class Board>
constexpr Squares bit(const Board& board, Cell cell) {
  return 1ULL << (cell.column * stride(board) + board.rows - 1 - cell.row);
}
template <class Board>
constexpr Cell cell_of(const Board& board, int square) {
  return {board.rows - 1 - square % stride(board), square / stride(board)};
}

// The lowest empty square of each column that has one.
template <class Board>
constexpr Squares landing(const Board& board, Squares taken) {
  return (taken + board.feet) & all_squares(board);
}

constexpr Squares shifted(Squares squares, int by) { return by >= 0 ? squares << by : squares >> -by; }

// The squares, taken or not, that complete a line of `Line` together with `own` in one direction.
template <int Line>
constexpr Squares completing_along(Squares own, int step) {
  Squares found = 0;
  for (int hole = 0; hole < Line; ++hole) {
    Squares others = ~0ULL;
    for (int at = 0; at < Line; ++at) {
      if (at != hole) others &= shifted(own, (hole - at) * step);
    }
    found |= others;
  }
  return found;
}

template <int Line, class Board>
constexpr Squares completing(const Board& board, Squares own) {
  Squares found = own << 1;  // upwards only: below a disc there is no empty square
  for (int at = 2; at < Line; ++at) found &= own << at;
  const int side = stride(board);
  return found | completing_along<Line>(own, side) | completing_along<Line>(own, side - 1) |
         completing_along<Line>(own, side + 1);
}

// The empty squares that complete a line, whether or not they can be reached yet.
template <class Board>
constexpr Squares threats(const Board& board, Squares own, Squares taken) {
  const Squares empty = all_squares(board) ^ taken;
  if (board.line == 4) return completing<4>(board, own) & empty;
  return (board.line == 3 ? completing<3>(board, own) : completing<5>(board, own)) & empty;
}

// The squares where lines of `length` begin in the direction `step`.
constexpr Squares line_starts(Squares own, int step, int length) {
  Squares starts = own;
  for (int at = 1; at < length; ++at) starts &= own >> (at * step);
  return starts;
}

// Every square of `own` that is part of a line along `step`.
constexpr Squares line_squares(Squares own, int step, int length) {
  const Squares starts = line_starts(own, step, length);
  Squares found = 0;
  for (int at = 0; at < length; ++at) found |= starts << (at * step);
  return found;
}

template <class Board>
constexpr Squares lines(const Board& board, Squares own) {
  const int side = stride(board);
  return line_squares(own, 1, board.line) | line_squares(own, side, board.line) |
         line_squares(own, side - 1, board.line) | line_squares(own, side + 1, board.line);
}

template <class Board>
constexpr bool has_line(const Board& board, Squares own) {
  const int side = stride(board);
  return (line_starts(own, 1, board.line) | line_starts(own, side, board.line) |
          line_starts(own, side - 1, board.line) | line_starts(own, side + 1, board.line)) != 0;
}

}  // namespace plyground::connect_four
