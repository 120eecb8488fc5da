// All relevant positions of Dobutsu shogi, for the retrograde solver: the game goes on, all pieces are present, and the
// side to move cannot capture the lion (if it can, it wins with the next move).
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/game.hpp"
#include "games/dobutsu/board.hpp"
#include "games/dobutsu/mate.hpp"
#include "games/dobutsu/numbering.hpp"
#include "games/dobutsu/rules.hpp"

namespace plyground::dobutsu {

class Universe {
 public:
  using Number = Numbering::Number;

  [[nodiscard]] Number size() const { return open_.size(); }
  // The classes of positions that are over or decided by the next move; not every number is one.
  [[nodiscard]] Number over_size() const { return any_.size(); }
  [[nodiscard]] Number start() const {
    return open_(Position::start({{"try", "official"}, {"hand", "merged"}}).board());
  }

  // A position and its mirror image count as one. If they have two numbers, this returns the other one.
  [[nodiscard]] Number twin(Number number) const {
    return open_.is_middle(number) ? open_(open_.board(number).mirrored()) : number;
  }

  [[nodiscard]] Position position(Number number) const { return Position(open_.board(number)); }

  // Looks up a position in a table of values: see search/retrograde/value.hpp. Nothing if the position is not in the
  // table: the game is over, pieces are missing, or a lion stands on its far rank where it could have been captured
  // (try=entry).
  [[nodiscard]] std::optional<std::uint8_t> value(const Position& position,
                                                  std::span<const std::uint8_t> values) const {
    if (position.result() || !is_complete(position.board())) return std::nullopt;
    Board board = position.board();
    if (position.turn() == Color::white) board = board.turned();
    if (attacks_lion(board, Color::black)) return 1;
    if (has_entered(board)) return std::nullopt;
    return values[open_(board)];
  }

  // Every move: `on_open` gets the number of the position after it, or `on_over` the number of a position that is over
  // or decided by the next move. True if one of the moves wins.
  template <class OnOpen, class OnOver>
  [[nodiscard]] bool look(Number number, const OnOpen& on_open, const OnOver& on_over) const {
    const Position position(open_.board(number));
    Position::MoveList moves;
    position.moves(moves);
    bool wins = false;
    for (const Move move : moves) {
      Position after = position;
      after.play(move);
      const Board& board = after.board();
      const bool can_be_taken = attacks_lion(board, Color::white);
      const bool won = !can_be_taken && after.result().has_value();
      wins |= won;
      if (won || can_be_taken) {
        on_over([&] { return over_number(board.turned()); });
      } else {
        on_open(open_(board.turned()));
      }
    }
    return wins;
  }

  // Every move that leads to this position: `visit` gets the number of the position before it, once per move.
  template <class Visit>
  void before(Number number, const Visit& visit) const {
    const Board board = open_.board(number);
    const Before<Visit> before{*this, visit, open_.is_middle(number)};
    for (Squares left = board.of(Color::white); left != 0; left &= left - 1) {
      const int to = std::countr_zero(left);
      const Kind kind = board.kind_at(to);
      if (kind != Kind::lion && kind != Kind::hen) before.undo_drop(board, kind, to);
      before.undo_steps(board, kind, to);
    }
  }

 private:
  // White made the last move.
  template <class Visit>
  struct Before {
    const Universe& universe;
    const Visit& visit;
    bool is_middle;

    void undo_drop(Board board, Kind kind, int to) const {
      board.remove(to);
      board.add_to_hand(Color::white, kind);
      found(board);
    }

    void undo_steps(const Board& board, Kind kind, int to) const {
      // Steps of lions, elephants and giraffes are reversible; those of chicks and hens are Black's, backwards.
      const Squares from = reach[plyground::index(Color::black)][index(kind)][static_cast<std::size_t>(to)];
      const bool at_end = (bit(to) & far_rank(Color::white)) != 0;
      if (kind == Kind::chick && at_end) return;  // a piece that steps there is promoted
      undo_from(board, kind, from & board.empty(), to);
      if (kind == Kind::hen && at_end) undo_from(board, Kind::chick, bit(to - columns) & board.empty(), to);
    }

    void undo_from(const Board& board, Kind kind, Squares from, int to) const {
      for (; from != 0; from &= from - 1) {
        Board before = board;
        before.remove(to);
        before.put(Color::white, kind, std::countr_zero(from));
        found(before);
        for (const Kind taken : hand_kinds) {
          if (board.in_hand(Color::white, taken) == 0) continue;
          Board with = before;
          with.remove_from_hand(Color::white, taken);
          with.put(Color::black, taken, to);
          found(with);
          if (taken != Kind::chick) continue;
          with.remove(to);
          with.put(Color::black, Kind::hen, to);
          found(with);
        }
      }
    }

    // With White to move. If two positions share a number, as mirror images, each move must still be listed once.
    void found(const Board& before) const {
      // over, or White captures the lion instead
      if (has_entered(before) || attacks_lion(before, Color::white)) return;
      const Board seen = before.turned();
      if (Numbering::is_middle(seen)) {
        visit(universe.open_(seen));
        if (!is_middle) visit(universe.open_(seen.mirrored()));
      } else if (!is_middle || !Numbering::is_mirrored(seen)) {
        visit(universe.open_(seen));
      }
    }
  };

  static bool has_entered(const Board& board) {
    return (board.lion(Color::white) & far_rank(Color::white)) != 0 ||
           (board.lion(Color::black) & far_rank(Color::black)) != 0;
  }

  // There are at most eight.
  static bool is_complete(const Board& board) {
    int held = 0;
    for (const Kind kind : hand_kinds) held += board.in_hand(Color::black, kind) + board.in_hand(Color::white, kind);
    return std::popcount(board.occupied()) + held == 8;
  }

  [[nodiscard]] Number over_number(const Board& board) const {
    const Number number = any_(board);
    return Numbering::is_middle(board) ? std::min(number, any_(board.mirrored())) : number;
  }

  Numbering open_{Numbering::Scope::open};
  Numbering any_{Numbering::Scope::any};
};

Universe universe_of(const Position*);  // never defined

}  // namespace plyground::dobutsu
