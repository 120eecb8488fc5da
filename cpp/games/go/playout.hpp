// Playouts: games of Go played to the end by a simple policy, then counted.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/game.hpp"
#include "core/random.hpp"
#include "games/go/light_board.hpp"
#include "games/go/nakade.hpp"
#include "games/go/patterns.hpp"
#include "games/go/reading.hpp"
#include "games/go/rules.hpp"

namespace plyground::go {

template <int Capacity>
class Playout {
 public:
  using Light = LightBoard<Capacity>;

  // Uniformly random moves that do not fill own eyes. Returns Black's area minus White's, without komi.
  int light(const Position<Capacity>& position, Random& random) {
    begin(position);
    while (passes_ < 2 && moves_left_-- > 0) move(any_move<false>(random));
    return margin();
  }

  // Answers to the last moves, if there are any; otherwise random moves that do not put own groups into atari.
  int guided(const Position<Capacity>& position, Random& random, std::vector<Move>& trail) {
    begin(position);
    last_ = position.last();
    last_but_one_ = position.last_but_one();
    play_on(random, [&trail](std::size_t move) { trail.push_back(static_cast<Move>(move)); });
    return margin();
  }

  // The same from the bare board, however the game ended; `board` receives the final board.
  void settle(const Position<Capacity>& position, Color first, Random& random) {
    board_.load(position.stones(), first, first == position.turn() ? position.ko() : Move{0});
    passes_ = 0;
    moves_left_ = 3 * position.settings().size * position.settings().size;
    last_ = last_but_one_ = pass;
    play_on(random, [](std::size_t) {});
  }

  // The final board, for counting ownership.
  [[nodiscard]] const Light& board() const { return board_; }

  // The owner of a point: 0 Black, 1 White, 2 nobody. Exact if both sides could only pass.
  [[nodiscard]] static std::uint8_t owner(const Light& board, std::size_t point) {
    if (board.is_stone(point)) return board.cell(point);
    std::array<bool, 4> touches{};
    for (const int by : Light::steps) touches[board.cell(Light::at(point, by))] = true;
    if (touches[0] == touches[1]) return Light::empty;
    return touches[0] ? 0 : 1;
  }

 private:
  static constexpr int ladder_nodes = 12;

  void begin(const Position<Capacity>& position) {
    board_.load(position.stones(), position.turn(), position.ko());
    passes_ = position.passes();
    moves_left_ = 3 * position.settings().size * position.settings().size;
    const int most = position.settings().max_moves;
    if (most > 0) moves_left_ = std::min(moves_left_, most - static_cast<int>(position.stones_played()));
  }

  template <class Note>
  void play_on(Random& random, Note note) {
    while (passes_ < 2 && moves_left_-- > 0) {
      const std::size_t chosen = choose(random);
      note(chosen);
      last_but_one_ = last_;
      last_ = chosen;
      move(chosen);
    }
  }

  void move(std::size_t point) {
    if (point == pass) {
      board_.pass();
      ++passes_;
    } else {
      board_.play(point);
      passes_ = 0;
    }
  }

  [[nodiscard]] int margin() const {
    int margin = board_.stones(0) - board_.stones(1);
    for (std::size_t i = 0; i < board_.empties(); ++i) {
      const std::uint8_t owner_here = owner(board_, board_.empty_at(i));
      margin += owner_here == 0 ? 1 : (owner_here == 1 ? -1 : 0);
    }
    return margin;
  }

  // Draws empty points until one is acceptable; the pass if none is.
  template <bool Careful>
  std::size_t any_move(Random& random) {
    std::size_t left = board_.empties();
    while (left > 0) {
      const std::size_t drawn = random.below(static_cast<std::uint32_t>(left));
      const std::size_t point = board_.empty_at(drawn);
      if (is_sensible(point) && !(Careful && is_blunder(point))) return point;
      board_.put_aside(drawn, --left);
    }
    return pass;
  }

  // Legal, and not an own eye.
  [[nodiscard]] bool is_sensible(std::size_t point) const {
    if (board_.has_open_neighbour(point)) return true;
    return !board_.is_eye(point, board_.turn()) && board_.is_legal(point);
  }

  std::size_t choose(Random& random) {
    candidates_ = 0;
    if (last_ != pass) {
      answer_atari();
      if (const std::size_t move = draw(random); move != pass) return move;
      if (board_.last_captured() >= 3) {
        seize_vital_point();
        if (const std::size_t move = draw(random); move != pass) return move;
      }
      around(last_);
      if (last_but_one_ != pass) around(last_but_one_);
      if (const std::size_t move = draw(random); move != pass) return move;
    }
    return any_move<true>(random);
  }

  // A candidate that is legal and not a blunder, or the pass.
  std::size_t draw(Random& random) {
    while (candidates_ > 0) {
      const std::size_t drawn = random.below(static_cast<std::uint32_t>(candidates_));
      const std::size_t point = candidate_[drawn];
      candidate_[drawn] = candidate_[--candidates_];
      if (board_.is_legal(point) && !is_blunder(point)) return point;
    }
    return pass;
  }

