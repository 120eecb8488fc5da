// Default planes for a game that declares none, made from its view: the pieces, the hands and the turn. Also what
// stands on each square, for patterns.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/planes.hpp"
#include "core/squares.hpp"
#include "core/text.hpp"
#include "core/view.hpp"

namespace plyground {

class ViewPlanes {
 public:
  // The kinds of pieces that a game has, on the board and in hand, in the order of their planes.
  ViewPlanes(std::vector<std::string> on_board, std::vector<std::string> in_hand)
      : on_board_(std::move(on_board)), in_hand_(std::move(in_hand)) {}

  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names = owned(on_board_, "");
    const std::vector<std::string> hands = extras();
    names.insert(names.end(), hands.begin(), hands.end());
    names.insert(names.end(), {"black to move", "board"});
    return names;
  }

  // What a square can hold, and the extra numbers (core/squares.hpp).
  [[nodiscard]] std::vector<std::string> contents() const {
    std::vector<std::string> contents = owned(on_board_, "");
    contents.insert(contents.begin(), "nothing");
    return contents;
  }
  [[nodiscard]] std::vector<std::string> extras() const { return owned(in_hand_, " in hand"); }

  template <Viewable P>
  void write(const P& position, Planes& out) const {
    const std::size_t hands = 2 * on_board_.size();
    visit(
        position, out.squares(), [&out](std::size_t square, std::size_t kind) { out.set(kind, square); },
        [&out, hands](std::size_t kind, int count) { out.fill(hands + kind, static_cast<float>(count) / usual_hand); });
    const std::size_t turn = hands + 2 * in_hand_.size();
    if (position.turn() == Color::black) out.fill(turn);
    out.fill(turn + 1);
  }

  // A number for each square, then the extras.
  template <Viewable P>
  void write_squares(const P& position, std::span<std::uint8_t> out) const {
    std::ranges::fill(out, std::uint8_t{0});
    const std::size_t squares = out.size() - 2 * in_hand_.size();
    visit(
        position, squares,
        [out](std::size_t square, std::size_t kind) { out[square] = static_cast<std::uint8_t>(kind + 1); },
        [out, squares](std::size_t kind, int count) {
          out[squares + kind] = static_cast<std::uint8_t>(std::clamp(count, 0, static_cast<int>(extra_values) - 1));
        });
  }

 private:
  static constexpr float usual_hand = 4;  // this many equal pieces in hand count as 1

  static std::vector<std::string> owned(const std::vector<std::string>& kinds, const std::string& where) {
    std::vector<std::string> names;
    for (const std::string_view owner : {"own ", "other "}) {
      for (const std::string& kind : kinds) names.push_back(std::string(owner).append(kind).append(where));
    }
    return names;
  }

  // Every piece with its square, and the count of each kind in hand. The other side's kinds come after one's own.
  template <Viewable P, class OnBoard, class InHand>
  void visit(const P& position, std::size_t squares, OnBoard on_board, InHand in_hand) const {
    const Shape shape = position.shape();
    if (shape.rows.size() * shape.columns.size() != squares) reject("A game can't change the size of its board.");
    for (const Piece& piece : position.pieces()) {
      const std::size_t first = piece.owner == position.turn() ? 0 : on_board_.size();
      on_board(square_of(piece.at, shape), first + place_of(piece.kind, on_board_, ""));
    }
    for (const HandPiece& piece : position.hands()) {
      const std::size_t first = piece.owner == position.turn() ? 0 : in_hand_.size();
      in_hand(first + place_of(piece.kind, in_hand_, " in hand"), piece.count);
    }
  }

  static std::size_t place_of(const std::string& kind, const std::vector<std::string>& kinds,
                              const std::string& where) {
    const auto found = std::ranges::find(kinds, kind);
    if (found == kinds.end()) {
      reject("There is no plane for the piece " + quoted(kind + where) + ", because random play did not produce one.");
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
    reject("A piece is at " + quoted(label) + ", which is not a square of the board.");
  }

  std::vector<std::string> on_board_;
  std::vector<std::string> in_hand_;
};

}  // namespace plyground
