// A board that keeps its threats up to date. A window is a stretch of line length. For every window and side the number
// of its stones is updated with each stone. The windows are bits, and the numbers are binary counters across words of
// such bits: a stone adds one to all windows of a direction that contain it with a few operations on single words.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/game.hpp"
#include "core/random.hpp"
#include "games/gomoku/layout.hpp"
#include "games/gomoku/renju.hpp"
#include "games/gomoku/rules.hpp"
#include "games/lines.hpp"

namespace plyground::gomoku {

// The points that complete a line: their number, up to "two or more", and the points.
struct Completions {
  int count = 0;
  Move first = 0;
  Move second = 0;

  void add(Move point) {
    if (count == 0) {
      first = point;
      count = 1;
    } else if (count == 1 && point != first) {
      second = point;
      count = 2;
    }
  }
};

// A move that leaves a line one stone short, and the points that would then complete it.
struct Four {
  Move move = 0;
  Move reply = 0;         // one of them
  Move second = 0;        // another, or 0
  std::int16_t ways = 0;  // how many there are
  int worth = 0;          // for sorting

  [[nodiscard]] bool is_fork() const { return ways > 1; }
};

// At most as many as fit; a board with more of them is already decided.
class Fours {
 public:
  static constexpr std::size_t capacity = 96;
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] const Four* begin() const { return fours_.data(); }
  [[nodiscard]] const Four* end() const { return fours_.data() + size_; }
  Four* begin() { return fours_.data(); }
  Four* end() { return fours_.data() + size_; }
  Four& operator[](std::size_t at) { return fours_[at]; }
  [[nodiscard]] bool is_full() const { return size_ == capacity; }
  Four& add(Move move, Move reply) { return fours_[size_++] = {.move = move, .reply = reply, .ways = 1}; }
  void keep_only(Move move) {
    const auto left_out = std::ranges::remove_if(*this, [move](const Four& four) { return four.move != move; });
    size_ -= left_out.size();
  }
  // Sorts by worth, largest first. The sort is stable, by insertion, because the list is short and nothing is
  // allocated.
  void sort() {
    for (std::size_t i = 1; i < size_; ++i) {
      const Four four = fours_[i];
      std::size_t at = i;
      for (; at > 0 && fours_[at - 1].worth < four.worth; --at) fours_[at] = fours_[at - 1];
      fours_[at] = four;
    }
  }

 private:
  std::size_t size_ = 0;
  std::array<Four, capacity> fours_;
};

class ThreatBoard {
 public:
  using Words = std::array<std::uint64_t, Layout::max_words>;
  static constexpr std::size_t few_digits = 3;
  static constexpr std::size_t max_digits = 5;  // lines have 20 stones at most

  // The data that change with every stone, small enough to copy.
  struct Stand {
    std::array<Points, 2> stones;
    std::array<bool, indexes> taken{};
    std::array<std::array<Words, max_digits>, 2> counts{};
    std::array<Words, 2> before{};  // windows with an own stone right before them
    std::array<Words, 2> behind{};
    Words first_taken{};  // windows with a stone on their first point, and on their last
    Words last_taken{};
    std::uint64_t key = 0;
  };

  [[nodiscard]] const Stand& stand() const { return now_; }
  void restore(const Stand& stand) { now_ = stand; }

  // Changes to the board of a position. Only differences are updated, so this is fast between neighbours in a search.
  // True if the rules have changed.
  bool show(const Position& position) {
    const bool other_rules = position.size() != layout_.size() || position.line() != layout_.line() ||
                             exactly_[0] != position.needs_exact_line(Color::black) ||
                             exactly_[1] != position.needs_exact_line(Color::white) || judged_ != is_renju(position);
    if (other_rules) {
      *this = ThreatBoard();
      layout_ = Layout(position.size(), position.line());
      exactly_ = {position.needs_exact_line(Color::black), position.needs_exact_line(Color::white)};
      judged_ = is_renju(position);
      long_lines_ = position.line() >> few_digits != 0;
    }
    for (const Color color : {Color::black, Color::white}) {
      changed(position, color, [this, color](std::size_t at, bool added) {
        if (!added) take(at, color);
      });
    }
    for (const Color color : {Color::black, Color::white}) {
      changed(position, color, [this, color](std::size_t at, bool added) {
        if (added) put(at, color);
      });
    }
    return other_rules;
  }

  void put(std::size_t point, Color color) {
    now_.stones[index(color)].set(point);
    now_.taken[point] = true;
    now_.key ^= stone_key(point, color);
    auto& counters = now_.counts[index(color)];
    for (const Layout::Place& place : places(point)) {
      std::uint64_t carry = place.bits();
      for_each_digit([&](std::size_t i) {
        const std::uint64_t before = counters[i][place.word];
        counters[i][place.word] = before ^ carry;
        carry &= before;
      });
      now_.first_taken[place.word] |= place.starting();
      now_.last_taken[place.word] |= place.ending();
    }
    if (exactly_[index(color)]) mark_neighbours(point, color, true);
  }

