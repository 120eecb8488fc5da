// The shape that a stone on an empty point would form on one line through it: a five, an open four, a three, and so on.
// A table by the stones within reach makes this fast enough for every point.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace plyground::gomoku {

// The better, the larger. An open four has two points that complete a line, wherever they are; an open three can become
// an open four by one stone, a good one by either of two; a closed shape lacks room on one side.
enum class LineShape : std::uint8_t {
  none,
  closed_one,
  open_one,
  closed_two,
  open_two,
  good_two,
  closed_three,
  open_three,
  good_three,
  four,
  open_four,
  five,
};
inline constexpr std::size_t shape_kinds = 12;

// The shapes of all lines of `2 * Reach` points around a stone. Lines have five stones. Reach 4 is enough if longer
// lines win too; if they do not, `Exactly`, the next point matters as well.
template <int Reach, bool Exactly>
class ShapeTable {
 public:
  static constexpr int around = 2 * Reach;

  ShapeTable() : shapes_(std::size_t{1} << (2 * around), unknown) {
    for (std::uint32_t own = 0; own < 1U << around; ++own) {
      for (std::uint32_t closed = 0; closed < 1U << around; ++closed) {
        if ((own & closed) == 0) find(own, closed);
      }
    }
  }

  // Bits in the order of the points, without the one in the middle: own stones, and points that are the enemy's or off
  // the board.
  [[nodiscard]] std::uint8_t operator()(std::uint32_t own, std::uint32_t closed) const {
    return shapes_[own | (closed << around)];
  }

  // Removes the bit of the middle.
  static constexpr std::uint32_t without_middle(std::uint32_t bits) {
    constexpr std::uint32_t low = (1U << Reach) - 1;
    return (bits & low) | ((bits >> 1) & (low << Reach));
  }

 private:
  static constexpr std::uint8_t unknown = 255;

  std::uint8_t find(std::uint32_t own, std::uint32_t closed) {
    std::uint8_t& known = shapes_[own | (closed << around)];
    if (known == unknown) known = static_cast<std::uint8_t>(shape(own, closed));
    return known;
  }

  LineShape shape(std::uint32_t own, std::uint32_t closed) {
    if (makes_line(own)) return LineShape::five;
    if (!has_room(closed)) return LineShape::none;
    std::array<int, shape_kinds> ways{};
    for (int at = 0; at < around; ++at) {
      const std::uint32_t bit = 1U << at;
      if (((own | closed) & bit) == 0) ++ways[find(own | bit, closed)];
    }
    const auto count = [&ways](LineShape kind) { return ways[static_cast<std::size_t>(kind)]; };
    if (count(LineShape::five) > 1) return LineShape::open_four;
    if (count(LineShape::five) == 1) return LineShape::four;
    if (count(LineShape::open_four) > 0)
      return count(LineShape::open_four) > 1 ? LineShape::good_three : LineShape::open_three;
    if (count(LineShape::four) > 0) return LineShape::closed_three;
    const int threes = count(LineShape::open_three) + count(LineShape::good_three);
    if (threes > 0) return threes > 2 ? LineShape::good_two : LineShape::open_two;
    if (count(LineShape::closed_three) > 0) return LineShape::closed_two;
    if (count(LineShape::open_two) + count(LineShape::good_two) > 0) return LineShape::open_one;
    return count(LineShape::closed_two) > 0 ? LineShape::closed_one : LineShape::none;
  }

  static constexpr std::uint32_t with_middle(std::uint32_t bits, std::uint32_t middle) {
    constexpr std::uint32_t low = (1U << Reach) - 1;
    return (bits & low) | (middle << Reach) | ((bits & ~low) << 1);
  }

  static bool makes_line(std::uint32_t own) {
    const std::uint32_t line = with_middle(own, 1);
    const int after = std::countr_one(line >> Reach);
    const int before = std::countl_one(line << (31 - Reach));
    const int run = after + before - 1;
    return Exactly ? run == 5 : run >= 5;
  }

  // Five points in a row, the middle among them, that nothing closes.
  static bool has_room(std::uint32_t closed) {
    const std::uint32_t open = ~with_middle(closed, 0);
    const int after = std::countr_one((open >> Reach) & ((1U << (Reach + 1)) - 1));
    const int before = std::countl_one(open << (31 - Reach));
    return std::min(after, 5) + std::min(before, 5) - 1 >= 5;
  }

  std::vector<std::uint8_t> shapes_;
};

// The threat that the four shapes of a point, best first, make together. From `three` on it threatens to win.
enum class Threat : std::uint8_t {
  none,
  two,
  double_two,
  closed_three,
  three,
  three_and_more,
  double_three,
  four,
  four_and_more,
  four_three,
  open_four,  // or two fours
  five,
};
inline constexpr std::size_t threat_kinds = 12;

// Four shapes, each in four bits.
using LineShapes = std::uint16_t;

constexpr std::array<std::uint8_t, 4> sorted_shapes(LineShapes shapes) {
  std::array<std::uint8_t, 4> list{};
  for (std::size_t d = 0; d < list.size(); ++d) list[d] = static_cast<std::uint8_t>((shapes >> (4 * d)) & 15);
  std::ranges::sort(list, std::ranges::greater{});
  return list;
}

constexpr Threat threat_of(LineShapes shapes) {
  const auto list = sorted_shapes(shapes);
  const auto best = static_cast<LineShape>(list[0]);
  const auto second = static_cast<LineShape>(list[1]);
  if (best == LineShape::five) return Threat::five;
  if (best == LineShape::open_four || second == LineShape::four) return Threat::open_four;
  if (best == LineShape::four) {
    if (second >= LineShape::open_three) return Threat::four_three;
    return second >= LineShape::open_two ? Threat::four_and_more : Threat::four;
  }
  if (best >= LineShape::open_three) {
    if (second >= LineShape::open_three) return Threat::double_three;
    return second >= LineShape::open_two ? Threat::three_and_more : Threat::three;
  }
  if (best == LineShape::closed_three) return Threat::closed_three;
  if (second == LineShape::open_two || second == LineShape::good_two) return Threat::double_two;
  return best >= LineShape::open_two ? Threat::two : Threat::none;
}

// The number of a pair of shapes, the better one first.
inline constexpr std::size_t shape_pairs = shape_kinds * (shape_kinds + 1) / 2;
constexpr std::size_t pair_of(std::size_t best, std::size_t second) { return best * (best + 1) / 2 + second; }

}  // namespace plyground::gomoku
