// Numbers the positions of Dobutsu shogi without gaps, so a table of all positions needs no keys.
//
// Black is always to move: a position with White to move has the number of its other side. A mirror image counts as the
// same position. The squares of the two lions come first and define the position's class. Within a class the other
// squares are filled in order. The weight of a digit is the number of ways to fill the rest, which depends only on how
// many chicks, elephants and giraffes are already used. A piece that is not on the board is in a hand. So a number is a
// sum of one table entry for every piece on the board, and one for Black's hand.
//
// If both lions stand on the middle file, a position and its mirror image have different numbers.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <vector>

#include "core/game.hpp"
#include "games/dobutsu/board.hpp"

namespace plyground::dobutsu {

class Numbering {
 public:
  using Number = std::uint32_t;

  // open: the game goes on, and Black cannot capture the lion. any: the same, or the game has just ended, or Black can
  // capture the lion; only Black's own lion has not entered the far rank.
  enum class Scope : std::uint8_t { open, any };

  explicit Numbering(Scope scope) : hand_numbers_(make_hand_numbers()) {
    for (auto& row : places_) row.fill({});
    for (int own = columns; own < squares; ++own) {
      for (int enemy = 0; enemy < squares; ++enemy) {
        if (is_class(scope, own, enemy)) add_class(scope, own, enemy);
      }
    }
  }

  [[nodiscard]] Number size() const { return size_; }

  // Whether a position and its mirror image have different numbers.
  [[nodiscard]] bool is_middle(Number number) const { return class_of(number).is_middle; }
  [[nodiscard]] static bool is_middle(const Board& board) {
    constexpr Squares middle = 0x492;
    return (board.lions() & ~middle) == 0;
  }
  [[nodiscard]] static bool is_mirrored(const Board& board) {
    return needs_mirror(std::countr_zero(board.lion(Color::black)), std::countr_zero(board.lion(Color::white)));
  }

  // The number of a board with Black to move. The board must be in the scope and have all pieces, with both lions on
  // the board.
  [[nodiscard]] Number operator()(const Board& board) const {
    const auto own = static_cast<std::size_t>(std::countr_zero(board.lion(Color::black)));
    const auto enemy = static_cast<std::size_t>(std::countr_zero(board.lion(Color::white)));
    const Place place = places_[own][enemy];
    const Board seen = place.mirror ? board.mirrored() : board;
    const Class& its = classes_[place.index];
    Number number = its.first;
    std::size_t used = 0;
    for (Squares left = seen.occupied() & ~seen.lions(); left != 0; left &= left - 1) {
      const int square = std::countr_zero(left);
      const std::size_t piece = seen.piece_at(square);
      number += its.weights[at(square)][used][piece];
      used += usage[piece];
    }
    return number + hand_numbers_[used][seen.hand(Color::black)];
  }

  // The board with a given number.
  [[nodiscard]] Board board(Number number) const {
    const Class& its = class_of(number);
    number -= its.first;
    Board board;
    board.put(Color::black, Kind::lion, its.own);
    board.put(Color::white, Kind::lion, its.enemy);
    std::size_t used = 0;
    for (int square = 0; square < squares; ++square) {
      if (square == its.own || square == its.enemy) continue;
      const Weights& weights = its.weights[at(square)][used];
      std::size_t piece = pieces;
      for (std::size_t one = 0; one < pieces; ++one) piece = number >= weights[one] ? one : piece;
      if (piece == pieces) continue;
      number -= weights[piece];
      used += usage[piece];
      board.put(piece < 4 ? Color::black : Color::white, kinds[piece % 4], square);
    }
    fill_hands(board, used, number);
    return board;
  }

 private:
  // The pieces of the board except lions, by Board::piece_at: four of Black's, four of White's.
  static constexpr std::size_t pieces = 8;
  static constexpr std::array<Kind, 4> kinds{Kind::chick, Kind::giraffe, Kind::elephant, Kind::hen};
  // The pieces used so far: up to two chicks, three times up to two elephants, nine times up to two giraffes.
  static constexpr std::size_t usages = 27;
  static constexpr std::array<std::uint8_t, pieces> usage{1, 9, 3, 1, 1, 9, 3, 1};
  static constexpr Number never = 0xffffffff;

  // For one square after these pieces were used: the least number with each piece there, in increasing order. Numbers
  // below the first mean an empty square.
  using Weights = std::array<Number, pieces>;
  struct Class {
    int own = 0;
    int enemy = 0;
    bool is_middle = false;
    Number first = 0;
    std::array<std::array<Weights, usages>, squares> weights{};
  };
  struct Place {
    std::uint8_t index = 0;
    bool mirror = false;
  };
  using HandNumbers = std::array<std::array<std::uint8_t, 64>, usages>;

