// Discs that can never be flipped again.
#pragma once

#include <array>
#include <cstdint>

namespace plyground::othello {

namespace detail {

inline constexpr std::uint64_t first_column = 0x0101010101010101ULL;
inline constexpr std::uint64_t last_column = first_column << 7;

// One step over the board of 64 squares, without wrapping around an edge.
template <int Shift>
constexpr std::uint64_t step(std::uint64_t bits) {
  constexpr bool to_the_right = Shift == 1 || Shift == 9 || Shift == -7;
  constexpr bool to_the_left = Shift == -1 || Shift == -9 || Shift == 7;
  const std::uint64_t moved = Shift > 0 ? bits << (Shift & 63) : bits >> (-Shift & 63);
  if (to_the_right) return moved & ~first_column;
  if (to_the_left) return moved & ~last_column;
  return moved;
}

// All squares from these on in one direction, in seven steps by doubling: squares that may be entered in one step, in
// two and in four.
template <int Shift>
constexpr std::uint64_t spread(std::uint64_t bits) {
  constexpr std::uint64_t one = step<Shift>(~0ULL);
  constexpr std::uint64_t two = one & step<Shift>(one);
  constexpr std::uint64_t four = two & step<Shift>(step<Shift>(two));
  const auto moved = [](std::uint64_t from, int steps) {
    return Shift > 0 ? from << (Shift * steps) : from >> (-Shift * steps);
  };
  bits |= one & moved(bits, 1);
  bits |= two & moved(bits, 2);
  bits |= four & moved(bits, 4);
  return bits;
}

template <int Shift>
constexpr std::uint64_t on_lines_of(std::uint64_t bits) {
  return spread<Shift>(bits) | spread<-Shift>(bits);
}

}  // namespace detail

// These squares and all adjacent ones.
constexpr std::uint64_t neighbours(std::uint64_t bits) {
  using detail::step;
  const std::uint64_t row = bits | step<1>(bits) | step<-1>(bits);
  return row | step<8>(row) | step<-8>(row);
}

// What makes discs stable on a board, for both colours: for each of the four axes the squares that no line along it can
// flip, because the line is full or the square is at its end.
class SafeAxes {
 public:
  SafeAxes(std::uint64_t board, std::uint64_t empties) {
    using detail::on_lines_of;
    using detail::step;
    const std::uint64_t columns = board & ~(step<1>(board) & step<-1>(board));  // the outer ones
    const std::uint64_t rows = board & ~(step<8>(board) & step<-8>(board));
    safe_ = {columns | ~on_lines_of<1>(empties), rows | ~on_lines_of<8>(empties),
             columns | rows | ~on_lines_of<7>(empties), columns | rows | ~on_lines_of<9>(empties)};
  }

  // The discs that are safe along every axis, by the axis itself or by an adjacent stable disc of the same colour on
  // it. They can never be flipped; a few others, safe for subtler reasons, are not found.
  [[nodiscard]] std::uint64_t stable(std::uint64_t discs) const {
    std::uint64_t found = discs & safe_[0] & safe_[1] & safe_[2] & safe_[3];
    for (std::uint64_t before = 0; found != before;) {
      before = found;
      found = discs & anchored<1>(0, before) & anchored<8>(1, before) & anchored<7>(2, before) & anchored<9>(3, before);
    }
    return found;
  }

 private:
  template <int Shift>
  [[nodiscard]] std::uint64_t anchored(std::size_t axis, std::uint64_t stable) const {
    return safe_[axis] | detail::step<Shift>(stable) | detail::step<-Shift>(stable);
  }

  std::array<std::uint64_t, 4> safe_;
};

}  // namespace plyground::othello
