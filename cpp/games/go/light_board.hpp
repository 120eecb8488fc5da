// A Go board for playouts and for reading ladders: simple ko, no hash, no history, and each group's liberties as a set,
// so that a group in atari is recognised at once.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "core/game.hpp"
#include "core/grid.hpp"
#include "games/stones.hpp"

namespace plyground::go {

// A set of points that is merged as a whole.
template <std::size_t Count>
struct PointSet {
  std::array<std::uint64_t, (Count + 63) / 64> words{};

  constexpr void set(std::size_t at) { words[at / 64] |= 1ULL << (at % 64); }
  constexpr void reset(std::size_t at) { words[at / 64] &= ~(1ULL << (at % 64)); }
  [[nodiscard]] constexpr bool test(std::size_t at) const { return (words[at / 64] >> (at % 64)) & 1; }
  [[nodiscard]] constexpr bool none() const {
    std::uint64_t all = 0;
    for (const std::uint64_t word : words) all |= word;
    return all == 0;
  }
  [[nodiscard]] constexpr int count() const {
    int total = 0;
    for (const std::uint64_t word : words) total += std::popcount(word);
    return total;
  }
  // Whether there is exactly one member.
  [[nodiscard]] constexpr bool is_single() const {
    if constexpr (Count <= 128) {
      const std::uint64_t low = words[0];
      const std::uint64_t high = words[words.size() - 1];
      return low == 0 ? std::has_single_bit(high) : high == 0 && std::has_single_bit(low);
    } else {
      return count() == 1;
    }
  }
  // The lowest member; the set is not empty.
  [[nodiscard]] constexpr std::size_t first() const {
    std::size_t w = 0;
    while (words[w] == 0) ++w;
    return w * 64 + static_cast<std::size_t>(std::countr_zero(words[w]));
  }
  constexpr PointSet& operator|=(const PointSet& more) {
    for (std::size_t i = 0; i < words.size(); ++i) words[i] |= more.words[i];
    return *this;
  }
  friend constexpr PointSet operator&(PointSet a, const PointSet& b) {
    for (std::size_t i = 0; i < a.words.size(); ++i) a.words[i] &= b.words[i];
    return a;
  }
  friend constexpr bool operator==(const PointSet&, const PointSet&) = default;
  template <class Visit>
  constexpr void for_each(Visit visit) const {
    for (std::size_t w = 0; w < words.size(); ++w) {
      for (std::uint64_t left = words[w]; left != 0; left &= left - 1) {
        visit(w * 64 + static_cast<std::size_t>(std::countr_zero(left)));
      }
    }
  }
};

template <int Capacity>
class LightBoard {
 public:
  using Board = Grid<Capacity>;
  using Points = PointSet<Board::points>;
  using Index = std::conditional_t<(Board::points <= 256), std::uint8_t, std::uint16_t>;
  static constexpr std::uint8_t empty = 2;
  static constexpr std::uint8_t border = 3;
  static constexpr std::array<int, 4> steps = Board::steps;
  static constexpr std::array<int, 4> diagonals{-Board::stride - 1, -Board::stride + 1, Board::stride - 1,
                                                Board::stride + 1};

  LightBoard() {}  // NOLINT(modernize-use-equals-default): left as it is; `load` fills it
  LightBoard(const LightBoard& from) : small_(from.small_) { copy_liberties(from); }
  LightBoard& operator=(const LightBoard& from) {
    if (this == &from) return *this;
    small_ = from.small_;
    copy_liberties(from);
    return *this;
  }
  LightBoard(LightBoard&&) = delete;
  LightBoard& operator=(LightBoard&&) = delete;
  ~LightBoard() = default;

  // Copies a board, the side to move and a point that ko forbids.
  void load(const Stones<Capacity>& stones, Color turn, Move ko) {
    small_.cells = stones.cells();
    for (std::size_t i = 0; i < Board::points; ++i) {
      small_.chain[i] = static_cast<Index>(stones.chains()[i]);
      small_.next[i] = static_cast<Index>(stones.links()[i]);
    }
    small_.turn = static_cast<std::uint8_t>(turn);
    small_.ko = static_cast<Index>(ko);
    small_.empties = 0;
    small_.on_board = {0, 0};
    small_.open = {};
    for (std::size_t point = 0; point < Board::points; ++point) load_point(point);
    for (std::size_t i = 0; i < small_.empties; ++i) {
      for (const int by : steps) liberties_[small_.chain[at(small_.list[i], by)]].set(small_.list[i]);
    }
  }

