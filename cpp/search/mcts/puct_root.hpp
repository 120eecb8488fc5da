// PUCT at the root of a self-play game. Noise makes it look at moves that the policy overlooks, and forced visits find
// out whether these are good. Visits that only noise and force explain are left out of the recommended policy (Wu,
// "Accelerating self-play learning in Go", 2019).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <vector>

#include "core/random.hpp"
#include "search/mcts/root_policy.hpp"

namespace plyground {

// Dirichlet's distribution: probabilities, few of them large where `alpha` is small.
class Dirichlet {
 public:
  Dirichlet(Random& random, double alpha) : random_(random), alpha_(alpha) {}

  [[nodiscard]] std::vector<float> draw(std::size_t count) {
    std::vector<float> found;
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const double number = gamma();
      sum += number;
      found.push_back(static_cast<float>(number));
    }
    if (sum <= 0) return std::vector<float>(count, 1 / static_cast<float>(count));
    for (float& number : found) number /= static_cast<float>(sum);
    return found;
  }

 private:
  // The method of Marsaglia and Tsang, 2000, for alpha + 1; a power of a uniform number brings it to alpha.
  double gamma() {
    const double least = alpha_ + 2.0 / 3;
    const double factor = 1 / std::sqrt(9 * least);
    for (;;) {
      const double normal = std::sqrt(-2 * std::log(uniform())) * std::cos(2 * std::numbers::pi * uniform());
      const double root = 1 + factor * normal;
      if (root <= 0) continue;
      const double cube = root * root * root;
      if (std::log(uniform()) < normal * normal / 2 + least * (1 - cube + std::log(cube))) {
        return least * cube * std::pow(uniform(), 1 / alpha_);
      }
    }
  }

  double uniform() { return (static_cast<double>(random_.next() >> 11) + 0.5) * 0x1p-53; }

  Random& random_;
  double alpha_;
};

class PuctRoot {
 public:
  // `forced` is the constant of forced visits; 0: none.
  PuctRoot(double exploration, double forced) : exploration_(exploration), forced_(forced) {}

  // The visits that a move gets once it has any, whatever its value.
  [[nodiscard]] double least_visits(float policy, std::uint64_t all) const {
    return std::sqrt(forced_ * static_cast<double>(policy) * static_cast<double>(all));
  }

  [[nodiscard]] RootPolicy policy(const std::vector<RootStanding>& moves, float share_of_judge) const {
    double visits = 1;
    auto sum = static_cast<double>(share_of_judge);
    for (const RootStanding& move : moves) {
      visits += static_cast<double>(move.visits);
      sum += static_cast<double>(move.visits) * static_cast<double>(move.share);
    }
    const std::vector<float> policy = recommended(moves);
    const auto best = static_cast<std::size_t>(std::ranges::max_element(policy) - policy.begin());
    return described(moves, policy, static_cast<float>(sum / visits), best);
  }

 private:
  // The share of each move in the visits. Proven wins come before all others, and lost moves count for nothing; if such
  // moves have no visits, the judge's policy decides between them.
  [[nodiscard]] std::vector<float> recommended(const std::vector<RootStanding>& moves) const {
    float most = 0;
    float largest = -1e9F;
    for (const RootStanding& move : moves) most = std::max(most, worth(move));
    for (const RootStanding& move : moves) {
      if (worth(move) == most) largest = std::max(largest, move.logit);
    }
    std::vector<float> weights = most == 1 ? pruned(moves) : std::vector<float>(moves.size(), 0);
    float sum = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (worth(moves[i]) < most) weights[i] = 0;
      sum += weights[i];
    }
    for (std::size_t i = 0; sum <= 0 && i < moves.size(); ++i) {
      weights[i] = worth(moves[i]) == most ? std::exp(moves[i].logit - largest) : 0;
    }
    sum = std::accumulate(weights.begin(), weights.end(), 0.0F);
    for (float& weight : weights) weight /= sum;
    return weights;
  }

  // 2 for a proven win, 0 for a proven loss, 1 for all else.
  static float worth(const RootStanding& move) {
    if (!move.proven || move.share == 0.5F) return 1;
    return move.share == 1 ? 2.0F : 0.0F;
  }

  // The visits without the forced ones. Lost moves keep none; of the others the best keeps all.
  [[nodiscard]] std::vector<float> pruned(const std::vector<RootStanding>& moves) const {
    std::uint64_t all = 0;
    std::size_t best = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      all += moves[i].visits;
      if (kept_at_most(moves[i]) > kept_at_most(moves[best])) best = i;
    }
    const double explore = exploration_ * std::sqrt(static_cast<double>(all));
    const double bar = promise(moves[best], explore, static_cast<double>(moves[best].visits));
    std::vector<float> kept;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      auto visits = static_cast<double>(kept_at_most(moves[i]));
      if (i != best && !moves[i].proven && visits > 0) visits = without_force(moves[i], all, explore, bar);
      kept.push_back(static_cast<float>(visits));
    }
    return kept;
  }

  static std::uint64_t kept_at_most(const RootStanding& move) {
    return move.proven && move.share == 0 ? 0 : move.visits;
  }

  static double promise(const RootStanding& move, double explore, double visits) {
    return static_cast<double>(move.share) + explore * static_cast<double>(move.policy) / (1 + visits);
  }

  // The smallest number of visits at which PUCT would still prefer the best move, but at least all except the forced
  // ones.
  [[nodiscard]] double without_force(const RootStanding& move, std::uint64_t all, double explore, double bar) const {
    const auto visits = static_cast<double>(move.visits);
    const double gap = bar - static_cast<double>(move.share);
    if (forced_ <= 0 || gap <= 0) return visits;
    const double enough = std::max(explore * static_cast<double>(move.policy) / gap - 1, 0.0);
    const double kept = std::min(visits, std::max(enough, visits - least_visits(move.policy, all)));
    return kept <= 1 ? 0 : kept;
  }

  double exploration_;
  double forced_;
};

}  // namespace plyground
