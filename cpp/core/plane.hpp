// All points of a board at once: sets as words of bits that are combined and shifted together.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/bits.hpp"

namespace plyground {

template <std::size_t Words>
class Plane {
 public:
  constexpr Plane() = default;
  template <std::size_t Count>
  constexpr explicit Plane(const Bits<Count>& bits) : words_(bits.words()) {}

  // The indexes below `count` that satisfy the predicate.
  template <class Predicate>
  static constexpr Plane where(std::size_t count, Predicate predicate) {
    Plane plane;
    for (std::size_t at = 0; at < count; ++at) {
      plane.words_[at / 64] |= static_cast<std::uint64_t>(predicate(at)) << (at % 64);
    }
    return plane;
  }

  [[nodiscard]] constexpr bool any() const {
    std::uint64_t all = 0;
    for (const std::uint64_t word : words_) all |= word;
    return all != 0;
  }
  [[nodiscard]] constexpr int count() const {
    int total = 0;
    for (const std::uint64_t word : words_) total += std::popcount(word);
    return total;
  }
  [[nodiscard]] constexpr bool test(std::size_t at) const { return (words_[at / 64] >> (at % 64)) & 1; }
  constexpr void set(std::size_t at) { words_[at / 64] |= 1ULL << (at % 64); }

  // Every member shifted by `by` towards lower or higher indexes, 0 < by < 64; members shifted past the end are lost.
  [[nodiscard]] constexpr Plane down(int by) const {
    Plane moved;
    for (std::size_t i = 0; i + 1 < Words; ++i) moved.words_[i] = (words_[i] >> by) | (words_[i + 1] << (64 - by));
    moved.words_[Words - 1] = words_[Words - 1] >> by;
    return moved;
  }
  [[nodiscard]] constexpr Plane up(int by) const {
    Plane moved;
    moved.words_[0] = words_[0] << by;
    for (std::size_t i = 1; i < Words; ++i) moved.words_[i] = (words_[i] << by) | (words_[i - 1] >> (64 - by));
    return moved;
  }

  friend constexpr Plane operator&(Plane a, const Plane& b) {
    for (std::size_t i = 0; i < Words; ++i) a.words_[i] &= b.words_[i];
    return a;
  }
  friend constexpr Plane operator|(Plane a, const Plane& b) {
    for (std::size_t i = 0; i < Words; ++i) a.words_[i] |= b.words_[i];
    return a;
  }
  friend constexpr Plane operator^(Plane a, const Plane& b) {
    for (std::size_t i = 0; i < Words; ++i) a.words_[i] ^= b.words_[i];
    return a;
  }
  constexpr Plane operator~() const {
    Plane rest;
    for (std::size_t i = 0; i < Words; ++i) rest.words_[i] = ~words_[i];
    return rest;
  }

  template <class Visit>
  constexpr void for_each(Visit visit) const {
    for (std::size_t w = 0; w < Words; ++w) {
      for (std::uint64_t left = words_[w]; left != 0; left &= left - 1) {
        visit(w * 64 + static_cast<std::size_t>(std::countr_zero(left)));
      }
    }
  }

 private:
  std::array<std::uint64_t, Words> words_{};
};

template <std::size_t Count>
Plane(const Bits<Count>&) -> Plane<(Count + 63) / 64>;

}  // namespace plyground
