// A game of a judge against itself, with what a learner needs of each move.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/judge.hpp"
#include "core/random.hpp"
#include "core/timeline.hpp"
#include "search/evaluate.hpp"
#include "search/limits.hpp"
#include "search/mcts/guided.hpp"
#include "search/mcts/plan.hpp"
#include "search/mcts/root_schedule.hpp"
#include "search/mcts/search.hpp"
#include "search/mcts/tree.hpp"

namespace plyground {

struct SelfPlayPlan {
  MctsPlan search;                 // how to search; the number of visits is below
  std::uint64_t visits = 32;       // of a full search, whose policy is a target
  std::uint64_t quick_visits = 8;  // of the others, which only move the game on
  double full_share = 1;           // how many of the searches are full ones
  int random_plies = 0;            // at most so many first moves are drawn from the judge's policy
  std::size_t most_plies = 1000;
  std::uint64_t seed = 0;
};

struct SelfPlayMove {
  Move move = 0;
  bool searched = false;  // or drawn from the policy
  bool full = false;
  std::vector<Move> moves;  // the legal ones, in the order of the policy
  RootPolicy root;
};

struct SelfPlayGame {
  std::vector<SelfPlayMove> moves;
  std::optional<Result> result;  // none if the game grew too long
};

template <Game P>
class SelfPlay {
 public:
  SelfPlay(const Timeline<P>& start, const Judge<P>& judge, const SelfPlayPlan& plan, const std::atomic<bool>& stop,
           std::function<void()> poll)
      : timeline_(start), judge_(judge), plan_(plan), stop_(stop), poll_(std::move(poll)), random_(plan.seed, 1) {}

  // The game as far as it came.
  SelfPlayGame play() {
    SelfPlayGame game;
    const auto drawn = plan_.random_plies > 0 ? random_.below(static_cast<std::uint32_t>(plan_.random_plies) + 1) : 0;
    while (!(game.result = timeline_.result()) && game.moves.size() < plan_.most_plies) {
      if (stop_.load(std::memory_order_relaxed)) break;
      game.moves.push_back(game.moves.size() < drawn ? draw_move() : search_move());
      timeline_.play(game.moves.back().move);
    }
    return game;
  }

 private:
  SelfPlayMove draw_move() {
    typename P::MoveList moves;
    timeline_.legal_moves(moves);
    const typename Judge<P>::Question question{&timeline_.position(), &moves};
    judge_.judge({&question, 1}, {&answer_, 1});
    const auto policy = RootSchedule::softmax(answer_.logits);
    auto left = static_cast<float>(uniform());
    std::size_t chosen = 0;
    while (chosen + 1 < policy.size() && (left -= policy[chosen]) > 0) ++chosen;
    return {.move = moves[chosen], .searched = false, .full = false, .moves = {}, .root = {}};
  }

  SelfPlayMove search_move() {
    const bool full = plan_.full_share >= 1 || uniform() < plan_.full_share;
    MctsPlan plan = plan_.search;
    plan.playouts = full ? plan_.visits : plan_.quick_visits;
    plan.guided.noise = full;
    plan.seed = random_.next();
    plan.reuse = false;
    Budget budget({}, stop_, poll_, 16);
    MonteCarlo<P, GuidedWorker<P>> search(tree_, timeline_, {}, evaluator_, plan, budget, nullptr, &judge_);
    search.run([](const Report&) {});
    SelfPlayMove row{.move = 0, .searched = true, .full = full, .moves = {}, .root = search.root_policy()};
    typename P::MoveList moves;
    timeline_.legal_moves(moves);
    row.moves.assign(moves.begin(), moves.end());
    row.move = moves[row.root.best];
    return row;
  }

  double uniform() { return static_cast<double>(random_.next() >> 11) * 0x1p-53; }

  Timeline<P> timeline_;
  const Judge<P>& judge_;
  SelfPlayPlan plan_;
  const std::atomic<bool>& stop_;
  std::function<void()> poll_;
  Random random_;
  MctsTree<P> tree_;
  Evaluator<P> evaluator_{std::vector<typename Evaluator<P>::Term>{}};
  Judgement answer_;
};

}  // namespace plyground
