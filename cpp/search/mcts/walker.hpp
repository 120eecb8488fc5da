// What every worker does in the tree of a Monte Carlo search: it creates children, detects moves that end the game, and
// propagates proofs.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/random.hpp"
#include "core/specialist.hpp"
#include "core/timeline.hpp"
#include "search/mcts/plan.hpp"
#include "search/mcts/tree.hpp"
#include "search/random_play.hpp"

namespace plyground {

template <Game P>
class MctsWalker {
 public:
  using Index = Node::Index;

 protected:
  // A node on the path, and the side that made its move.
  struct Step {
    Index at;
    Color mover;
  };

  explicit MctsWalker(MctsShared<P>& shared) : shared_(shared), arena_(shared.tree.arena()), timeline_(shared.start) {}

  // Whether the game is over here, if that was not already found when the parent was expanded.
  bool note_end(Node& node, Color mover) {
    ended_ = timeline_.result();
    if (ended_ && shared_.plan.solver) node.prove(proof_of(*ended_, mover));
    return ended_.has_value();
  }

  // The moves of a position, those that end the game, and one of these that wins and so is sufficient.
  struct Children {
    typename P::MoveList moves;
    std::vector<std::pair<std::size_t, Proof>> ends;
    std::optional<std::size_t> win;  // its index in `ends`
  };

  // Finds the children of the current position: all of them, or one that wins.
  void list_children(Children& children, bool all) {
    timeline_.legal_moves(children.moves);
    children.ends.clear();
    children.win.reset();
    if (!shared_.finds_ends) return;
    look_for_ends(children);
    if (all) children.win.reset();
  }

  // Creates them; `fill` sets their priors. False if there is no memory.
  template <class Fill>
  bool make_children(Index at, const Children& children, Fill fill) {
    Node& node = arena_[at];
    const std::size_t count = children.win ? 1 : children.moves.size();
    const Index begin = arena_.add_block(at, count);
    if (begin == 0) {
      node.give_up_opening();
      shared_.finish(MctsEnd::full);
      return false;
    }
    if (children.win) {
      const auto& [place, proof] = children.ends[*children.win];
      arena_.construct(begin, children.moves[place]);
      arena_[begin].prove(proof);
    } else {
      for (std::size_t i = 0; i < count; ++i) arena_.construct(begin + static_cast<Index>(i), children.moves[i]);
      for (const auto& [place, proof] : children.ends) arena_[begin + static_cast<Index>(place)].prove(proof);
      fill(begin);
    }
    node.open(begin, count);
    return true;
  }

  // Proves the node if its children allow it: by a win for the side to move, or if all of them are proven.
  bool settle(Index at, Color turn, Color mover) {
    Node& node = arena_[at];
    if (!shared_.plan.solver || !node.is_open()) return false;
    const auto best = best_child(node);
    if (best.outcome == Outcome::unknown) return false;
    Proof proof = best;
    if (turn != mover) proof.outcome = reversed(proof.outcome);
    if (!P::counts_margin) ++proof.size;
    node.prove(proof);
    return true;
  }

  // The value of a node on the path for Black, given the value from below: a proof, or an available draw, overrides it.
  // `changed` is true if something was proven below, and is set if something was proven here.
  float revised(std::size_t step, const std::vector<Step>& path, float black, bool& changed) {
    const Node& node = arena_[path[step].at];
    const bool inner = step + 1 < path.size();
    if (inner && changed) changed = settle(path[step].at, path[step + 1].mover, path[step].mover);
    if (const Outcome outcome = node.outcome(); outcome != Outcome::unknown) {
      return view_of(share_of(outcome), path[step].mover);
    }
    if (inner && node.replies_draw()) {
      return view_of(std::max(view_of(black, path[step + 1].mover), 0.5F), path[step + 1].mover);
    }
    return black;
  }

  static Proof proof_of(const Result& result, Color mover) {
    Outcome outcome = Outcome::draw;
    if (result.winner) outcome = *result.winner == mover ? Outcome::win : Outcome::loss;
    const double margin = P::counts_margin ? result.margin.value_or(0) : 0;
    return {.outcome = outcome, .complete = true, .size = static_cast<int>(std::lround(2 * margin))};
  }

  // Plays on to the end by the game's own policy, or at random, and notes the moves in the trail. Returns Black's share
  // of the point; none if the game grew too long.
  template <class Specialist>
  std::optional<float> play_out([[maybe_unused]] Specialist& specialist, Random& random) {
    trail_.clear();
    trail_color_.clear();
    const Color turn = timeline_.position().turn();
    if constexpr (PlaysOut<Specialist, P>) {
      if (shared_.plan.policy) {
        const float share = specialist.playout(timeline_.position(), random, trail_);
        for (std::size_t i = 0; i < trail_.size(); ++i) trail_color_.push_back(i % 2 == 0 ? turn : other(turn));
        return std::clamp(share, 0.0F, 1.0F);
      }
    }
    const auto result = play_randomly(timeline_, random, shared_.cap, [this](Move move) {
      trail_.push_back(move);
      trail_color_.push_back(timeline_.position().turn());
    });
    return result ? std::optional<float>(black_share(*result)) : std::nullopt;
  }

  // Converts the share of the point between one side and Black.
  static float view_of(float black, Color color) { return color == Color::black ? black : 1 - black; }
  static float black_share(const Result& result) {
    if (!result.winner) return 0.5F;
    return *result.winner == Color::black ? 1.0F : 0.0F;
  }

  MctsShared<P>& shared_;
  Arena& arena_;
  Timeline<P> timeline_;            // follows the playout, and is reset by copying, which allocates nothing
  std::optional<Result> ended_;     // the game is over at the leaf
  std::vector<Move> trail_;         // the moves of the playout
  std::vector<Color> trail_color_;  // and the sides that made them

 private:
  // Finds the moves that end the game at once.
  void look_for_ends(Children& children) {
    const P before = timeline_.position();
    auto& ends = children.ends;
    for (std::size_t i = 0; i < children.moves.size(); ++i) {
      timeline_.play(children.moves[i]);
      const auto result = timeline_.result();
      timeline_.take_back(before);
      if (!result) continue;
      ends.emplace_back(i, proof_of(*result, before.turn()));
      const Proof& proof = ends.back().second;
      if (proof.outcome != Outcome::win) continue;
      if (!children.win || ends[*children.win].second.size < proof.size) children.win = ends.size() - 1;
    }
  }

  // The best proven result for the side to move, or `unknown`.
  Proof best_child(Node& node) {
    Proof best;
    bool all_known = true;
    bool complete = true;
    for (Index at = node.children(); at < node.children() + static_cast<Index>(node.count()); ++at) {
      const Proof proof = arena_[at].proof();
      if (proof.outcome == Outcome::unknown) all_known = false;
      if (proof.outcome == Outcome::draw) node.note_draw();
      complete = complete && proof.complete;
      if (is_better(proof, best)) best = proof;
    }
    if (best.outcome != Outcome::win && !all_known) return {};
    best.complete = best.outcome == Outcome::draw || (complete && all_known);
    return best;
  }

  // Larger wins and smaller losses; sooner wins and later losses.
  static bool is_better(const Proof& a, const Proof& b) {
    if (a.outcome != b.outcome) return a.outcome > b.outcome;
    return (a.outcome == Outcome::win) == P::counts_margin ? a.size > b.size : a.size < b.size;
  }
};

}  // namespace plyground
