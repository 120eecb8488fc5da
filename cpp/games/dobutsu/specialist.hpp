// What Dobutsu shogi offers the searches: a promising order, the moves that can't wait, and mates.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/game.hpp"
#include "games/dobutsu/board.hpp"
#include "games/dobutsu/mate.hpp"
#include "games/dobutsu/notation.hpp"
#include "games/dobutsu/rules.hpp"

namespace plyground::dobutsu {

class Specialist {
 public:
  static constexpr std::uint64_t leaf_effort = 0;
  static constexpr std::uint64_t root_effort = 100000;

  template <class Tick>
  std::vector<Move> forced_win(const Position& position, std::uint64_t nodes, const Tick& tick) {
    return mates_.find(position, nodes, tick);
  }

  void rate(const Position& position, const Position::MoveList& moves, std::span<float> ratings) const {
    const View view(position);
    for (std::size_t i = 0; i < moves.size(); ++i) ratings[i] = rating(position, view, moves[i]);
  }

  // Captures and promotions; in check, every move that saves the lion.
  bool noisy(const Position& position, Position::MoveList& out) const {
    const View view(position);
    const bool in_check = (view.lion & view.attacked) != 0;
    position.moves(out);
    out.remove_if([&](Move move) {
      if (in_check) return loses_at_once(position, move);
      if (promotes(move)) return false;
      return is_drop(move) || (view.enemy & bit(to_square(move))) == 0;
    });
    if (in_check && out.empty()) position.moves(out);  // lost, and every move shows it
    return in_check;
  }

  // A check is answered by a handful of moves at most.
  [[nodiscard]] int extension(const Position& /*before*/, Move /*move*/, const Position& after) const {
    return attacks_lion(after.board(), other(after.turn())) ? 1 : 0;
  }

 private:
  struct View {
    explicit View(const Position& position)
        : mover(position.turn()),
          own(position.board().of(mover)),
          enemy(position.board().of(other(mover))),
          lion(position.board().lion(mover)),
          enemy_lion(position.board().lion(other(mover))),
          attacked(position.board().steps(other(mover)).reached()) {}

    Color mover;
    Squares own;
    Squares enemy;
    Squares lion;
    Squares enemy_lion;
    Squares attacked;  // by the other side
  };

  static bool loses_at_once(const Position& position, Move move) {
    if (wins_at_once(position, move)) return false;
    Position after = position;
    after.play(move);
    return threatens_win(after.board(), after.turn());
  }

  static float rating(const Position& position, const View& view, Move move) {
    constexpr std::array<float, 5> worth{1, 3, 3, 0, 4};  // by kind
    if (wins_at_once(position, move)) return 100;
    const Squares to = bit(to_square(move));
    Position after = position;
    after.play(move);
    if (threatens_win(after.board(), after.turn())) return -50;
    const Board& board = position.board();
    const bool captures = (view.enemy & to) != 0;
    const bool exposed = (view.attacked & to) != 0;
    float sum = 0;
    if (captures) sum += 10 + 2 * worth[index(board.kind_at(to_square(move)))];
    if (promotes(move)) sum += 8;
    if (attacks_lion(after.board(), view.mover)) sum += 4;
    if (exposed) {
      const Kind kind = is_drop(move) ? dropped_kind(move) : board.kind_at(from_square(move));
      sum -= 2 * worth[index(kind)];
    }
    return sum;
  }

  MateSearch mates_;
};

Specialist specialist_of(const Position*);  // never defined

}  // namespace plyground::dobutsu
