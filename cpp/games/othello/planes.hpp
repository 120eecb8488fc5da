// How a network sees a position of Othello, and who owns each square at the end.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "core/planes.hpp"
#include "games/othello/rules.hpp"

namespace plyground::othello {

inline std::vector<std::string> plane_names_of(const Position*) {
  return {"own disc", "other disc", "legal move", "board"};
}

inline Symmetry symmetry_of(const Position&) { return Symmetry::square; }

// Visits the squares of a set by their numbers on this board, whose rows are shorter than the set's if it is small.
template <class Visit>
void for_each_square(std::uint64_t squares, int size, Visit visit) {
  for (; squares != 0; squares &= squares - 1) {
    const int at = std::countr_zero(squares);
    visit(static_cast<std::size_t>(at / 8 * size + at % 8));
  }
}

inline void write_planes(const Position& position, Planes& out) {
  const bool is_black = position.turn() == Color::black;
  const std::uint64_t own = is_black ? position.black() : position.white();
  const std::uint64_t enemy = is_black ? position.white() : position.black();
  const auto write = [&](std::size_t plane, std::uint64_t squares) {
    for_each_square(squares, position.size(), [&](std::size_t square) { out.set(plane, square); });
  };
  write(0, own);
  write(1, enemy);
  write(2, mobility(own, enemy) & position.empties());
  out.fill(3);
}

// For patterns: the discs, and the number of moves of each side.
inline std::vector<std::string> contents_of(const Position*) { return {"nothing", "own disc", "other disc"}; }
inline std::vector<std::string> extras_of(const Position*) { return {"own moves", "other moves"}; }

inline void write_squares(const Position& position, std::span<std::uint8_t> out) {
  const bool is_black = position.turn() == Color::black;
  const std::uint64_t own = is_black ? position.black() : position.white();
  const std::uint64_t enemy = is_black ? position.white() : position.black();
  const auto write = [&](std::uint8_t content, std::uint64_t squares) {
    for_each_square(squares, position.size(), [&](std::size_t square) { out[square] = content; });
  };
  std::ranges::fill(out, std::uint8_t{0});
  write(1, own);
  write(2, enemy);
  const std::size_t extras = out.size() - 2;
  const auto count = [&](std::uint64_t moves) {
    return static_cast<std::uint8_t>(std::min(std::popcount(moves & position.empties()), 31));
  };
  out[extras] = count(mobility(own, enemy));
  out[extras + 1] = count(mobility(enemy, own));
}

// Empty squares belong to the winner, as they do in the score.
inline void write_owners(const Position& position, std::span<std::int8_t> out) {
  const auto give = [&](std::uint64_t squares, int owner) {
    for_each_square(squares, position.size(),
                    [&](std::size_t square) { out[square] = static_cast<std::int8_t>(owner); });
  };
  give(position.black(), 1);
  give(position.white(), -1);
  const int lead = std::popcount(position.black()) - std::popcount(position.white());
  give(position.empties(), lead > 0 ? 1 : (lead < 0 ? -1 : 0));
}

}  // namespace plyground::othello
