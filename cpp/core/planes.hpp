// How a position looks to a network: one number for each square and each plane, always as the side to move sees it.
//
// A game opens this door by declaring, in its own namespace (planes.hpp in its folder, included in its bind.cpp),
//
//     std::vector<std::string> plane_names_of(const Position*);          // what each plane holds
//     Symmetry symmetry_of(const Position&);                             // which turns of the board change nothing
//     void write_planes(const Position&, Planes& out);
//
// A game that declares none of them is shown by its view: its pieces, hands and turn (bind/view_planes.hpp).
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/game.hpp"

namespace plyground {

// The turns and reflections under which the rules stay the same: none, left and right exchanged, or all eight of a
// square board.
enum class Symmetry : std::uint8_t { none, mirror, square };

// The numbers of one position, the planes of a square beside each other. Squares count from the top left, row by row.
class Planes {
 public:
  Planes(std::span<float> numbers, std::size_t planes) : numbers_(numbers), planes_(planes) {
    std::fill(numbers.begin(), numbers.end(), 0.0F);
  }

  void set(std::size_t plane, std::size_t square, float value = 1) { numbers_[square * planes_ + plane] = value; }
  void fill(std::size_t plane, float value = 1) {
    for (std::size_t at = plane; at < numbers_.size(); at += planes_) numbers_[at] = value;
  }

 private:
  std::span<float> numbers_;
  std::size_t planes_;
};

template <class P>
concept HasPlanes = Game<P> && requires(const P position, Planes& out) {
  { plane_names_of(&position) } -> std::same_as<std::vector<std::string>>;
  { symmetry_of(position) } -> std::same_as<Symmetry>;
  { write_planes(position, out) };
};

}  // namespace plyground
