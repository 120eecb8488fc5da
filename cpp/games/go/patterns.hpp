// 3x3 patterns in which the middle is often a good move: hane, cuts, and moves along the edge, after Gelly, Wang, Munos
// and Teytaud, "Modification of UCT with Patterns in Monte-Carlo Go", 2006.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace plyground::go {

// The eight points around a point, two bits each, row by row: 0 Black, 1 White, 2 empty, 3 off the board.
using Surroundings = std::uint32_t;

template <class Light>
Surroundings surroundings(const Light& board, std::size_t point) {
  constexpr int stride = Light::Board::stride;
  Surroundings code = 0;
  int shift = 0;
  for (const int by : {-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1}) {
    code |= static_cast<Surroundings>(board.cell(Light::at(point, by))) << shift;
    shift += 2;
  }
  return code;
}

// Three points above, left and right, three below. X and O are the two colours, in either order; x is anything but X, o
// anything but O, '.' is empty, '#' off the board, '?' anything. Some patterns are good for X only.
struct Pattern {
  std::string_view points;
  bool for_both = true;
};
inline constexpr std::array<Pattern, 14> pattern_shapes{{
    {"XOX"
     ". ."
     "???"},
    {"XO."
     ". ."
     "?.?"},
    {"XO?"
     "X ."
     "x.?"},
    {"XOO"
     ". ."
     "?.?",
     false},
    {".O."
     "X ."
     "..."},
    {"XO?"
     "O o"
     "?o?"},
    {"XO?"
     "O X"
     "???"},
    {"?X?"
     "O O"
     "ooo"},
    {"OX?"
     "o O"
     "???"},
    {"X.?"
     "O ?"
     "###"},
    {"OX?"
     "X O"
     "###"},
    {"?X?"
     "x O"
     "###"},
    {"?XO"
     "x x"
     "###"},
    {"?OX"
     "X O"
     "###"},
}};

class Patterns {
 public:
  Patterns() {
    for (const Pattern& shape : pattern_shapes) {
      std::array<std::size_t, 8> turned{0, 1, 2, 3, 4, 5, 6, 7};
      for (int mirror = 0; mirror < 2; ++mirror) {
        for (int quarter = 0; quarter < 4; ++quarter) {
          for (const std::uint32_t x : {0U, 1U}) enter(shape, turned, x, 0, 0);
          turned = moved(turned, {2, 4, 7, 1, 6, 0, 3, 5});
        }
        turned = moved(turned, {2, 1, 0, 4, 3, 7, 6, 5});
      }
    }
  }

  // Whether a move in the middle matches one of the patterns.
  [[nodiscard]] bool match(Surroundings code, std::uint8_t turn) const { return ((table_[code] >> turn) & 1) != 0; }

 private:
  using Order = std::array<std::size_t, 8>;

  static Order moved(const Order& order, const Order& by) {
    Order result{};
    for (std::size_t i = 0; i < order.size(); ++i) result[i] = order[by[i]];
    return result;
  }

  // The contents (Black, White, empty, off the board) that a letter allows, as bits.
  static std::uint32_t allowed(char letter, std::uint32_t x) {
    const std::uint32_t own = 1U << x;
    const std::uint32_t foe = 2U >> x;
    switch (letter) {
      case 'X':
        return own;
      case 'O':
        return foe;
      case 'x':
        return 15 - own;
      case 'o':
        return 15 - foe;
      case '.':
        return 4;
      case '#':
        return 8;
      default:
        return 15;
    }
  }

  // Adds every completion of a code whose first `at` points are chosen; x is the colour that X stands for.
  void enter(const Pattern& shape, const Order& order, std::uint32_t x, std::size_t at, Surroundings code) {
    if (at == order.size()) {
      table_[code] |= static_cast<std::uint8_t>(shape.for_both ? 3U : 1U << x);
      return;
    }
    const std::size_t from = order[at];
    const std::uint32_t set = allowed(shape.points[from < 4 ? from : from + 1], x);  // the middle is skipped
    for (Surroundings cell = 0; cell < 4; ++cell) {
      if ((set >> cell) & 1) enter(shape, order, x, at + 1, code | cell << (2 * at));
    }
  }

  std::array<std::uint8_t, 65536> table_{};  // bit 0: a move for black, bit 1: for white
};

inline const Patterns& patterns() {
  static const Patterns all;
  return all;
}

}  // namespace plyground::go
