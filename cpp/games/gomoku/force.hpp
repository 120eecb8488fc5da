// Wins by threats alone. A four (a line that lacks one stone) leaves the enemy one reply; a three (a line that one move
// turns into a double four) leaves few. The names are those for lines of five, but any length works.
//
// Wins found here are certain, because every defence is tried. Against a four these are the points that complete the
// line. Against a three these are the points that spoil each of the double fours it threatens, and the enemy's own
// fours, wherever they are: after any other move the attacker plays the double four, and the enemy, without a four, is
// one move too late.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/random.hpp"
#include "games/gomoku/renju.hpp"
#include "games/gomoku/threats.hpp"

namespace plyground::gomoku {

// Boards on which an attack is known to fail. A board replaces another one in the same slot.
class Failures {
 public:
  [[nodiscard]] bool has(std::uint64_t key) const { return keys_[place(key)] == (key ^ golden_step); }
  // so that an empty slot matches no board's key
  void add(std::uint64_t key) { keys_[place(key)] = key ^ golden_step; }
  void clear() { keys_.assign(keys_.size(), 0); }

 private:
  static constexpr std::size_t places = std::size_t{1} << 15;
  static std::size_t place(std::uint64_t key) { return key % places; }
  std::vector<std::uint64_t> keys_ = std::vector<std::uint64_t>(places);
};

// Whether a move will be legal after any enemy move. An enemy stone can make a move of renju's Black illegal if the
// move might make two threes, so the move may extend only one direction.
inline bool stays_legal(const ThreatBoard& board, Color color, Move move) {
  if (!board.is_bound(color)) return true;
  return board.is_legal(move, color) && board.directions_through(move, color) <= 1;
}

// The attacker threatens a double four, neither side has a four, and the defender is to move: adds every move that may
// save the defender. False if there is no such threat, or if the list would be incomplete.
inline bool find_defences(ThreatBoard& board, Color attacker, std::vector<Move>& out) {
  Fours fours;
  board.list_fours(attacker, fours);
  bool any = false;
  std::vector<Move> shown;  // against the first double four, in case no move helps against all
  for (const Four& fork : fours) {
    if (!fork.is_fork() || !stays_legal(board, attacker, fork.move)) continue;
    std::vector<Move> points{fork.move};
    if (fork.ways == 2) points.insert(points.end(), {fork.reply, fork.second});
    if (any) {
      std::erase_if(out, [&points](Move move) { return std::ranges::find(points, move) == points.end(); });
    } else {
      out = points;
      shown = points;
    }
    any = true;
  }
  if (!any) return false;
  Fours counter;
  board.list_fours(other(attacker), counter);
  if (counter.is_full()) return false;  // some may be missing
  for (const Four& four : counter) {
    if (std::ranges::find(out, four.move) == out.end()) out.push_back(four.move);
  }
  if (out.empty()) out = std::move(shown);
  return true;
}

template <class Tick>
class Force {
 public:
  Force(ThreatBoard& board, Failures& failures, Color attacker, std::uint64_t nodes, const Tick& tick)
      : board_(board),
        failures_(failures),
        attacker_(attacker),
        defender_(other(attacker)),
        left_(nodes),
        tick_(tick) {}

  // A win by fours only (VCF), then, with the remaining nodes, also by threes (VCT). Returns the moves of both sides up
  // to the line; none if no win was found. `threes`: the number of the attacker's moves before fours alone win.
  [[nodiscard]] std::vector<Move> by_fours() { return result(wins_by_fours(start())); }

  [[nodiscard]] std::vector<Move> by_threes(int most_threes) {
    for (int threes = 1; threes <= most_threes && left_ > 0; ++threes) {
      gave_up_ = false;
      if (wins_by_threes(start(), threes)) return result(true);
    }
    return {};
  }

  [[nodiscard]] std::uint64_t nodes_left() const { return left_; }

 private:
  static constexpr std::uint64_t fours_within_threes = 400;  // nodes for each attempt to win by fours along the way

  // The enemy's threat to complete a line; none if the attacker can complete one, which comes first.
  [[nodiscard]] Completions start() {
    line_.clear();
    const Completions mine = board_.completions(attacker_);
    if (mine.count == 0) return board_.completions(defender_);
    line_.push_back(mine.first);
    return {};
  }

  [[nodiscard]] std::vector<Move> result(bool won) {
    if (!won) return {};
    std::ranges::reverse(line_);
    return std::move(line_);
  }

  [[nodiscard]] bool spend() {
    if (left_ == 0) {
      gave_up_ = true;
      return false;
    }
    --left_;
    tick_();
    return true;
  }

  // The attacker is to move. If the attacker wins, `line_` is the rest of the game, the last move first.
  [[nodiscard]] bool wins_by_fours(const Completions& threat) {
    if (!line_.empty()) return true;
    if (threat.count > 1) return false;
    const std::uint64_t key = board_.key() ^ turn_key(attacker_);
    if (failures_.has(key)) return false;
    Fours fours;
    list(fours, threat);
    for (const Four& four : fours) {
      if (!spend()) return false;
      if (!board_.is_legal(four.move, attacker_)) continue;
      board_.put(four.move, attacker_);
      const bool won = four.is_fork()
                           ? wins_by_fork(four)
                           : forces(four.reply, [this](const Completions& after) { return wins_by_fours(after); });
      board_.take(four.move, attacker_);
      if (won) line_.push_back(four.move);
      if (won || gave_up_) return won;
    }
    failures_.add(key);
    return false;
  }

