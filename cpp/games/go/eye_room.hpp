// Determines whether a group with a small enclosed eye space can be captured, which playouts judge badly.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace plyground::go {

// The points of the room are bits. The wall around it is the defender's and counts as one group. Its outer liberties
// are assumed to be filled, and the attacker's stones outside to be alive.
class EyeRoom {
 public:
  static constexpr std::size_t most_points = 7;  // a larger room is never a single eye, unless it is full of stones
  using Points = std::uint32_t;

  // A point may touch the wall or not, and is empty or has a stone of the attacker. Its number is its index.
  std::size_t add(bool touches_wall, bool has_attacker) {
    if (touches_wall) wall_ |= bit(size_);
    if (has_attacker) attackers_ |= bit(size_);
    return size_++;
  }
  void join(std::size_t a, std::size_t b) {
    next_[a] |= bit(b);
    next_[b] |= bit(a);
  }

  // Finds, by retrograde analysis, the states from which the attacker can capture the wall against every defence. A
  // fight that repeats, such as a ko, does not count as a capture; nor does a seki, in which both sides prefer to pass.
  void read() {
    taken_ = {};
    for (bool changed = true; changed;) {
      changed = false;
      for (Points defenders = 0; defenders < bit(size_); ++defenders) {
        const Points rest = (bit(size_) - 1) & ~defenders;
        for (Points attackers = rest;; attackers = (attackers - 1) & rest) {
          changed = find_out({defenders, attackers}, true) || changed;
          changed = find_out({defenders, attackers}, false) || changed;
          if (attackers == 0) break;
        }
      }
    }
  }

  [[nodiscard]] bool falls(bool attacker_first) const { return is_taken({0, attackers_}, attacker_first); }

 private:
  struct Stand {
    Points defenders;
    Points attackers;
  };
  enum class After : std::uint8_t { illegal, goes_on, wall_is_gone };

  static Points bit(std::size_t at) { return Points{1} << at; }
  static std::size_t place(Stand stand, bool attacker_moves) {
    const std::size_t both = (std::size_t{stand.defenders} << most_points) | stand.attackers;
    return 2 * both + (attacker_moves ? 1 : 0);
  }
  [[nodiscard]] bool is_taken(Stand stand, bool attacker_moves) const { return taken_[place(stand, attacker_moves)]; }

  // Returns whether anything new was found.
  bool find_out(Stand stand, bool attacker_moves) {
    if (is_taken(stand, attacker_moves)) return false;
    bool taken = is_taken(stand, !attacker_moves);  // by a pass
    for (std::size_t at = 0; at < size_ && taken != attacker_moves; ++at) {
      if (((stand.defenders | stand.attackers) & bit(at)) != 0) continue;
      Stand next = stand;
      const After after = attacker_moves ? attack(next, at) : defend(next, at);
      if (after == After::illegal) continue;
      taken = after == After::wall_is_gone || is_taken(next, !attacker_moves);
    }
    taken_[place(stand, attacker_moves)] = taken;
    return taken;
  }

  [[nodiscard]] After attack(Stand& stand, std::size_t at) const {
    stand.attackers |= bit(at);
    const Points open = open_points(stand);
    const Points walled = reach(stand.defenders & wall_, stand.defenders);
    if (((wall_ | around(walled)) & open) == 0) return After::wall_is_gone;
    stand.defenders = with_liberties(stand.defenders & ~walled, open) | walled;
    const Points chain = reach(bit(at), stand.attackers);
    return (around(chain) & open_points(stand)) == 0 ? After::illegal : After::goes_on;
  }

  [[nodiscard]] After defend(Stand& stand, std::size_t at) const {
    stand.defenders |= bit(at);
    stand.attackers = with_liberties(stand.attackers, open_points(stand));
    const Points open = open_points(stand);
    const Points chain = reach(bit(at), stand.defenders);
    Points liberties = around(chain);
    if ((chain & wall_) != 0) liberties |= wall_ | around(reach(stand.defenders & wall_, stand.defenders));
    return (liberties & open) == 0 ? After::illegal : After::goes_on;
  }

  [[nodiscard]] Points open_points(Stand stand) const {
    return (bit(size_) - 1) & ~(stand.defenders | stand.attackers);
  }

  // The stones whose chain has a liberty.
  [[nodiscard]] Points with_liberties(Points stones, Points open) const { return reach(stones & around(open), stones); }

  [[nodiscard]] Points around(Points points) const {
    Points found = 0;
    for (Points left = points; left != 0; left &= left - 1) {
      found |= next_[static_cast<std::size_t>(std::countr_zero(left))];
    }
    return found;
  }

  // All points of a set that are connected to these.
  [[nodiscard]] Points reach(Points points, Points within) const {
    for (;;) {
      const Points more = (points | around(points)) & within;
      if (more == points) return points;
      points = more;
    }
  }

  std::size_t size_ = 0;
  std::array<Points, most_points> next_{};
  Points wall_ = 0;
  Points attackers_ = 0;
  std::array<bool, 1U << (2 * most_points + 1)> taken_{};
};

}  // namespace plyground::go
