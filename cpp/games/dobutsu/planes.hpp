// How a network sees a position of Dobutsu shogi. The board is not turned for White, whose pieces move the other way,
// so a plane shows whose turn it is.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
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

// What a square can hold, and the pieces in hand: for patterns, and the first planes.
inline std::vector<std::string> contents_of(const Position*) {
  std::vector<std::string> names{"nothing"};
  for (const std::string_view owner : {"own ", "other "}) {
    for (const Kind kind : all_kinds) names.push_back(std::string(owner) + name(kind));
  }
  return names;
}
inline std::vector<std::string> extras_of(const Position*) {
  std::vector<std::string> names;
  for (const std::string_view owner : {"own ", "other "}) {
    for (const Kind kind : hand_kinds) names.push_back(std::string(owner) + name(kind) + " in hand");
  }
  return names;
}

inline std::vector<std::string> plane_names_of(const Position* position) {
  std::vector<std::string> names = contents_of(position);
  names.erase(names.begin());
  const std::vector<std::string> hands = extras_of(position);
  names.insert(names.end(), hands.begin(), hands.end());
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

inline void write_squares(const Position& position, std::span<std::uint8_t> out) {
  const Board& board = position.board();
  const Color own = position.turn();
  std::ranges::fill(out, std::uint8_t{0});
  for (Squares left = board.occupied(); left != 0; left &= left - 1) {
    const int square = std::countr_zero(left);
    const std::size_t first = board.owner_at(square) == own ? 1 : 1 + all_kinds.size();
    out[static_cast<std::size_t>(square)] = static_cast<std::uint8_t>(first + index(board.kind_at(square)));
  }
  std::size_t extra = out.size() - 2 * hand_kinds.size();
  for (const Color color : {own, other(own)}) {
    for (const Kind kind : hand_kinds) out[extra++] = static_cast<std::uint8_t>(board.in_hand(color, kind));
  }
}

}  // namespace plyground::dobutsu