  [[nodiscard]] std::uint8_t cell(std::size_t point) const { return small_.cells[point]; }
  [[nodiscard]] bool is_empty(std::size_t point) const { return small_.cells[point] == empty; }
  [[nodiscard]] bool is_stone(std::size_t point) const { return small_.cells[point] < empty; }
  [[nodiscard]] std::uint8_t turn() const { return small_.turn; }
  [[nodiscard]] std::uint8_t foe() const { return small_.turn ^ 1; }
  [[nodiscard]] Index ko() const { return small_.ko; }
  [[nodiscard]] std::size_t chain(std::size_t stone) const { return small_.chain[stone]; }
  [[nodiscard]] int chain_size(std::size_t stone) const { return small_.size[small_.chain[stone]]; }
  [[nodiscard]] const Points& liberties(std::size_t stone) const { return liberties_[small_.chain[stone]]; }
  [[nodiscard]] bool in_atari(std::size_t stone) const { return liberties_[small_.chain[stone]].is_single(); }
  [[nodiscard]] std::size_t empties() const { return small_.empties; }
  [[nodiscard]] std::size_t empty_at(std::size_t i) const { return small_.list[i]; }
  [[nodiscard]] int stones(std::size_t color) const { return small_.on_board[color]; }
  [[nodiscard]] int last_captured() const { return small_.captured; }
  static std::size_t at(std::size_t point, int by) { return Board::step(point, by); }

  // Moves an entry of the list of empty points to index `to`, to draw without replacement.
  void put_aside(std::size_t from, std::size_t to) {
    const Index a = small_.list[from];
    const Index b = small_.list[to];
    small_.list[from] = b;
    small_.list[to] = a;
    small_.place[b] = static_cast<Index>(from);
    small_.place[a] = static_cast<Index>(to);
  }

  [[nodiscard]] bool has_open_neighbour(std::size_t point) const { return !(small_.open & neighbours[point]).none(); }

  // Whether the side to move may play on this empty point. Suicide and ko are illegal.
  [[nodiscard]] bool is_legal(std::size_t point) const {
    if (has_open_neighbour(point)) return true;  // a ko point has none
    return point != small_.ko && !is_suicide(point);
  }

  // Whether all neighbours are of the colour, and enough of the diagonal points too, so that the eye is not false.
  [[nodiscard]] bool is_eye(std::size_t point, std::uint8_t color) const {
    const auto foe = static_cast<std::uint8_t>(color ^ 1);
    for (const int by : steps) {
      const std::uint8_t cell = small_.cells[at(point, by)];
      if (cell == empty || cell == foe) return false;
    }
    int against = 0;
    int off_board = 0;
    for (const int by : diagonals) {
      against += small_.cells[at(point, by)] == foe ? 1 : 0;
      off_board |= small_.cells[at(point, by)] == border ? 1 : 0;
    }
    return against + off_board < 2;
  }

  void pass() {
    small_.turn ^= 1;
    small_.ko = 0;
    small_.captured = 0;
  }

  // The move is legal.
  void play(std::size_t point) {
    const std::uint8_t me = small_.turn;
    small_.turn ^= 1;
    small_.ko = 0;
    small_.captured = 0;
    leave_list(point);
    small_.cells[point] = me;
    ++small_.on_board[me];
    for (const int by : steps) liberties_[small_.chain[at(point, by)]].reset(point);  // chain 0 belongs to no colour
    small_.chain[point] = static_cast<Index>(point);
    small_.next[point] = static_cast<Index>(point);
    small_.size[point] = 1;
    liberties_[point] = small_.open & neighbours[point];
    // Collected first and read once, because the processor cannot predict what stands on a neighbour.
    unsigned friends = 0;
    unsigned dying = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const std::size_t next = at(point, steps[i]);
      friends |= static_cast<unsigned>(small_.cells[next] == me) << i;
      const unsigned stands = small_.cells[next] == small_.turn ? 1 : 0;
      dying |= (liberties_[small_.chain[next]].none() ? stands : 0) << i;
    }
    for (; friends != 0; friends &= friends - 1) {
      const std::size_t chain = small_.chain[at(point, steps[static_cast<std::size_t>(std::countr_zero(friends))])];
      if (chain != small_.chain[point]) merge(chain, small_.chain[point]);
    }
    for (; dying != 0; dying &= dying - 1) {
      const std::size_t next = at(point, steps[static_cast<std::size_t>(std::countr_zero(dying))]);
      if (small_.cells[next] == small_.turn) remove(next);  // it may have been captured with another neighbour
    }
    if (small_.captured == 1 && small_.size[small_.chain[point]] == 1 && in_atari(point)) {
      small_.ko = static_cast<Index>(liberties_[point].first());
    }
  }