  void take(std::size_t point, Color color) {
    now_.stones[index(color)].reset(point);
    now_.taken[point] = false;
    now_.key ^= stone_key(point, color);
    auto& counters = now_.counts[index(color)];
    for (const Layout::Place& place : places(point)) {
      std::uint64_t borrow = place.bits();
      for_each_digit([&](std::size_t i) {
        const std::uint64_t after = counters[i][place.word] ^ borrow;
        counters[i][place.word] = after;
        borrow &= after;
      });
      now_.first_taken[place.word] &= ~place.starting();
      now_.last_taken[place.word] &= ~place.ending();
    }
    if (exactly_[index(color)]) mark_neighbours(point, color, false);
  }

  [[nodiscard]] std::uint64_t key() const { return now_.key; }
  [[nodiscard]] const Layout& layout() const { return layout_; }
  [[nodiscard]] bool is_empty(std::size_t point) const { return !now_.taken[point]; }
  [[nodiscard]] int empty_points() const {
    return layout_.size() * layout_.size() - now_.stones[0].count() - now_.stones[1].count();
  }
  [[nodiscard]] const Points& stones(Color color) const { return now_.stones[index(color)]; }
  [[nodiscard]] bool is_bound(Color color) const { return judged_ && color == Color::black; }
  [[nodiscard]] bool is_legal(std::size_t point, Color color) const {
    return !is_bound(color) ||
           renju::Judge(now_.stones[0], now_.stones[1], layout_.size())(point) == renju::Verdict::allowed;
  }

  // The windows of a word that may still become a line of this side: they have no enemy stone and, if a longer line
  // does not count, no own stone right before or behind them.
  [[nodiscard]] std::uint64_t alive(Color color, std::size_t word) const {
    return free(color, word) & ~too_long(color, word);
  }

  // Of those, the ones that lack this many stones.
  [[nodiscard]] std::uint64_t lacking(Color color, int stones, std::size_t word) const {
    return alive(color, word) & having(color, layout_.line() - stones, word);
  }

  // The same numbers as the heuristics compute for a position, except for the sum of completing points, which is only
  // counted up to two.
  [[nodiscard]] WindowCount count_windows(Color color) const {
    const auto most = static_cast<std::size_t>(std::min(WindowCount::most, layout_.line()));
    WindowCount count;
    for (std::size_t word = 0; word < layout_.words(); ++word) {
      const std::uint64_t here = free(color, word);
      const std::uint64_t useful = here & ~too_long(color, word);
      if (here == 0) continue;
      for (std::size_t m = 1; m <= most; ++m) {
        const std::uint64_t windows = here & having(color, layout_.line() - static_cast<int>(m), word);
        count.lacking[m] += std::popcount(windows & useful);
        if (m == 2) count.one_from_open += std::popcount(open_pairs(windows, word));
        if (m == 3) count.two_from_open += std::popcount(open_pairs(windows, word));
      }
    }
    return count;
  }

  // Calls `visit` with the empty points of a window.
  template <class Visit>
  void for_each_hole(std::size_t word, int bit, Visit visit) const {
    const int step = layout_.step(word);
    std::size_t point = layout_.first_point(word, bit);
    for (int i = 0; i < layout_.line(); ++i, point = Board::step(point, step)) {
      if (!now_.taken[point]) visit(static_cast<Move>(point));
    }
  }

  // Calls `visit` with the word and the bit of every such window.
  template <class Visit>
  void for_each_lacking(Color color, int stones, Visit visit) const {
    for (std::size_t word = 0; word < layout_.words(); ++word) {
      for (std::uint64_t left = lacking(color, stones, word); left != 0; left &= left - 1) {
        visit(word, std::countr_zero(left));
      }
    }
  }

  [[nodiscard]] Completions completions(Color color) const {
    Completions found;
    for_each_lacking(color, 1, [&](std::size_t word, int bit) {
      for_each_hole(word, bit, [&found](Move point) { found.add(point); });
    });
    return found;
  }

  // Only those on a line with a point: all of them, if that stone is the latest and there were none before.
  [[nodiscard]] Completions completions_through(std::size_t point, Color color) const {
    Completions found;
    for (const Layout::Place& place : places(point)) {
      for (std::uint64_t left = lacking(color, 1, place.word) & place.bits(); left != 0; left &= left - 1) {
        for_each_hole(place.word, std::countr_zero(left), [&found](Move at) { found.add(at); });
      }
    }
    return found;
  }

