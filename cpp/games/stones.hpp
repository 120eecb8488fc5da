// Stones on intersections with Go's captures: groups, liberties, suicide. Shared by every game that captures like Go.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/bits.hpp"
#include "core/game.hpp"
#include "core/grid.hpp"
#include "core/plane.hpp"
#include "core/random.hpp"

namespace plyground {

inline constexpr Labels go_labels{.capitals = true, .without_i = true, .first_row_at_bottom = true};

// Each group (chain) is a circular list of its stones, named by one of them. It counts pseudo-liberties: pairs of a
// stone and an adjacent empty point. Additions alone keep the count up to date, and it is 0 exactly when there is no
// real liberty.
template <int Capacity>
class Stones {
 public:
  using Board = Grid<Capacity>;
  using Points = Bits<Board::points>;

  struct Placed {
    int captured = 0;             // captured enemy stones
    int lost = 0;                 // own stones removed: a suicide
    std::size_t captured_at = 0;  // one of the enemy stones
  };

  explicit Stones(int size) {
    cells_.fill(border);
    Board::for_each_point(size, [this](std::size_t point) {
      cells_[point] = empty;
      empty_.set(point);
    });
  }

  [[nodiscard]] bool is_empty(std::size_t point) const { return cells_[point] == empty; }
  [[nodiscard]] bool is(std::size_t point, Color color) const { return cells_[point] == index(color); }
  [[nodiscard]] std::optional<Color> at(std::size_t point) const {
    if (cells_[point] > index(Color::white)) return std::nullopt;
    return static_cast<Color>(cells_[point]);
  }
  [[nodiscard]] const Points& empties() const { return empty_; }
  [[nodiscard]] auto plane(Color color) const {
    return Plane<(Board::points + 63) / 64>::where(Board::points, [&](std::size_t point) { return is(point, color); });
  }
  [[nodiscard]] std::uint64_t hash() const { return hash_; }

  // Whether a stone has ever been removed from this point. A stone on any other point makes a board that has never
  // occurred.
  [[nodiscard]] bool was_vacated(std::size_t point) const { return vacated_.test(point); }

  // Whether a stone here would have no liberty after captures.
  [[nodiscard]] bool is_suicide(std::size_t point, Color color) const {
    for (const int by : Board::steps) {
      const std::size_t next = Board::step(point, by);
      if (is_empty(next)) return false;
      if (cells_[next] == border) continue;
      const bool would_live = liberties_without(point, chain_[next]) > 0;
      if (is(next, color) == would_live) return false;  // a friendly chain that lives, or an enemy chain that dies
    }
    return true;
  }

  // Places a stone and removes the stones without liberties, the enemy's first.
  Placed place(std::size_t point, Color color) {
    put(point, color);
    Placed placed;
    for (const int by : Board::steps) {
      const std::size_t next = Board::step(point, by);
      if (is(next, other(color)) && liberties_[chain_[next]] == 0) {
        placed.captured_at = next;
        placed.captured += remove(next);
      }
    }
    if (liberties_[chain_[point]] == 0) placed.lost = remove(point);
    return placed;
  }

  // Places a stone without captures, for setting up a board.
  void put(std::size_t point, Color color) {
    cells_[point] = static_cast<std::uint8_t>(color);
    empty_.reset(point);
    hash_ ^= stone_key(point, color);
    const auto self = static_cast<Index>(point);
    chain_[point] = self;
    next_[point] = self;
    int liberties = 0;
    for (const int by : Board::steps) {
      const std::size_t next = Board::step(point, by);
      if (is_empty(next)) ++liberties;
      --liberties_[chain_[next]];  // chain 0 belongs to no colour: the border and the empty points
    }
    liberties_[point] = static_cast<Index>(liberties);
    for (const int by : Board::steps) {
      const std::size_t next = Board::step(point, by);
      if (is(next, color) && chain_[next] != chain_[point]) merge(chain_[next], chain_[point]);
    }
  }

  // The hash of the board after place(point, color).
  [[nodiscard]] std::uint64_t hash_after(std::size_t point, Color color) const {
    std::uint64_t hash = hash_ ^ stone_key(point, color);
    const std::uint64_t captured = hash_of_dying(point, other(color));
    if (captured != 0 || !is_suicide(point, color)) return hash ^ captured;
    return hash_ ^ hash_of_dying(point, color);
  }

  // Whether a stone is single with one liberty: if it has just captured one stone, this is a ko.
  [[nodiscard]] bool is_lone_with_one_liberty(std::size_t point) const {
    return next_[point] == point && liberties_[point] == 1;
  }

  // Whether this empty point is the only liberty of the stone's group.
  [[nodiscard]] bool is_last_liberty(std::size_t point, std::size_t stone) const {
    return liberties_without(point, chain_[stone]) == 0;
  }
  [[nodiscard]] bool are_one_group(std::size_t a, std::size_t b) const { return chain_[a] == chain_[b]; }