  // The liberties that the group of a stone placed here would have if it captures nothing.
  [[nodiscard]] Points liberties_after(std::size_t point, std::uint8_t color) const {
    Points all = small_.open & neighbours[point];
    for (const int by : steps) {
      const std::size_t next = at(point, by);
      if (small_.cells[next] == color) all |= liberties_[small_.chain[next]];
    }
    all.reset(point);
    return all;
  }

  // Whether a stone of the colour would capture here.
  [[nodiscard]] bool captures(std::size_t point, std::uint8_t color) const {
    const auto foe = static_cast<std::uint8_t>(color ^ 1);
    for (const int by : steps) {
      const std::size_t next = at(point, by);
      if (small_.cells[next] == foe && in_atari(next)) return true;
    }
    return false;
  }

  template <class Visit>
  void for_each_in_chain(std::size_t stone, Visit visit) const {
    std::size_t here = stone;
    do {
      visit(here);
      here = small_.next[here];
    } while (here != stone);
  }

 private:
  static constexpr std::array<Points, Board::points> neighbours = [] {
    std::array<Points, Board::points> sets{};
    for (int point = Board::stride; point + Board::stride < static_cast<int>(Board::points); ++point) {
      for (const int by : Board::steps) {
        sets[static_cast<std::size_t>(point)].set(static_cast<std::size_t>(point + by));
      }
    }
    return sets;
  }();

  void load_point(std::size_t point) {
    if (small_.cells[point] == border) return;
    if (small_.cells[point] == empty) {
      small_.open.set(point);
      join_list(point);
      return;
    }
    ++small_.on_board[small_.cells[point]];
    if (small_.chain[point] != point) return;
    liberties_[point] = {};
    Index stones = 0;
    for_each_in_chain(point, [&stones](std::size_t) { ++stones; });
    small_.size[point] = stones;
  }

  [[nodiscard]] bool is_suicide(std::size_t point) const {
    for (const int by : steps) {
      const std::size_t next = at(point, by);
      if (small_.cells[next] == border) continue;
      if ((small_.cells[next] == small_.turn) != in_atari(next))
        return false;  // a friendly chain that lives, or an enemy chain that dies
    }
    return true;
  }

  void join_list(std::size_t point) {
    small_.place[point] = static_cast<Index>(small_.empties);
    small_.list[small_.empties++] = static_cast<Index>(point);
  }
  void leave_list(std::size_t point) {
    small_.open.reset(point);
    const Index last = small_.list[--small_.empties];
    small_.list[small_.place[point]] = last;
    small_.place[last] = small_.place[point];
  }

  void merge(std::size_t a, std::size_t b) {
    const std::size_t into = small_.size[a] >= small_.size[b] ? a : b;
    const std::size_t from = small_.size[a] >= small_.size[b] ? b : a;
    liberties_[into] |= liberties_[from];
    small_.size[into] = static_cast<Index>(small_.size[into] + small_.size[from]);
    for_each_in_chain(from, [&](std::size_t stone) { small_.chain[stone] = static_cast<Index>(into); });
    std::swap(small_.next[into], small_.next[from]);
  }

  void remove(std::size_t point) {
    const std::uint8_t color = small_.cells[point];
    std::size_t here = point;
    do {
      small_.cells[here] = empty;
      small_.chain[here] = 0;
      small_.open.set(here);
      join_list(here);
      for (const int by : steps) liberties_[small_.chain[at(here, by)]].set(here);
      --small_.on_board[color];
      ++small_.captured;
      here = small_.next[here];
    } while (here != point);
  }

  // Most of the memory of a large board is liberties, and most of those belong to no chain.
  void copy_liberties(const LightBoard& from) {
    if constexpr (Board::points <= 256) {
      liberties_ = from.liberties_;
    } else {
      for (std::size_t point = 0; point < Board::points; ++point) {
        if (small_.chain[point] == point) liberties_[point] = from.liberties_[point];
      }
    }
  }

  struct Small {
    std::array<std::uint8_t, Board::points> cells;
    std::array<Index, Board::points> chain;  // as in Stones
    std::array<Index, Board::points> next;
    std::array<Index, Board::points> size;   // stored at the stone that names the chain
    std::array<Index, Board::points> list;   // the empty points
    std::array<Index, Board::points> place;  // each empty point's index in the list
    Points open;                             // the empty points again, as a set
    std::size_t empties;
    std::array<int, 2> on_board;
    int captured = 0;  // by the last move
    Index ko;
    std::uint8_t turn;
  };

  Small small_;
  std::array<Points, Board::points> liberties_;  // stored at the stone that names the chain
};

}  // namespace plyground::go
