// Tables of patterns that learn and are evaluated, on boards of several games, under the address and
// undefined-behaviour sanitizers: compiled and run by test_sanitized_patterns.py.
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#include "bind/patterns.hpp"
#include "core/random.hpp"
#include "core/squares.hpp"
#include "core/timeline.hpp"
#include "games/connect_four/planes.hpp"
#include "games/connect_four/rules.hpp"
#include "games/dobutsu/planes.hpp"
#include "games/dobutsu/rules.hpp"
#include "games/gomoku/planes.hpp"
#include "games/gomoku/rules.hpp"
#include "games/othello/planes.hpp"
#include "games/othello/rules.hpp"
#include "games/robogo/planes.hpp"
#include "games/robogo/rules.hpp"
#include "patterns/learner.hpp"
#include "patterns/self_play.hpp"
#include "patterns/table.hpp"

using namespace plyground;

namespace {

const std::atomic<bool> never{false};

// Random pairs of slots, including the last slot, and two cells that may be exchanged.
PatternPlan some_patterns(const SquaresShape& shape, Random& random) {
  PatternPlan plan{.squares = shape.squares(),
                   .extras = shape.extras.size(),
                   .contents = shape.contents.size(),
                   .patterns = {},
                   .stages = 3,
                   .by_turn = true};
  Pattern pairs{.cells = 2, .slots = {}, .turned = {{1, 0}}};
  for (int at = 0; at < 40; ++at) {
    pairs.slots.push_back(static_cast<std::uint16_t>(random.below(static_cast<std::uint32_t>(shape.squares()))));
  }
  plan.patterns.push_back(std::move(pairs));
  plan.patterns.push_back({.cells = 1, .slots = {static_cast<std::uint16_t>(shape.size() - 1)}, .turned = {}});
  return plan;
}

template <class P>
void learn_and_ask(const OptionValues& options, PatternMeaning meaning, int depth) {
  Random random(7);
  const Timeline<P> start(P::start(options));
  const SquaresShape shape = SquareReader<P>(start.position()).shape();
  const PatternPlan patterns = some_patterns(shape, random);
  PatternLearner learner(PatternShape(patterns), meaning);
  const PatternTraining plan{.random_plies = 4, .depth = depth, .width = 6, .most_plies = 60, .seed = 1};
  const PatternGames games = learn_patterns(start, learner, plan, {.first = 0, .count = 6}, never, [] {});
  if (games.games != 6 || games.positions == 0) std::abort();
  PatternLearner again(PatternShape(patterns), meaning);
  again.restore(learner.state());
  if (again.whole_weights().weights != learner.whole_weights().weights) std::abort();
  WholeWeights whole = learner.whole_weights();
  const auto table =
      std::make_shared<const PatternTable>(PatternShape(patterns), meaning, std::move(whole.weights), whole.unit);
  const PatternsOf<P> evaluation(table, start.position());
  Timeline<P> timeline = start;
  for (int ply = 0; ply < 60 && !timeline.result(); ++ply) {
    if (!std::isfinite(evaluation.evaluate(timeline.position(), 1))) std::abort();
    typename P::MoveList moves;
    timeline.legal_moves(moves);
    timeline.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
  }
}

}  // namespace

int main() {
  learn_and_ask<othello::Position>({{"size", "6"}}, PatternMeaning::margin, 1);
  learn_and_ask<connect_four::Position>({{"columns", "7"}, {"rows", "6"}, {"line", "4"}}, PatternMeaning::odds, 3);
  learn_and_ask<dobutsu::Position>({{"try", "official"}, {"hand", "merged"}}, PatternMeaning::odds, 2);
  learn_and_ask<gomoku::Position>({{"size", "9"}, {"line", "5"}, {"rule", "renju"}}, PatternMeaning::odds, 1);
  learn_and_ask<robogo::Position<9>>(
      {{"size", "9"}, {"line", "5"}, {"captures", "yes"}, {"ko", "positional"}, {"pass", "yes"}}, PatternMeaning::odds,
      1);
  std::puts("done");
  return 0;
}
