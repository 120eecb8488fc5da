// A named evaluation term for positions of a game.
#pragma once

#include <string>

namespace plyground {

// A pure function with a name, a description and its weight in the game's default evaluation. It returns Black's
// advantage in its own unit; a search adds the weighted values of several.
template <class P>
struct Heuristic {
  std::string name;
  std::string sentence;
  double (*function)(const P&);
  double weight = 0;
};

}  // namespace plyground
