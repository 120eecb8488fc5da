// The techniques of alpha-beta that can be switched off, to measure what each is worth.
#pragma once

namespace plyground {

// The transposition table has no switch here: a search without one gets no table.
struct Techniques {
  bool killers = true;
  bool history = true;
  bool aspiration = true;
  bool reductions = true;
  bool extensions = true;
  bool quiescence = true;
  bool probcut = true;
  bool specialist = true;
  // These four need a game with `Pruning`, see core/specialist.hpp.
  bool futility = true;
  bool razoring = true;
  bool counting = true;
  bool counters = true;
};

}  // namespace plyground
