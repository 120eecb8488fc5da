// The move order of the original program, from which this game grew. It lists moves piece by piece, and each piece
// keeps its place in the list for the whole game, even after its capture. Node counts of alpha-beta depend on the move
// order, so this order is needed to reproduce the program's published counts.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/game.hpp"
#include "games/dobutsu/board.hpp"
#include "games/dobutsu/notation.hpp"
#include "games/dobutsu/rules.hpp"

namespace plyground::dobutsu {

// A position that remembers the identity of each piece. The rules are those of Position; only the move order differs.
class ListedPosition {
 public:
  using MoveList = Position::MoveList;
  static constexpr bool finished_counts = Position::finished_counts;
  static constexpr bool counts_margin = Position::counts_margin;

  // In mid-game the identity of two equal pieces is unknown: the second player's own piece, then the upper one, comes
  // first. At the start this gives the program's list.
  explicit ListedPosition(const Position& position) : position_(position) {
    at_.fill(missing);
    for (const Color owner : {Color::white, Color::black}) {
      for (int square = 0; square < squares; ++square) {
        if ((position.board().of(owner) & bit(square)) != 0) enlist(owner, unpromoted(position, square), square);
      }
      for (const Kind kind : hand_kinds) {
        for (int i = 0; i < position.board().in_hand(owner, kind); ++i) enlist(owner, kind, in_hand);
      }
    }
  }

  [[nodiscard]] const Position& position() const { return position_; }

  void moves(MoveList& out) const {
    out.clear();
    if (position_.result()) return;
    for (std::size_t piece = 0; piece < pieces; ++piece) {
      if (owner_[piece] != turn()) continue;
      if (at_[piece] == in_hand) {
        add_drops(out, piece);
      } else {
        add_steps(out, at_[piece]);
      }
    }
  }

  void order(MoveList& moves) const { position_.order(moves); }

  void play(Move move) {
    const std::size_t mover =
        is_drop(move) ? piece_in_hand(dropped_kind(move), (move & second_copy_bit) != 0) : piece_on(from_square(move));
    if (const std::size_t taken = piece_on(to_square(move)); taken < pieces) {
      at_[taken] = in_hand;
      owner_[taken] = turn();
    }
    at_[mover] = to_square(move);
    position_.play(move);
  }

  [[nodiscard]] Color turn() const { return position_.turn(); }
  [[nodiscard]] std::optional<Result> result() const { return position_.result(); }
  [[nodiscard]] std::optional<Result> stuck() const { return position_.stuck(); }
  [[nodiscard]] std::string to_text() const { return position_.to_text(); }
  [[nodiscard]] std::uint64_t key() const { return position_.key(); }
  [[nodiscard]] static Repetition repetition() { return Position::repetition(); }
  [[nodiscard]] std::uint64_t repetition_key() const { return position_.repetition_key(); }
  [[nodiscard]] static bool is_pass(Move move) { return Position::is_pass(move); }
  [[nodiscard]] static std::string move_text(Move move) { return Position::move_text(move); }
  [[nodiscard]] Reading read_move(std::string_view text) const { return position_.read_move(text); }
  [[nodiscard]] std::optional<Refusal> refuse(Move move) const { return position_.refuse(move); }

 private:
  static constexpr std::size_t pieces = 8;
  static constexpr int in_hand = -1;
  static constexpr int missing = -2;
  static constexpr std::array<Kind, pieces> kinds{Kind::giraffe, Kind::lion,     Kind::elephant, Kind::chick,
                                                  Kind::chick,   Kind::elephant, Kind::lion,     Kind::giraffe};

  static Kind unpromoted(const Position& position, int square) {
    const Kind kind = position.board().kind_at(square);
    return kind == Kind::hen ? Kind::chick : kind;
  }

  // Gives a piece the first free place of its kind in the list; a lion has its own place.
  void enlist(Color owner, Kind kind, int at) {
    for (std::size_t piece = kind == Kind::lion && owner == Color::black ? pieces / 2 : 0; piece < pieces; ++piece) {
      if (kinds[piece] != kind || at_[piece] != missing) continue;
      at_[piece] = at;
      owner_[piece] = owner;
      return;
    }
  }

  [[nodiscard]] std::size_t piece_on(int square) const {
    return static_cast<std::size_t>(std::ranges::find(at_, square) - at_.begin());
  }
  [[nodiscard]] bool is_held(std::size_t piece, Kind kind) const {
    return at_[piece] == in_hand && owner_[piece] == turn() && kinds[piece] == kind;
  }
  [[nodiscard]] std::size_t piece_in_hand(Kind kind, bool second) const {
    std::size_t piece = 0;
    while (!is_held(piece, kind)) ++piece;
    if (second) ++piece;
    while (!is_held(piece, kind)) ++piece;
    return piece;
  }

  void add_drops(MoveList& out, std::size_t piece) const {
    const bool second = piece_in_hand(kinds[piece], false) != piece;
    for (int square = 0; square < squares; ++square) {
      if ((position_.board().empty() & bit(square)) != 0) out.push_back(drop_move(kinds[piece], square, second));
    }
  }

  // Up, down, towards file a, towards file c, then the diagonals: up-a, up-c, down-a, down-c.
  void add_steps(MoveList& out, int from) const {
    struct Step {
      int row, column;
    };
    static constexpr std::array<Step, 8> steps{{{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}}};
    const Kind kind = position_.board().kind_at(from);
    const Squares reached = reach[plyground::index(turn())][index(kind)][static_cast<std::size_t>(from)];
    const Squares free = reached & ~position_.board().of(turn());
    for (const Step step : steps) {
      const int row = from / columns + step.row;
      const int column = from % columns + step.column;
      if (row < 0 || row >= rows || column < 0 || column >= columns) continue;
      const int to = square_of({row, column});
      if ((free & bit(to)) == 0) continue;
      out.push_back(step_move(from, to, kind == Kind::chick && (far_rank(turn()) & bit(to)) != 0));
    }
  }

  Position position_;
  // At the start: the second player's giraffe, lion, elephant, chick; the first player's chick, elephant, lion,
  // giraffe.
  std::array<int, pieces> at_{};
  std::array<Color, pieces> owner_{};
};

// Declares this list for the search.
inline ListedPosition original_list(const Position& position) { return ListedPosition(position); }

}  // namespace plyground::dobutsu
