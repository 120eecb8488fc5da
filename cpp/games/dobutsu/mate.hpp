// Forced wins in Dobutsu shogi: every move of the attacker threatens to win with the next one, by capturing the lion or
// by a try, and the defender may answer anything. Wins found here are proven, except for draws by repetition, which are
// left out: the shortest mate repeats no position.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/game.hpp"
#include "games/dobutsu/board.hpp"
#include "games/dobutsu/notation.hpp"
#include "games/dobutsu/rules.hpp"
#include "games/forced_win.hpp"

namespace plyground::dobutsu {

// The squares of the far rank where the lion of a colour may step without being captured there. No piece moves farther
// than one square, so no attack opens behind the lion as it leaves.
constexpr Squares safe_tries(const Board& board, Color color) {
  const Squares lion = board.lion(color);
  if (lion == 0) return 0;
  const auto square = static_cast<std::size_t>(std::countr_zero(lion));
  const Squares there = reach[plyground::index(color)][index(Kind::lion)][square] & far_rank(color) & ~board.of(color);
  return there == 0 ? 0 : there & ~board.steps(other(color)).reached();
}

constexpr bool attacks_lion(const Board& board, Color attacker) {
  return (board.steps(attacker).reached() & board.lion(other(attacker))) != 0;
}

// Whether this colour could win at once if it were to move.
constexpr bool threatens_win(const Board& board, Color color) {
  return attacks_lion(board, color) || safe_tries(board, color) != 0;
}

// Whether the move ends the game.
inline bool wins_at_once(const Position& position, Move move) {
  const Board& board = position.board();
  const Squares to = bit(to_square(move));
  if (is_drop(move)) return false;
  if ((board.lions() & to) != 0) return true;
  return (board.lion(position.turn()) & bit(from_square(move))) != 0 && (safe_tries(board, position.turn()) & to) != 0;
}

// The game's side of the search for forced wins (games/forced_win.hpp).
struct MateRules {
  using Position = dobutsu::Position;
  static constexpr int deepest = 41;

  class Attack {
   public:
    explicit Attack(const Position& position) : position_(position) {}

    [[nodiscard]] bool wins() const { return threatens_win(position_.board(), position_.turn()); }
    [[nodiscard]] std::optional<Move> winning_move() const {
      Position::MoveList moves;
      position_.moves(moves);
      for (const Move move : moves) {
        if (wins_at_once(position_, move)) return move;
      }
      return std::nullopt;
    }

    [[nodiscard]] static bool may_threaten() { return true; }
    template <class Test>
    [[nodiscard]] bool any_threat(Test test) const {
      Position::MoveList moves;
      position_.moves(moves);
      return std::any_of(moves.begin(), moves.end(), test);
    }

    // Keys leave the options out, but the rule of the try decides the winner.
    [[nodiscard]] std::uint64_t key() const {
      return position_.board().has(Board::Flag::entry_rule) ? ~position_.key() : position_.key();
    }

   private:
    const Position& position_;
  };

  class Threat {
   public:
    Threat(const Position& position, Move move) : after_(position) {
      after_.play(move);
      holds_ = !threatens_win(after_.board(), after_.turn()) && threatens_win(after_.board(), position.turn());
    }

    [[nodiscard]] bool holds() const { return holds_; }
    [[nodiscard]] const Position& after() const { return after_; }

    template <class Test>
    [[nodiscard]] bool all_answers(Test test) const {
      Position::MoveList replies;
      after_.moves(replies);
      keep_answers(replies);
      return std::all_of(replies.begin(), replies.end(), test);
    }
    [[nodiscard]] static bool saves(Move /*reply*/) { return false; }

    template <class Visit>
    void for_each_defence(Visit visit) const {
      Position::MoveList replies;
      after_.moves(replies);
      for (const Move reply : replies) visit(reply);
    }
    [[nodiscard]] static bool is_doubtful(Move /*reply*/) { return false; }
    [[nodiscard]] static std::optional<Move> any_reply() { return std::nullopt; }

   private:
    // A piece that attacks the lion is adjacent to it, so only moving the lion or capturing that piece can help.
    void keep_answers(Position::MoveList& replies) const {
      const Board& board = after_.board();
      const Squares lion = board.lion(after_.turn());
      if (!attacks_lion(board, other(after_.turn()))) return;
      const Squares enemy = board.of(other(after_.turn()));
      replies.remove_if([&](Move reply) {
        if (is_drop(reply)) return true;
        return (bit(from_square(reply)) & lion) == 0 && (bit(to_square(reply)) & enemy) == 0;
      });
    }

    Position after_;
    bool holds_ = false;
  };
};

using MateSearch = ForcedWin<MateRules>;

}  // namespace plyground::dobutsu