  void propose(std::size_t point) {
    if (candidates_ < candidate_.size()) candidate_[candidates_++] = point;
  }

  // Captures the group of the last stone if it is in atari; saves own groups that the stone put into atari.
  void answer_atari() {
    if (!board_.is_stone(last_)) return;
    if (board_.in_atari(last_)) propose(board_.liberties(last_).first());
    for (const int by : Light::steps) {
      const std::size_t next = Light::at(last_, by);
      if (board_.cell(next) == board_.turn() && board_.in_atari(next)) save(next);
    }
  }

  void save(std::size_t stone) {
    board_.for_each_in_chain(stone, [this](std::size_t here) {
      for (const int by : Light::steps) {
        const std::size_t next = Light::at(here, by);
        if (board_.cell(next) == board_.foe() && board_.in_atari(next)) propose(board_.liberties(next).first());
      }
    });
    const std::size_t liberty = board_.liberties(stone).first();
    const int after = board_.liberties_after(liberty, board_.turn()).count();
    if (after >= 3 || (after == 2 && LadderReader<Capacity>(ladder_nodes).escapes(board_, stone))) propose(liberty);
  }

  // The point that decides whether the space of captured stones becomes one eye or two.
  void seize_vital_point() {
    for (const int by : Light::steps) {
      const std::size_t next = Light::at(last_, by);
      if (!board_.is_empty(next)) continue;
      EyeShape space;
      if (!is_enclosed(next, space)) continue;
      const std::size_t vital = space.vital(Light::Board::stride);
      if (vital < space.count()) propose(space.at(vital));
    }
  }

  // Whether a space is small and touches one colour only.
  [[nodiscard]] bool is_enclosed(std::size_t point, EyeShape& space) const {
    std::array<bool, 4> touches{};
    space.add(point);
    for (std::size_t i = 0; i < space.count(); ++i) {
      for (const int by : Light::steps) {
        const std::size_t next = Light::at(space.at(i), by);
        const std::uint8_t cell = board_.cell(next);
        touches[cell] = true;
        if (cell == Light::empty && !space.has(next) && !space.add(next)) return false;
      }
      if (touches[0] && touches[1]) return false;
    }
    return space.count() >= 3;
  }

  // The moves that match a pattern next to a move.
  void around(std::size_t point) {
    constexpr int stride = Light::Board::stride;
    for (const int by : {-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1}) {
      const std::size_t next = Light::at(point, by);
      if (board_.is_empty(next) && patterns_->match(surroundings(board_, next), board_.turn())) propose(next);
    }
  }

  // A move that puts two or more own stones into atari, captures nothing and kills nothing.
  [[nodiscard]] bool is_blunder(std::size_t point) const {
    int open = 0;
    int friends = 0;
    for (const int by : Light::steps) {
      const std::uint8_t cell = board_.cell(Light::at(point, by));
      open += cell == Light::empty ? 1 : 0;
      friends += cell == board_.turn() ? 1 : 0;
    }
    if (open >= 2 || friends == 0) return false;
    const auto liberties = board_.liberties_after(point, board_.turn());
    if (liberties.count() > 1) return false;
    return !board_.captures(point, board_.turn()) && !kills(point, liberties);
  }

  // Whether stones in atari after this move threaten to capture everything around them, and being captured leave one
  // eye.
  [[nodiscard]] bool kills(std::size_t point, const typename Light::Points& liberty) const {
    EyeShape stones;
    stones.add(point);
    for (const int by : Light::steps) {
      const std::size_t next = Light::at(point, by);
      if (board_.cell(next) != board_.turn() || stones.has(next)) continue;
      if (stones.count() + static_cast<std::size_t>(board_.chain_size(next)) > EyeShape::most_points) return false;
      board_.for_each_in_chain(next, [&stones](std::size_t stone) { stones.add(stone); });
    }
    return stones.makes_one_eye(Light::Board::stride) && are_trapped_around(stones, liberty);
  }

  // Whether all groups next to these stones have no other liberty than this one, once the stones are all there. A group
  // with another liberty could join what captures the stones.
  [[nodiscard]] bool are_trapped_around(const EyeShape& stones, const typename Light::Points& liberty) const {
    for (std::size_t i = 0; i < stones.count(); ++i) {
      for (const int by : Light::steps) {
        const std::size_t next = Light::at(stones.at(i), by);
        if (board_.cell(next) != board_.foe()) continue;
        auto left = board_.liberties(next);
        left.reset(stones.at(0));
        if (left != liberty) return false;
      }
    }
    return true;
  }

  Light board_;
  const Patterns* patterns_ = &patterns();
  std::array<std::size_t, 64> candidate_{};
  std::size_t candidates_ = 0;
  std::size_t last_ = 0;
  std::size_t last_but_one_ = 0;
  int passes_ = 0;
  int moves_left_ = 0;
};

}  // namespace plyground::go
