// Prior knowledge about a move of Go before it is tried.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "core/specialist.hpp"
#include "games/go/light_board.hpp"
#include "games/go/patterns.hpp"
#include "games/go/reading.hpp"
#include "games/go/rules.hpp"

namespace plyground::go {

template <int Capacity>
class PriorMaker {
 public:
  using Light = LightBoard<Capacity>;
  using MoveList = typename Position<Capacity>::MoveList;

  void rate(const Position<Capacity>& position, const MoveList& moves, std::span<Prior> priors) {
    size_ = position.settings().size;
    board_.load(position.stones(), position.turn(), position.ko());
    opinions_.fill({});
    judge_groups();
    measure_distances(position.last());
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (moves[i] == pass) {
        priors[i] = prior_of_pass(position);
      } else {
        judge(moves[i]);
        priors[i] = opinions_[moves[i]];
        add(priors[i], 0.5F, even);
      }
    }
  }

 private:
  static constexpr float even = 10;
  static constexpr int ladder_nodes = Capacity <= 9 ? 200 : 60;
  static constexpr std::uint8_t far = 4;

  static void add(Prior& prior, float share, float visits) {
    prior.wins += share * visits;
    prior.visits += visits;
  }

  [[nodiscard]] Prior prior_of_pass(const Position<Capacity>& position) const {
    Prior prior;
    const bool early = static_cast<int>(board_.empties()) * 3 > size_ * size_;
    add(prior, 0, early ? 40 : 15);
    if (position.passes() == 0) add(prior, 0.5F, 5);
    return prior;
  }

  // Moves that capture, save or attack a group.
  void judge_groups() {
    Grid<Capacity>::for_each_point(size_, [this](std::size_t point) {
      if (!board_.is_stone(point) || board_.chain(point) != point) return;
      const int liberties = board_.liberties(point).count();
      const bool own = board_.cell(point) == board_.turn();
      if (liberties == 1) {
        own ? judge_own_in_atari(point) : judge_foe_in_atari(point);
      } else if (liberties == 2) {
        own ? judge_own_with_two(point) : judge_foe_with_two(point);
      }
    });
  }

  void judge_foe_in_atari(std::size_t stone) {
    const float worth = board_.chain_size(stone) > 1 ? 30 : 15;
    add(opinions_[board_.liberties(stone).first()], 1, worth);
  }

  void judge_own_in_atari(std::size_t stone) {
    const float worth = board_.chain_size(stone) > 1 ? 30 : 15;
    const std::size_t liberty = board_.liberties(stone).first();
    const int after = board_.liberties_after(liberty, board_.turn()).count();
    if (after >= 2 && LadderReader<Capacity>(ladder_nodes).escapes(board_, stone)) {
      add(opinions_[liberty], 1, worth);
    } else {
      add(opinions_[liberty], 0, worth);
    }
    board_.for_each_in_chain(stone, [&](std::size_t here) {
      for (const int by : Light::steps) {
        const std::size_t next = Light::at(here, by);
        if (board_.cell(next) != board_.foe() || !board_.in_atari(next)) continue;
        Prior& opinion = opinions_[board_.liberties(next).first()];
        if (opinion.visits < 60) add(opinion, 1, worth);  // counted once for each adjacent stone
      }
    });
  }

  void judge_foe_with_two(std::size_t stone) {
    const float worth = board_.chain_size(stone) > 1 ? 20 : 10;
    const auto liberties = board_.liberties(stone);
    liberties.for_each([&](std::size_t liberty) {
      if (LadderReader<Capacity>(ladder_nodes).catches(board_, stone, liberty)) {
        add(opinions_[liberty], 1, worth);
      }
    });
  }

  // A group that could be caught in a ladder needs help.
  void judge_own_with_two(std::size_t stone) {
    Light other = board_;
    other.pass();
    if (!LadderReader<Capacity>(ladder_nodes).is_caught(other, stone)) return;
    const float worth = board_.chain_size(stone) > 1 ? 15 : 8;
    const auto liberties = board_.liberties(stone);
    liberties.for_each([&](std::size_t liberty) {
      if (board_.liberties_after(liberty, board_.turn()).count() >= 3) add(opinions_[liberty], 1, worth);
    });
  }

  void judge(std::size_t point) {
    Prior& opinion = opinions_[point];
    if (board_.is_eye(point, board_.turn())) {
      add(opinion, 0, 100);
      return;
    }
    const bool takes = board_.captures(point, board_.turn());
    if (!takes && board_.liberties_after(point, board_.turn()).count() < 2) add(opinion, 0, 15);
    if (patterns_->match(surroundings(board_, point), board_.turn())) add(opinion, 1, 10);
    static constexpr std::array<float, 5> near{0, 20, 18, 7, 0};
    if (distance_[point] < far) add(opinion, 1, near[distance_[point]]);
    if (is_lonely(point)) {
      const int height = line(point);
      if (height <= 1) add(opinion, 0, height == 0 ? 20 : 8);
      if (height == 2 || (size_ <= 9 && height >= 2)) add(opinion, 1, 8);
    }
  }

  // How far from the edge, 0 on the first line.
  [[nodiscard]] int line(std::size_t point) const {
    const Cell cell = Grid<Capacity>::cell(point);
    return std::min({cell.row, size_ - 1 - cell.row, cell.column, size_ - 1 - cell.column});
  }

  // Whether no stone is within three steps.
  [[nodiscard]] bool is_lonely(std::size_t point) const {
    const Cell cell = Grid<Capacity>::cell(point);
    static constexpr int reach = 3;
    for (int row = std::max(0, cell.row - reach); row <= std::min(size_ - 1, cell.row + reach); ++row) {
      const int width = reach - std::abs(row - cell.row);
      for (int column = std::max(0, cell.column - width); column <= std::min(size_ - 1, cell.column + width);
           ++column) {
        if (board_.is_stone(Grid<Capacity>::point({row, column}))) return false;
      }
    }
    return true;
  }

  // Steps from the last move to points near it; crossing a group costs nothing.
  void measure_distances(Move last) {
    distance_.fill(far);
    if (last == pass || !board_.is_stone(last)) return;
    std::array<typename Light::Index, Light::Board::points> queue;
    std::size_t size = 0;
    const auto enter = [&](std::size_t point, std::uint8_t steps) {
      if (distance_[point] < far || board_.cell(point) == Light::border) return;
      if (!board_.is_stone(point)) {
        distance_[point] = steps;
        queue[size++] = static_cast<typename Light::Index>(point);
        return;
      }
      board_.for_each_in_chain(point, [&](std::size_t stone) {
        distance_[stone] = steps;
        queue[size++] = static_cast<typename Light::Index>(stone);
      });
    };
    enter(last, 0);
    for (std::size_t i = 0; i < size; ++i) {
      const auto next = static_cast<std::uint8_t>(distance_[queue[i]] + 1);
      if (next >= far) continue;
      for (const int by : Light::steps) enter(Light::at(queue[i], by), next);
    }
  }

  Light board_;
  const Patterns* patterns_ = &patterns();
  std::array<Prior, Light::Board::points> opinions_{};
  std::array<std::uint8_t, Light::Board::points> distance_{};
  int size_ = 0;
};

}  // namespace plyground::go
