// Makes good use of few visits. At the root only some moves are tried, and after each round the better half continues
// (sequential halving). The moves are those with the best sum of a random number, the policy and the value so far. In
// expectation such a choice is at least as good as the policy itself, for any number of visits (Danihelka et al.,
// "Policy improvement by planning with Gumbel", 2022).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "search/mcts/root_policy.hpp"

namespace plyground {

class RootSchedule {
 public:
  struct Scale {
    double visits = 50;
    double value = 1;
    bool rescaled = false;  // whether values are scaled from 0 for the worst move to 1 for the best
  };

  RootSchedule(std::size_t moves, std::size_t considered, std::uint64_t playouts, Scale scale)
      : noise_(moves, 0.0F), scale_(scale), rounds_(rounds(std::min(moves, considered), playouts)) {}

  // Gumbel's random numbers: adding them to the logits and taking the best samples from the policy.
  void add_noise(Random& random) {
    for (float& number : noise_) {
      const double uniform = (static_cast<double>(random.next() >> 11) + 0.5) * 0x1p-53;
      number = static_cast<float>(-std::log(-std::log(uniform)));
    }
  }

  // The move to visit next. Proven moves need no visit; at least one is not proven.
  [[nodiscard]] std::size_t next(const std::vector<RootStanding>& moves, float share_of_judge) {
    const std::uint64_t wanted = begun_ < rounds_.size() ? rounds_[begun_] : most_visits(moves);
    ++begun_;
    const auto scores = scored(moves, share_of_judge);
    std::size_t best = moves.size();
    bool fits = false;  // whether the best so far has the required number of visits
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (moves[i].proven) continue;
      const bool this_fits = moves[i].visits == wanted;
      if (best == moves.size() || (this_fits && !fits) || (this_fits == fits && scores[i] > scores[best])) {
        best = i;
        fits = this_fits;
      }
    }
    return best;
  }

  // The move to play: the best of the most visited ones, unless a win is proven. The last round may have ended before
  // it reached all of them, so one visit less is enough.
  [[nodiscard]] std::size_t best(const std::vector<RootStanding>& moves, float share_of_judge) const {
    const auto scores = scored(moves, share_of_judge);
    const std::uint64_t most = most_visits(moves);
    const auto rank = [&](std::size_t i) {
      const int proof = moves[i].proven ? (moves[i].share == 1 ? 2 : (moves[i].share == 0 ? -1 : 1)) : 0;
      const bool last = moves[i].visits > 0 && moves[i].visits + 1 >= most;
      const bool tried = last || proof == 1;  // a certain draw competes by its score
      return std::pair(proof == 1 ? 0 : proof, std::pair(tried, scores[i]));
    };
    std::size_t best = 0;
    for (std::size_t i = 1; i < moves.size(); ++i) {
      if (rank(i) > rank(best)) best = i;
    }
    return best;
  }

  [[nodiscard]] RootPolicy policy(const std::vector<RootStanding>& moves, float share_of_judge) const {
    return described(moves, softmax(completed(moves, share_of_judge)), mixed(moves, share_of_judge),
                     best(moves, share_of_judge));
  }

 private:
  // For each playout, the number of visits of the candidate moves. Two stay until the end: visits to a single one would
  // decide nothing.
  static std::vector<std::uint64_t> rounds(std::size_t considered, std::uint64_t playouts) {
    std::vector<std::uint64_t> wanted;
    if (considered <= 1) considered = 1;
    const double halvings = std::max(1.0, std::ceil(std::log2(static_cast<double>(considered))));
    std::uint64_t visits = 0;
    const std::size_t least = std::min<std::size_t>(considered, 2);
    for (std::size_t left = considered; wanted.size() < playouts; left = std::max(least, (left + 1) / 2)) {
      const auto each = std::max<std::uint64_t>(
          1, static_cast<std::uint64_t>(static_cast<double>(playouts) / (halvings * static_cast<double>(left))));
      for (std::uint64_t i = 0; i < each; ++i, ++visits) {
        for (std::size_t move = 0; move < left; ++move) wanted.push_back(visits);
      }
    }
    wanted.resize(playouts);
    return wanted;
  }

  static std::uint64_t most_visits(const std::vector<RootStanding>& moves) {
    std::uint64_t most = 0;
    for (const RootStanding& move : moves) most = std::max(most, move.visits);
    return most;
  }

  // The judge's own value and those of the visited moves, weighted by policy and visits.
  static float mixed(const std::vector<RootStanding>& moves, float share_of_judge) {
    double visits = 0;
    double weight = 0;
    double sum = 0;
    for (const RootStanding& move : moves) {
      if (!move.is_known()) continue;
      const double policy = std::exp(static_cast<double>(move.logit));
      visits += static_cast<double>(move.visits);
      weight += policy;
      sum += policy * static_cast<double>(move.share);
    }
    if (weight <= 0) return share_of_judge;
    return static_cast<float>((share_of_judge + visits * sum / weight) / (1 + visits));
  }

  // The logits plus the values' contribution; an unvisited move counts as much as the position.
  [[nodiscard]] std::vector<float> completed(const std::vector<RootStanding>& moves, float share_of_judge) const {
    const auto most = static_cast<double>(most_visits(moves));
    const auto scale = static_cast<float>((scale_.visits + most) * scale_.value);
    const float otherwise = mixed(moves, share_of_judge);
    std::vector<float> sums;
    for (const RootStanding& move : moves) sums.push_back(move.is_known() ? move.share : otherwise);
    if (scale_.rescaled) rescale(sums);
    for (std::size_t i = 0; i < moves.size(); ++i) sums[i] = moves[i].logit + scale * sums[i];
    return sums;
  }

  static void rescale(std::vector<float>& shares) {
    const auto [least, most] = std::ranges::minmax(shares);
    for (float& share : shares) share = (share - least) / std::max(most - least, 1e-8F);
  }

  [[nodiscard]] std::vector<float> scored(const std::vector<RootStanding>& moves, float share_of_judge) const {
    auto sums = completed(moves, share_of_judge);
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += noise_[i];
    return sums;
  }

  std::vector<float> noise_;
  Scale scale_;
  std::vector<std::uint64_t> rounds_;
  std::size_t begun_ = 0;
};

}  // namespace plyground
