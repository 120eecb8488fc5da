// A seeded generator and the hash keys: the same on every machine and in every process.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/game.hpp"

namespace plyground {

// The finalizer of splitmix64 (Steele, Lea, Flood 2014): every input bit affects every output bit.
constexpr std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

inline constexpr std::uint64_t golden_step = 0x9e3779b97f4a7c15ULL;

class Random {
 public:
  // A stream is one of many independent sequences of the same seed, for example one per game.
  explicit constexpr Random(std::uint64_t seed, std::uint64_t stream = 0)
      : state_(mix(seed + golden_step) ^ mix(~stream)) {}

  constexpr std::uint64_t next() { return mix(state_ += golden_step); }

  // A number from 0 to bound - 1, without a division. The bias is below bound / 2^32.
  constexpr std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32);
  }

 private:
  std::uint64_t state_;
};

// The key of a black or white stone on a point; keys of a board are combined by exclusive or.
inline constexpr std::size_t max_points = 1024;

inline constexpr auto stone_keys = [] {
  std::array<std::array<std::uint64_t, 2>, max_points> keys{};
  Random random(0x506c7967726f756eULL);  // "Plygroun"
  for (auto& pair : keys) {
    for (auto& key : pair) key = random.next();
  }
  return keys;
}();

constexpr std::uint64_t stone_key(std::size_t point, Color color) { return stone_keys[point][index(color)]; }

// Distinguishes the side to move, and mixes small facts (passes, a ko point) into a key.
constexpr std::uint64_t turn_key(Color turn) { return turn == Color::white ? 0x6a09e667f3bcc908ULL : 0; }
constexpr std::uint64_t fact_key(std::uint64_t fact, std::uint64_t value) {
  return value == 0 ? 0 : mix(fact * golden_step ^ mix(value));
}

}  // namespace plyground
