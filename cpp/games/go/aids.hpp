// Beginner's aids for Go: every group with its liberties.
#pragma once

#include <vector>

#include "core/view.hpp"
#include "games/go/rules.hpp"
#include "games/group_aids.hpp"

namespace plyground::go {

template <int Capacity>
std::vector<Aid> aids_of(const Position<Capacity>& position) {
  return liberty_aids(position.stones(), position.settings().size);
}

}  // namespace plyground::go
