// The features of Othello's learned evaluation: the contents of each line, edge and corner of an 8x8 board.
//
// A pattern is a list of squares. Its contents, read as a base-three number (0 empty, 1 Black, 2 White, the first
// square is the lowest digit), are the index of a weight. The 46 patterns are the images of eleven kinds under the
// symmetries of the board, and all images of a kind share their weights. A move changes the numbers by amounts from a
// table, so they are updated along a line of moves instead of being read from the board at every leaf.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace plyground::othello::features {

// The squares of a kind in one corner of the board, row * 8 + column.
struct Kind {
  std::size_t digits;
  std::array<std::uint8_t, 10> squares;
};

inline constexpr std::array<Kind, 11> kinds{{
    {9, {0, 1, 2, 8, 9, 10, 16, 17, 18}},      // corner: 3x3
    {10, {0, 1, 2, 3, 4, 5, 6, 7, 9, 14}},     // edge: a1 to h1, b2 and g2
    {10, {0, 1, 2, 3, 4, 8, 9, 10, 11, 12}},   // block: a1 to e1, a2 to e2
    {10, {0, 1, 2, 3, 8, 9, 10, 16, 17, 24}},  // triangle: a1 to d1, a2 to c2, a3, b3, a4
    {8, {8, 9, 10, 11, 12, 13, 14, 15}},       // the second row
    {8, {16, 17, 18, 19, 20, 21, 22, 23}},     // the third
    {8, {24, 25, 26, 27, 28, 29, 30, 31}},     // the fourth
    {8, {0, 9, 18, 27, 36, 45, 54, 63}},       // diagonals
    {7, {1, 10, 19, 28, 37, 46, 55}},
    {6, {2, 11, 20, 29, 38, 47}},
    {5, {3, 12, 21, 30, 39}},
}};

constexpr std::size_t power_of_3(std::size_t exponent) { return exponent == 0 ? 1 : 3 * power_of_3(exponent - 1); }

// The offset of a kind's weights within a stage, with one more entry for the end.
inline constexpr auto first_of_kind = [] {
  std::array<std::size_t, kinds.size() + 1> first{};
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    first[kind + 1] = first[kind] + power_of_3(kinds[kind].digits);
  }
  return first;
}();
inline constexpr std::size_t content_count = first_of_kind.back();

// A square under one of the eight symmetries of the board.
constexpr std::uint8_t image_of(std::uint8_t square, unsigned turn) {
  unsigned row = square / 8;
  unsigned column = square % 8;
  if ((turn & 1) != 0) row = 7 - row;
  if ((turn & 2) != 0) column = 7 - column;
  if ((turn & 4) != 0) std::swap(row, column);
  return static_cast<std::uint8_t>(8 * row + column);
}

constexpr Kind turned(Kind kind, unsigned turn) {
  for (std::size_t at = 0; at < kind.digits; ++at) kind.squares[at] = image_of(kind.squares[at], turn);
  return kind;
}

constexpr std::uint64_t squares_of(const Kind& kind) {
  std::uint64_t squares = 0;
  for (std::size_t at = 0; at < kind.digits; ++at) squares |= 1ULL << kind.squares[at];
  return squares;
}

// How the digits of a kind are permuted if a symmetry maps its squares onto themselves; the identity if none does.
constexpr std::array<std::uint8_t, 10> mirrored_digits(const Kind& kind) {
  std::array<std::uint8_t, 10> digits{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  for (unsigned turn = 1; turn < 8; ++turn) {
    const Kind image = turned(kind, turn);
    if (squares_of(image) != squares_of(kind)) continue;
    bool moves = false;
    std::array<std::uint8_t, 10> found{};
    for (std::size_t at = 0; at < kind.digits; ++at) {
      for (std::size_t to = 0; to < kind.digits; ++to) {
        if (kind.squares[to] == image.squares[at]) found[at] = static_cast<std::uint8_t>(to);
      }
      moves = moves || found[at] != at;
    }
    if (moves) return found;
  }
  return digits;
}

// The patterns that stand on the board, each with the kind whose weights it uses.
struct Placed {
  std::size_t kind;
  Kind squares;
};

inline constexpr std::size_t pattern_count = 46;
inline constexpr auto patterns = [] {
  std::array<Placed, pattern_count> placed{};
  std::size_t count = 0;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const std::size_t first = count;
    for (unsigned turn = 0; turn < 8; ++turn) {
      const Kind image = turned(kinds[kind], turn);
      bool is_new = true;
      for (std::size_t at = first; at < count; ++at) {
        is_new = is_new && squares_of(placed[at].squares) != squares_of(image);
      }
      if (is_new) placed[count++] = {kind, image};
    }
  }
  return placed;
}();
static_assert(squares_of(patterns.back().squares) != 0, "as many patterns as their kinds have images");

// The number of each pattern, with two more so that they fill three registers of 256 bits.
using Numbers = std::array<std::uint16_t, 48>;

// The amount that a black disc on a square adds to each number; a white one adds twice as much.
inline constexpr auto worth_of_square = [] {
  std::array<Numbers, 64> table{};
  for (std::size_t pattern = 0; pattern < pattern_count; ++pattern) {
    const Kind& kind = patterns[pattern].squares;
    for (std::size_t at = 0; at < kind.digits; ++at) {
      table[kind.squares[at]][pattern] = static_cast<std::uint16_t>(power_of_3(at));
    }
  }
  return table;
}();

// The numbers of all patterns of a position. Either side's discs may be read as Black.
class Reading {
 public:
  Reading() {}  // NOLINT(modernize-use-equals-default): the numbers are left as they are, on purpose
  Reading(std::uint64_t black, std::uint64_t white) : numbers_{} {
    for (; black != 0; black &= black - 1) add<1>(std::countr_zero(black));
    for (; white != 0; white &= white - 1) add<2>(std::countr_zero(white));
  }

  // The position after a move of Black or White on a square that flipped these discs.
  template <bool Black>
  [[nodiscard]] Reading after(int square, std::uint64_t flipped) const {
    Reading next = *this;
    next.template add<Black ? 1 : 2>(square);
    for (; flipped != 0; flipped &= flipped - 1) next.template add<Black ? -1 : 1>(std::countr_zero(flipped));
    return next;
  }

  [[nodiscard]] const Numbers& numbers() const { return numbers_; }

 private:
  template <int Times>
  void add(int square) {
    const Numbers& worth = worth_of_square[static_cast<std::size_t>(square)];
    for (std::size_t at = 0; at < numbers_.size(); ++at) {
      numbers_[at] = static_cast<std::uint16_t>(numbers_[at] + Times * worth[at]);
    }
  }

  alignas(32) Numbers numbers_;
};

}  // namespace plyground::othello::features
