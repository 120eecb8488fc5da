// The settings of a Monte Carlo search, and what its threads share.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "core/game.hpp"
#include "core/judge.hpp"
#include "core/specialist.hpp"
#include "core/timeline.hpp"
#include "search/evaluate.hpp"
#include "search/mcts/trace.hpp"
#include "search/mcts/tree.hpp"

namespace plyground {

// How a judge, such as a network, guides the search: it replaces playouts, priors and RAVE.
struct GuidedPlan {
  int considered = 0;      // moves that the root tries, best by Gumbel's rule; 0: PUCT at the root too
  bool noise = false;      // randomness at the root, for self-play: Gumbel's numbers, or Dirichlet's
  int batch = 1;           // positions per evaluation of the judge
  bool specialist = true;  // use the game's specialist before the judge
  double exploration = 1;  // of PUCT
  double fpu = 0.1;        // an untried move counts this much less than its position
  double value_scale = 1;  // the influence of values on the root's policy
  double value_visits = 50;
  bool rescale_values = false;  // scale the root's values from 0 to 1
  double noise_share = 0.25;    // the share of Dirichlet noise in the root's policy, if PUCT has noise
  double forced = 0;            // with noise, PUCT visits a move of the root sqrt(forced * policy * visits) times
};

struct MctsPlan {
  std::uint64_t playouts = 0;  // 0: no separate limit
  bool rave = true;            // let a move share in the results of games in which it came later
  bool priors = true;          // use the game's knowledge about its moves as priors
  bool bias = true;            // or, without it, the evaluation's
  bool solver = true;          // back up proven results as such
  bool policy = true;          // the game's own playouts instead of random ones
  bool reuse = true;           // continue from the tree of the last search
  double exploration = -1;     // negative: as the game needs it, see MctsShared
  double fpu = 0;              // an untried move counts the mean of its position plus this much
  double rave_visits = 0;      // own visits that weigh as much as any number of RAVE's; 0: as the game needs it
  double bias_visits = 100;    // the number of visits that the evaluation's prior of a move counts
  int bias_after = 16;         // visits before the evaluation judges all replies
  // the part of the evaluation or the judge in a leaf's value, beside a playout's; negative:
  double mix = -1;
  // all of it with a judge, otherwise as the game needs it
  int expand_after = 0;  // visits before a position gets its replies; 0: 2, and more if there are many
  int threads = 1;
  std::size_t memory_mb = 256;
  std::uint64_t seed = 0;
  int lines = 1;
  double win_scale = 1;  // for the evaluation: a lead of this size wins with probability e / (1 + e)
  GuidedPlan guided;
};

enum class MctsEnd : std::uint8_t { none, full, done };

// What the threads share besides the tree: only the atomics change while they run.
template <Game P>
struct MctsShared {
  // The game's specialist, if it has a role here; creating one may be costly.
  using Door = SpecialistOf<P>;
  static constexpr bool is_of_use = PlaysOut<Door, P> || HasPriors<Door, P> || HasLastWord<Door, P>;
  using Specialist = std::conditional_t<is_of_use, Door, NoSpecialist>;
  static constexpr bool runs_python = requires { P::runs_python; };

  MctsShared(MctsTree<P>& its_tree, const Timeline<P>& its_start, const Evaluator<P>& its_evaluator,
             const MctsPlan& its_plan, MctsTrace* its_trace, const Judge<P>* its_judge = nullptr)
      : tree(its_tree), start(its_start), evaluator(its_evaluator), plan(its_plan), trace(its_trace), judge(its_judge) {
    for (std::size_t n = 0; n < roots.size(); ++n) roots[n] = 1 / std::sqrt(static_cast<float>(n) + 1);
  }

  // Ends the work of all threads; the first reason counts, but `done` more than `full`.
  void finish(MctsEnd reason) {
    MctsEnd none = MctsEnd::none;
    if (reason == MctsEnd::done) {
      end.store(reason, std::memory_order_relaxed);
    } else {
      end.compare_exchange_strong(none, reason, std::memory_order_relaxed);
    }
  }

  // In a game that suits Monte Carlo, playouts are more informative than the evaluation; elsewhere it is the reverse,
  // by far.
  [[nodiscard]] bool trusts_playouts() const {
    if constexpr (PlaysOut<Specialist, P> && HasFavourite<Specialist, P>) {
      return plan.policy && Specialist::favourite(start.position()) == Favourite::monte_carlo;
    }
    return false;
  }

  // Whether the evaluation has ever returned anything but even. If not, there may be none.
  [[nodiscard]] bool is_outspoken() const { return outspoken.load(std::memory_order_relaxed); }

  // If other information separates good moves from bad ones, little exploration is needed.
  [[nodiscard]] float exploration() const {
    if (plan.exploration >= 0) return static_cast<float>(plan.exploration);
    if (trusting) return has_priors && plan.rave ? 0.0F : 0.2F;
    return is_outspoken() ? 0.1F : 0.4F;
  }

  MctsTree<P>& tree;
  const Timeline<P>& start;
  const Evaluator<P>& evaluator;
  const MctsPlan plan;
  MctsTrace* const trace;  // one thread works then
  const Judge<P>* const judge;

  // Derived from the plan. Priors and the evaluation answer the same question; the game's own answer is better.
  const bool has_priors = HasPriors<Specialist, P> && plan.priors;
  const bool biased = plan.bias && !has_priors;
  const bool finds_ends = plan.solver && !runs_python;  // for all replies, when a position gets them
  const bool schedules_root = judge != nullptr && plan.guided.considered > 0 && plan.playouts > 0;
  const bool alone = runs_python || plan.threads <= 1 || trace != nullptr || schedules_root;
  const bool trusting = trusts_playouts();
  const float mix = static_cast<float>(plan.mix >= 0 ? plan.mix : (judge ? 1 : (trusting ? 0 : 0.9)));
  const float bias_visits = static_cast<float>(plan.bias_visits);
  const float rave_bias = static_cast<float>(1 / (plan.rave_visits > 0 ? plan.rave_visits : (trusting ? 1000 : 10)));
  const std::uint64_t bias_after = static_cast<std::uint64_t>(std::max(1, plan.bias_after));
  std::uint64_t expand_after = static_cast<std::uint64_t>(std::max(0, plan.expand_after));
  std::uint64_t cap = 0;            // plies of a random playout
  std::array<float, 4096> roots{};  // 1 / sqrt(n + 1)

  std::atomic<MctsEnd> end{MctsEnd::none};
  std::atomic<bool> outspoken{false};
};

}  // namespace plyground
