#include "bind/games.hpp"
#include "bind/state_of.hpp"
#include "games/gomoku/aids.hpp"
#include "games/gomoku/heuristics.hpp"
#include "games/gomoku/planes.hpp"
#include "games/gomoku/rules.hpp"
#include "games/gomoku/specialist.hpp"

namespace plyground {

const GameDoor gomoku_door = door<gomoku::Position>;

}  // namespace plyground
