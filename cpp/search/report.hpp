// What a search has found.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/game.hpp"
#include "search/value.hpp"

namespace plyground {

struct Line {
  Value value = 0;     // from black's side
  bool exact = false;  // proven, not guessed
  std::vector<Move> moves;
  std::uint64_t visits = 0;  // playouts that began with its first move; 0 where nobody counts them
};

struct Report {
  int depth = 0;
  std::uint64_t nodes = 0;
  double seconds = 0;
  std::vector<Line> lines;  // the best first; empty only where there is no move
};

using OnReport = std::function<void(const Report&)>;

}  // namespace plyground
