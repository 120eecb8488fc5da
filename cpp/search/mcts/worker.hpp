// One thread of a Monte Carlo search: goes down the tree, plays to the end, and carries the result back up.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/random.hpp"
#include "core/specialist.hpp"
#include "core/timeline.hpp"
#include "search/mcts/plan.hpp"
#include "search/mcts/trace.hpp"
#include "search/mcts/tree.hpp"
#include "search/mcts/walker.hpp"
#include "search/value.hpp"

namespace plyground {

template <Game P>
class MctsWorker : private MctsWalker<P> {
 public:
  using Index = Node::Index;
  using Specialist = typename MctsShared<P>::Specialist;

  MctsWorker(MctsShared<P>& shared, std::uint64_t number) : MctsWalker<P>(shared), random_(shared.plan.seed, number) {}

  [[nodiscard]] Specialist& specialist() { return specialist_; }

  void finish_all() {}                             // no playout is waiting
  void choose_first(std::vector<Index>&) const {}  // the order is already right

  void playout() {
    const bool changed = descend();
    trail_.clear();
    trail_color_.clear();
    const Step& leaf = path_.back();
    const Outcome outcome = arena_[leaf.at].outcome();
    if (outcome != Outcome::unknown) {
      finish(view_of(share_of(outcome), leaf.mover), changed, MctsHow::proven);
    } else if (ended_) {
      finish(black_share(*ended_), changed, MctsHow::over);
    } else {
      finish(result_of(), changed, MctsHow::played);
    }
  }

  // Some playouts that begin with this move, a child of the root.
  void look_at(Index child, std::uint64_t playouts) {
    const Node& node = arena_[child];
    first_ = child;
    for (std::uint64_t i = 0; i < playouts && node.outcome() == Outcome::unknown; ++i) playout();
    first_ = 0;
  }

  // Gives the root all its children, even if some are decided.
  void open_root() {
    timeline_ = shared_.start;
    const Color turn = shared_.start.position().turn();
    if (open(shared_.tree.root(), true)) settle(shared_.tree.root(), turn, other(turn));
  }

 private:
  using Walker = MctsWalker<P>;
  using typename Walker::Step;
  using Walker::arena_;
  using Walker::black_share;
  using Walker::ended_;
  using Walker::list_children;
  using Walker::make_children;
  using Walker::note_end;
  using Walker::play_out;
  using Walker::revised;
  using Walker::settle;
  using Walker::shared_;
  using Walker::timeline_;
  using Walker::trail_;
  using Walker::trail_color_;
  using Walker::view_of;

  void finish(float black, bool changed, MctsHow how) {
    if (MctsTrace* const trace = shared_.trace) {
      trace->now().how = how;
      trace->now().black = black;
      trace->now().plies = trail_.size();
    }
    back_up(black, changed);
    if (shared_.trace) shared_.trace->finish();
  }

  // Walks down to a leaf, which it expands if that is worthwhile. Returns whether something was proven there.
  bool descend() {
    timeline_ = shared_.start;
    path_.clear();
    ended_.reset();
    Index at = shared_.tree.root();
    Color mover = other(shared_.start.position().turn());
    if (shared_.trace) shared_.trace->begin(at);
    for (;;) {
      Node& node = arena_[at];
      path_.push_back({at, mover});
      node.begin_visit(shared_.alone);
      if (node.outcome() != Outcome::unknown) return true;
      const Color turn = timeline_.position().turn();
      if (!node.is_open()) {
        if (!shared_.finds_ends && note_end(node, mover)) return true;
        if (node.visits() < shared_.expand_after || !open(at, false)) return false;
        if (settle(at, turn, mover)) return true;
      }
      if (shared_.biased && node.visits() >= shared_.bias_after && node.begin_bias()) add_bias(node);
      const Index next = first_ != 0 && path_.size() == 1 ? first_ : select(node, turn != mover);
      if (next == 0) return true;  // another thread has just proven the last child
      timeline_.play(arena_[next].move());
      mover = turn;
      at = next;
    }
  }

