#include "bind/games.hpp"
#include "bind/state_of.hpp"
#include "games/robogo/aids.hpp"
#include "games/robogo/heuristics.hpp"
#include "games/robogo/planes.hpp"
#include "games/robogo/rules.hpp"
#include "games/robogo/specialist.hpp"

namespace plyground {

// Two representations: boards up to 9x9, and larger ones.
const GameDoor robogo_door = door_by_size<robogo::Position, 9, robogo::max_size>;

}  // namespace plyground
