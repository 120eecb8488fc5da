// Beginner's aids for Dobutsu shogi: the squares that each side attacks.
#pragma once

#include <bit>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "core/view.hpp"
#include "games/dobutsu/board.hpp"
#include "games/dobutsu/notation.hpp"
#include "games/dobutsu/rules.hpp"

namespace plyground::dobutsu {

inline std::vector<std::string> labels_of(Squares squares) {
  std::vector<std::string> list;
  for (; squares != 0; squares &= squares - 1) list.push_back(label(std::countr_zero(squares)));
  return list;
}

// One row per side: the squares its pieces on the board can step to, and the enemy pieces there. Drops attack nothing.
inline std::vector<Aid> aids_of(const Position& position) {
  const Board& board = position.board();
  std::vector<Aid> rows;
  for (const Color color : {Color::black, Color::white}) {
    const Squares reached = board.steps(color).reached() & ~board.of(color);
    if (reached == 0) continue;
    const Squares taken = reached & board.of(other(color));
    rows.push_back({.kind = "attacked",
                    .owner = color,
                    .at = labels_of(reached),
                    .points = labels_of(taken),
                    .count = std::popcount(taken)});
  }
  return rows;
}

}  // namespace plyground::dobutsu
