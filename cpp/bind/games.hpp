// The games of the core. To add one, create its folder under games/, include it here and add its name to the list.
#pragma once

#include <array>
#include <string>

#include "bind/state.hpp"
#include "core/text.hpp"

namespace plyground {

extern const GameDoor robogo_door;
extern const GameDoor gomoku_door;
extern const GameDoor go_door;
extern const GameDoor othello_door;
extern const GameDoor dobutsu_door;
extern const GameDoor connect_four_door;

inline const std::array all_games{&robogo_door,  &gomoku_door,  &go_door,
                                  &othello_door, &dobutsu_door, &connect_four_door};

inline const GameDoor& find_game(const std::string& name) {
  for (const GameDoor* game : all_games) {
    if (game->info().name == name) return *game;
  }
  reject("The core has no game called " + quoted(name) + ".");
}

}  // namespace plyground
