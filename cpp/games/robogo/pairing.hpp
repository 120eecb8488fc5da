// Detects games of Robogo that a side can no longer win, if stones are never captured.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/game.hpp"
#include "core/grid.hpp"
#include "games/robogo/rules.hpp"

namespace plyground::robogo {

// The windows that a side may still fill, each as the set of its empty points; for boards with at most 64 of them. If
// the other side can give every window two empty points of its own, it answers a stone on one of them with the other
// and a pass with a pass, and no window is ever filled.
template <int Capacity>
class Chance {
 public:
  Chance(const Position<Capacity>& position, Color side) {
    const int size = position.settings().size;
    const int line = position.settings().line;
    std::array<std::uint8_t, Board::points> numbers{};
    int empty = 0;
    Board::for_each_point(size, [&](std::size_t point) {
      if (!position.stones().at(point)) numbers[point] = static_cast<std::uint8_t>(std::min(empty++, 255));
    });
    too_large_ = empty > 64;
    if (too_large_) return;
    Board::for_each_point(size, [&](std::size_t point) {
      const Cell cell = Board::cell(point);
      if (cell.column + line <= size) add(position, side, point, 1, numbers);
      if (cell.row + line <= size) add(position, side, point, Board::stride, numbers);
    });
  }

  [[nodiscard]] bool is_held(int tries) {
    tries_left_ = tries;
    return !too_large_ && pair_up(0, ~0ULL);
  }

 private:
  using Board = Grid<Capacity>;
  static constexpr std::size_t most_windows = 160;

  void add(const Position<Capacity>& position, Color side, std::size_t point, int by,
           const std::array<std::uint8_t, Board::points>& numbers) {
    std::uint64_t holes = 0;
    for (int i = 0; i < position.settings().line; ++i) {
      const std::size_t at = Board::step(point, i * by);
      const auto owner = position.stones().at(at);
      if (owner && *owner != side) return;
      if (!owner) holes |= 1ULL << numbers[at];
    }
    if (count_ == most_windows) {
      too_large_ = true;
    } else {
      windows_[count_++] = holes;
    }
  }

  // The windows from `begin` on have no pair yet; `free` points are in none.
  [[nodiscard]] bool pair_up(std::size_t begin, std::uint64_t free) {
    std::size_t tightest = count_;
    int fewest = 65;
    for (std::size_t i = begin; i < count_; ++i) {
      const int points = std::popcount(windows_[i] & free);
      if (points < 2) return false;
      if (points < fewest) {
        fewest = points;
        tightest = i;
      }
    }
    if (tightest == count_) return true;
    const std::uint64_t points = windows_[tightest] & free;
    for (std::uint64_t left = points; left != 0; left &= left - 1) {
      for (std::uint64_t others = left & (left - 1); others != 0; others &= others - 1) {
        if (--tries_left_ < 0) return false;
        const std::uint64_t pair = (left & (0 - left)) | (others & (0 - others));
        if (pair_up(serve(pair, begin), free & ~pair)) return true;
      }
    }
    return false;
  }

  // Moves the windows with this pair to the front, and returns where the others begin.
  std::size_t serve(std::uint64_t pair, std::size_t begin) {
    const auto* const rest = std::partition(windows_.data() + begin, windows_.data() + count_,
                                            [pair](std::uint64_t window) { return (window & pair) == pair; });
    return static_cast<std::size_t>(rest - windows_.data());
  }

  std::array<std::uint64_t, most_windows> windows_;
  std::size_t count_ = 0;
  bool too_large_ = false;
  int tries_left_ = 0;
};

// Pairs for lines of five and more on boards of any size. The board is cut into blocks of two by two points. Every
// block is two pairs, lying or standing in turn like the squares of a chessboard, so five points in a row or column
// contain a whole pair. Stones already placed may spoil some pairs, so all 16 places of the pattern are tried.
template <int Capacity>
class Blocks {
 public:
  Blocks(const Position<Capacity>& position, Color side, int row_shift, int column_shift)
      : position_(position), side_(side), row_shift_(row_shift), column_shift_(column_shift) {}

  [[nodiscard]] bool hold() const {
    const int size = position_.settings().size;
    for (int outer = 0; outer < size; ++outer) {
      for (int begin = 0; begin + position_.settings().line <= size; ++begin) {
        if (is_open({outer, begin}, {0, 1}) || is_open({begin, outer}, {1, 0})) return false;
      }
    }
    return true;
  }

 private:
  using Board = Grid<Capacity>;

  // Whether the side might fill the stretch that begins here.
  [[nodiscard]] bool is_open(Cell first, Cell by) const {
    bool has_pair = false;
    for (int i = 0; i < position_.settings().line; ++i) {
      const Cell at{first.row + i * by.row, first.column + i * by.column};
      const auto owner = position_.stones().at(Board::point(at));
      if (owner && *owner != side_) return false;
      if (owner || i + 1 == position_.settings().line || !begins_pair(at, by)) continue;
      has_pair = has_pair || !position_.stones().at(Board::point({at.row + by.row, at.column + by.column}));
    }
    return !has_pair;
  }

  [[nodiscard]] bool begins_pair(Cell at, Cell by) const {
    const int row = (at.row + row_shift_) % 4;
    const int column = (at.column + column_shift_) % 4;
    const bool lies = (row < 2) == (column < 2);
    return by.column == 1 ? lies && column % 2 == 0 : !lies && row % 2 == 0;
  }

  const Position<Capacity>& position_;
  Color side_;
  int row_shift_;
  int column_shift_;
};

// Slower than `cannot_win`, and only for games without captures.
template <int Capacity>
bool is_held_by_blocks(const Position<Capacity>& position, Color side) {
  if (position.settings().captures) return false;
  for (int shift = 0; shift < 16; ++shift) {
    if (Blocks<Capacity>(position, side, shift / 4, shift % 4).hold()) return true;
  }
  return false;
}

// Whether the other side can hold at least a draw. With captures, only a line longer than the board is certain never to
// appear.
template <int Capacity>
bool cannot_win(const Position<Capacity>& position, Color side) {
  if (position.settings().line > position.settings().size) return true;
  if (position.settings().captures) return false;
  return Chance<Capacity>(position, side).is_held(60);
}

}  // namespace plyground::robogo