  // Every move that makes a four, legal or not. The side has no line to complete yet.
  void list_fours(Color color, Fours& out) {
    for_each_lacking(color, 2, [&](std::size_t word, int bit) {
      std::array<Move, 2> holes{};
      std::size_t count = 0;
      for_each_hole(word, bit, [&](Move point) { holes[count++] = point; });
      add_four(out, holes[0], holes[1]);
      add_four(out, holes[1], holes[0]);
    });
    for (const Four& four : out) slots_[four.move] = 0;
  }

  // The number of windows through a point that lack this many stones.
  [[nodiscard]] int windows_through(std::size_t point, Color color, int stones) const {
    int sum = 0;
    for (const Layout::Place& place : places(point)) {
      sum += std::popcount(lacking(color, stones, place.word) & place.bits());
    }
    return sum;
  }

  // The directions in which a window through a point lacks two or three stones.
  [[nodiscard]] int directions_through(std::size_t point, Color color) const {
    int sum = 0;
    for (const Layout::Place& place : places(point)) {
      const std::uint64_t windows = lacking(color, 2, place.word) | lacking(color, 3, place.word);
      if ((windows & place.bits()) != 0) ++sum;
    }
    return sum;
  }

  [[nodiscard]] const std::array<Layout::Place, directions.size()>& places(std::size_t point) const {
    return layout_.places(point);
  }

 private:
  static bool is_renju(const Position& position) {
    return position.needs_exact_line(Color::black) && !position.needs_exact_line(Color::white);
  }

  // Three digits count to seven; written so that the compiler can unroll them.
  template <class Visit>
  void for_each_digit(Visit visit) const {
    for (std::size_t i = 0; i < few_digits; ++i) visit(i);
    if (!long_lines_) return;
    for (std::size_t i = few_digits; i < max_digits; ++i) visit(i);
  }

  // The windows without an enemy stone.
  [[nodiscard]] std::uint64_t free(Color color, std::size_t word) const {
    std::uint64_t no = 0;
    for_each_digit([&](std::size_t i) { no |= now_.counts[index(other(color))][i][word]; });
    return layout_.windows(word) & ~no;
  }
  [[nodiscard]] std::uint64_t too_long(Color color, std::size_t word) const {
    if (!exactly_[index(color)]) return 0;
    return now_.behind[index(color)][word] | now_.before[index(color)][word];
  }
  [[nodiscard]] std::uint64_t having(Color color, int stones, std::size_t word) const {
    std::uint64_t no = 0;
    for_each_digit([&](std::size_t i) {
      const auto digit = (static_cast<unsigned>(stones) >> i) & 1U;
      no |= now_.counts[index(color)][i][word] ^ (0 - std::uint64_t{digit});  // flipped if the digit is 1
    });
    return ~no;
  }

  // Of windows with the same number of stones, those whose next neighbour is also among them while the points that only
  // one of the two contains are empty: what they share is open at both ends.
  [[nodiscard]] std::uint64_t open_pairs(std::uint64_t windows, std::size_t word) const {
    return windows & ~now_.first_taken[word] & layout_.followed(word) & ((windows & ~now_.last_taken[word]) >> 1);
  }

  template <class Visit>
  void changed(const Position& position, Color color, Visit visit) const {
    const auto target = position.stones(color).words();
    const auto present = now_.stones[index(color)].words();
    for (std::size_t w = 0; w < target.size(); ++w) {
      for (std::uint64_t left = target[w] ^ present[w]; left != 0; left &= left - 1) {
        const auto bit = static_cast<std::size_t>(std::countr_zero(left));
        visit(w * 64 + bit, ((target[w] >> bit) & 1) != 0);
      }
    }
  }

  void mark_neighbours(std::size_t point, Color color, bool stone) {
    const auto mark = [stone](Words& words, std::size_t word, std::uint8_t bit) {
      if (bit == Layout::Place::none) return;
      words[word] = stone ? words[word] | (1ULL << bit) : words[word] & ~(1ULL << bit);
    };
    for (const Layout::Place& place : places(point)) {
      mark(now_.before[index(color)], place.word, place.next);
      mark(now_.behind[index(color)], place.word, place.previous);
    }
  }

  void add_four(Fours& out, Move move, Move reply) {
    std::uint8_t& slot = slots_[move];
    if (slot == 0) {
      if (out.is_full()) return;
      out.add(move, reply);
      slot = static_cast<std::uint8_t>(out.size());
      return;
    }
    Four& four = out[slot - 1U];
    if (reply == four.reply || reply == four.second) return;
    if (four.ways == 1) four.second = reply;
    ++four.ways;
  }

  Stand now_;
  Layout layout_;
  std::array<std::uint8_t, indexes> slots_{};  // a move's index in a list of fours in progress, from 1
  std::array<bool, 2> exactly_{};
  bool judged_ = false;
  bool long_lines_ = false;
};

}  // namespace plyground::gomoku