  // The moves worth trying, the most promising first: double completions, then the moves that add most to other windows
  // and give the enemy's reply least.
  void list(Fours& fours, const Completions& threat) {
    board_.list_fours(attacker_, fours);
    if (threat.count == 1) fours.keep_only(threat.first);
    if (fours.size() < 2) return;
    for (Four& four : fours) {
      four.worth = four.is_fork() ? 1000
                                  : 2 * board_.windows_through(four.move, attacker_, 2) +
                                        board_.windows_through(four.move, attacker_, 3) -
                                        2 * board_.windows_through(four.reply, defender_, 2) -
                                        board_.windows_through(four.reply, defender_, 3);
    }
    fours.sort();
  }

  // Two points complete a line, and the enemy has none.
  [[nodiscard]] bool wins_by_fork(const Four& four) {
    if (board_.is_legal(four.reply, defender_)) return finish(four.reply, four.second);
    if (board_.is_legal(four.second, defender_)) return finish(four.second, four.reply);
    return wins_unanswered(four.reply);
  }

  bool finish(Move reply, Move last) {
    line_ = {last, reply};
    return true;
  }

  // The enemy may not play the forced move, and loses, unless there is no legal move at all: that is a draw.
  [[nodiscard]] bool wins_unanswered(Move last) {
    bool found = false;
    Move reply = 0;
    Board::for_each_point(board_.layout().size(), [&](std::size_t point) {
      if (found || !board_.is_empty(point) || point == last || !board_.is_legal(point, defender_)) return;
      found = true;
      reply = static_cast<Move>(point);
    });
    return found && finish(reply, last);
  }

  // A four was made; `reply` is the only move against it. `wins` continues from there, given the enemy's threats.
  template <class Wins>
  [[nodiscard]] bool forces(Move reply, Wins wins) {
    if (!board_.is_legal(reply, defender_)) return wins_unanswered(reply);
    board_.put(reply, defender_);
    const bool won = wins(board_.completions_through(reply, defender_));
    board_.take(reply, defender_);
    if (won) line_.push_back(reply);
    return won;
  }

  [[nodiscard]] bool wins_by_threes(const Completions& threat, int threes) {
    if (wins_by_some_fours(threat)) return true;
    if (threes == 0 || threat.count > 1 || gave_up_) return false;
    const std::uint64_t key = board_.key() ^ turn_key(attacker_) ^ fact_key(0x766374, static_cast<unsigned>(threes));
    if (failures_.has(key)) return false;
    std::vector<Move> tries;
    if (threat.count == 1) {
      tries.push_back(threat.first);
    } else {
      list_threats(tries);
    }
    for (const Move move : tries) {
      if (!spend()) return false;
      if (!board_.is_legal(move, attacker_)) continue;
      board_.put(move, attacker_);
      // An answer to the enemy's four costs the attacker nothing.
      const bool won = wins_after(move, threes - (threat.count == 1 ? 0 : 1));
      board_.take(move, attacker_);
      if (won) line_.push_back(move);
      if (won || gave_up_) return won;
    }
    failures_.add(key);
    return false;
  }

  [[nodiscard]] bool wins_by_some_fours(const Completions& threat) {
    const std::uint64_t kept = left_ > fours_within_threes ? left_ - fours_within_threes : 0;
    left_ -= kept;
    const bool won = wins_by_fours(threat);
    left_ += kept;
    if (kept > 0) gave_up_ = false;
    return won;
  }

  // Fours, and moves that extend a window that lacks three; the most useful first.
  void list_threats(std::vector<Move>& out) {
    std::array<std::int16_t, indexes> worth{};
    for (const int lacking : {2, 3}) {
      board_.for_each_lacking(attacker_, lacking, [&](std::size_t word, int bit) {
        board_.for_each_hole(word, bit, [&](Move point) {
          if (worth[point] == 0) out.push_back(point);
          worth[point] = static_cast<std::int16_t>(worth[point] + 4 - lacking);
        });
      });
    }
    std::ranges::sort(out, [&worth](Move a, Move b) { return worth[a] != worth[b] ? worth[a] > worth[b] : a < b; });
  }

  // The attacker has played `move`: whether it is a threat that wins against every defence.
  [[nodiscard]] bool wins_after(Move move, int threes) {
    const auto go_on = [this, threes](const Completions& after) { return wins_by_threes(after, threes); };
    const Completions mine = board_.completions_through(move, attacker_);
    if (mine.count > 1) return wins_by_fork({.move = move, .reply = mine.first, .second = mine.second, .ways = 2});
    if (mine.count == 1) return forces(mine.first, go_on);

    std::vector<Move> defences;
    if (!find_defences(board_, attacker_, defences)) return false;
    std::vector<Move> longest;
    for (const Move defence : defences) {
      if (!board_.is_legal(defence, defender_)) continue;
      line_.clear();
      board_.put(defence, defender_);
      const bool won = go_on(board_.completions_through(defence, defender_));
      board_.take(defence, defender_);
      if (!won) {
        line_.clear();
        return false;
      }
      line_.push_back(defence);
      if (line_.size() > longest.size()) longest = line_;
    }
    line_ = std::move(longest);
    return !line_.empty();
  }

  ThreatBoard& board_;
  Failures& failures_;
  Color attacker_;
  Color defender_;
  std::uint64_t left_;
  const Tick& tick_;
  bool gave_up_ = false;
  std::vector<Move> line_;
};

}  // namespace plyground::gomoku
