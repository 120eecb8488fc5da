// The games of the core. To add one: its folder under games/, a line here, and its name in the list.
#pragma once

#include <array>

#include "bind/state.hpp"

namespace plyground {

extern const GameDoor robogo_door;
extern const GameDoor gomoku_door;
extern const GameDoor go_door;
extern const GameDoor othello_door;
extern const GameDoor dobutsu_door;

inline const std::array all_games{&robogo_door, &gomoku_door, &go_door, &othello_door, &dobutsu_door};

}  // namespace plyground
