// The features of the learned evaluation of Othello, and their weights at every stage of the game.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "games/othello/kernel.hpp"
#include "games/othello/phase_weights.hpp"
#include "games/othello/rules.hpp"
#include "games/othello/stability.hpp"

namespace plyground::othello {

namespace detail {

// Squares that are equivalent by symmetry, on each board: those with the same distances from the two nearest edges. The
// order is that of the weights: a1, b1, c1, d1, b2, c2, d2, c3, d3, d4 and their equivalents.
constexpr std::array<std::uint64_t, square_kinds> kinds_of_size(int size) {
  constexpr int kind_at[4][4] = {{0, 1, 2, 3}, {1, 4, 5, 6}, {2, 5, 7, 8}, {3, 6, 8, 9}};
  std::array<std::uint64_t, square_kinds> kinds{};
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) {
      const int kind = kind_at[std::min(row, size - 1 - row)][std::min(column, size - 1 - column)];
      kinds[static_cast<std::size_t>(kind)] |= 1ULL << (row * 8 + column);
    }
  }
  return kinds;
}

inline constexpr std::array<std::array<std::uint64_t, square_kinds>, 3> kinds_by_size{
    kinds_of_size(4), kinds_of_size(6), kinds_of_size(8)};

// Weights for every number of empty squares, interpolated linearly between knots.
using WeightsByEmpties = std::array<Weights, 65>;

constexpr WeightsByEmpties between_knots(const Knots& knots, int apart) {
  WeightsByEmpties table{};
  for (int empties = 0; empties <= 64; ++empties) {
    const KnotShare at = knot_share(empties, apart);
    for (std::size_t f = 0; f < feature_count; ++f) {
      const double low = knots[at.knot][f];
      const double high = knots[at.knot + 1][f];
      table[static_cast<std::size_t>(empties)][f] = low + at.share * (high - low);
    }
  }
  return table;
}

inline constexpr std::array<WeightsByEmpties, 3> weights_by_size{between_knots(knots_of_4, knots_apart(4)),
                                                                 between_knots(knots_of_6, knots_apart(6)),
                                                                 between_knots(knots_of_8, knots_apart(8))};

inline std::size_t size_index(const Position& position) { return static_cast<std::size_t>(position.size() / 2 - 2); }

}  // namespace detail

inline std::uint64_t corners(const Position& position) {
  return detail::kinds_by_size[detail::size_index(position)][0];
}

inline const Weights& weights(const Position& position) {
  return detail::weights_by_size[detail::size_index(position)]
                                [static_cast<std::size_t>(std::popcount(position.empties()))];
}

inline int difference(std::uint64_t black, std::uint64_t white) { return std::popcount(black) - std::popcount(white); }

// Black's surplus of discs on squares of each kind, and again only of those next to an empty corner.
inline Features<place_count> places(const Position& position) {
  const std::uint64_t black = position.black();
  const std::uint64_t white = position.white();
  const auto& kinds = detail::kinds_by_size[detail::size_index(position)];
  Features<place_count> found{};
  for (std::size_t kind = 0; kind < square_kinds; ++kind) {
    found[kind] = difference(black & kinds[kind], white & kinds[kind]);
  }
  const std::uint64_t exposed = neighbours(kinds[0] & position.empties());
  found[square_kinds] = difference(black & exposed & kinds[1], white & exposed & kinds[1]);
  found[square_kinds + 1] = difference(black & exposed & kinds[4], white & exposed & kinds[4]);
  return found;
}

// The squares where each side could move, regardless of the turn.
struct Reach {
  std::uint64_t black;
  std::uint64_t white;

  explicit Reach(const Position& position)
      : black(mobility(position.black(), position.white()) & position.empties()),
        white(mobility(position.white(), position.black()) & position.empties()) {}
};

// Moves now, as a share of both sides' moves (the 2 keeps the share small if there are few); empty squares next to
// enemy discs; fewer own discs next to empty squares.
inline Features<freedom_count> freedoms(const Position& position) {
  const std::uint64_t black = position.black();
  const std::uint64_t white = position.white();
  const std::uint64_t empties = position.empties();
  const Reach reach(position);
  const double both = std::popcount(reach.black) + std::popcount(reach.white) + 2;
  return {difference(reach.black, reach.white) / both,
          static_cast<double>(difference(neighbours(white) & empties, neighbours(black) & empties)),
          static_cast<double>(difference(white & neighbours(empties), black & neighbours(empties)))};
}

inline Features<1> firm_discs(const Position& position) {
  const std::uint64_t empties = position.empties();
  const SafeAxes axes(position.black() | position.white() | empties, empties);
  return {static_cast<double>(difference(axes.stable(position.black()), axes.stable(position.white())))};
}

// Corners that the side to move can take, then those that the other side could, each as Black's gain.
inline Features<2> corner_threats(const Position& position) {
  const Reach reach(position);
  const std::uint64_t all = corners(position);
  const double black = std::popcount(reach.black & all);
  const double white = -std::popcount(reach.white & all);
  if (position.turn() == Color::black) return {black, white};
  return {white, black};
}

inline Features<1> turn_sign(const Position& position) { return {position.turn() == Color::black ? 1.0 : -1.0}; }

// A group of features times their weights, which begin at `First`.
template <std::size_t First, std::size_t Count>
double weighed(const Position& position, const Features<Count>& found) {
  static_assert(First + Count <= feature_count);
  const Weights& worth = weights(position);
  double sum = 0;
  for (std::size_t f = 0; f < Count; ++f) sum += worth[First + f] * found[f];
  return sum;
}

}  // namespace plyground::othello
