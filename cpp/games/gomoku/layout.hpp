// Windows as bits: every stretch of line length has its own bit.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/grid.hpp"
#include "games/gomoku/renju.hpp"

namespace plyground::gomoku {

// The bit indexes of the windows, for a board size and a line length. The windows of one row, column or diagonal are
// adjacent within one word, and no word has windows of two directions.
class Layout {
 public:
  static constexpr std::size_t max_words = 32;

  // The windows through a point in one direction: `count` bits from `first` on. The window that begins right after the
  // point is the bit `next`, the one that ends right before it `previous`.
  struct Place {
    static constexpr std::uint8_t none = 64;
    std::uint8_t word = 0;
    std::uint8_t first = 0;
    std::uint8_t count = 0;
    std::uint8_t next = none;
    std::uint8_t previous = none;
    bool is_first = false;  // for a window, which then is the last of the bits
    bool is_last = false;   // for a window, which then is the first of the bits

    [[nodiscard]] std::uint64_t starting() const { return is_first ? 1ULL << (first + count - 1) : 0; }
    [[nodiscard]] std::uint64_t ending() const { return std::uint64_t{is_last} << first; }
    [[nodiscard]] std::uint64_t bits() const { return ((1ULL << count) - 1) << first; }
  };

  Layout() = default;
  Layout(int size, int line) : size_(size), line_(line) {
    for (std::size_t d = 0; d < directions.size(); ++d) {
      first_word_[d] = words_;
      lay_direction(d);
      first_word_[d + 1] = words_;
    }
  }

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] int line() const { return line_; }
  [[nodiscard]] std::size_t words() const { return words_; }
  [[nodiscard]] std::uint64_t windows(std::size_t word) const { return windows_[word]; }
  // The windows that are followed by another in the same row.
  [[nodiscard]] std::uint64_t followed(std::size_t word) const { return followed_[word]; }
  [[nodiscard]] const std::array<Place, directions.size()>& places(std::size_t point) const { return places_[point]; }

  // The first point of a window, and the step from each of its points to the next.
  [[nodiscard]] std::size_t first_point(std::size_t word, int bit) const {
    return first_points_[word * 64 + static_cast<std::size_t>(bit)];
  }
  [[nodiscard]] int step(std::size_t word) const {
    return directions[word < first_word_[1] ? 0 : (word < first_word_[2] ? 1 : (word < first_word_[3] ? 2 : 3))].step();
  }

 private:
  [[nodiscard]] bool on_board(Cell cell) const {
    return cell.row >= 0 && cell.row < size_ && cell.column >= 0 && cell.column < size_;
  }
  static Cell along(Cell cell, Direction direction, int steps) {
    return {cell.row + steps * direction.rows, cell.column + steps * direction.columns};
  }

  void lay_direction(std::size_t d) {
    int used = 64;  // of the word
    Board::for_each_point(size_, [&](std::size_t point) {
      const Cell begin = Board::cell(point);
      if (on_board(along(begin, directions[d], -1))) return;
      int length = 1;
      while (on_board(along(begin, directions[d], length))) ++length;
      const int count = length - line_ + 1;
      if (count <= 0) return;
      if (used + count > 64) {
        ++words_;
        used = 0;
      }
      lay_row(d, point, length, used);
      used += count;
    });
  }

  void lay_row(std::size_t d, std::size_t begin, int length, int base) {
    const std::size_t word = words_ - 1;
    const int count = length - line_ + 1;
    const auto bit = [base, count](int window) {
      return window >= 0 && window < count ? static_cast<std::uint8_t>(base + window) : Place::none;
    };
    for (int at = 0; at < length; ++at) {
      const std::size_t point = Board::step(begin, at * directions[d].step());
      const int first = std::max(0, at - line_ + 1);
      const int last = std::min(at, count - 1);
      places_[point][d] = {.word = static_cast<std::uint8_t>(word),
                           .first = static_cast<std::uint8_t>(base + first),
                           .count = static_cast<std::uint8_t>(last - first + 1),
                           .next = bit(at + 1),
                           .previous = bit(at - line_),
                           .is_first = at < count,
                           .is_last = at >= line_ - 1};
      if (at < count) {
        windows_[word] |= 1ULL << (base + at);
        if (at + 1 < count) followed_[word] |= 1ULL << (base + at);
        first_points_[word * 64 + static_cast<std::size_t>(base + at)] = static_cast<std::uint16_t>(point);
      }
    }
  }

  int size_ = 0;
  int line_ = 0;
  std::size_t words_ = 0;
  std::array<std::size_t, directions.size() + 1> first_word_{};
  std::array<std::uint64_t, max_words> windows_{};
  std::array<std::uint64_t, max_words> followed_{};
  std::array<std::uint16_t, max_words * 64> first_points_{};
  std::array<std::array<Place, directions.size()>, indexes> places_{};
};

}  // namespace plyground::gomoku
