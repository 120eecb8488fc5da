// How a network sees a position of Dobutsu shogi. The board is not turned for white, whose pieces go the other way: a
// plane says who moves.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "core/planes.hpp"
#include "games/dobutsu/board.hpp"
#include "games/dobutsu/notation.hpp"
#include "games/dobutsu/rules.hpp"

namespace plyground::dobutsu {

inline constexpr std::array all_kinds{Kind::chick, Kind::elephant, Kind::giraffe, Kind::lion, Kind::hen};

inline std::vector<std::string> plane_names_of(const Position*) {
  std::vector<std::string> names;
  for (const std::string_view owner : {"own ", "other "}) {
    for (const Kind kind : all_kinds) names.push_back(std::string(owner) + name(kind));
  }
  for (const std::string_view owner : {"own ", "other "}) {
    for (const Kind kind : hand_kinds) names.push_back(std::string(owner) + name(kind) + " in hand");
  }
  names.insert(names.end(), {"black to move", "board"});
  return names;
}

inline Symmetry symmetry_of(const Position&) { return Symmetry::mirror; }

inline void write_planes(const Position& position, Planes& out) {
  const Board& board = position.board();
  const Color own = position.turn();
  for (Squares left = board.occupied(); left != 0; left &= left - 1) {
    const int square = std::countr_zero(left);
    const std::size_t first = board.owner_at(square) == own ? 0 : all_kinds.size();
    out.set(first + index(board.kind_at(square)), static_cast<std::size_t>(square));
  }
  std::size_t plane = 2 * all_kinds.size();
  for (const Color color : {own, other(own)}) {
    for (const Kind kind : hand_kinds) out.fill(plane++, static_cast<float>(board.in_hand(color, kind)) / 2);
  }
  if (own == Color::black) out.fill(plane);
  out.fill(plane + 1);
}

}  // namespace plyground::dobutsu