  [[nodiscard]] bool has_liberty(std::size_t point) const { return liberties_[chain_[point]] > 0; }

  // The raw board, for other boards built from this one: the content of each point (0 and 1 are the colours, 2 is
  // empty, 3 is off the board), the stone that names its chain (0 elsewhere), and the next stone of the chain.
  [[nodiscard]] const auto& cells() const { return cells_; }
  [[nodiscard]] const auto& chains() const { return chain_; }
  [[nodiscard]] const auto& links() const { return next_; }

  template <class Visit>
  void for_each_in_chain(std::size_t point, Visit visit) const {
    std::size_t at = point;
    do {
      visit(at);
      at = next_[at];
    } while (at != point);
  }

 private:
  // Indexes and counts fit into a byte on small boards: a chain of n stones has at most 2n + 2 pseudo-liberties.
  using Index =
      std::conditional_t<(Board::points <= 256 && Capacity * Capacity * 2 + 2 <= 255), std::uint8_t, std::uint16_t>;
  static constexpr std::uint8_t empty = 2;
  static constexpr std::uint8_t border = 3;

  // The pseudo-liberties that a chain keeps when this empty point is filled.
  [[nodiscard]] int liberties_without(std::size_t point, std::size_t chain) const {
    int left = liberties_[chain];
    for (const int by : Board::steps) left -= chain_[Board::step(point, by)] == chain ? 1 : 0;
    return left;
  }

  // The keys of the adjacent stones of a colour that are captured when the point is filled; 0 if there are none.
  [[nodiscard]] std::uint64_t hash_of_dying(std::size_t point, Color color) const {
    std::uint64_t hash = 0;
    std::array<std::size_t, 4> seen{};
    for (std::size_t i = 0; i < Board::steps.size(); ++i) {
      const std::size_t next = Board::step(point, Board::steps[i]);
      if (!is(next, color) || liberties_without(point, chain_[next]) > 0) continue;
      const std::size_t chain = chain_[next];
      if (chain == seen[0] || chain == seen[1] || chain == seen[2]) continue;
      seen[i] = chain;
      for_each_in_chain(next, [&](std::size_t stone) { hash ^= stone_key(stone, color); });
    }
    return hash;
  }

  void merge(std::size_t into, std::size_t from) {
    liberties_[into] = static_cast<Index>(liberties_[into] + liberties_[from]);
    for_each_in_chain(from, [&](std::size_t stone) { chain_[stone] = static_cast<Index>(into); });
    std::swap(next_[into], next_[from]);
  }

  int remove(std::size_t point) {
    int removed = 0;
    const auto color = static_cast<Color>(cells_[point]);
    std::size_t at = point;
    do {
      cells_[at] = empty;
      chain_[at] = 0;
      empty_.set(at);
      vacated_.set(at);
      hash_ ^= stone_key(at, color);
      for (const int by : Board::steps) ++liberties_[chain_[Board::step(at, by)]];
      ++removed;
      at = next_[at];
    } while (at != point);
    return removed;
  }

  std::uint64_t hash_ = 0;
  Points empty_;
  Points vacated_;
  std::array<std::uint8_t, Board::points> cells_{};
  std::array<Index, Board::points> chain_{};      // for each stone, the stone that names its chain; 0 elsewhere
  std::array<Index, Board::points> next_{};       // the next stone of the chain, circular
  std::array<Index, Board::points> liberties_{};  // stored at the stone that names the chain
};

// The star points in the order of GTP's fixed handicap: a handicap of n takes the first n, with the centre last if n is
// odd. Small boards and even boards have fewer.
inline std::vector<Cell> star_points(int size, int count) {
  const int edge = size < 13 ? 2 : 3;
  const int far = size - 1 - edge;
  const int middle = size / 2;
  const std::array<Cell, 8> order{{{far, edge},
                                   {edge, far},
                                   {edge, edge},
                                   {far, far},
                                   {middle, edge},
                                   {middle, far},
                                   {far, middle},
                                   {edge, middle}}};
  const bool centre = count >= 5 && count % 2 == 1;
  std::vector<Cell> stars(order.begin(), order.begin() + (centre ? count - 1 : count));
  if (centre) stars.push_back({middle, middle});
  return stars;
}

inline int max_handicap(int size) {
  if (size < 7) return 0;
  return size % 2 == 0 || size == 7 ? 4 : 9;
}

inline std::vector<Mark> star_marks(int size) {
  if (max_handicap(size) == 0) return {};
  Mark mark{.kind = "star", .at = {}};
  for (const Cell cell : star_points(size, max_handicap(size))) mark.at.push_back(go_labels.point(cell, size));
  return {mark};
}

}  // namespace plyground
