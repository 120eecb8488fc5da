// A named opinion about positions of a game.
#pragma once

#include <string>

namespace plyground {

// A pure function with a name, a sentence about it and its weight in the game's default evaluation. It gives black's
// advantage, in a unit of its own; a search weighs and adds several.
template <class P>
struct Heuristic {
  std::string name;
  std::string sentence;
  double (*function)(const P&);
  double weight = 0;
};

}  // namespace plyground
