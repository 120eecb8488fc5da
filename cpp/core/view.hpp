// What a front end needs to draw a position: plain data, the same for every game. Points are given by their labels
// ("d4").
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"

namespace plyground {

struct Shape {
  bool points = false;  // stones on intersections; otherwise pieces on squares
  std::vector<std::string> columns;
  std::vector<std::string> rows;  // from the top
  bool holes = false;             // an upright board, with a hole for a disc in each square
};

struct Piece {
  std::string at;
  Color owner;
  std::string kind;
};

struct HandPiece {
  Color owner;
  std::string kind;
  int count;
};

struct MoveParts {
  std::string from;   // empty: no origin square
  std::string to;     // empty: a pass
  std::string kind;   // place, move, capture, drop, pass
  std::string piece;  // the kind of the piece that arrives, empty for a pass
};

// Points to highlight: star points, a ko, a winning line, dead stones.
struct Mark {
  std::string kind;
  std::vector<std::string> at;
};

// A fact for beginners that a front end may draw over the board. What the parts mean depends on the kind:
// docs/reference/python.md lists the kinds.
struct Aid {
  std::string kind;                 // liberties, win, threat, flips, mobility, attacked
  std::optional<Color> owner;       // the owner of the group, chance, moves or attack
  std::vector<std::string> at;      // the points it concerns
  std::vector<std::string> points;  // the points that explain it
  int count = 0;
};

struct Score {
  double black = 0;
  double white = 0;
  std::string unit;
};

template <class P>
concept Viewable = requires(const P position, Move move) {
  { position.shape() } -> std::same_as<Shape>;
  { position.pieces() } -> std::same_as<std::vector<Piece>>;
  { position.hands() } -> std::same_as<std::vector<HandPiece>>;
  { position.marks() } -> std::same_as<std::vector<Mark>>;
  { position.parts(move) } -> std::same_as<MoveParts>;
  { position.score() } -> std::same_as<std::optional<Score>>;
};

// A game with aids defines them in aids.hpp, included in its bind.cpp. They are computed only while the game goes on.
template <class P>
concept Aided = requires(const P position) {
  { aids_of(position) } -> std::same_as<std::vector<Aid>>;
};

}  // namespace plyground
