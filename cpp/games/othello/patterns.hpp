// Othello's learned evaluation of 8x8 boards: what is the content of each line, corner and edge worth, at each stage?
//
// A pattern is a set of squares; what stands on them, read as a number of base three (0 empty, 1 own, 2 enemy), is the
// place of a weight. The 46 patterns are the images of eleven kinds under turning and mirroring the board, and all
// images share their weights. The value is the sum of the weights found, and of two more for the number of moves of
// each side.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "games/othello/kernel.hpp"
#include "games/othello/pattern_weights.hpp"
#include "games/othello/stability.hpp"

namespace plyground::othello::patterns {

// Squares of a kind, and which of its digits change places when it is mirrored into itself.
struct Kind {
  std::size_t digits;
  std::array<std::uint8_t, 10> mirrored;
};

enum KindName : std::uint8_t {
  corner,
  edge,
  block,
  row2,
  row3,
  row4,
  diagonal8,
  diagonal7,
  diagonal6,
  diagonal5,
  diagonal4
};

inline constexpr std::array<Kind, 11> kinds{{
    {9, {0, 3, 6, 1, 4, 7, 2, 5, 8}},      // corner: 3x3, row by row
    {10, {7, 6, 5, 4, 3, 2, 1, 0, 9, 8}},  // edge: a1 to h1, then b2 and g2
    {10, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}},  // block: a1 to e1, a2 to e2
    {8, {7, 6, 5, 4, 3, 2, 1, 0}},
    {8, {7, 6, 5, 4, 3, 2, 1, 0}},
    {8, {7, 6, 5, 4, 3, 2, 1, 0}},
    {8, {7, 6, 5, 4, 3, 2, 1, 0}},
    {7, {6, 5, 4, 3, 2, 1, 0}},
    {6, {5, 4, 3, 2, 1, 0}},
    {5, {4, 3, 2, 1, 0}},
    {4, {3, 2, 1, 0}},
}};

constexpr std::size_t power_of_3(std::size_t exponent) { return exponent == 0 ? 1 : 3 * power_of_3(exponent - 1); }

// Where the weights of a kind begin among those of a stage; one more entry for the end.
inline constexpr auto first_of_kind = [] {
  std::array<std::size_t, kinds.size() + 1> first{};
  for (std::size_t kind = 0; kind < kinds.size(); ++kind)
    first[kind + 1] = first[kind] + power_of_3(kinds[kind].digits);
  return first;
}();

inline constexpr std::size_t most_moves = 33;  // more count as so many
inline constexpr std::size_t first_own_moves = first_of_kind.back();
inline constexpr std::size_t first_enemy_moves = first_own_moves + most_moves + 1;
inline constexpr std::size_t weight_count = first_enemy_moves + most_moves + 1;

inline constexpr int stage_count = 8;
constexpr std::size_t stage_of(int empties) {
  return static_cast<std::size_t>(std::clamp((empties - 8) / 6, 0, stage_count - 1));
}

// Bits read as digits of base three, and the same from the highest of three or five bits down.
template <std::size_t Bits, bool Backwards>
inline constexpr auto digits_of = [] {
  std::array<std::uint16_t, std::size_t{1} << Bits> table{};
  for (std::size_t bits = 0; bits < table.size(); ++bits) {
    for (std::size_t at = 0; at < Bits; ++at) {
      if (((bits >> at) & 1) == 0) continue;
      const std::size_t sum = table[bits] + power_of_3(Backwards ? Bits - 1 - at : at);
      table[bits] = static_cast<std::uint16_t>(sum);
    }
  }
  return table;
}();

constexpr std::uint64_t upside_down(std::uint64_t board) {
  board = ((board >> 8) & 0x00ff00ff00ff00ffULL) | ((board & 0x00ff00ff00ff00ffULL) << 8);
  board = ((board >> 16) & 0x0000ffff0000ffffULL) | ((board & 0x0000ffff0000ffffULL) << 16);
  return std::rotl(board, 32);
}

// Columns become rows.
constexpr std::uint64_t transposed(std::uint64_t board) {
  const auto exchange = [&board](std::uint64_t mask, int distance) {
    const std::uint64_t change = (board ^ (board >> distance)) & mask;
    board ^= change ^ (change << distance);
  };
  exchange(0x00aa00aa00aa00aaULL, 7);
  exchange(0x0000cccc0000ccccULL, 14);
  exchange(0x00000000f0f0f0f0ULL, 28);
  return board;
}