  static constexpr std::size_t used_of(std::size_t usage, std::size_t kind) {
    return kind == 0 ? usage % 3 : (kind == 1 ? usage / 3 % 3 : usage / 9);
  }
  static constexpr int mirrored(int square) { return square / columns * columns + (columns - 1 - square % columns); }
  static constexpr bool needs_mirror(int own, int enemy) {
    return own % columns == 2 || (own % columns == 1 && enemy % columns == 2);
  }

  static bool attacks(int from, Kind kind, int to) {
    return (reach[plyground::index(Color::black)][index(kind)][static_cast<std::size_t>(from)] & bit(to)) != 0;
  }

  static bool is_class(Scope scope, int own, int enemy) {
    if (own == enemy || needs_mirror(own, enemy)) return false;
    return scope == Scope::any || (enemy < squares - columns && !attacks(own, Kind::lion, enemy));
  }

  // The number of ways to divide the pieces off the board between the hands.
  static constexpr Number hands_of(std::size_t used) {
    Number ways = 1;
    for (std::size_t kind = 0; kind < 3; ++kind) ways *= static_cast<Number>(3 - used_of(used, kind));
    return ways;
  }

  // the number of ways to fill the remaining squares, by the pieces used before them
  using Ways = std::array<Number, usages>;

  void add_class(Scope scope, int own, int enemy) {
    Class its{.own = own, .enemy = enemy, .is_middle = own % columns == 1 && enemy % columns == 1, .first = size_};
    Ways ways{};
    for (std::size_t used = 0; used < usages; ++used) ways[used] = hands_of(used);
    for (int square = squares - 1; square >= 0; --square) {
      if (square != own && square != enemy) ways = weigh(its, scope, square, ways);
    }
    const auto number = static_cast<std::uint8_t>(classes_.size());
    places_[at(own)][at(enemy)] = {.index = number, .mirror = false};
    if (!its.is_middle) places_[at(mirrored(own))][at(mirrored(enemy))] = {.index = number, .mirror = true};
    size_ += ways[0];
    classes_.push_back(its);
  }

  // The weights of a square, given the ways to fill the squares behind it; and the ways to fill it with them.
  static Ways weigh(Class& its, Scope scope, int square, const Ways& behind) {
    Ways ways = behind;
    for (std::size_t used = 0; used < usages; ++used) {
      Weights& weights = its.weights[at(square)][used];
      weights.fill(never);
      for (std::size_t piece = 0; piece < pieces; ++piece) {
        const Kind kind = kinds[piece % 4];
        if (used_of(used, kind_place(kind)) == 2) continue;
        if (scope == Scope::open && piece < 4 && attacks(square, kind, its.enemy)) continue;
        weights[piece] = ways[used];
        ways[used] += behind[used + usage[piece]];
      }
    }
    return ways;
  }

  static constexpr std::size_t at(int square) { return static_cast<std::size_t>(square); }
  static constexpr std::size_t kind_place(Kind kind) {
    return kind == Kind::elephant ? 1 : (kind == Kind::giraffe ? 2 : 0);
  }

  // By the pieces used and the six bits of Black's hand.
  static HandNumbers make_hand_numbers() {
    HandNumbers numbers{};
    for (std::size_t used = 0; used < usages; ++used) {
      for (std::size_t hand = 0; hand < 64; ++hand) {
        std::size_t number = 0;
        for (std::size_t kind = 3; kind-- > 0;) {
          number = number * (3 - used_of(used, kind)) + (hand >> (2 * kind) & 3);
        }
        numbers[used][hand] = static_cast<std::uint8_t>(number);
      }
    }
    return numbers;
  }

  static void fill_hands(Board& board, std::size_t used, Number number) {
    for (const Kind kind : hand_kinds) {
      const auto rest = static_cast<Number>(2 - used_of(used, index(kind)));
      const Number own = number % (rest + 1);
      number /= rest + 1;
      for (Number i = 0; i < rest; ++i) board.add_to_hand(i < own ? Color::black : Color::white, kind);
    }
  }

  [[nodiscard]] const Class& class_of(Number number) const {
    return *(std::ranges::upper_bound(classes_, number, {}, &Class::first) - 1);
  }

  Number size_ = 0;
  std::vector<Class> classes_;
  std::array<std::array<Place, squares>, squares> places_{};
  HandNumbers hand_numbers_;
};

}  // namespace plyground::dobutsu
