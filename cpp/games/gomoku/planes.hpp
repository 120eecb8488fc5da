// How a network sees a position of Gomoku.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "core/grid.hpp"
#include "core/planes.hpp"
#include "games/gomoku/renju.hpp"
#include "games/gomoku/rules.hpp"

namespace plyground::gomoku {

// In renju the colours differ, so the network has to see which one moves. Black's forbidden moves also matter to White,
// who may try to force Black there.
inline std::vector<std::string> plane_names_of(const Position* position) {
  if (position->rule() != Rule::renju) return {"own stone", "other stone", "board"};
  return {"own stone", "other stone", "board", "black to move", "forbidden to black"};
}

inline Symmetry symmetry_of(const Position&) { return Symmetry::square; }

inline void write_planes(const Position& position, Planes& out) {
  const Points& own = position.stones(position.turn());
  const Points& enemy = position.stones(other(position.turn()));
  const bool is_renju = position.rule() == Rule::renju;
  renju::Judge judge(position.stones(Color::black), position.stones(Color::white), position.size());
  std::size_t square = 0;
  Board::for_each_point(position.size(), [&](std::size_t point) {
    if (own.test(point)) {
      out.set(0, square);
    } else if (enemy.test(point)) {
      out.set(1, square);
    } else if (is_renju && judge(point) != renju::Verdict::allowed) {
      out.set(4, square);
    }
    ++square;
  });
  out.fill(2);
  if (is_renju && position.turn() == Color::black) out.fill(3);
}

// For patterns, the stones are enough.
inline std::vector<std::string> contents_of(const Position*) { return {"nothing", "own stone", "other stone"}; }
inline std::vector<std::string> extras_of(const Position*) { return {}; }

inline void write_squares(const Position& position, std::span<std::uint8_t> out) {
  const Points& own = position.stones(position.turn());
  const Points& enemy = position.stones(other(position.turn()));
  std::size_t square = 0;
  Board::for_each_point(position.size(),
                        [&](std::size_t point) { out[square++] = own.test(point) ? 1 : (enemy.test(point) ? 2 : 0); });
}

}  // namespace plyground::gomoku