// The two boards side by side, and the places of what stands on them.
class Reader {
 public:
  Reader(std::uint64_t own, std::uint64_t enemy) : own_(own), enemy_(enemy) {}

  // Visits the place of each pattern's weight, kind and digits in one number.
  template <class Visit>
  void visit(Visit visit) const {
    const Reader bottom(upside_down(own_), upside_down(enemy_));
    const Reader left(transposed(own_), transposed(enemy_));
    const Reader right(upside_down(left.own_), upside_down(left.enemy_));
    for (const Reader* const side : {this, &bottom, &left, &right}) side->visit_side(visit);
    for (const Reader* const side : {this, &bottom}) {
      side->visit_corners(visit);
      side->visit_diagonals(visit);
    }
  }

 private:
  template <std::size_t Bits, bool Backwards = false>
  [[nodiscard]] std::size_t read(int shift) const {
    constexpr const auto& table = digits_of<Bits, Backwards>;
    constexpr std::uint64_t mask = table.size() - 1;
    return table[(own_ >> shift) & mask] + 2U * table[(enemy_ >> shift) & mask];
  }

  // The rows from the top edge to the middle, and the two blocks of its corners.
  template <class Visit>
  void visit_side(Visit& visit) const {
    visit(first_of_kind[edge] + read<8>(0) + 6561 * (read<1>(9) + 3 * read<1>(14)));
    visit(first_of_kind[row2] + read<8>(8));
    visit(first_of_kind[row3] + read<8>(16));
    visit(first_of_kind[row4] + read<8>(24));
    visit(first_of_kind[block] + read<5>(0) + 243 * read<5>(8));
    visit(first_of_kind[block] + read<5, true>(3) + 243 * read<5, true>(11));
  }

  template <class Visit>
  void visit_corners(Visit& visit) const {
    visit(first_of_kind[corner] + read<3>(0) + 27 * read<3>(8) + 729 * read<3>(16));
    visit(first_of_kind[corner] + read<3, true>(5) + 27 * read<3, true>(13) + 729 * read<3, true>(21));
  }

  // The falling ones; the board upside down has the rising ones.
  template <class Visit>
  void visit_diagonals(Visit& visit) const {
    visit(first_of_kind[diagonal8] + read_diagonal<8, 0>());
    visit_pair<diagonal7, 7>(visit);
    visit_pair<diagonal6, 6>(visit);
    visit_pair<diagonal5, 5>(visit);
    visit_pair<diagonal4, 4>(visit);
  }

  template <KindName Name, int Length, class Visit>
  void visit_pair(Visit& visit) const {
    visit(first_of_kind[Name] + read_diagonal<Length, 8 - Length>());
    visit(first_of_kind[Name] + read_diagonal<Length, -(8 - Length)>());
  }

  // The falling diagonal that begins so many columns (or, if negative, rows) from the corner.
  template <int Length, int Column>
  [[nodiscard]] std::size_t read_diagonal() const {
    constexpr int first = Column >= 0 ? Column : -8 * Column;
    constexpr std::uint64_t mask = [] {
      std::uint64_t squares = 0;
      for (int at = 0; at < Length; ++at) squares |= 1ULL << (first + 9 * at);
      return squares;
    }();
    constexpr const auto& table = digits_of<Length, false>;
    constexpr int shift = 56 + std::max(Column, 0);  // the product gathers the diagonal in the top byte
    return table[((own_ & mask) * detail::first_column) >> shift] +
           2U * table[((enemy_ & mask) * detail::first_column) >> shift];
  }

  std::uint64_t own_;
  std::uint64_t enemy_;
};

// The weights of one stage at their places, in hundredths of a disc.
using StageWeights = std::vector<std::int16_t>;

// The places of the weights for the number of moves of each side.
template <class Visit>
void visit_moves(std::uint64_t own, std::uint64_t enemy, Visit visit) {
  const auto own_moves = static_cast<std::size_t>(std::popcount(mobility(own, enemy)));
  const auto enemy_moves = static_cast<std::size_t>(std::popcount(mobility(enemy, own)));
  visit(first_own_moves + std::min(own_moves, most_moves));
  visit(first_enemy_moves + std::min(enemy_moves, most_moves));
}

