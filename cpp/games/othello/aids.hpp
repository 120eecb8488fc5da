// Beginner's aids for Othello: the discs that each move flips, and the number of moves of both sides.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "core/view.hpp"
#include "games/othello/kernel.hpp"
#include "games/othello/rules.hpp"

namespace plyground::othello {

inline std::vector<std::string> labels_of(const Position& position, std::uint64_t squares) {
  std::vector<std::string> list;
  for (; squares != 0; squares &= squares - 1) {
    list.push_back(position.move_text(static_cast<Move>(std::countr_zero(squares))));
  }
  return list;
}

// One row per move of the side to move, with the discs it flips; then one row per side, with the squares where it could
// move if it were its turn.
inline std::vector<Aid> aids_of(const Position& position) {
  const auto discs = [&](Color color) { return color == Color::black ? position.black() : position.white(); };
  const auto squares = [&](Color color) {
    return mobility(discs(color), discs(other(color))) & position.empties();  // and within a board smaller than 8x8
  };
  std::vector<Aid> rows;
  const Color turn = position.turn();
  for (std::uint64_t left = squares(turn); left != 0; left &= left - 1) {
    const std::uint64_t flipped = flips(std::countr_zero(left), discs(turn), discs(other(turn)));
    rows.push_back({.kind = "flips",
                    .owner = turn,
                    .at = labels_of(position, left & (~left + 1)),
                    .points = labels_of(position, flipped),
                    .count = std::popcount(flipped)});
  }
  for (const Color color : {Color::black, Color::white}) {
    const std::uint64_t here = squares(color);
    rows.push_back({.kind = "mobility",
                    .owner = color,
                    .at = labels_of(position, here),
                    .points = {},
                    .count = std::popcount(here)});
  }
  return rows;
}

}  // namespace plyground::othello
