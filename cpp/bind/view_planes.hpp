// The planes of a game that says nothing about them, from its view: the pieces, the hands and the turn.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/planes.hpp"
#include "core/text.hpp"
#include "core/view.hpp"

namespace plyground {

class ViewPlanes {
 public:
  // The kinds of pieces that a game has, on the board and in hand, in the order of their planes.
  ViewPlanes(std::vector<std::string> on_board, std::vector<std::string> in_hand)
      : on_board_(std::move(on_board)), in_hand_(std::move(in_hand)) {}

  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const std::string_view owner : {"own ", "other "}) {
      for (const std::string& kind : on_board_) names.push_back(std::string(owner) + kind);
    }
    for (const std::string_view owner : {"own ", "other "}) {
      for (const std::string& kind : in_hand_) names.push_back(std::string(owner) + kind + " in hand");
    }
    names.insert(names.end(), {"black to move", "board"});
    return names;
  }

  template <Viewable P>
  void write(const P& position, Planes& out) const {
    const Shape shape = position.shape();
    if (shape.rows.size() * shape.columns.size() != out.squares()) reject("The board of a game can't change its size.");
    for (const Piece& piece : position.pieces()) {
      const std::size_t first = piece.owner == position.turn() ? 0 : on_board_.size();
      out.set(first + place_of(piece.kind, on_board_, ""), square_of(piece.at, shape));
    }
    const std::size_t hands = 2 * on_board_.size();
    for (const HandPiece& piece : position.hands()) {
      const std::size_t first = hands + (piece.owner == position.turn() ? 0 : in_hand_.size());
      out.fill(first + place_of(piece.kind, in_hand_, " in hand"), static_cast<float>(piece.count) / usual_hand);
    }
    const std::size_t turn = hands + 2 * in_hand_.size();
    if (position.turn() == Color::black) out.fill(turn);
    out.fill(turn + 1);
  }

 private:
  static constexpr float usual_hand = 4;  // equal pieces in hand that count as 1

  static std::size_t place_of(const std::string& kind, const std::vector<std::string>& kinds,
                              const std::string& where) {
    const auto found = std::ranges::find(kinds, kind);
    if (found == kinds.end()) {
      reject("There is no plane for a " + kind + where + ": random play showed none.");
    }
    return static_cast<std::size_t>(found - kinds.begin());
  }

  static std::size_t square_of(std::string_view label, const Shape& shape) {
    for (std::size_t row = 0; row < shape.rows.size(); ++row) {
      if (!label.ends_with(shape.rows[row])) continue;
      const std::string_view rest = label.substr(0, label.size() - shape.rows[row].size());
      const auto column = std::ranges::find(shape.columns, rest);
      if (column == shape.columns.end()) continue;
      return row * shape.columns.size() + static_cast<std::size_t>(column - shape.columns.begin());
    }
    reject("There is a piece on " + std::string(label) + ", which is not on the board.");
  }

  std::vector<std::string> on_board_;
  std::vector<std::string> in_hand_;
};

}  // namespace plyground