  // The child with the best selection value. Proven moves need no further visit.
  Index select(const Node& node, bool reversed_view) {
    const auto [visits, wins] = node.stats();
    const auto all = static_cast<float>(std::max<std::uint64_t>(visits, 1));
    const float mean = reversed_view ? 1 - wins / all : wins / all;
    const float untried = mean + static_cast<float>(shared_.plan.fpu);
    const float explore = shared_.exploration() * std::sqrt(std::log(all + 1));
    const auto count = static_cast<Index>(node.count());
    const Index begin = node.children();
    const Index middle = random_.below(count);  // equal moves come in random order
    Index best = 0;
    float best_value = -1e9F;
    for (Index i = 0; i < count; ++i) {
      const Index at = begin + (i + middle < count ? i + middle : i + middle - count);
      const Node& child = arena_[at];
      if (child.outcome() != Outcome::unknown) continue;
      const float value = promise(child, untried, explore);
      if (value > best_value) {
        best_value = value;
        best = at;
      }
    }
    if (shared_.trace && best != 0) note_choice(node, best, untried, explore);
    return best;
  }

  // Why this child was chosen, and the next best, for recordings only.
  void note_choice(const Node& node, Index chosen, float untried, float explore) {
    MctsChoice choice = reasons(arena_[chosen], untried, explore);
    Index second = 0;
    for (Index at = node.children(); at < node.children() + static_cast<Index>(node.count()); ++at) {
      if (at == chosen || arena_[at].outcome() != Outcome::unknown) continue;
      const float value = promise(arena_[at], untried, explore);
      if (second != 0 && value <= choice.second) continue;
      second = at;
      choice.second = value;
    }
    const P& here = timeline_.position();
    if (second != 0) choice.instead = here.move_text(arena_[second].move());
    shared_.trace->choose(chosen, here.move_text(arena_[chosen].move()), std::move(choice));
  }

  [[nodiscard]] MctsChoice reasons(const Node& child, float untried, float explore) const {
    const auto [visits, wins] = child.stats();
    const auto prior = child.prior();
    const float weight = static_cast<float>(static_cast<std::int64_t>(visits)) + prior.visits;
    MctsChoice found;
    found.mean = weight > 0 ? (wins + prior.wins) / weight : untried;
    const float whole = promise(child, untried, explore);
    const float alone = promise(child, untried, 0);
    found.rave = alone - found.mean;
    found.explore = whole - alone;
    return found;
  }

  [[nodiscard]] float promise(const Node& child, float untried, float explore) const {
    const auto [visits, wins] = child.stats();
    const auto prior = child.prior();
    const float weight = static_cast<float>(static_cast<std::int64_t>(visits)) + prior.visits;
    float value = weight > 0 ? (wins + prior.wins) / weight : untried;
    if (shared_.plan.rave) {
      const auto amaf = child.amaf();
      const float sum = amaf.visits + weight + amaf.visits * weight * shared_.rave_bias;
      if (sum > 0) value += (amaf.wins - value * amaf.visits) / sum;
    }
    const float root =
        visits < shared_.roots.size() ? shared_.roots[visits] : 1 / std::sqrt(static_cast<float>(visits) + 1);
    return value + explore * root;
  }

  // Black's share of the point: the result of the game, mixed with the evaluation before it was played.
  float result_of() {
    const float here = shared_.mix > 0 ? opinion(timeline_.position()) : 0.5F;
    const float mix = shared_.is_outspoken() ? shared_.mix : 0;
    const std::optional<float> played = mix < 1 ? std::optional<float>(play_on()) : std::nullopt;
    if (MctsTrace* const trace = shared_.trace) {
      trace->now().mix = mix;
      if (mix > 0) trace->now().opinion = here;
      trace->now().played = played;
    }
    return played ? mix * here + (1 - mix) * *played : here;
  }

  float play_on() {
    const std::optional<float> played = play_out(specialist_, random_);
    return played ? *played : opinion(timeline_.position());
  }

