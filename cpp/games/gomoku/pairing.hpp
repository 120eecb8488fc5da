// Detects games that a side can no longer win.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/game.hpp"
#include "games/gomoku/layout.hpp"
#include "games/gomoku/threats.hpp"

namespace plyground::gomoku {

// The windows that a side may still fill, each as the set of its empty points; for boards with few of them.
class Chance {
 public:
  static constexpr int most_empty = 64;

  // Windows that lack more stones than the side has moves left do not count, regardless of the turn.
  Chance(const ThreatBoard& board, Color side) {
    const Layout& layout = board.layout();
    std::array<std::uint8_t, indexes> numbers{};
    int empty = 0;
    Board::for_each_point(layout.size(), [&](std::size_t point) {
      if (board.is_empty(point)) numbers[point] = static_cast<std::uint8_t>(empty++);
    });
    for (std::size_t word = 0; word < layout.words(); ++word) {
      for (std::uint64_t left = board.alive(side, word); left != 0; left &= left - 1) {
        std::uint64_t holes = 0;
        int lacking = 0;
        board.for_each_hole(word, std::countr_zero(left), [&](Move point) {
          holes |= 1ULL << numbers[point];
          ++lacking;
        });
        if (lacking <= (empty + 1) / 2) add(holes);
      }
    }
    // Windows share a pair only along one row, and then as many as contain two neighbours.
    hardly_ = static_cast<int>(count_) > (layout.line() - 1) * (empty / 2);
  }

  [[nodiscard]] bool is_gone() const { return count_ == 0 && !too_large_; }

  // Whether the other side can give every window two empty points of its own. Then it answers a stone on one of them
  // with the other, and no window is ever filled. Gives up after a number of tries.
  [[nodiscard]] bool is_paired(int tries) {
    if (too_large_ || hardly_) return false;
    tries_left_ = tries;
    return pair_up(0, count_, ~0ULL);
  }

 private:
  static constexpr std::size_t most_windows = 192;

  void add(std::uint64_t holes) {
    if (count_ == most_windows) {
      too_large_ = true;
    } else {
      windows_[count_++] = holes;
    }
  }

  // The windows from `begin` to `end` have no pair yet; `free` points are in none.
  [[nodiscard]] bool pair_up(std::size_t begin, std::size_t end, std::uint64_t free) {
    std::uint64_t tightest = 0;
    int fewest = most_empty + 1;
    for (std::size_t i = begin; i < end; ++i) {
      const int points = std::popcount(windows_[i] & free);
      if (points >= fewest) continue;
      if (points < 2) return false;
      fewest = points;
      tightest = windows_[i] & free;
    }
    if (tightest == 0) return true;
    while (const std::uint64_t pair = best_pair(tightest, begin, end)) {
      if (--tries_left_ < 0) return false;
      if (pair_up(begin, serve(pair, begin, end), free & ~pair)) return true;
      // Without this pair, the lower of its points may still be paired with others. Skipping it entirely is simpler,
      // and only gives up slightly too soon.
      tightest &= ~(pair & (0 - pair));
    }
    return false;
  }

  // Moves the windows without this pair to the front, and returns where they end.
  std::size_t serve(std::uint64_t pair, std::size_t begin, std::size_t end) {
    const auto* const rest = std::partition(windows_.data() + begin, windows_.data() + end,
                                            [pair](std::uint64_t window) { return (window & pair) != pair; });
    return static_cast<std::size_t>(rest - windows_.data());
  }

  // The pair of these points that is in most windows and blocks the fewest others.
  [[nodiscard]] std::uint64_t best_pair(std::uint64_t points, std::size_t begin, std::size_t end) const {
    std::uint64_t best = 0;
    int best_served = 0;
    for (std::uint64_t left = points; left != 0; left &= left - 1) {
      const std::uint64_t first = left & (0 - left);
      for (std::uint64_t others = left & (left - 1); others != 0; others &= others - 1) {
        const std::uint64_t pair = first | (others & (0 - others));
        int served = 0;
        for (std::size_t i = begin; i < end; ++i) {
          const std::uint64_t shared = windows_[i] & pair;
          served += shared == pair ? 8 : (shared != 0 ? -1 : 0);
        }
        if (best != 0 && served <= best_served) continue;
        best = pair;
        best_served = served;
      }
    }
    return best;
  }

  std::array<std::uint64_t, most_windows> windows_;
  std::size_t count_ = 0;
  bool too_large_ = false;
  bool hardly_ = false;
  int tries_left_ = 0;
};

// Whether no window is left in which this side could complete a line.
inline bool is_hopeless(const ThreatBoard& board, Color side) {
  for (std::size_t word = 0; word < board.layout().words(); ++word) {
    if (board.alive(side, word) != 0) return false;
  }
  return true;
}

// Whether the other side can hold at least a draw: this side has no windows, or pairs stop it. Renju's Black cannot
// rely on pairs, because an answer might be forbidden.
inline bool is_held(const ThreatBoard& board, Color side, int tries) {
  if (is_hopeless(board, side)) return true;
  if (board.is_bound(other(side)) || board.empty_points() > Chance::most_empty) return false;
  Chance chance(board, side);
  return chance.is_gone() || chance.is_paired(tries);
}

}  // namespace plyground::gomoku
