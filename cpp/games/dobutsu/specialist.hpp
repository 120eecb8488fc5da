// What Dobutsu shogi offers the searches: an evaluation, a promising order, forcing moves, and mates.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/game.hpp"
#include "games/dobutsu/board.hpp"
#include "games/dobutsu/heuristics.hpp"
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

  [[nodiscard]] static bool wins_at_once(const Position& position) {
    return threatens_win(position.board(), position.turn());
  }

  // The only heuristic with a weight.
  [[nodiscard]] static double evaluate(const Position& position) { return outlook_row(position); }

  static void rate(const Position& position, const Position::MoveList& moves, std::span<float> ratings) {
    const View view(position);
    for (std::size_t i = 0; i < moves.size(); ++i) ratings[i] = rating(position, view, moves[i]);
  }

  // Captures and promotions; in check, every move that saves the lion.
  static bool noisy(const Position& position, Position::MoveList& out) {
    const View view(position);
    if (!view.in_check()) {
      list_loud(position, view, out);
      return false;
    }
    position.moves(out);
    out.remove_if([&](Move move) { return view.loses_at_once(position, move); });
    if (out.empty()) position.moves(out);  // lost, as every move shows
    return true;
  }

  // A check has only a handful of answers.
  [[nodiscard]] static int extension(const Position& /*before*/, Move /*move*/, const Position& after) {
    return attacks_lion(after.board(), other(after.turn())) ? 1 : 0;
  }

 private:
  static Squares reach_of(Color color, Kind kind, int square) {
    return reach[plyground::index(color)][index(kind)][static_cast<std::size_t>(square)];
  }

  // The features of a position that order its moves.
  struct View {
    explicit View(const Position& position)
        : mover(position.turn()),
          own(position.board().of(mover)),
          enemy(position.board().of(other(mover))),
          lion(position.board().lion(mover)),
          enemy_lion(position.board().lion(other(mover))),
          attacked(position.board().steps(other(mover)).reached()),
          tries(safe_tries(position.board(), mover)),
          is_delicate(in_check() || enemy_may_try()) {}

    [[nodiscard]] bool in_check() const { return (lion & attacked) != 0; }
    [[nodiscard]] bool enemy_may_try() const {
      if (enemy_lion == 0) return false;
      return (reach_of(other(mover), Kind::lion, std::countr_zero(enemy_lion)) & far_rank(other(mover))) != 0;
    }

    [[nodiscard]] bool moves_lion(Move move) const { return !is_drop(move) && (bit(from_square(move)) & lion) != 0; }
    [[nodiscard]] bool wins(Move move) const {
      const Squares to = bit(to_square(move));
      return !is_drop(move) && ((to & enemy_lion) != 0 || (moves_lion(move) && (to & tries) != 0));
    }

    // Whether the other side wins with its next move. Pieces step one square, so nothing opens behind a piece that
    // leaves: without such a threat, only a move of the lion can create danger.
    [[nodiscard]] bool loses_at_once(const Position& position, Move move) const {
      if (wins(move)) return false;
      if (!is_delicate) return moves_lion(move) && (bit(to_square(move)) & attacked) != 0;
      Position after = position;
      after.play(move);
      return threatens_win(after.board(), after.turn());
    }

    Color mover;
    Squares own;
    Squares enemy;
    Squares lion;
    Squares enemy_lion;
    Squares attacked;  // by the other side
    Squares tries;     // squares where the own lion wins
    bool is_delicate;  // the lion is in check, or the other one close to a try: any move may lose
  };

  static void list_loud(const Position& position, const View& view, Position::MoveList& out) {
    out.clear();
    if (position.result()) return;
    for (Squares left = view.own; left != 0; left &= left - 1) {
      const int from = std::countr_zero(left);
      const Kind kind = position.board().kind_at(from);
      const Squares promoting = kind == Kind::chick ? far_rank(view.mover) : 0;
      Squares to = reach_of(view.mover, kind, from) & ~view.own & (view.enemy | promoting);
      for (; to != 0; to &= to - 1) {
        const int target = std::countr_zero(to);
        out.push_back(step_move(from, target, (bit(target) & promoting) != 0));
      }
    }
  }

  static float rating(const Position& position, const View& view, Move move) {
    constexpr std::array<float, 5> worth{1, 3, 3, 0, 4};  // by kind
    if (view.wins(move)) return 100;
    if (view.loses_at_once(position, move)) return -50;
    const Board& board = position.board();
    const int target = to_square(move);
    const Kind kind = is_drop(move) ? dropped_kind(move) : board.kind_at(from_square(move));
    float sum = 0;
    if ((view.enemy & bit(target)) != 0) sum += 10 + 2 * worth[index(board.kind_at(target))];
    if (promotes(move)) sum += 8;
    if ((reach_of(view.mover, promotes(move) ? Kind::hen : kind, target) & view.enemy_lion) != 0) sum += 4;
    if ((view.attacked & bit(target)) != 0) sum -= 2 * worth[index(kind)];
    return sum;
  }

  MateSearch mates_;
};

Specialist specialist_of(const Position*);  // never defined

}  // namespace plyground::dobutsu
