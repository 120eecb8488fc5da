// How a network sees a position of Robogo.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/planes.hpp"
#include "games/capture_planes.hpp"
#include "games/robogo/rules.hpp"

namespace plyground::robogo {

inline constexpr std::size_t shown_liberties = 2;

template <int Capacity>
std::vector<std::string> plane_names_of(const Position<Capacity>* position) {
  std::vector<std::string> names = capture_plane_names(position->settings().captures, shown_liberties);
  if (position->settings().may_pass) names.emplace_back("last move was a pass");
  names.emplace_back("board");
  return names;
}

template <int Capacity>
Symmetry symmetry_of(const Position<Capacity>&) {
  return Symmetry::square;
}

template <int Capacity>
void write_planes(const Position<Capacity>& position, Planes& out) {
  std::size_t plane = write_capture_planes(position, shown_liberties, out);
  if (position.settings().may_pass) {
    if (position.passes() > 0) out.fill(plane);
    ++plane;
  }
  out.fill(plane);
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

}  // namespace plyground::robogo
