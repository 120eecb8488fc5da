// What alpha-beta leaves out or searches less deeply: nodes that look settled, and late moves.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "core/game.hpp"
#include "core/specialist.hpp"
#include "search/value.hpp"

namespace plyground {

// A move of a node, its rating, and its place in the order.
struct Tried {
  Move move;
  float rating;
  std::size_t at;
};

// ---- in every game ----

// The number of plies by which a late move is searched less deeply.
inline int late_move_reduction(int depth, const Tried& tried, bool is_pv) {
  if (tried.rating >= 1) return 0;
  const double by = std::log(depth) * std::log(static_cast<double>(tried.at)) / 2.2;
  return std::max(static_cast<int>(by + 0.4) + (tried.rating <= -1 ? 1 : 0) - (is_pv ? 1 : 0), 0);
}

// Close to the horizon the end of a long list of moves is not worth a search.
inline bool ends_long_list(int depth, std::size_t at, float rating) {
  return depth <= 3 && rating < 1 && at >= static_cast<std::size_t>(8 + 4 * depth * depth);
}

// ---- in games that say how far pruning may go: `Pruning` in core/specialist.hpp ----

// Reverse futility pruning: the position looks so far above the window that it needs no search.
inline bool is_far_above(const Pruning& how, float look, int depth, bool improves, float beta) {
  const auto plies = static_cast<float>(depth);
  return depth <= how.futile_depth && look < win_value && beta > -win_value &&
         look - how.futility * (plies - (improves ? 1 : 0)) >= beta;
}

// Razoring: the position looks so far below the window that only a forced win would help.
inline bool is_far_below(const Pruning& how, float look, int depth, float alpha) {
  const auto plies = static_cast<float>(depth);
  return depth <= how.razor_depth && look + how.razor * (plies + 0.5F) < alpha && alpha < win_value;
}

// Move-count pruning: enough moves have been tried at this depth.
inline bool has_tried_enough(const Pruning& how, int depth, std::size_t at, bool improves) {
  const float limit = how.count_base + std::pow(static_cast<float>(depth), how.count_power);
  return static_cast<float>(at) >= (improves ? limit : limit / 2);
}

inline const std::array<float, 64> logarithms = [] {
  std::array<float, 64> table{};
  for (std::size_t i = 1; i < table.size(); ++i) table[i] = std::log(static_cast<float>(i));
  return table;
}();

// Larger than late_move_reduction, and larger still where the position gets worse.
inline int bold_reduction(const Pruning& how, int depth, const Tried& tried, bool is_pv, bool improves) {
  const float by = logarithms[static_cast<std::size_t>(std::min(depth, 63))] *
                   logarithms[std::min<std::size_t>(tried.at + 1, 63)] / how.reduction;
  const float worse = improves || by < 1 ? 0 : 1;
  return std::max(static_cast<int>(by + worse + 0.5F - tried.rating - (is_pv ? 1.0F : 0.0F)), 0);
}

// The path to a node: how each position looked for its side to move, and the moves between them.
class Path {
 public:
  // Call it before anything else at a ply.
  void make_room(int ply) {
    const auto at = static_cast<std::size_t>(ply);
    if (looks_.size() > at) return;
    looks_.resize(at + 32);
    played_.resize(at + 32);
    improves_.resize(at + 32);
  }

  void note_look(int ply, float look) {
    const auto at = static_cast<std::size_t>(ply);
    looks_[at] = look;
    improves_[at] = ply < 2 || looks_[at] > looks_[at - 2];
  }
  [[nodiscard]] float look(int ply) const { return looks_[static_cast<std::size_t>(ply)]; }

  // Does the position look better than two plies before?
  [[nodiscard]] bool improves(int ply) const { return improves_[static_cast<std::size_t>(ply)]; }

  void note_move(int ply, Move move) { played_[static_cast<std::size_t>(ply)] = move; }

  // The move that led to this ply; 0 at the root, and if moves are not noted.
  [[nodiscard]] Move move_to(int ply) const {
    const auto at = static_cast<std::size_t>(ply);
    return ply > 0 && at <= played_.size() ? played_[at - 1] : Move{0};
  }

 private:
  std::vector<float> looks_;
  std::vector<Move> played_;
  std::vector<bool> improves_;
};

}  // namespace plyground
