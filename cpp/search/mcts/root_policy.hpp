// What a search with a judge found out about the moves of its root, and what it recommends.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace plyground {

// What is known of a move of the root.
struct RootStanding {
  float logit = 0;   // of the judge's policy
  float policy = 0;  // the probability that the search works with: the judge's, perhaps with noise
  float share = 0;   // of the point, for the side to move: proven, or the mean of its visits
  std::uint64_t visits = 0;
  bool proven = false;

  [[nodiscard]] bool is_known() const { return visits > 0 || proven; }
};

// In the order of the moves' list.
struct RootPolicy {
  std::vector<float> policy;  // the policy that the search recommends; 1 together
  std::vector<std::uint64_t> visits;
  float share = 0;     // of the point, as the search sees it
  float surprise = 0;  // how far the recommended policy is from the judge's: Kullback and Leibler's divergence
  std::size_t best = 0;
  bool proven = false;  // is `share` the exact result?
};

inline std::vector<float> softmax(std::vector<float> logits) {
  const float most = *std::ranges::max_element(logits);
  float sum = 0;
  for (float& logit : logits) sum += logit = std::exp(logit - most);
  for (float& logit : logits) logit /= sum;
  return logits;
}

// A recommendation with all that is said about it. `share` counts where the result is not proven.
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
