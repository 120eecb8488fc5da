// How a network sees a position of Connect Four.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/grid.hpp"
#include "core/planes.hpp"
#include "games/connect_four/board.hpp"
#include "games/connect_four/rules.hpp"

namespace plyground::connect_four {

inline std::vector<std::string> plane_names_of(const Position*) { return {"own disc", "other disc", "board"}; }

inline Symmetry symmetry_of(const Position&) { return Symmetry::mirror; }

inline void write_planes(const Position& position, Planes& out) {
  const AnyBoard& board = position.board();
  const auto write = [&](std::size_t plane, Squares squares) {
    for (; squares != 0; squares &= squares - 1) {
      const Cell cell = cell_of(board, std::countr_zero(squares));
      out.set(plane, static_cast<std::size_t>(cell.row * board.columns + cell.column));
    }
  };
  write(0, position.own());
  write(1, position.enemy());
  out.fill(2);
}

// For patterns, it matters which empty squares can be filled at once.
inline std::vector<std::string> contents_of(const Position*) { return {"nothing", "own disc", "other disc", "next"}; }
inline std::vector<std::string> extras_of(const Position*) { return {}; }

inline void write_squares(const Position& position, std::span<std::uint8_t> out) {
  const AnyBoard& board = position.board();
  const auto write = [&](std::uint8_t content, Squares squares) {
    for (; squares != 0; squares &= squares - 1) {
      const Cell cell = cell_of(board, std::countr_zero(squares));
      out[static_cast<std::size_t>(cell.row * board.columns + cell.column)] = content;
    }
  };
  std::ranges::fill(out, std::uint8_t{0});
  write(1, position.own());
  write(2, position.enemy());
  write(3, landing(board, position.own() | position.enemy()));
}

}  // namespace plyground::connect_four
