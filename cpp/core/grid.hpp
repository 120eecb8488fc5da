// Square boards: coordinates, labels, and runs of stones.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/view.hpp"

namespace plyground {

struct Cell {
  int row = 0;  // from the top
  int column = 0;
  bool operator==(const Cell&) const = default;
};

// Points of boards up to Capacity x Capacity as indexes with a border all around, so that one step in any of eight
// directions needs no bounds check: the neighbours of a point are at -stride, -1, +1, +stride for every size. Index 0
// is always border.
template <int Capacity>
struct Grid {
  static constexpr int stride = Capacity + 1;
  static constexpr std::size_t points = static_cast<std::size_t>((Capacity + 2) * stride + 1);
  static constexpr std::array<int, 4> steps{-stride, -1, 1, stride};  // to the neighbours

  static constexpr std::size_t point(Cell cell) {
    return static_cast<std::size_t>((cell.row + 1) * stride + cell.column + 1);
  }
  static constexpr Cell cell(std::size_t point) {
    return {(static_cast<int>(point) - 1) / stride - 1, (static_cast<int>(point) - 1) % stride};
  }
  static constexpr std::size_t step(std::size_t point, int by) {
    return static_cast<std::size_t>(static_cast<int>(point) + by);
  }

  template <class Visit>
  static constexpr void for_each_point(int size, Visit visit) {
    for (int row = 0; row < size; ++row) {
      for (int column = 0; column < size; ++column) visit(point({row, column}));
    }
  }
};

// The number of points in a row, including the given one, that satisfy `owned`, walking both ways by `by`.
template <class Owned>
constexpr int run_through(std::size_t point, int by, Owned owned) {
  int run = 1;
  for (int at = static_cast<int>(point) + by; owned(static_cast<std::size_t>(at)); at += by) ++run;
  for (int at = static_cast<int>(point) - by; owned(static_cast<std::size_t>(at)); at -= by) ++run;
  return run;
}

// How a game names its points.
struct Labels {
  bool capitals = false;
  bool without_i = false;
  bool first_row_at_bottom = false;

  [[nodiscard]] std::string column(int column) const {
    char letter = static_cast<char>('a' + column);
    if (without_i && letter >= 'i') ++letter;
    if (capitals) letter = static_cast<char>(letter - 'a' + 'A');
    return {letter};
  }
  [[nodiscard]] std::string row(int row, int rows) const {
    return std::to_string(first_row_at_bottom ? rows - row : row + 1);
  }
  [[nodiscard]] std::string point(Cell cell, int rows) const { return column(cell.column) + row(cell.row, rows); }

  [[nodiscard]] Shape shape(bool points, int rows, int columns) const {
    Shape shape{.points = points, .columns = {}, .rows = {}, .holes = false};
    for (int c = 0; c < columns; ++c) shape.columns.push_back(column(c));
    for (int r = 0; r < rows; ++r) shape.rows.push_back(row(r, rows));
    return shape;
  }

  // The cell that a label names, or none if it lies off the board. Call only with a letter followed by digits.
  [[nodiscard]] std::optional<Cell> cell(std::string_view label, int rows, int columns) const;
};

// ASCII only, independent of the locale.
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// The length of the point label at the start of a text: a letter and its digits; 0 if there is none.
constexpr std::size_t label_length(std::string_view text) {
  if (text.size() < 2 || !is_letter(text[0])) return 0;
  std::size_t length = 1;
  while (length < text.size() && is_digit(text[length])) ++length;
  return length > 1 ? length : 0;
}

inline std::optional<Cell> Labels::cell(std::string_view label, int rows, int columns) const {
  int column = lower(label[0]) - 'a';
  if (without_i && label.size() > 1) {
    if (lower(label[0]) == 'i') return std::nullopt;
    if (lower(label[0]) > 'i') --column;
  }
  int number = 0;
  for (const char digit : label.substr(1)) {
    number = number * 10 + (digit - '0');
    if (number > rows) return std::nullopt;
  }
  if (number < 1 || column >= columns) return std::nullopt;
  return Cell{first_row_at_bottom ? rows - number : number - 1, column};
}

constexpr std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n\f\v";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

inline bool equals_ignoring_case(std::string_view text, std::string_view lower_case) {
  if (text.size() != lower_case.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (lower(text[i]) != lower_case[i]) return false;
  }
  return true;
}

// Reads a move that names one point, or `pass`, for the games that place stones.
template <class ToMove>
Reading read_placement(std::string_view text, const Labels& labels, int size, Move pass, ToMove to_move) {
  const std::string_view word = trimmed(text);
  if (equals_ignoring_case(word, "pass")) return pass;
  if (word.empty() || label_length(word) != word.size()) return Refusal{"unreadable", {}};
  const auto cell = labels.cell(word, size, size);
  if (!cell) return Refusal{"off_board", {{"point", std::string(word.substr(0, 8))}}};
  return to_move(*cell);
}

}  // namespace plyground
