// The solver's transposition table: bounds on the scores of positions.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "core/random.hpp"

namespace plyground::connect_four {

struct Bounds {
  int lower = -31;
  int upper = 31;
};

// Eight bytes per entry. A position's key is scrambled by reversible steps. Some of the resulting bits select the slot
// and the entry stores all the others, so an entry never matches another position.
class SolverTable {
 public:
  // Growing empties the table. The memory comes from calloc, so the system provides empty pages only on first touch: a
  // short search does not pay for a large table.
  void reserve(std::size_t megabytes) {
    const int digits =
        std::max(fewest_digits, static_cast<int>(std::bit_width(megabytes * 1024 * 1024 / sizeof(Bucket))) - 1);
    if (digits <= digits_) return;
    digits_ = 0;
    buckets_.reset(static_cast<Bucket*>(std::calloc(std::size_t{1} << digits, sizeof(Bucket))));
    if (!buckets_) throw std::bad_alloc();
    digits_ = digits;
  }
  [[nodiscard]] std::size_t bytes() const { return digits_ == 0 ? 0 : sizeof(Bucket) << digits_; }

  [[nodiscard]] static std::uint64_t scrambled(std::uint64_t key) {
    key = (key ^ (key >> 32)) * golden_step;
    key = (key ^ (key >> 29)) * 0xbf58476d1ce4e5b9ULL;
    return key ^ (key >> 32);
  }

  void prefetch([[maybe_unused]] std::uint64_t scrambled) const {
#if defined(__GNUC__)
    __builtin_prefetch(&bucket(scrambled));
#endif
  }

  [[nodiscard]] Bounds find(std::uint64_t scrambled) const {
    const std::uint64_t name = name_of(scrambled);
    for (const std::uint64_t entry : bucket(scrambled).entries) {
      if (entry >> data_digits == name && entry != 0) {
        return {.lower = static_cast<int>(entry >> 10 & 63) - zero, .upper = static_cast<int>(entry >> 4 & 63) - zero};
      }
    }
    return {};
  }

  // `work` is the number of nodes that the bounds took: cheap entries are replaced first.
  void store(std::uint64_t scrambled, Bounds bounds, std::uint64_t work) {
    const auto effort = static_cast<std::uint64_t>(std::min(static_cast<int>(std::bit_width(work)) / 2, 15));
    const std::uint64_t name = name_of(scrambled);
    std::uint64_t* place = nullptr;
    for (std::uint64_t& entry : bucket(scrambled).entries) {
      if (entry == 0 || entry >> data_digits == name) {
        place = &entry;
        break;
      }
      if (place == nullptr || (entry & 15) < (*place & 15)) place = &entry;
    }
    *place = name << data_digits | static_cast<std::uint64_t>(bounds.lower + zero) << 10 |
             static_cast<std::uint64_t>(bounds.upper + zero) << 4 | effort;
  }

 private:
  // All zeros mean an empty entry: a lower bound of -32 is never stored.
  struct Bucket {
    std::uint64_t entries[4];
  };
  struct Free {
    void operator()(Bucket* buckets) const { std::free(buckets); }
  };

  static constexpr int data_digits = 16;  // two bounds of six digits each, and the effort
  static constexpr int fewest_digits = data_digits;
  static constexpr int zero = 32;

  [[nodiscard]] Bucket& bucket(std::uint64_t scrambled) const { return buckets_[scrambled >> (64 - digits_)]; }
  // The key bits that the slot does not imply; the bits above are zero.
  [[nodiscard]] std::uint64_t name_of(std::uint64_t scrambled) const {
    return scrambled << digits_ >> std::max(digits_, data_digits);
  }

  std::unique_ptr<Bucket[], Free> buckets_;
  int digits_ = 0;  // bits of a bucket's index
};

}  // namespace plyground::connect_four
