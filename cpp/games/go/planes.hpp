// How a network sees a position of Go, and who owns each point at the end.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "core/planes.hpp"
#include "games/capture_planes.hpp"
#include "games/go/count.hpp"
#include "games/go/rules.hpp"

namespace plyground::go {

inline constexpr std::size_t shown_liberties = 3;

template <int Capacity>
std::vector<std::string> plane_names_of(const Position<Capacity>* position) {
  std::vector<std::string> names = capture_plane_names(true, shown_liberties);
  names.insert(names.end(), {"last move was a pass", "black to move", "komi"});
  if (position->settings().territory) names.emplace_back("prisoners");
  if (position->settings().max_moves > 0) names.emplace_back("moves left");
  names.emplace_back("board");
  return names;
}

template <int Capacity>
Symmetry symmetry_of(const Position<Capacity>&) {
  return Symmetry::square;
}

// The lead of the side to move before counting the board is scaled by the board's size: a point decides less on a large
// board, where margins are larger. The bounds keep an unusual text from dominating all other numbers.
template <int Capacity>
float scaled_lead(const Position<Capacity>& position, double black_lead) {
  const double size = position.settings().size;
  const double lead = position.turn() == Color::black ? black_lead : -black_lead;
  return static_cast<float>(std::clamp(lead / size, -size, size));
}

template <int Capacity>
void write_planes(const Position<Capacity>& position, Planes& out) {
  const Settings& settings = position.settings();
  std::size_t plane = write_capture_planes(position, shown_liberties, out);
  if (position.passes() > 0) out.fill(plane);
  if (position.turn() == Color::black) out.fill(plane + 1);
  out.fill(plane + 2, scaled_lead(position, -settings.half_komi / 2.0));
  plane += 3;
  if (settings.territory) {
    const double lead = static_cast<double>(position.prisoners(Color::black)) - position.prisoners(Color::white);
    out.fill(plane++, scaled_lead(position, lead));
  }
  if (settings.max_moves > 0) {
    const double left = settings.max_moves - static_cast<double>(position.stones_played());
    out.fill(plane++, static_cast<float>(std::clamp(left / (settings.size * settings.size), 0.0, 1.0)));
  }
  out.fill(plane);
}

// By the count of the current board without dead stones: living stones, and the points that only one side surrounds.
template <int Capacity>
void write_owners(const Position<Capacity>& position, std::span<std::int8_t> out) {
  const auto size = static_cast<std::size_t>(position.settings().size);
  std::ranges::fill(out, std::int8_t{0});
  Counter<Capacity>(position.stones(), position.dead())
      .count(position.settings().size, [&](std::size_t point, Color owner) {
        const Cell cell = Grid<Capacity>::cell(point);
        const auto square = static_cast<std::size_t>(cell.row) * size + static_cast<std::size_t>(cell.column);
        out[square] = owner == Color::black ? 1 : -1;
      });
}

template <int Capacity>
std::vector<std::string> contents_of(const Position<Capacity>*) {
  return capture_contents();
}
template <int Capacity>
std::vector<std::string> extras_of(const Position<Capacity>*) {
  return {};
}
template <int Capacity>
void write_squares(const Position<Capacity>& position, std::span<std::uint8_t> out) {
  write_capture_squares(position, out);
}

}  // namespace plyground::go
