// ProbCut: a shallow search that ends far outside the window replaces the deep one (Buro).
#pragma once

#include <optional>

#include "core/game.hpp"
#include "core/specialist.hpp"
#include "search/alphabeta/found.hpp"
#include "search/value.hpp"

namespace plyground {

// `search(depth, alpha, beta)` searches this same position less deeply. The margin is the error that the specialist
// predicts for that depth.
template <Game P, class Search>
  requires PredictsSearches<SpecialistOf<P>, P>
std::optional<Found> probcut(const P& position, int depth, float alpha, float beta, const Search& search) {
  if (is_decided(alpha) || is_decided(beta)) return std::nullopt;
  for (const auto [shallow, error] : SpecialistOf<P>::predictions(position, depth)) {
    if (const float high = beta + error; !is_decided(high)) {
      const Found found = search(shallow, just_below(high), high);
      if (found.value >= high) return Found{.value = beta, .rests_on = found.rests_on};
      if (found.value >= beta) continue;  // then the value is hardly below alpha
    }
    if (const float low = alpha - error; !is_decided(low)) {
      const Found found = search(shallow, low, just_above(low));
      if (found.value <= low) return Found{.value = alpha, .rests_on = found.rests_on};
    }
  }
  return std::nullopt;
}

}  // namespace plyground
