// The best line from every ply of a search.
#pragma once

#include <cstddef>
#include <vector>

#include "core/game.hpp"

namespace plyground {

class BestLines {
 public:
  [[nodiscard]] const std::vector<Move>& at(int ply) const { return lines_[static_cast<std::size_t>(ply)]; }
  void clear(int ply) { lines_[static_cast<std::size_t>(ply)].clear(); }

  // Begins a node at this ply. The line of the root stays until there is a better one.
  void make_room(int ply) {
    const std::size_t needed = static_cast<std::size_t>(ply) + 2;
    if (lines_.size() < needed) lines_.resize(needed);
    if (ply > 0) clear(ply);
  }

  // The best line is now this move and the line after it.
  void improve(int ply, Move move) {
    auto& here = lines_[static_cast<std::size_t>(ply)];
    const auto& after = lines_[static_cast<std::size_t>(ply) + 1];
    here.assign(1, move);
    here.insert(here.end(), after.begin(), after.end());
  }

 private:
  std::vector<std::vector<Move>> lines_ = std::vector<std::vector<Move>>(2);
};

}  // namespace plyground
