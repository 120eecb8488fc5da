#include "bind/games.hpp"
#include "bind/state_of.hpp"
#include "games/go/aids.hpp"
#include "games/go/heuristics.hpp"
#include "games/go/planes.hpp"
#include "games/go/rules.hpp"
#include "games/go/specialist.hpp"

namespace plyground {

// Two representations: boards up to 9x9, and larger ones.
const GameDoor go_door = door_by_size<go::Position, 9, go::max_size>;

}  // namespace plyground
