// The moves that renju forbids to Black: the overline, the double four and the double three.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/bits.hpp"
#include "core/grid.hpp"

namespace plyground::gomoku {

using Board = Grid<20>;

// The grid's points, rounded up to whole words of bits.
inline constexpr std::size_t indexes = std::bit_ceil(Board::points);
using Points = Bits<indexes>;

// One of the four directions of a line.
struct Direction {
  int rows = 0;
  int columns = 0;
  [[nodiscard]] constexpr int step() const { return rows * Board::stride + columns; }
};

inline constexpr std::array<Direction, 4> directions{{{0, 1}, {1, 0}, {1, 1}, {1, -1}}};

namespace renju {

enum class Verdict : std::uint8_t { allowed, overline, double_four, double_three };

// Two bit counts that are fast on any processor.
constexpr bool exactly_one(std::uint32_t bits) { return bits != 0 && (bits & (bits - 1)) == 0; }
constexpr bool at_most_two(std::uint32_t bits) {
  bits &= bits - 1;
  return (bits & (bits - 1)) == 0;
}

// The points around a new black stone in one direction: bit 5 is the stone, bit 0 the point five before it, bit 10 the
// point five after it. A point that is neither black nor empty is white, off the board, or cut off by such a point.
// Five each way are enough to judge: four more stones of a five, and the point beyond, which makes it six.
struct Window {
  static constexpr int reach = 5;
  static constexpr std::uint32_t centre = 1U << reach;
  std::uint32_t black = centre;
  std::uint32_t empty = 0;

  [[nodiscard]] int run() const {
    const std::uint32_t from = black >> reach;
    const std::uint32_t back = black << (31 - reach);  // the stone is the highest bit, its past follows
    return std::countr_one(from) + std::countl_one(back) - 1;
  }

  // The sets of four stones, including the new one, that one more stone turns into a five and not a six. An open four
  // is found twice, once for either end, as the same set; other sets occur once.
  [[nodiscard]] int fours() const {
    int sets = 0;
    std::uint32_t last = 0;
    for (int first = 1; first <= reach; ++first) {
      const std::uint32_t five = 0x1fU << first;
      const std::uint32_t beyond = (1U << (first - 1)) | (1U << (first + 5));
      const std::uint32_t missing = five & ~black;
      if (!exactly_one(missing) || (missing & empty) == 0 || (black & beyond) != 0) continue;
      const std::uint32_t stones = five & black;
      if (stones != last) ++sets;
      last = stones;
    }
    return sets;
  }

  // The points, as bits, where one more stone turns a three into a straight four: four in a row, with a five, not a
  // six, at either end.
  [[nodiscard]] std::uint32_t fourth_stones() const {
    std::uint32_t points = 0;
    for (int first = 2; first <= reach; ++first) {
      const std::uint32_t four = 0xfU << first;
      const std::uint32_t ends = (1U << (first - 1)) | (1U << (first + 4));
      const std::uint32_t beyond = (1U << (first - 2)) | (1U << (first + 5));
      const std::uint32_t missing = four & ~black;
      if (!exactly_one(missing) || (missing & empty) == 0) continue;
      if ((ends & empty) == ends && (black & beyond) == 0) points |= missing;
    }
    return points;
  }
};

// Judges points of one board. Whether a three is open depends on whether the stone that would make it a straight four
// is itself forbidden, on a board with one more stone. So the judge places stones and calls itself.
class Judge {
 public:
  Judge(const Points& black, const Points& white, int size) : black_(black), white_(white), size_(size) {}

  // The point must be empty.
  [[nodiscard]] Verdict operator()(std::size_t point) {
    looks_left_ = max_looks;
    return judge(point);
  }

 private:
  // Boards exist on which the recursion branches at many levels. The hardest known ones take fewer than 2,000 checks
  // for a point. The limit, never reached in play, keeps any other board from taking forever.
  static constexpr int max_looks = 8192;

  using Fourths = std::array<std::uint32_t, directions.size()>;  // a direction's points that make a straight four

