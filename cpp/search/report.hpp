// The result of a search.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/game.hpp"
#include "search/value.hpp"

namespace plyground {

struct Line {
  Value value = 0;     // from Black's point of view
  bool exact = false;  // exact, not estimated
  std::vector<Move> moves;
  std::uint64_t visits = 0;  // playouts that began with the line's first move; 0 if the search does not count them
};

struct Report {
  int depth = 0;
  std::uint64_t nodes = 0;
  double seconds = 0;
  std::vector<Line> lines;  // best first; empty only if there is no move
};

using OnReport = std::function<void(const Report&)>;

}  // namespace plyground
