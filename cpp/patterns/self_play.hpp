// Self-play games of a table of patterns, which learns from each game.
//
// At each position it looks some plies ahead and plays the best move, or now and then a random one. After the game each
// position learns, the last one first: its target mixes the value of the lookahead with the outcome of the game,
// TD(lambda) in the forward view. If the move played was not the best one, the outcome after it is not used.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/random.hpp"
#include "core/squares.hpp"
#include "core/timeline.hpp"
#include "patterns/learner.hpp"

namespace plyground {

struct PatternTraining {
  double rate = 1;
  double lambda = 0.5;    // 0: learn from the lookahead value; 1: from the result
  double explore = 0.1;   // the number of moves chosen at random
  int random_plies = 0;   // the largest number of random first moves
  int depth = 1;          // plies to look ahead
  std::size_t width = 0;  // moves to look at, the first ones in the game's own order; 0: all
  std::size_t most_plies = 1000;
  std::uint64_t seed = 0;
};

struct PatternGames {
  std::uint64_t games = 0;
  std::uint64_t positions = 0;  // positions that were learned from
  std::uint64_t plies = 0;
  std::uint64_t black_wins = 0;
  std::uint64_t white_wins = 0;
  double error = 0;  // the sum over positions of the squared error
};

template <Game P>
class PatternSelfPlay {
 public:
  PatternSelfPlay(const Timeline<P>& start, PatternLearner& learner, const PatternTraining& plan,
                  const std::atomic<bool>& stop, std::function<void()> poll)
      : start_(start),
        reader_(start.position()),
        learner_(learner),
        plan_(plan),
        stop_(stop),
        poll_(std::move(poll)),
        codes_(reader_.shape().size()) {}

  // Plays the games with these numbers, fewer if it is stopped. A game's number and the plan's seed determine its
  // random choices.
  PatternGames play(std::uint64_t first, std::uint64_t count) {
    for (std::uint64_t number = first; number < first + count; ++number) {
      if (stop_.load(std::memory_order_relaxed)) break;
      play_game(number);
    }
    return games_;
  }

 private:
  // A position to learn from.
  struct Step {
    std::vector<std::uint8_t> codes;
    Color turn;
    double ahead;  // the lookahead value for the side to move
    bool is_best;  // the move played
  };

  void play_game(std::uint64_t number) {
    Timeline<P> timeline = start_;
    Random random(plan_.seed, number);
    const auto drawn = random.below(static_cast<std::uint32_t>(plan_.random_plies) + 1);
    std::vector<Step> steps;
    std::optional<Result> result;
    std::size_t plies = 0;
    for (; !(result = timeline.result()) && plies < plan_.most_plies; ++plies) {
      poll_();
      if (stop_.load(std::memory_order_relaxed)) return;
      timeline.play(plies < drawn ? any_move(timeline, random) : next_move(timeline, random, steps));
    }
    learn(steps);
    ++games_.games;
    games_.plies += plies;
    if (result && result->winner) ++(*result->winner == Color::black ? games_.black_wins : games_.white_wins);
  }

  static Move any_move(const Timeline<P>& timeline, Random& random) {
    typename P::MoveList moves;
    timeline.legal_moves(moves);
    return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
  }

  Move next_move(Timeline<P>& timeline, Random& random, std::vector<Step>& steps) {
    reader_.read(timeline.position(), codes_);
    Step step{.codes = codes_, .turn = timeline.position().turn(), .ahead = 0, .is_best = true};
    const auto [best, value] = best_move(timeline, random.next());
    step.ahead = value;
    Move chosen = best;
    if (uniform(random) < plan_.explore) {
      chosen = any_move(timeline, random);
      step.is_best = chosen == best;
    }
    steps.push_back(std::move(step));
    return chosen;
  }

  // The best move and its value. Among equals it takes the first after a random place.
  std::pair<Move, double> best_move(Timeline<P>& timeline, std::uint64_t drawn) {
    typename P::MoveList moves;
    const std::size_t count = list_moves(timeline, moves);
    const P before = timeline.position();
    std::pair<Move, double> best{moves[0], -unbounded};
    for (std::size_t at = 0; at < count; ++at) {
      const Move move = moves[(at + drawn % count) % count];
      timeline.play(move);
      const double value = value_after(before.turn(), timeline, plan_.depth - 1, best.second, unbounded);
      timeline.take_back(before);
      if (value > best.second) best = {move, value};
    }
    return best;
  }

  // The value of a position for a side, by alpha-beta.
  double value_after(Color side, Timeline<P>& timeline, int depth, double alpha, double beta) {
    if (const auto result = timeline.result()) return learner_.value_of(*result, side);
    const Color turn = timeline.position().turn();
    if (turn != side)
      return learner_.flipped(value_after(turn, timeline, depth, learner_.flipped(beta), learner_.flipped(alpha)));
    if (depth == 0) {
      reader_.read(timeline.position(), codes_);
      return learner_.value(codes_, turn);
    }
    typename P::MoveList moves;
    const std::size_t count = list_moves(timeline, moves);
    const P before = timeline.position();
    double best = -unbounded;
    for (std::size_t at = 0; at < count; ++at) {
      timeline.play(moves[at]);
      best = std::max(best, value_after(side, timeline, depth - 1, std::max(alpha, best), beta));
      timeline.take_back(before);
      if (best >= beta) break;
    }
    return best;
  }

  // The number of moves of the list to look at.
  std::size_t list_moves(const Timeline<P>& timeline, typename P::MoveList& moves) const {
    timeline.legal_moves(moves);
    if (plan_.width == 0 || moves.size() <= plan_.width) return moves.size();
    if constexpr (Orders<P>) timeline.position().order(moves);
    return std::min(moves.size(), plan_.width);
  }

  void learn(const std::vector<Step>& steps) {
    std::optional<double> later;  // the target of the next position, for its side to move
    for (std::size_t at = steps.size(); at-- > 0;) {
      const Step& step = steps[at];
      double target = step.ahead;
      if (later && step.is_best) {
        const bool same = steps[at + 1].turn == step.turn;
        target += plan_.lambda * ((same ? *later : learner_.flipped(*later)) - target);
      }
      const double off = learner_.learn(step.codes, step.turn, target, plan_.rate);
      games_.error += off * off;
      ++games_.positions;
      later = target;
    }
  }

  static double uniform(Random& random) { return static_cast<double>(random.next() >> 11) * 0x1p-53; }

  static constexpr double unbounded = std::numeric_limits<double>::infinity();

  Timeline<P> start_;
  SquareReader<P> reader_;
  PatternLearner& learner_;
  PatternTraining plan_;
  const std::atomic<bool>& stop_;
  std::function<void()> poll_;
  std::vector<std::uint8_t> codes_;
  PatternGames games_;
};

}  // namespace plyground
