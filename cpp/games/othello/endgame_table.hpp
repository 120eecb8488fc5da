// The transposition table of an exact search: bounds on scores, and best moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "core/random.hpp"

namespace plyground::othello::endgame {

inline constexpr std::uint8_t no_square = 64;

struct Bounds {
  std::int8_t lower = -64;
  std::int8_t upper = 64;
  std::uint8_t move = no_square;    // the best, or the last that caused a cutoff
  std::uint8_t second = no_square;  // the previous best
};

// An entry stores both boards completely, so it never matches another position.
class Table {
 public:
  // Growing empties the table. The memory comes from calloc, so the system provides empty pages only on first touch: a
  // short search does not pay for a large table.
  void reserve(std::size_t megabytes) {
    const std::size_t pairs = megabytes * 1024 * 1024 / sizeof(Pair);
    if (pairs <= count_) return;
    count_ = 0;
    pairs_.reset(static_cast<Pair*>(std::calloc(pairs, sizeof(Pair))));
    if (!pairs_) throw std::bad_alloc();
    count_ = pairs;
  }
  [[nodiscard]] std::size_t bytes() const { return count_ * sizeof(Pair); }

  // Starts a new search: older entries may be replaced first.
  void grow_older() { ++generation_; }

  [[nodiscard]] const Bounds* find(std::uint64_t own, std::uint64_t enemy) const {
    for (const Entry& entry : pairs_[place(own, enemy)].entries) {
      if (entry.own == own && entry.enemy == enemy) return &entry.bounds;
    }
    return nullptr;
  }

  void prefetch([[maybe_unused]] std::uint64_t own, [[maybe_unused]] std::uint64_t enemy) const {
#if defined(__GNUC__)
    __builtin_prefetch(&pairs_[place(own, enemy)]);
#endif
  }

  // A score that was searched with a window; `empties` measures its cost.
  void store(std::uint64_t own, std::uint64_t enemy, int empties, Bounds bounds) {
    Pair& pair = pairs_[place(own, enemy)];
    Entry* entry = &pair.entries[0];
    if (!holds(*entry, own, enemy)) {
      Entry& other = pair.entries[1];
      if (holds(other, own, enemy) || worth(other) <= worth(*entry)) entry = &other;
    }
    if (holds(*entry, own, enemy)) {
      if (entry->bounds.lower > bounds.lower) bounds.lower = entry->bounds.lower;
      if (entry->bounds.upper < bounds.upper) bounds.upper = entry->bounds.upper;
      bounds.second = bounds.move == entry->bounds.move ? entry->bounds.second : entry->bounds.move;
    }
    *entry = {own, enemy, bounds, static_cast<std::uint8_t>(empties), generation_};
  }

 private:
  // All zeros is an entry of the board without discs, whose score is in fact 0.
  struct Entry {
    std::uint64_t own;
    std::uint64_t enemy;
    Bounds bounds;
    std::uint8_t empties;
    std::uint8_t generation;
  };
  struct Pair {
    Entry entries[2];
  };
  struct Free {
    void operator()(Pair* pairs) const { std::free(pairs); }
  };

  static bool holds(const Entry& entry, std::uint64_t own, std::uint64_t enemy) {
    return entry.own == own && entry.enemy == enemy;
  }
  [[nodiscard]] int worth(const Entry& entry) const {
    return entry.empties + (entry.generation == generation_ ? 64 : 0);
  }
  [[nodiscard]] std::size_t place(std::uint64_t own, std::uint64_t enemy) const {
    std::uint64_t key = own * golden_step ^ (enemy + golden_step) * 0xbf58476d1ce4e5b9ULL;
    key = (key ^ (key >> 32)) * 0x94d049bb133111ebULL;
    return static_cast<std::size_t>(((key >> 32) * count_) >> 32);
  }

  std::unique_ptr<Pair[], Free> pairs_;
  std::size_t count_ = 0;
  std::uint8_t generation_ = 0;
};

}  // namespace plyground::othello::endgame
