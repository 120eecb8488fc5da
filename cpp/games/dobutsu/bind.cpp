#include "bind/games.hpp"
#include "bind/state_of.hpp"
#include "games/dobutsu/aids.hpp"
#include "games/dobutsu/heuristics.hpp"
#include "games/dobutsu/original.hpp"
#include "games/dobutsu/planes.hpp"
#include "games/dobutsu/rules.hpp"
#include "games/dobutsu/specialist.hpp"
#include "games/dobutsu/universe.hpp"

namespace plyground {

const GameDoor dobutsu_door = door<dobutsu::Position>;

}  // namespace plyground
