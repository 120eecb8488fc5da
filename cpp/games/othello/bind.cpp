#include "bind/games.hpp"
#include "bind/state_of.hpp"
#include "games/othello/aids.hpp"
#include "games/othello/heuristics.hpp"
#include "games/othello/planes.hpp"
#include "games/othello/rules.hpp"
#include "games/othello/specialist.hpp"

namespace plyground {

const GameDoor othello_door = door<othello::Position>;

}  // namespace plyground
