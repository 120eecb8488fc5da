// Potential lines: runs of stones, and the stretches where a line is still possible. Shared by every game that is won
// by stones in a line.
#pragma once

#include <array>
#include <cstddef>

#include "core/plane.hpp"

namespace plyground {

// Runs of exactly one length, by their ends: an end is open if the next point is empty.
struct RunCount {
  int open = 0;       // both ends
  int half_open = 0;  // one of them
};

// The points where `length` members in a row begin.
template <std::size_t Words>
Plane<Words> row_starts(const Plane<Words>& members, int step, int length) {
  Plane<Words> starts = members;
  Plane<Words> next = members;
  for (int i = 1; i < length && starts.any(); ++i) {
    next = next.down(step);
    starts = starts & next;
  }
  return starts;
}

template <std::size_t Words>
RunCount count_runs(const Plane<Words>& own, const Plane<Words>& empty, int step, int length) {
  if (length < 1) return {};
  Plane<Words> starts = own & ~own.up(step);
  Plane<Words> stones = own;
  Plane<Words> open = empty;
  for (int i = 1; i < length; ++i) {
    stones = stones.down(step);
    open = open.down(step);
    starts = starts & stones;
    if (!starts.any()) return {};
  }
  starts = starts & ~stones.down(step);
  const Plane<Words> before = starts & empty.up(step);
  const Plane<Words> after = starts & open.down(step);
  return {.open = (before & after).count(), .half_open = (before ^ after).count()};
}

// A window is a stretch of line length without an enemy stone: a line can still fill it. A way to an open end is a
// stretch one point shorter with empty points at both ends: once it is full of stones, two points complete it.
struct WindowCount {
  static constexpr int most = 4;        // windows that lack more stones are not counted
  std::array<int, most + 1> lacking{};  // by the number of stones they lack, from 1
  int one_from_open = 0;                // ways to an open end that lack one stone, and two
  int two_from_open = 0;
};

// The windows of one side in one direction. `exactly` leaves out windows next to an own stone, which would make the
// line longer.
template <std::size_t Words>
class Windows {
 public:
  Windows(const Plane<Words>& own, const Plane<Words>& empty, int step, int length, bool exactly)
      : empty_(empty), step_(step), length_(length) {
    Plane<Words> stones = own;
    Plane<Words> open = own | empty;
    Plane<Words> free = open;  // enemy stones so far
    Counters counters(own);
    for (int i = 1; i < length; ++i) {
      stones = stones.down(step);
      open = open.down(step);
      if (i == length - 1) note_open(free, counters, open & ~stones);
      free = free & open;
      counters.add(stones);
    }
    if (exactly) free = free & ~(own.up(step) | stones.down(step));
    for (std::size_t m = 1; m < lacking_.size(); ++m) {
      lacking_[m] = free & counters.equal(length - static_cast<int>(m));
    }
  }

  void add_to(WindowCount& count) const {
    for (std::size_t m = 1; m < lacking_.size(); ++m) count.lacking[m] += lacking_[m].count();
    count.one_from_open += one_from_open_.count();
    count.two_from_open += two_from_open_.count();
  }

  // The empty points that complete a line.
  [[nodiscard]] Plane<Words> completing() const {
    Plane<Words> covered = lacking_[1];
    if (!covered.any()) return covered;
    Plane<Words> next = covered;
    for (int i = 1; i < length_; ++i) {
      next = next.up(step_);
      covered = covered | next;
    }
    return covered & empty_;
  }

 private:
  // The number of stones in each stretch, in binary: one plane per digit.
  class Counters {
   public:
    explicit Counters(const Plane<Words>& first) { digits_[0] = first; }

    void add(const Plane<Words>& stones) {
      Plane<Words> carry = stones;
      ++added_;
      for (std::size_t i = 0; added_ >> i != 0; ++i) {
        const Plane<Words> before = digits_[i];
        digits_[i] = before ^ carry;
        carry = carry & before;
      }
    }

    [[nodiscard]] Plane<Words> equal(int number) const {
      if (number < 0) return {};
      Plane<Words> same = number & 1 ? digits_[0] : ~digits_[0];
      for (std::size_t i = 1; added_ >> i != 0; ++i) {
        same = same & ((number >> i) & 1 ? digits_[i] : ~digits_[i]);
      }
      return same;
    }

   private:
    unsigned added_ = 1;
    std::array<Plane<Words>, 5> digits_;  // a stretch has 31 points at most
  };

  // Called when all points except the last are counted.
  void note_open(const Plane<Words>& free, const Counters& counters, const Plane<Words>& after) {
    const Plane<Words> both = free & after & empty_.up(step_);
    one_from_open_ = both & counters.equal(length_ - 2);
    two_from_open_ = both & counters.equal(length_ - 3);
  }

  const Plane<Words>& empty_;
  int step_;
  int length_;
  std::array<Plane<Words>, WindowCount::most + 1> lacking_;
  Plane<Words> one_from_open_;
  Plane<Words> two_from_open_;
};

}  // namespace plyground
