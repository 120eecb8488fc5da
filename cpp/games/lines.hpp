// Lines on the way: runs of stones, and the places where a line could still come about. Shared by every game that is
// won by stones in a line.
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

// A window is a stretch of points, as many as a line has, with no enemy stone: a line can still fill it. A way to an
// open end is a stretch one point shorter with empty points at both ends: once full of stones, two points complete it.
struct WindowCount {
  static constexpr int most = 4;        // windows that lack more stones are not counted
  std::array<int, most + 1> lacking{};  // by the number of stones they lack, from 1
  int one_from_open = 0;                // ways to an open end that lack one stone, and two
  int two_from_open = 0;
};

// Windows of one side along one step. `exactly` leaves out windows that an own stone would make longer.
template <std::size_t Words>
class Windows {
 public:
  Windows(const Plane<Words>& own, const Plane<Words>& empty, int step, int length, bool exactly)
      : empty_(empty), step_(step), length_(length) {
    Plane<Words> stones = own;
    Plane<Words> holes = empty;
    lacking_[0] = own;
    lacking_[1] = empty;
    for (int i = 1; i < length; ++i) {
      stones = stones.down(step);
      holes = holes.down(step);
      if (i == length - 1) note_open(holes);
      for (std::size_t m = WindowCount::most; m > 0; --m) {
        lacking_[m] = (lacking_[m] & stones) | (lacking_[m - 1] & holes);
      }
      lacking_[0] = lacking_[0] & stones;
    }
    if (exactly) leave_out(own.up(step) | stones.down(step));
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
  void note_open(const Plane<Words>& after) {
    const Plane<Words> both = after & empty_.up(step_);
    one_from_open_ = lacking_[1] & both;
    two_from_open_ = lacking_[2] & both;
  }
  void leave_out(const Plane<Words>& longer) {
    for (Plane<Words>& windows : lacking_) windows = windows & ~longer;
  }

  const Plane<Words>& empty_;
  int step_;
  int length_;
  std::array<Plane<Words>, WindowCount::most + 1> lacking_;
  Plane<Words> one_from_open_;
  Plane<Words> two_from_open_;
};

}  // namespace plyground
