// A self-play game of a judge, with the data of each move for a learner.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
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
#include "search/mcts/root_policy.hpp"
#include "search/mcts/search.hpp"
#include "search/mcts/tree.hpp"

namespace plyground {

struct SelfPlayPlan {
  MctsPlan search;                 // the settings of the search; the number of visits is below
  std::uint64_t visits = 32;       // of a full search, whose policy is a target
  std::uint64_t quick_visits = 8;  // of the others, which only advance the game
  double full_share = 1;           // the share of full searches
  int random_plies = 0;            // the largest number of first moves drawn from the judge's policy
  double chance = 0;               // the uniform part of that policy, so that any legal move may be drawn
  double random_starts = 0;        // the share of the games that begin with random legal moves
  int start_plies = 0;             // the largest number of these
  double temperature = 1;          // at the beginning, if PUCT draws the move from its recommendation
  double half_life = 10;           // plies in which the temperature halves; during this time quick searches have noise
  // a side with this share of the point for some plies has won: few full searches; 0: never
  double decided = 0;
  bool stops_proven = false;  // whether a game ends when a search has proven its result
  std::size_t most_plies = 1000;
  std::uint64_t seed = 0;
};

struct SelfPlayMove {
  Move move = 0;
  bool searched = false;  // or drawn from the policy
  bool full = false;
  std::vector<Move> moves;  // the legal ones, in policy order
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
    begin_at_random(game.moves);
    const std::size_t begun = game.moves.size();
    const std::size_t drawn = begun > 0 ? 0 : up_to(plan_.random_plies);
    while (!(game.result = timeline_.result()) && game.moves.size() < plan_.most_plies) {
      if (stop_.load(std::memory_order_relaxed)) break;
      game.moves.push_back(game.moves.size() < drawn ? draw_move() : search_move(game.moves.size()));
      timeline_.play(game.moves.back().move);
      if (plan_.stops_proven && game.moves.back().root.proven) break;
    }
    return game;
  }

 private:
  static constexpr int decided_plies = 4;
  static constexpr double decided_share = 0.2;

  std::size_t up_to(int most) { return most > 0 ? random_.below(static_cast<std::uint32_t>(most) + 1) : 0; }

  // Random moves lead to positions that the judge would not reach by itself. None of them ends the game.
  void begin_at_random(std::vector<SelfPlayMove>& moves) {
    if (plan_.random_starts <= 0 || uniform() >= plan_.random_starts) return;
    typename P::MoveList legal;
    for (std::size_t left = up_to(plan_.start_plies); left > 0 && moves.size() < plan_.most_plies; --left) {
      timeline_.legal_moves(legal);
      const Move move = legal[random_.below(static_cast<std::uint32_t>(legal.size()))];
      Timeline<P> after = timeline_;
      after.play(move);
      if (after.result()) return;
      timeline_ = std::move(after);
      moves.push_back({.move = move, .searched = false, .full = false, .moves = {}, .root = {}});
    }
  }

  SelfPlayMove draw_move() {
    typename P::MoveList moves;
    timeline_.legal_moves(moves);
    const typename Judge<P>::Question question{&timeline_.position(), &moves};
    judge_.judge({&question, 1}, {&answer_, 1});
    auto policy = softmax(answer_.logits);
    const float any = 1 / static_cast<float>(policy.size());
    for (float& share : policy) share += static_cast<float>(plan_.chance) * (any - share);
    const std::size_t chosen = draw(policy);
    return {.move = moves[chosen], .searched = false, .full = false, .moves = {}, .root = {}};
  }

  std::size_t draw(const std::vector<float>& policy) {
    auto left = static_cast<float>(uniform());
    std::size_t chosen = 0;
    while (chosen + 1 < policy.size() && (left -= policy[chosen]) > 0) ++chosen;
    return chosen;
  }

  // A move by PUCT's recommendation: random at first, and later almost always the best.
  std::size_t draw_by_temperature(const RootPolicy& root, std::size_t ply) {
    const double now = plan_.temperature * std::exp2(-static_cast<double>(ply) / plan_.half_life);
    if (now < 0.1 || (root.proven && root.share == 1)) return root.best;
    std::vector<float> weights;
    for (const float policy : root.policy) weights.push_back(std::log(policy + 1e-9F) / static_cast<float>(now));
    return draw(softmax(std::move(weights)));
  }

  SelfPlayMove search_move(std::size_t ply) {
    const double share = decided_for_ >= decided_plies ? plan_.full_share * decided_share : plan_.full_share;
    const bool full = share >= 1 || uniform() < share;
    MctsPlan plan = plan_.search;
    plan.playouts = full ? plan_.visits : plan_.quick_visits;
    plan.guided.noise = full || static_cast<double>(ply) < plan_.half_life;
    plan.seed = random_.next();
    plan.reuse = false;
    Budget budget({}, stop_, poll_, 16);
    MonteCarlo<P, GuidedWorker<P>> search(tree_, timeline_, {}, evaluator_, plan, budget, nullptr, &judge_);
    search.run([](const Report&) {});
    SelfPlayMove row{.move = 0, .searched = true, .full = full, .moves = {}, .root = search.root_policy()};
    typename P::MoveList moves;
    timeline_.legal_moves(moves);
    row.moves.assign(moves.begin(), moves.end());
    row.move = moves[plan.guided.considered > 0 ? row.root.best : draw_by_temperature(row.root, ply)];
    note_lead(row.root.share);
    return row;
  }

  // If one side has been winning for some plies, there is little left to learn.
  void note_lead(float share) {
    const Color turn = timeline_.position().turn();
    const Color leader = share > 0.5F ? turn : other(turn);
    const bool decided = plan_.decided > 0 && static_cast<double>(std::max(share, 1 - share)) >= plan_.decided;
    decided_for_ = decided && (decided_for_ == 0 || leader == leader_) ? decided_for_ + 1 : 0;
    leader_ = leader;
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
  Color leader_ = Color::black;  // the side ahead in the last search
  int decided_for_ = 0;          // consecutive searches that called the game decided
};

}  // namespace plyground
