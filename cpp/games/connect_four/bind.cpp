#include "bind/games.hpp"
#include "bind/state_of.hpp"
#include "games/connect_four/aids.hpp"
#include "games/connect_four/heuristics.hpp"
#include "games/connect_four/planes.hpp"
#include "games/connect_four/rules.hpp"
#include "games/connect_four/specialist.hpp"

namespace plyground {

const GameDoor connect_four_door = door<connect_four::Position>;

}  // namespace plyground
