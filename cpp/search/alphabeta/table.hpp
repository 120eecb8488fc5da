// The transposition table: results of earlier positions, shared by all threads without a lock.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "core/game.hpp"

namespace plyground {

enum class Bound : std::uint8_t { none, upper, lower, exact };

struct Known {
  float value = 0;  // for the side to move
  Move move = 0;    // the best move, or the one that caused a cutoff
  int depth = 0;
  Bound bound = Bound::none;
  bool proven = false;  // no heuristic was evaluated
  bool has_move = false;
};

// Two words per entry: the data, and the key mixed with the data. If two threads write one entry at the same time, the
// words do not match, which a reader detects (Hyatt's and Mann's lockless table). The words are atomic, so no thread
// ever sees half of one.
class Table {
 public:
  explicit Table(std::size_t megabytes)
      : count_(std::max<std::size_t>(1, megabytes * 1024 * 1024 / sizeof(Bucket))),
        alignment_(megabytes < least_large ? alignof(Bucket) : large_page),
        // The system zeroes pages on first touch, so a large table costs a short search little.
        memory_(std::calloc(1, bytes()), &std::free) {
    if (!memory_) throw std::bad_alloc();
    void* first = memory_.get();
    std::size_t space = bytes();
    buckets_ = static_cast<Bucket*>(std::align(alignment_, sizeof(Bucket) * count_, first, space));
#if defined(__linux__)
    // Looking up a page's address takes longer than reading from it: few large pages instead of many small ones.
    if (alignment_ == large_page) static_cast<void>(madvise(buckets_, sizeof(Bucket) * count_, MADV_HUGEPAGE));
#endif
  }

  // Prefetches the memory that find() will read.
  void prefetch([[maybe_unused]] std::uint64_t key) const {
#if defined(__GNUC__)
    __builtin_prefetch(&bucket(key));
#endif
  }

  // The entry of a position; empty if the bound is none.
  [[nodiscard]] Known find(std::uint64_t key) const {
    for (const Entry& entry : bucket(key).entries) {
      const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
      if ((entry.check.load(std::memory_order_relaxed) ^ data) == key && data != 0) return unpacked(data);
    }
    return {};
  }

  // Keeps the most valuable entries: replaces the same position's, then one of an older search, then the shallowest.
  void store(std::uint64_t key, const Known& known) {
    Entry* worst = nullptr;
    int worst_worth = 0;
    for (Entry& entry : bucket(key).entries) {
      const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
      const bool same = (entry.check.load(std::memory_order_relaxed) ^ data) == key;
      const int worth = same || data == 0 ? -1000 : unpacked_depth(data) - 8 * age_of(data);
      if (worst == nullptr || worth < worst_worth) {
        worst = &entry;
        worst_worth = worth;
      }
    }
    const std::uint64_t data = packed(known);
    worst->data.store(data, std::memory_order_relaxed);
    worst->check.store(key ^ data, std::memory_order_relaxed);
  }

  // Starts a new search, whose entries are worth more than older ones.
  void grow_older() { generation_ = (generation_ + 1) & most_generation; }

  void clear() {
    for (std::size_t i = 0; i < count_; ++i) {
      for (Entry& entry : buckets_[i].entries) {
        entry.data.store(0, std::memory_order_relaxed);
        entry.check.store(0, std::memory_order_relaxed);
      }
    }
  }

  [[nodiscard]] std::size_t bytes() const { return count_ * sizeof(Bucket) + alignment_; }

 private:
  struct Entry {
    std::atomic<std::uint64_t> check{0};
    std::atomic<std::uint64_t> data{0};
  };
  struct alignas(64) Bucket {
    std::array<Entry, 4> entries;
  };
  static constexpr std::uint32_t most_generation = 7;

  // The high half of the key selects the bucket, by multiplication instead of a remainder: the number of buckets need
  // not be a power of two, so the table uses exactly the memory it was given.
  [[nodiscard]] std::size_t place(std::uint64_t key) const {
    return static_cast<std::size_t>(((key >> 32) * (count_ & 0xffffffffULL)) >> 32);
  }
  [[nodiscard]] const Bucket& bucket(std::uint64_t key) const { return buckets_[place(key)]; }
  Bucket& bucket(std::uint64_t key) { return buckets_[place(key)]; }

  // From the low end: value 32 bits, move 16, depth 8, bound 2, proven 1, has_move 1, generation 3, always one 1.
  [[nodiscard]] std::uint64_t packed(const Known& known) const {
    const std::uint64_t flags = static_cast<std::uint64_t>(known.bound) | (known.proven ? 4ULL : 0) |
                                (known.has_move ? 8ULL : 0) | (static_cast<std::uint64_t>(generation_) << 4) | 128;
    return std::bit_cast<std::uint32_t>(known.value) | (static_cast<std::uint64_t>(known.move) << 32) |
           (static_cast<std::uint64_t>(known.depth & 0xff) << 48) | (flags << 56);
  }
  static Known unpacked(std::uint64_t data) {
    const std::uint64_t flags = data >> 56;
    return {.value = std::bit_cast<float>(static_cast<std::uint32_t>(data)),
            .move = static_cast<Move>(data >> 32),
            .depth = unpacked_depth(data),
            .bound = static_cast<Bound>(flags & 3),
            .proven = (flags & 4) != 0,
            .has_move = (flags & 8) != 0};
  }
  static int unpacked_depth(std::uint64_t data) { return static_cast<int>((data >> 48) & 0xff); }
  [[nodiscard]] int age_of(std::uint64_t data) const {
    return static_cast<int>((generation_ - static_cast<std::uint32_t>((data >> 60) & most_generation)) &
                            most_generation);
  }

  static constexpr std::size_t large_page = std::size_t{2} << 20;
  static constexpr std::size_t least_large = 16;  // megabytes; a smaller table would have too few of them

  std::size_t count_;
  std::size_t alignment_;
  std::unique_ptr<void, void (*)(void*)> memory_;
  Bucket* buckets_ = nullptr;
  std::uint32_t generation_ = 0;
};

}  // namespace plyground