inline int value_of(const std::int16_t* weights, std::uint64_t own, std::uint64_t enemy) {
  int sum = 0;
  const auto add = [&sum, weights](std::size_t place) { sum += weights[place]; };
  Reader(own, enemy).visit(add);
  visit_moves(own, enemy, add);
  return sum;
}

// A weight is written as one letter: the middle one is 0, and the further from it, the larger the steps.
inline constexpr std::string_view letters =
    "#$%&'()*+,-./0123456789:;<=>@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|}";

constexpr int weight_of_letter(std::size_t letter) {
  const int steps = static_cast<int>(letter) - static_cast<int>(letters.size() / 2);
  return steps * (8 + (steps < 0 ? -steps : steps));
}

inline std::size_t nearest_letter(double weight) {
  std::size_t nearest = 0;
  for (std::size_t letter = 1; letter < letters.size(); ++letter) {
    if (std::abs(weight_of_letter(letter) - weight) < std::abs(weight_of_letter(nearest) - weight)) nearest = letter;
  }
  return nearest;
}

// Contents that are alike: mirrored, or with the colours exchanged, which changes the sign. `weight` counts the
// different ones of a kind from 0; the sign is 0 where a content is its own opposite.
struct Folded {
  std::uint32_t weight;
  std::int8_t sign;
};

// The image of a content of a kind.
inline std::size_t image(const Kind& kind, std::size_t content, bool mirrored, bool exchanged) {
  std::size_t sum = 0;
  for (std::size_t at = 0; at < kind.digits; ++at, content /= 3) {
    const std::size_t digit = content % 3;
    sum += power_of_3(mirrored ? kind.mirrored[at] : at) * (exchanged && digit != 0 ? 3 - digit : digit);
  }
  return sum;
}

inline std::vector<Folded> fold(const Kind& kind) {
  std::vector<Folded> folded(power_of_3(kind.digits));
  std::uint32_t weights = 0;
  for (std::size_t content = 0; content < folded.size(); ++content) {
    const std::size_t mirror = image(kind, content, true, false);
    const std::size_t opposite = std::min(image(kind, content, false, true), image(kind, content, true, true));
    if (mirror < content) {
      folded[content] = folded[mirror];
    } else if (opposite < content) {
      folded[content] = {folded[opposite].weight, static_cast<std::int8_t>(-folded[opposite].sign)};
    } else {
      const bool own_opposite = opposite == content;
      folded[content] = {own_opposite ? 0 : weights, static_cast<std::int8_t>(own_opposite ? 0 : 1)};
      if (!own_opposite) ++weights;
    }
  }
  return folded;
}

// What the letters of one kind say. A blank and a letter stand for as many zeros as the letter's place in the alphabet.
inline std::vector<std::int16_t> spelled_out(std::string_view text) {
  std::vector<std::int16_t> weights;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == ' ') {
      weights.resize(weights.size() + letters.find(text[++at]) + 1);
    } else {
      weights.push_back(static_cast<std::int16_t>(weight_of_letter(letters.find(text[at]))));
    }
  }
  return weights;
}

// The learned weights of all stages at their places, read once.
inline const std::vector<StageWeights>& all_weights() {
  static const std::vector<StageWeights> all = [] {
    std::vector<StageWeights> stages(learned.size(), StageWeights(weight_count));
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
      const std::vector<Folded> folded = fold(kinds[kind]);
      for (std::size_t stage = 0; stage < stages.size(); ++stage) {
        const auto weights = spelled_out(learned[stage][kind]);
        for (std::size_t content = 0; content < folded.size(); ++content) {
          stages[stage][first_of_kind[kind] + content] =
              static_cast<std::int16_t>(folded[content].sign * weights[folded[content].weight]);
        }
      }
    }
    for (std::size_t stage = 0; stage < stages.size(); ++stage) {
      const auto weights = spelled_out(learned[stage][kinds.size()]);
      std::ranges::copy(weights, stages[stage].begin() + first_own_moves);
    }
    return stages;
  }();
  return all;
}

// For the side to move, in hundredths of a final disc.
inline int estimate(std::uint64_t own, std::uint64_t enemy) {
  const int empties = 64 - std::popcount(own | enemy);
  return value_of(all_weights()[stage_of(empties)].data(), own, enemy);
}

}  // namespace plyground::othello::patterns
