// The results of a Monte Carlo tree at its root: the moves in order, and a line for each.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/game.hpp"
#include "core/specialist.hpp"
#include "core/timeline.hpp"
#include "search/mcts/tree.hpp"
#include "search/report.hpp"
#include "search/value.hpp"
#include "search/winning_replies.hpp"

namespace plyground {

template <Game P>
class MctsSummary {
 public:
  using Index = Node::Index;

  MctsSummary(const MctsTree<P>& tree, const Timeline<P>& start, double win_scale)
      : tree_(tree), arena_(tree.arena()), start_(start), turn_(start.position().turn()), win_scale_(win_scale) {}

  // The children of the root, best first: won ones, then the most visited, then lost ones. A certain draw comes before
  // the most visited move if that one is expected to do worse.
  [[nodiscard]] std::vector<Index> ranking() const {
    std::vector<Standing> standings = standings_below(tree_.root());
    std::sort(standings.begin(), standings.end(), is_better);
    const Standing best = standings[0];
    const auto draw = std::find_if(standings.begin(), standings.end(),
                                   [](const Standing& one) { return one.proof.outcome == Outcome::draw; });
    if (draw != standings.end() && best.proof.outcome == Outcome::unknown && best.mean < 0.5) {
      std::rotate(standings.begin(), draw, draw + 1);
    }
    std::vector<Index> order;
    for (const Standing& one : standings) order.push_back(one.at);
    if (!P::counts_margin && best.proof.outcome == Outcome::loss && best.proof.size == 1) block(order);
    return order;
  }

  [[nodiscard]] std::vector<Line> lines(const std::vector<Index>& order, int most) const {
    std::vector<Line> lines;
    for (const Index at : order) {
      if (lines.size() >= static_cast<std::size_t>(std::max(most, 1))) break;
      lines.push_back(line(at));
    }
    // The first line stands for the position, so no other move may be better.
    lines[0].exact = lines[0].exact && is_exact(arena_[tree_.root()].proof());
    return lines;
  }

  [[nodiscard]] std::vector<RootMove> root_moves(const std::vector<Index>& order) const {
    std::vector<RootMove> moves;
    for (const Index at : order) {
      const auto [visits, wins] = arena_[at].stats();
      moves.push_back({.move = arena_[at].move(), .wins = wins, .visits = static_cast<float>(visits)});
    }
    return moves;
  }

 private:
  // A snapshot of a node. Other threads may change nodes while they are compared, and an order that changes during a
  // sort makes it read out of bounds.
  struct Standing {
    Index at;
    Proof proof;
    std::uint64_t visits;
    double mean;
  };

  [[nodiscard]] std::vector<Standing> standings_below(Index parent) const {
    std::vector<Standing> all;
    const Node& node = arena_[parent];
    if (!node.is_open()) return all;
    for (std::size_t i = 0; i < node.count(); ++i) {
      const Index at = node.children() + static_cast<Index>(i);
      const Node& child = arena_[at];
      all.push_back({.at = at, .proof = child.proof(), .visits = child.visits(), .mean = mean(child)});
    }
    return all;
  }

  static bool is_better(const Standing& one, const Standing& two) {
    const int rank_one = rank(one.proof.outcome);
    const int rank_two = rank(two.proof.outcome);
    if (rank_one != rank_two) return rank_one > rank_two;
    if (rank_one != 1 && one.proof.size != two.proof.size) {
      const bool wants_large = (rank_one == 2) == P::counts_margin;
      return wants_large ? one.proof.size > two.proof.size : one.proof.size < two.proof.size;
    }
    if (one.visits != two.visits) return one.visits > two.visits;
    if (one.mean != two.mean) return one.mean > two.mean;
    return one.at < two.at;
  }
  static int rank(Outcome outcome) { return outcome == Outcome::win ? 2 : (outcome == Outcome::loss ? 0 : 1); }

  // The expected share of the point.
  static double mean(const Node& node) {
    if (node.outcome() != Outcome::unknown) return share_of(node.outcome());
    const auto [visits, wins] = node.stats();
    if (visits > 0) return static_cast<double>(wins) / static_cast<double>(visits);
    const auto prior = node.prior();
    return prior.visits > 0 ? static_cast<double>(prior.wins / prior.visits) : 0.5;
  }

  // If every move loses to the next reply, the one that leaves the fewest such replies comes first.
  void block(std::vector<Index>& order) const {
    std::size_t fewest = SIZE_MAX;
    auto best = order.begin();
    for (auto at = order.begin(); at != order.end(); ++at) {
      const std::size_t replies = winning_replies(start_, arena_[*at].move()).count;
      if (replies >= fewest) continue;
      fewest = replies;
      best = at;
    }
    std::rotate(order.begin(), best, best + 1);
  }

  [[nodiscard]] Line line(Index at) const {
    const Node& node = arena_[at];
    Line line{.value = value(node), .exact = is_exact(node.proof()), .moves = {}, .visits = node.visits()};
    for (std::optional<Index> next = at; next; next = best_reply(*next)) line.moves.push_back(arena_[*next].move());
    return line;
  }

  static bool is_exact(const Proof& proof) {
    if (proof.outcome == Outcome::unknown) return false;
    return !P::counts_margin || proof.complete;
  }

  // For Black. A chance becomes the lead with the same winning chance; a proven end has the value of that end.
  [[nodiscard]] Value value(const Node& node) const {
    const Proof proof = node.proof();
    const int sign = turn_ == Color::black ? 1 : -1;
    if (proof.outcome == Outcome::draw) return 0;
    if (proof.outcome != Outcome::unknown) {
      const Value size = win_value + (P::counts_margin ? proof.size / 2.0 : max_ply - 1 - proof.size);
      return proof.outcome == Outcome::win ? sign * size : -sign * size;
    }
    const double least = 0.5 / (static_cast<double>(node.visits()) + 1);
    const double chance = std::clamp(mean(node), least, 1 - least);
    return bounded(sign * win_scale_ * std::log(chance / (1 - chance)));
  }

  // For the line: the reply that proves the parent, or the most visited; nothing that was hardly tried.
  [[nodiscard]] std::optional<Index> best_reply(Index parent) const {
    const std::vector<Standing> all = standings_below(parent);
    if (all.empty()) return std::nullopt;
    const Standing& best = *std::min_element(all.begin(), all.end(), is_better);
    if (best.proof.outcome == Outcome::unknown && best.visits < least_visits) return std::nullopt;
    return best.at;
  }

  static constexpr std::uint64_t least_visits = 4;

  const MctsTree<P>& tree_;
  const Arena& arena_;
  const Timeline<P>& start_;
  Color turn_;
  double win_scale_;
};

}  // namespace plyground
