// Reads ladders: whether a group with one or two liberties can be captured by repeated atari.
#pragma once

#include <cstddef>
#include <cstdint>

#include "games/go/light_board.hpp"

namespace plyground::go {

template <int Capacity>
class LadderReader {
 public:
  using Light = LightBoard<Capacity>;

  explicit LadderReader(int nodes) : nodes_(nodes) {}

  // The group is in atari and its owner is to move. Returns whether it escapes by extending or by capturing a chasing
  // stone. If the nodes run out, it counts as escaped.
  bool escapes(const Light& board, std::size_t stone) {
    if (--nodes_ < 0) return true;
    if (takes_a_chaser(board, stone)) return true;
    const std::size_t liberty = board.liberties(stone).first();
    if (!board.is_legal(liberty)) return false;
    const int after = board.liberties_after(liberty, board.turn()).count();
    if (after >= 3 || board.captures(liberty, board.turn())) return true;
    if (after < 2) return false;
    Light extended = board;
    extended.play(liberty);
    return !is_caught(extended, stone);
  }

  // The group has two liberties and the other side is to move. Returns whether some atari captures it.
  bool is_caught(const Light& board, std::size_t stone) {
    const auto liberties = board.liberties(stone);
    bool caught = false;
    liberties.for_each([&](std::size_t liberty) { caught = caught || catches(board, stone, liberty); });
    return caught;
  }

  // The same for one particular atari.
  bool catches(const Light& board, std::size_t stone, std::size_t liberty) {
    if (!board.is_legal(liberty)) return false;
    auto way_out = board.liberties(stone);
    way_out.reset(liberty);
    auto freedom = board.liberties_after(way_out.first(), board.cell(stone));
    freedom.reset(liberty);
    if (freedom.count() >= 3) return false;  // decided without copying the board, as in most cases
    if (board.liberties_after(liberty, board.turn()).count() < 2 && !board.captures(liberty, board.turn())) {
      return false;  // the chasing stone would be captured at once
    }
    Light chased = board;
    chased.play(liberty);
    return chased.in_atari(stone) && !escapes(chased, stone);
  }

  // Whether a group that surrounds this one is in atari.
  static bool takes_a_chaser(const Light& board, std::size_t stone) {
    bool takes = false;
    const auto foe = static_cast<std::uint8_t>(board.cell(stone) ^ 1);
    board.for_each_in_chain(stone, [&](std::size_t here) {
      for (const int by : Light::steps) {
        const std::size_t next = Light::at(here, by);
        if (board.cell(next) != foe || !board.in_atari(next)) continue;
        takes = takes || board.liberties(next).first() != board.ko();
      }
    });
    return takes;
  }

 private:
  int nodes_;
};

}  // namespace plyground::go