  // Black's winning chance by the evaluation.
  float opinion(const P& position) {
    const Value value = shared_.evaluator(position);
    if (value != 0 && !shared_.is_outspoken()) shared_.outspoken.store(true, std::memory_order_relaxed);
    return static_cast<float>(1 / (1 + std::exp(-value / shared_.plan.win_scale)));
  }

  void back_up(float black, bool changed) {
    const auto& path = path_;
    if (shared_.plan.rave) {
      ++epoch_;
      for (std::size_t i = trail_.size(); i-- > 0;) note_move(trail_[i], trail_color_[i]);
    }
    for (std::size_t i = path.size(); i-- > 0;) {
      Node& node = arena_[path[i].at];
      const bool inner = i + 1 < path.size();
      black = revised(i, path, black, changed);
      if (inner && shared_.plan.rave) {
        note_move(arena_[path[i + 1].at].move(), path[i + 1].mover);
        add_amaf(node, path[i + 1].mover, view_of(black, path[i + 1].mover));
      }
      node.end_visit(view_of(black, path[i].mover), shared_.alone);
      if (shared_.trace) note(i, view_of(black, path[i].mover));
    }
  }

  void note(std::size_t step, float share) {
    const Step& here = path_[step];
    shared_.trace->note(step, share, arena_[here.at].outcome(), here.mover == Color::black);
  }

  // From the end to the beginning, so that the first occurrence of a move is noted last.
  void note_move(Move move, Color color) {
    if (shared_.start.position().is_pass(move)) return;
    first_by_[move] = epoch_ * 2 + static_cast<std::uint32_t>(index(color));
  }

  void add_amaf(const Node& node, Color turn, float share) {
    const std::uint32_t wanted = epoch_ * 2 + static_cast<std::uint32_t>(index(turn));
    const Index end = node.children() + static_cast<Index>(node.count());
    for (Index at = node.children(); at < end; ++at) {
      Node& child = arena_[at];
      if (first_by_[child.move()] == wanted) child.add_amaf(share);
    }
  }

  // Creates the node's children. False if there is no memory, or if another thread is doing it.
  bool open(Index at, bool all) {
    Node& node = arena_[at];
    if (!node.begin_opening()) return node.is_open();
    list_children(children_, all);
    return make_children(at, children_, [&](Index begin) { add_priors(begin, children_.moves); });
  }

  void add_priors([[maybe_unused]] Index begin, [[maybe_unused]] const typename P::MoveList& moves) {
    if constexpr (HasPriors<Specialist, P>) {
      if (!shared_.plan.priors) return;
      priors_.assign(moves.size(), Prior{});
      specialist_.priors(timeline_.position(), moves, std::span<Prior>(priors_));
      for (std::size_t i = 0; i < moves.size(); ++i) {
        arena_[begin + static_cast<Index>(i)].add_prior(priors_[i].wins, priors_[i].visits);
      }
    }
  }

  // The evaluation's opinion of every child, as if it had been tried a few times.
  void add_bias(const Node& node) {
    const P& here = timeline_.position();
    const Index end = node.children() + static_cast<Index>(node.count());
    for (Index at = node.children(); at < end; ++at) {
      Node& child = arena_[at];
      if (child.outcome() != Outcome::unknown) continue;
      P after = here;
      after.play(child.move());
      const float share = view_of(opinion(after), here.turn());
      if (shared_.is_outspoken()) child.add_prior(share * shared_.bias_visits, shared_.bias_visits);
    }
  }

  Random random_;
  Specialist specialist_;
  Index first_ = 0;  // the child of the root to visit; 0: the best
  std::vector<Step> path_;
  // the side that made a move first, and when
  std::vector<std::uint32_t> first_by_ = std::vector<std::uint32_t>(1 << 16);
  std::uint32_t epoch_ = 0;
  std::vector<Prior> priors_;
  typename Walker::Children children_;  // of the node that is being expanded
};

}  // namespace plyground
