// The results of a search with a judge about the moves of its root, and its recommendation.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace plyground {

// The data of a move at the root.
struct RootStanding {
  float logit = 0;   // of the judge's policy
  float policy = 0;  // the probability that the search uses: the judge's, perhaps with noise
  float share = 0;   // of the point, for the side to move: proven, or the mean of its visits
  std::uint64_t visits = 0;
  bool proven = false;

  [[nodiscard]] bool is_known() const { return visits > 0 || proven; }
};

// In move-list order.
struct RootPolicy {
  std::vector<float> policy;  // the policy that the search recommends; adds up to 1
  std::vector<std::uint64_t> visits;
  float share = 0;     // of the point, by the search
  float surprise = 0;  // the Kullback-Leibler divergence of the recommended policy from the judge's
  std::size_t best = 0;
  bool proven = false;  // whether `share` is the exact result
};

inline std::vector<float> softmax(std::vector<float> logits) {
  const float most = *std::ranges::max_element(logits);
  float sum = 0;
  for (float& logit : logits) sum += logit = std::exp(logit - most);
  for (float& logit : logits) logit /= sum;
  return logits;
}

// A recommendation with its data. `share` counts if the result is not proven.
inline RootPolicy described(const std::vector<RootStanding>& moves, std::vector<float> policy, float share,
                            std::size_t best) {
  RootPolicy found{.policy = std::move(policy), .visits = {}, .share = share, .surprise = 0, .best = best};
  std::vector<float> logits;
  float proven = -1;
  bool all_proven = true;
  for (const RootStanding& move : moves) {
    found.visits.push_back(move.visits);
    logits.push_back(move.logit);
    if (move.proven) proven = std::max(proven, move.share);
    all_proven = all_proven && move.proven;
  }
  const std::vector<float> judged = softmax(std::move(logits));
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const float share_of_move = found.policy[i];
    if (share_of_move > 0) found.surprise += share_of_move * std::log(share_of_move / (judged[i] + 1e-9F));
  }
  found.proven = proven == 1 || all_proven;
  if (found.proven) found.share = proven;
  return found;
}

}  // namespace plyground
