// Which moves look promising, and a random game that does not overlook a line.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>
#include <vector>

#include "core/game.hpp"
#include "core/grid.hpp"
#include "core/plane.hpp"
#include "core/random.hpp"
#include "games/gomoku/force.hpp"
#include "games/gomoku/rules.hpp"
#include "games/gomoku/threats.hpp"
#include "games/nearest.hpp"

namespace plyground::gomoku {

class Rating {
 public:
  static constexpr float wins = 900;        // the game, at once or for certain
  static constexpr float must = 500;        // or lose
  static constexpr float far = -1;          // from all stones
  static constexpr float pointless = -200;  // for certain: another move wins, or this one loses

  void rate(ThreatBoard& board, Color color, const Position::MoveList& moves, std::span<float> ratings) {
    score(board, color);
    if (board.stones(Color::black).none() && board.stones(Color::white).none()) prefer_centre(board.layout().size());
    const float best = std::max(1.0F, *std::ranges::max_element(scores_));
    const auto near = near_stones(board);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const Move move = moves[i];
      ratings[i] = near.test(move) ? full * scores_[move] / best : far + 0.1F * scores_[move] / best;
    }
    if (!rate_lines(board, color, moves, ratings)) rate_forks(board, color, moves, ratings);
  }

  // A double four of one's own wins; of the enemy's, it has to be stopped while it can be.
  void rate_forks(ThreatBoard& board, Color color, const Position::MoveList& moves, std::span<float> ratings) {
    Fours fours;
    board.list_fours(color, fours);
    bool won = false;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const auto* const four = std::ranges::find_if(fours, [move = moves[i]](const Four& f) { return f.move == move; });
      if (four == fours.end() || !four->is_fork() || board.is_bound(other(color))) continue;
      ratings[i] += wins;
      won = true;
    }
    if (won) {
      for (float& rating : ratings) rating = rating < wins ? pointless : rating;
      return;
    }
    defences_.clear();
    if (!find_defences(board, other(color), defences_) || board.is_bound(color)) return;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const bool helps = std::ranges::find(defences_, moves[i]) != defences_.end();
      ratings[i] = helps ? ratings[i] + must : pointless;
    }
  }

 private:
  static constexpr float full = 1.6F;  // the best of the ordinary moves; killers and history stay below 1
  static constexpr int counted = 4;    // windows that lack more stones do not count

  // A line to complete, or one to stop: nothing else matters.
  static bool rate_lines(const ThreatBoard& board, Color color, const Position::MoveList& moves,
                         std::span<float> ratings) {
    Completions points = board.completions(color);
    const float value = points.count > 0 ? wins + 99 : must + 99;
    if (points.count == 0) points = board.completions(other(color));
    if (points.count == 0) return false;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const bool it = moves[i] == points.first || (points.count > 1 && moves[i] == points.second);
      ratings[i] = it ? value : pointless;
    }
    return true;
  }

  // Every window gives its empty points something, the fuller the more; the own ones more than the enemy's.
  void score(const ThreatBoard& board, Color color) {
    static constexpr std::array<float, counted + 1> own{0, 0, 60, 14, 3};
    static constexpr std::array<float, counted + 1> enemy{0, 0, 40, 11, 2.4F};
    scores_.fill(0);
    for (const Color side : {Color::black, Color::white}) {
      const auto& values = side == color ? own : enemy;
      for (int lacking = 2; lacking <= std::min(counted, board.layout().line()); ++lacking) {
        const float value = values[static_cast<std::size_t>(lacking)];
        board.for_each_lacking(side, lacking, [&](std::size_t word, int bit) {
          board.for_each_hole(word, bit, [&](Move point) { scores_[point] += value; });
        });
      }
    }
  }

  void prefer_centre(int size) {
    Board::for_each_point(size, [this, size](std::size_t point) {
      const Cell cell = Board::cell(point);
      const int away = std::max(std::abs(2 * cell.row - size + 1), std::abs(2 * cell.column - size + 1));
      scores_[point] = static_cast<float>(size - away);
    });
  }

  // Within two steps of a stone; everywhere on the empty board.
  static Plane<indexes / 64> near_stones(const ThreatBoard& board) {
    const auto occupied = Plane(board.stones(Color::black)) | Plane(board.stones(Color::white));
    if (!occupied.any()) return ~occupied;
    return with_neighbours<Board>(with_neighbours<Board>(occupied));
  }

  std::array<float, indexes> scores_{};
  std::vector<Move> defences_;
};

// Plays to the end at random, but completes a line and stops the enemy's.
class Playout {
 public:
  Playout(ThreatBoard& board, Color turn, Random& random, std::vector<Move>& trail)
      : board_(board), turn_(turn), random_(random), trail_(trail) {
    Board::for_each_point(board.layout().size(), [this](std::size_t point) {
      if (board_.is_empty(point)) add(static_cast<Move>(point));
    });
    for (const Color color : {Color::black, Color::white}) waiting_[index(color)] = board.completions(color);
  }

  std::optional<Color> run() {
    while (count_ > 0) {
      if (const Move move = open(waiting_[index(turn_)]); move != 0) {
        trail_.push_back(move);
        return turn_;
      }
      const Move move = choose();
      if (move == 0) return std::nullopt;
      play(move);
    }
    return std::nullopt;
  }

 private:
  // One of the points that is still free, or 0.
  [[nodiscard]] Move open(const Completions& points) const {
    if (points.count > 0 && board_.is_empty(points.first)) return points.first;
    return points.count > 1 && board_.is_empty(points.second) ? points.second : Move{0};
  }

  [[nodiscard]] Move choose() {
    const Move block = open(waiting_[index(other(turn_))]);
    if (block != 0 && board_.is_legal(block, turn_)) return block;
    if (!board_.is_bound(turn_)) return empty_[random_.below(count_)];
    for (std::uint32_t tries = 0; tries < most_tries; ++tries) {
      const Move move = empty_[random_.below(count_)];
      if (board_.is_legal(move, turn_)) return move;
    }
    const auto* const any = std::find_if(empty_.begin(), empty_.begin() + count_,
                                         [this](Move move) { return board_.is_legal(move, turn_); });
    return any == empty_.begin() + count_ ? Move{0} : *any;
  }

  void play(Move move) {
    trail_.push_back(move);
    board_.put(move, turn_);
    // Every earlier four has been answered, so only those of this stone can be waiting.
    waiting_[index(turn_)] = board_.completions_through(move, turn_);
    remove(move);
    turn_ = other(turn_);
  }

  void add(Move move) {
    places_[move] = static_cast<std::uint16_t>(count_);
    empty_[count_++] = move;
  }
  void remove(Move move) {
    const Move last = empty_[--count_];
    empty_[places_[move]] = last;
    places_[last] = places_[move];
  }

  static constexpr std::uint32_t most_tries = 32;

  ThreatBoard& board_;
  Color turn_;
  Random& random_;
  std::vector<Move>& trail_;
  std::array<Completions, 2> waiting_{};
  std::array<Move, Position::max_moves> empty_;
  std::array<std::uint16_t, indexes> places_;
  std::uint32_t count_ = 0;
};

}  // namespace plyground::gomoku
