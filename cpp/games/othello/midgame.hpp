// Shallow searches of the middle game, optimised for the plies next to the leaves, which have almost all nodes. Plain
// alpha-beta on two words and the pattern numbers of the evaluation.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/specialist.hpp"
#include "games/othello/kernel.hpp"
#include "games/othello/patterns.hpp"

namespace plyground::othello::midgame {

// Values are for the side to move, in 128ths of a disc; values of finished games are beyond all others.
inline constexpr int decided = 100000 * patterns::unit;
constexpr int of_score(int score) { return score == 0 ? 0 : score * patterns::unit + (score > 0 ? decided : -decided); }

// Standard deviations, in discs, of the difference between the values of a shallow search and of a deep one with the
// same parity, roughly as in positions of our own games with 20 to 50 empty squares. A cut needs `deviations_to_cut` of
// them.
inline constexpr float deviations_to_cut = 1.2F;
inline constexpr std::size_t most_predictions = 2;
inline constexpr std::size_t deepest_predicted = 16;
inline constexpr auto predicted = [] {
  std::array<std::array<Prediction, most_predictions>, deepest_predicted + 1> table{{
      {},
      {},
      {},
      {{{1, 3.7F}}},
      {{{2, 3.2F}}},
      {{{1, 4.4F}, {3, 2.9F}}},
      {{{2, 3.9F}, {4, 2.4F}}},
      {{{3, 3.6F}}},
      {{{2, 4.2F}, {4, 3.0F}}},
      {{{3, 4.0F}, {5, 2.8F}}},
      {{{4, 3.4F}, {6, 2.6F}}},
      {{{3, 4.4F}, {5, 3.2F}}},
      {{{4, 3.8F}, {6, 3.0F}}},
      {{{5, 3.6F}, {7, 2.8F}}},
      {{{4, 4.2F}, {6, 3.3F}}},
      {{{5, 4.0F}, {7, 3.1F}}},
      {{{6, 3.6F}, {8, 2.9F}}},
  }};
  for (auto& row : table) {
    for (Prediction& prediction : row) prediction.error *= deviations_to_cut;
  }
  return table;
}();

// The prediction of a deep search from shallow searches.
inline std::span<const Prediction> predictions(int depth) {
  const std::size_t row = depth <= static_cast<int>(deepest_predicted)
                              ? static_cast<std::size_t>(std::max(depth, 0))
                              : deepest_predicted - static_cast<std::size_t>(depth % 2);
  const auto& found = predicted[row];
  const auto last = std::ranges::find(found, 0, &Prediction::depth);
  return {found.begin(), last};
}

// `Tick` is called once per node and may throw. A selective search cuts if a shallower one is far outside the window.
template <class Tick>
class Search {
 public:
  using Squares = std::uint64_t;

  Search(bool selective, const Tick& tick) : weights_(features::all_stages()), selective_(selective), tick_(tick) {}

  // Fail-soft. The discs of the side to move are read as Black.
  int value(Squares own, Squares enemy, int depth, int alpha, int beta) {
    const int empties = std::popcount(~(own | enemy));
    return search<true>({own, enemy, patterns::Reading(own, enemy)}, depth, empties, alpha, beta);
  }

 private:
  struct Node {
    Squares own;
    Squares enemy;
    patterns::Reading reading;
  };
  struct Child {
    Node node;
    int rank;  // smaller is sooner
  };
  static constexpr std::size_t most_moves = 60;  // for any position, including unreachable ones

  template <bool Black>
  static Node after(const Node& node, int square) {
    const Squares flipped = flips(square, node.own, node.enemy);
    return {node.enemy ^ flipped, node.own | flipped | (1ULL << square),
            node.reading.template after<Black>(square, flipped)};
  }

  static int finished(const Node& node) {
    const int empties = std::popcount(~(node.own | node.enemy));
    const int lead = std::popcount(node.own) - std::popcount(node.enemy);
    return of_score(lead > 0 ? lead + empties : (lead < 0 ? lead - empties : 0));
  }

  template <bool Black>
  [[nodiscard]] int evaluate(const Node& node, int empties) const {
    const Squares moves = mobility(node.own, node.enemy);
    const Squares replies = mobility(node.enemy, node.own);
    if ((moves | replies) == 0) return finished(node);
    return patterns::value_of<Black>(weights_[features::stage_of(empties)], node.reading, node.own, node.enemy, moves,
                                     replies);
  }

  template <bool Black>
  int search(const Node& node, int depth, int empties, int alpha, int beta) {
    tick_();
    if (depth <= 0) return evaluate<Black>(node, empties);
    const Squares moves = mobility(node.own, node.enemy);
    if (moves == 0) return pass<Black>(node, depth, empties, alpha, beta);
    if (selective_ && depth >= 3 && beta == alpha + 1 && beta > -decided && alpha < decided) {
      const Prediction& prediction = predicted[static_cast<std::size_t>(depth)][0];
      const int error = static_cast<int>(prediction.error * patterns::unit);
      const int value = search<Black>(node, prediction.depth, empties, alpha - error, beta + error);
      if (value >= beta + error) return beta;
      if (value <= alpha - error) return alpha;
    }
    return depth <= 2 ? try_unsorted<Black>(node, moves, depth, empties, alpha, beta)
                      : try_sorted<Black>(node, moves, depth, empties, alpha, beta);
  }

  template <bool Black>
  int pass(const Node& node, int depth, int empties, int alpha, int beta) {
    if (mobility(node.enemy, node.own) == 0) return finished(node);
    return -search<!Black>({node.enemy, node.own, node.reading}, depth - 1, empties, -beta, -alpha);
  }

  // Corners first, adjacent squares last.
  template <bool Black>
  int try_unsorted(const Node& node, Squares moves, int depth, int empties, int alpha, int beta) {
    constexpr Squares corners = 0x8100000000000081ULL;
    constexpr Squares beside = 0x42c300000000c342ULL;
    int best = -2 * decided;
    for (const Squares group : {moves & corners, moves & ~(corners | beside), moves & beside}) {
      for (Squares left = group; left != 0; left &= left - 1) {
        const Node next = after<Black>(node, std::countr_zero(left));
        best = std::max(best, -search<!Black>(next, depth - 1, empties - 1, -beta, -std::max(alpha, best)));
        if (best >= beta) return best;
      }
    }
    return best;
  }

  // The moves with the best evaluation first.
  template <bool Black>
  int try_sorted(const Node& node, Squares moves, int depth, int empties, int alpha, int beta) {
    std::array<Child, most_moves> children;
    std::size_t size = 0;
    for (; moves != 0; moves &= moves - 1, ++size) {
      Child& child = children[size];
      child.node = after<Black>(node, std::countr_zero(moves));
      child.rank = evaluate<!Black>(child.node, empties - 1);
    }
    int best = -2 * decided;
    for (std::size_t at = 0; at < size && best < beta; ++at) {
      std::size_t next = at;
      for (std::size_t i = at + 1; i < size; ++i) {
        if (children[i].rank < children[next].rank) next = i;
      }
      std::swap(children[at], children[next]);
      const Node& node_at = children[at].node;
      const int low = std::max(alpha, best);
      int value = -search<!Black>(node_at, depth - 1, empties - 1, at == 0 ? -beta : -low - 1, -low);
      if (at > 0 && value > low && value < beta) {
        value = -search<!Black>(node_at, depth - 1, empties - 1, -beta, -value);
      }
      best = std::max(best, value);
    }
    return best;
  }

  const features::Stage* weights_;
  bool selective_;
  const Tick& tick_;
};

}  // namespace plyground::othello::midgame
