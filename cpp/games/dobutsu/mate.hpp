// Forced wins in Dobutsu shogi: every move of the attacker threatens to win with the next one, by taking the lion or by
// a try, and the defender may answer anything. What it finds is proven, but for draws by repetition, which it leaves
// out: the shortest mate passes no position twice.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/game.hpp"
#include "core/random.hpp"
#include "games/dobutsu/board.hpp"
#include "games/dobutsu/notation.hpp"
#include "games/dobutsu/rules.hpp"

namespace plyground::dobutsu {

// Where the lion of a colour may step to its far rank and not be taken there. Nobody moves farther than a square, so no
// attack opens behind the lion as it leaves.
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

// Could this colour, if it were to move, win at once?
constexpr bool threatens_win(const Board& board, Color color) {
  return attacks_lion(board, color) || safe_tries(board, color) != 0;
}

// Does the move end a game that goes on?
inline bool wins_at_once(const Position& position, Move move) {
  const Board& board = position.board();
  const Squares to = bit(to_square(move));
  if (is_drop(move)) return false;
  if ((board.lions() & to) != 0) return true;
  return (board.lion(position.turn()) & bit(from_square(move))) != 0 && (safe_tries(board, position.turn()) & to) != 0;
}

// Depth by depth, so the first win found is the shortest of its kind. Remembers from call to call: nothing here depends
// on the past of a game.
class MateSearch {
 public:
  // The line against the longest defence; empty if there is no such win, or none within so many nodes.
  template <class Tick>
  std::vector<Move> find(const Position& position, std::uint64_t nodes, const Tick& tick) {
    if (position.result()) return {};
    left_ = nodes;
    for (int depth = 1; depth <= deepest; depth += 2) {
      cut_short_ = false;
      if (attack(position, depth, tick)) return line_of(position, depth, tick);
      if (left_ == 0 || !cut_short_) break;
    }
    return {};
  }

 private:
  static constexpr int deepest = 41;
  static constexpr int for_ever = 255;
  static constexpr std::size_t entries = 4096;

  struct Entry {
    std::uint64_t key = 0;
    std::uint8_t mate = 0;     // a win within so many plies; 0: none is known
    std::uint8_t no_mate = 0;  // no win within so many
  };

  // Can the side to move force a win within `depth` plies, an odd number? A false may mean that the nodes are spent.
  template <class Tick>
  bool attack(const Position& position, int depth, const Tick& tick) {
    if (threatens_win(position.board(), position.turn())) return true;
    if (depth <= 1) {
      cut_short_ = true;
      return false;
    }
    const std::uint64_t key = key_of(position);
    const Entry known = place(key);
    if (known.key == key) {
      if (known.mate != 0 && known.mate <= depth) return true;
      if (known.no_mate >= depth) {
        cut_short_ = cut_short_ || known.no_mate != for_ever;
        return false;
      }
    }
    if (left_ == 0) return false;
    --left_;
    tick();
    const bool cut_before = cut_short_;
    cut_short_ = false;
    const bool won = any_threat_wins(position, depth, tick);
    if (won || left_ > 0) remember(key, depth, won);
    cut_short_ = cut_short_ || cut_before;
    return won;
  }

  template <class Tick>
  bool any_threat_wins(const Position& position, int depth, const Tick& tick) {
    Position::MoveList moves;
    position.moves(moves);
    for (const Move move : moves) {
      if (defence_fails(position, move, depth - 1, tick)) return true;
    }
    return false;
  }

  // Is the move a threat that every reply leaves lost?
  template <class Tick>
  bool defence_fails(const Position& position, Move move, int depth, const Tick& tick) {
    const Color attacker = position.turn();
    Position after = position;
    after.play(move);
    if (threatens_win(after.board(), other(attacker)) || !threatens_win(after.board(), attacker)) return false;
    Position::MoveList replies;
    after.moves(replies);
    keep_answers(after, replies);
    for (const Move reply : replies) {
      Position next = after;
      next.play(reply);
      if (!attack(next, depth - 1, tick)) return false;
    }
    return true;
  }

  // A piece that attacks the lion stands next to it: only the lion's flight or the capture of that piece can help.
  static void keep_answers(const Position& position, Position::MoveList& replies) {
    const Board& board = position.board();
    const Squares lion = board.lion(position.turn());
    if (!attacks_lion(board, other(position.turn()))) return;
    const Squares enemy = board.of(other(position.turn()));
    replies.remove_if([&](Move reply) {
      if (is_drop(reply)) return true;
      return (bit(from_square(reply)) & lion) == 0 && (bit(to_square(reply)) & enemy) == 0;
    });
  }

  // The win is known to be there, so nodes no longer count, but the clock does.
  template <class Tick>
  std::vector<Move> line_of(Position position, int depth, const Tick& tick) {
    std::vector<Move> line;
    left_ = ~std::uint64_t{0};
    while (true) {
      const Move move = winning_move(position, depth, tick);
      line.push_back(move);
      position.play(move);
      if (position.result()) return line;
      const auto [reply, longest] = longest_defence(position, depth, tick);
      if (longest == 0) return line;
      line.push_back(reply);
      position.play(reply);
      depth = longest;
    }
  }

  template <class Tick>
  Move winning_move(const Position& position, int depth, const Tick& tick) {
    Position::MoveList moves;
    position.moves(moves);
    for (const Move move : moves) {
      if (wins_at_once(position, move)) return move;
    }
    for (const Move move : moves) {
      if (defence_fails(position, move, depth - 1, tick)) return move;
    }
    return moves[0];  // not reached: the win was proven at this depth
  }

  struct Defence {
    Move reply = 0;
    int plies = 0;  // that the win takes after it; 0: there is no reply
  };

  template <class Tick>
  Defence longest_defence(const Position& position, int depth, const Tick& tick) {
    Position::MoveList replies;
    position.moves(replies);
    Defence longest;
    for (const Move reply : replies) {
      Position next = position;
      next.play(reply);
      int plies = 1;
      while (plies < depth - 2 && !attack(next, plies, tick)) plies += 2;
      if (plies > longest.plies) longest = {.reply = reply, .plies = plies};
    }
    return longest;
  }

  // Keys leave the options out, but the rule of the try decides who wins.
  static std::uint64_t key_of(const Position& position) {
    return position.board().has(Board::Flag::entry_rule) ? ~position.key() : position.key();
  }
  Entry& place(std::uint64_t key) { return table_[key % entries]; }

  void remember(std::uint64_t key, int depth, bool won) {
    Entry& entry = place(key);
    if (entry.key != key) entry = {.key = key, .mate = 0, .no_mate = 0};
    if (won) {
      entry.mate = static_cast<std::uint8_t>(depth);
    } else {
      entry.no_mate = static_cast<std::uint8_t>(cut_short_ ? depth : for_ever);
    }
  }

  std::vector<Entry> table_ = std::vector<Entry>(entries);
  std::uint64_t left_ = 0;
  bool cut_short_ = false;  // would a greater depth have seen more?
};

}  // namespace plyground::dobutsu
