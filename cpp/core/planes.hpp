// How a position looks to a network: one number for each square and each plane, always as the side to move sees it.
//
// To define its planes, a game declares in its own namespace (planes.hpp in its folder, included in its bind.cpp),
//
//     std::vector<std::string> plane_names_of(const Position*);          // what each plane holds
//     Symmetry symmetry_of(const Position&);                             // which turns of the board change nothing
//     void write_planes(const Position&, Planes& out);                   // called at every leaf: must not allocate
//
// How many planes there are depends on the options alone: planes without information are left out. They show the
// position and not its past, so a move that only the past forbids (by superko, for example) is not visible. A game
// written in Python uses its view unless its author gives planes (bind/view_planes.hpp).
//
// Besides the result a network may learn two more targets. One is the score, in a game that counts a margin
// (core/game.hpp). The other is the owner of each square at the end of the game, if the game declares
//
//     void write_owners(const Position&, std::span<std::int8_t> out);    // 1 black, -1 white, 0 nobody
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "core/view.hpp"

namespace plyground {

// The turns and reflections under which the rules stay the same: none, left and right exchanged, or all eight of a
// square board.
enum class Symmetry : std::uint8_t { none, mirror, square };

// The numbers of one position, the planes of a square beside each other. Squares count from the top left, row by row.
class Planes {
 public:
  Planes(std::span<float> numbers, std::size_t planes) : numbers_(numbers), planes_(planes) {
    std::ranges::fill(numbers, 0.0F);
  }

  [[nodiscard]] std::size_t squares() const { return numbers_.size() / planes_; }

  void set(std::size_t plane, std::size_t square, float value = 1) { numbers_[square * planes_ + plane] = value; }
  void fill(std::size_t plane, float value = 1) {
    for (std::size_t at = plane; at < numbers_.size(); at += planes_) numbers_[at] = value;
  }

 private:
  std::span<float> numbers_;
  std::size_t planes_;
};

// How many numbers a position has.
struct PlanesShape {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t planes = 0;

  [[nodiscard]] std::size_t squares() const { return rows * columns; }
  [[nodiscard]] std::size_t size() const { return squares() * planes; }
};

template <class P>
concept HasPlanes = Game<P> && requires(const P position, Planes& out) {
  { plane_names_of(&position) } -> std::same_as<std::vector<std::string>>;
  { symmetry_of(position) } -> std::same_as<Symmetry>;
  { write_planes(position, out) };
};

// The same for all positions of a game, so one call is enough.
template <HasPlanes P>
  requires Viewable<P>
PlanesShape planes_shape_of(const P& position) {
  const Shape shape = position.shape();
  return {.rows = shape.rows.size(), .columns = shape.columns.size(), .planes = plane_names_of(&position).size()};
}

// Writes the planes of a position to the front of `out`.
template <HasPlanes P>
void write_planes(const P& position, const PlanesShape& shape, std::span<float> out) {
  Planes planes(out.first(shape.size()), shape.planes);
  write_planes(position, planes);
}

template <class P>
concept HasOwners = Game<P> && requires(const P position, std::span<std::int8_t> out) { write_owners(position, out); };

}  // namespace plyground
