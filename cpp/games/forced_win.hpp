// Forced wins: every move of the attacker threatens to win with the next one, and every answer of the defender is
// tried. Shared by games with few threatening moves and few answers; the game defines threats and answers.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/game.hpp"

namespace plyground {

// The side to move searches for a win.
template <class A>
concept ForcingAttack = requires(const A attack, bool (*test)(Move)) {
  { attack.wins() } -> std::same_as<bool>;  // with the next move
  { attack.winning_move() } -> std::same_as<std::optional<Move>>;
  { attack.may_threaten() } -> std::same_as<bool>;    // "no" is certain: a deeper search would not help
  { attack.any_threat(test) } -> std::same_as<bool>;  // tries the moves that may threaten until one passes the test
  { attack.key() } -> std::same_as<std::uint64_t>;    // equal only if the search finds the same result
};

// The position after a move that may be a threat.
template <class T>
concept ForcingThreat = requires(const T threat, Move reply, bool (*test)(Move), void (*visit)(Move)) {
  { threat.holds() } -> std::same_as<bool>;  // it threatens to win, and the defender cannot win first
  threat.after();
  // tries moves that may save the defender until one fails the test
  { threat.all_answers(test) } -> std::same_as<bool>;
  { threat.saves(reply) } -> std::same_as<bool>;        // certain to help, so no search is needed
  threat.for_each_defence(visit);                       // the replies that a line may show
  { threat.is_doubtful(reply) } -> std::same_as<bool>;  // the game's past may forbid it, so a line should avoid it
  { threat.any_reply() } -> std::same_as<std::optional<Move>>;  // the reply to show if there is no defence
};

template <class R>
concept ForcingRules = requires {
  typename R::Position;
  { R::deepest } -> std::convertible_to<int>;  // in plies, odd
  requires ForcingAttack<typename R::Attack> &&
               std::constructible_from<typename R::Attack, const typename R::Position&>;
  requires ForcingThreat<typename R::Threat> &&
               std::constructible_from<typename R::Threat, const typename R::Position&, Move>;
};

// Iterative deepening, so the first win found is the shortest of its kind. Results stay valid from call to call,
// because nothing here depends on the past of a game.
template <ForcingRules Rules>
class ForcedWin {
 public:
  using P = typename Rules::Position;

  // The line against the longest defence; empty if there is no such win, or if none was found within this many nodes.
  template <class Tick>
  std::vector<Move> find(const P& position, std::uint64_t nodes, const Tick& tick) {
    if (position.result()) return {};
    left_ = nodes;
    for (int depth = 1; depth <= Rules::deepest; depth += 2) {
      cut_short_ = false;
      if (can_force(position, depth, tick)) return line_of(position, depth, tick);
      if (left_ == 0 || !cut_short_) break;
    }
    return {};
  }

 private:
  using Attack = typename Rules::Attack;
  using Threat = typename Rules::Threat;

  static constexpr int for_ever = 255;
  static constexpr std::size_t entries = 4096;

  struct Entry {
    std::uint64_t key = 0;
    std::uint8_t win = 0;     // a win is known within this many plies; 0: none is known
    std::uint8_t no_win = 0;  // there is no win within this many plies
  };

  // Whether the side to move can force a win within `depth` plies, an odd number. False may also mean that the nodes
  // are spent.
  template <class Tick>
  bool can_force(const P& position, int depth, const Tick& tick) {
    const Attack attack(position);
    if (attack.wins()) return true;
    if (!attack.may_threaten()) return false;
    if (depth <= 1) {
      cut_short_ = true;
      return false;
    }
    const std::uint64_t key = attack.key();
    if (const Entry& known = place(key); known.key == key) {
      if (known.win != 0 && known.win <= depth) return true;
      if (known.no_win >= depth) {
        cut_short_ = cut_short_ || known.no_win != for_ever;
        return false;
      }
    }
    if (left_ == 0) return false;
    --left_;
    tick();
    const bool cut_before = cut_short_;
    cut_short_ = false;
    const bool won =
        attack.any_threat([&](Move move) { return defence_fails(Threat(position, move), depth - 1, tick); });
    if (won || left_ > 0) remember(key, depth, won);
    cut_short_ = cut_short_ || cut_before;
    return won;
  }

  // Whether it is a threat after which every answer loses.
  template <class Tick>
  bool defence_fails(const Threat& threat, int depth, const Tick& tick) {
    if (!threat.holds()) return false;
    return threat.all_answers([&](Move reply) { return answer_fails(threat, reply, depth - 1, tick); });
  }

  template <class Tick>
  bool answer_fails(const Threat& threat, Move reply, int depth, const Tick& tick) {
    if (threat.saves(reply)) return false;
    P next = threat.after();
    next.play(reply);
    return can_force(next, depth, tick);
  }

  // The win is known to exist, so nodes no longer count, but the clock does.
  template <class Tick>
  std::vector<Move> line_of(P position, int depth, const Tick& tick) {
    std::vector<Move> line;
    left_ = ~std::uint64_t{0};
    while (true) {
      const Attack attack(position);
      if (const auto last = attack.winning_move()) {
        line.push_back(*last);
        return line;
      }
      Move move = 0;
      const bool found = attack.any_threat([&](Move each) {
        move = each;
        return defence_fails(Threat(position, each), depth - 1, tick);
      });
      if (!found) return line;  // not reached: the win was proven at this depth
      line.push_back(move);
      const Threat threat(position, move);
      const Defence longest = longest_defence(threat, depth, tick);
      if (longest.plies == 0) return line;
      line.push_back(longest.reply);
      position = threat.after();
      position.play(longest.reply);
      depth = longest.plies;
    }
  }

  struct Defence {
    Move reply = 0;
    int plies = 0;  // plies that the win takes after it; 0: there is no reply
  };

  template <class Tick>
  Defence longest_defence(const Threat& threat, int depth, const Tick& tick) {
    Defence longest;
    threat.for_each_defence([&](Move reply) {
      int plies = 1;
      while (plies < depth - 2 && !answer_fails(threat, reply, plies, tick)) plies += 2;
      const bool safer = plies == longest.plies && threat.is_doubtful(longest.reply);
      if (plies > longest.plies || safer) longest = {.reply = reply, .plies = plies};
    });
    if (longest.plies > 0) return longest;
    const auto any = threat.any_reply();
    return any ? Defence{.reply = *any, .plies = 1} : Defence{};
  }

  Entry& place(std::uint64_t key) { return table_[key % entries]; }

  void remember(std::uint64_t key, int depth, bool won) {
    Entry& entry = place(key);
    if (entry.key != key) entry = {.key = key, .win = 0, .no_win = 0};
    if (won) {
      entry.win = static_cast<std::uint8_t>(depth);
    } else {
      entry.no_win = static_cast<std::uint8_t>(cut_short_ ? depth : for_ever);
    }
  }

  std::vector<Entry> table_ = std::vector<Entry>(entries);
  std::uint64_t left_ = 0;
  bool cut_short_ = false;  // whether a greater depth would have seen more
};

}  // namespace plyground