  // A judgement without recursion. It is final unless at least two directions have a three that may be open.
  struct Look {
    Verdict verdict = Verdict::allowed;
    bool settled = true;
    Fourths fourths{};
  };
  enum class Open : std::uint8_t { no, yes, unknown };

  [[nodiscard]] Verdict judge(std::size_t point) {
    const Look look = look_at(point);
    if (look.settled) return look.verdict;
    return has_two_threes(point, look) ? Verdict::double_three : Verdict::allowed;
  }

  [[nodiscard]] Look look_at(std::size_t point) {
    --looks_left_;
    Look look;
    bool overline = false;
    int fours = 0;
    int threes = 0;
    for (std::size_t d = 0; d < directions.size(); ++d) {
      const Window window = window_at(point, directions[d]);
      if (at_most_two(window.black)) continue;  // a three has three stones
      const int run = window.run();
      if (run == 5) return {};
      overline = overline || run > 5;
      fours += window.fours();
      look.fourths[d] = window.fourth_stones();
      if (look.fourths[d] != 0) ++threes;
    }
    if (overline) {
      look.verdict = Verdict::overline;
    } else if (fours >= 2) {
      look.verdict = Verdict::double_four;
    } else {
      look.settled = threes < 2;
    }
    return look;
  }

  [[nodiscard]] Window window_at(std::size_t point, Direction direction) const {
    Window window;
    look_along(window, point, direction, 1);
    look_along(window, point, direction, -1);
    return window;
  }

  void look_along(Window& window, std::size_t point, Direction direction, int sign) const {
    Cell cell = Board::cell(point);
    for (int i = 1; i <= Window::reach; ++i) {
      cell = {cell.row + sign * direction.rows, cell.column + sign * direction.columns};
      if (cell.row < 0 || cell.row >= size_ || cell.column < 0 || cell.column >= size_) return;
      const std::size_t at = Board::point(cell);
      if (white_.test(at)) return;
      (black_.test(at) ? window.black : window.empty) |= 1U << (Window::reach + sign * i);
    }
  }

  // Checks the directions in two rounds: first those that need no recursion, which is almost always enough, then the
  // others.
  [[nodiscard]] bool has_two_threes(std::size_t point, const Look& look) {
    black_.set(point);
    int open = 0;
    std::array<bool, directions.size()> unknown{};
    int left = 0;
    for (std::size_t d = 0; d < directions.size(); ++d) {
      const Open answer = quick_three(point, directions[d], look.fourths[d]);
      if (answer == Open::yes) ++open;
      unknown[d] = answer == Open::unknown;
      if (unknown[d]) ++left;
    }
    for (std::size_t d = 0; d < directions.size() && open < 2 && open + left >= 2; ++d) {
      if (!unknown[d]) continue;
      --left;
      if (slow_three(point, directions[d], look.fourths[d])) ++open;
    }
    black_.reset(point);
    return open >= 2;
  }

  [[nodiscard]] Open quick_three(std::size_t point, Direction direction, std::uint32_t fourths) {
    Open answer = Open::no;
    for (; fourths != 0; fourths &= fourths - 1) {
      const Look look = look_at(fourth_point(point, direction, fourths));
      if (!look.settled) {
        answer = Open::unknown;
      } else if (look.verdict == Verdict::allowed) {
        return Open::yes;
      }
    }
    return answer;
  }

  [[nodiscard]] bool slow_three(std::size_t point, Direction direction, std::uint32_t fourths) {
    for (; fourths != 0 && looks_left_ > 0; fourths &= fourths - 1) {
      if (judge(fourth_point(point, direction, fourths)) == Verdict::allowed) return true;
    }
    return false;
  }

  static std::size_t fourth_point(std::size_t point, Direction direction, std::uint32_t fourths) {
    return Board::step(point, (std::countr_zero(fourths) - Window::reach) * direction.step());
  }

  Points black_;
  Points white_;
  int size_;
  int looks_left_ = max_looks;
};

}  // namespace renju
}  // namespace plyground::gomoku
