// The file format between bench/othello_games.cpp and bench/fit_othello_patterns.cpp: positions with their values.
#pragma once

#include <bit>
#include <cstdint>

struct Sample {
  std::uint64_t own;
  std::uint64_t enemy;
  std::int16_t value;  // of a shallow search, in hundredths of a disc, for the side to move; 0 if exact
  std::int8_t score;   // of the game, or the exact one
  std::int8_t exact;   // 1: the score is that of perfect play from here
  std::int32_t game;

  [[nodiscard]] int empties() const { return 64 - std::popcount(own | enemy); }
};
