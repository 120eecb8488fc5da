// One thread of a search that a judge guides. PUCT goes down the tree by policy and value; the judge returns the value
// of the leaf and the policy of its moves. Several leaves are judged at a time.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/judge.hpp"
#include "core/random.hpp"
#include "core/specialist.hpp"
#include "search/mcts/plan.hpp"
#include "search/mcts/puct_root.hpp"
#include "search/mcts/root_policy.hpp"
#include "search/mcts/root_schedule.hpp"
#include "search/mcts/trace.hpp"
#include "search/mcts/tree.hpp"
#include "search/mcts/walker.hpp"
#include "search/value.hpp"

namespace plyground {

template <Game P>
class GuidedWorker : private MctsWalker<P> {
 public:
  using Index = Node::Index;
  using Specialist = SpecialistOf<P>;

  GuidedWorker(MctsShared<P>& shared, std::uint64_t number)
      : MctsWalker<P>(shared),
        random_(shared.plan.seed, number),
        puct_(shared.plan.guided.exploration, shared.plan.guided.noise ? shared.plan.guided.forced : 0) {
    const int batch = shared.trace ? 1 : shared.plan.guided.batch;  // a record needs sequential visits
    leaves_.reserve(static_cast<std::size_t>(std::max(1, batch)));
  }

  // Created on first use, because it may be costly.
  [[nodiscard]] Specialist& specialist() { return specialist_ ? *specialist_ : specialist_.emplace(); }

  // One visit. A leaf that has to be judged waits until there are enough of them.
  void playout() {
    if (!begin_visit()) {
      finish_all();  // the leaf, or a node on the path, is already waiting
      if (!begin_visit()) return;
    }
    if (leaves_.size() >= leaves_.capacity()) finish_all();
  }

  // Judges the waiting leaves.
  void finish_all() {
    if (leaves_.empty()) return;
    questions_.clear();
    for (const Leaf& leaf : leaves_) questions_.push_back({&leaf.position, &leaf.children.moves});
    answers_.resize(std::max(answers_.size(), leaves_.size()));
    shared_.judge->judge(questions_, std::span<Judgement>(answers_).first(leaves_.size()));
    for (std::size_t i = 0; i < leaves_.size(); ++i) finish(leaves_[i], answers_[i]);
    leaves_.clear();
  }

  // Gives the root all its children, even if some are decided.
  void open_root() {
    const Index root = shared_.tree.root();
    if (!arena_[root].begin_opening()) return;
    timeline_ = shared_.start;
    const Color turn = timeline_.position().turn();
    Leaf leaf{.path = {{root, other(turn)}}, .position = timeline_.position(), .children = {}, .played = {}};
    list_children(leaf.children, true);
    ask_about_root(leaf.children.moves);
    const auto policy = with_noise(softmax(root_answer_.logits));
    if (make_children(root, leaf.children, [&](Index begin) { set_policies(begin, policy); })) {
      settle(root, turn, other(turn));
    }
  }

  void look_at(Index, std::uint64_t) {}  // the policy has already judged every move

  // The move that the root's schedule would play goes to the front.
  void choose_first(std::vector<Index>& ranking) {
    if (!schedule_) return;
    const auto chosen =
        arena_[shared_.tree.root()].children() + static_cast<Index>(schedule_->best(standings(), root_answer_.share()));
    const auto place = std::find(ranking.begin(), ranking.end(), chosen);
    if (place != ranking.end()) std::rotate(ranking.begin(), place, place + 1);
  }

  [[nodiscard]] RootPolicy root_policy() {
    prepare_root();
    const auto moves = standings();
    if (schedule_) return schedule_->policy(moves, root_answer_.share());
    return puct_.policy(moves, root_answer_.share());
  }

 private:
  using Walker = MctsWalker<P>;
  using typename Walker::Children;
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
  using Walker::view_of;

  struct Leaf {
    std::vector<Step> path;
    P position;
    Children children;
    std::optional<float> played;  // Black's share in a playout from here
  };

  // Walks down to a leaf, and either ends the visit there or queues the leaf for the judge. False if another visit is
  // already at that leaf, and this one was undone.
  bool begin_visit() {
    timeline_ = shared_.start;
    path_.clear();
    ended_.reset();
    Index at = shared_.tree.root();
    Color mover = other(timeline_.position().turn());
    if (shared_.trace) {
      shared_.trace->begin(at);
      shared_.trace->now().how = MctsHow::proven;  // unless another outcome is found
    }
    for (;;) {
      Node& node = arena_[at];
      path_.push_back({at, mover});
      node.begin_visit(shared_.alone);
      if (node.outcome() != Outcome::unknown) return back_up(path_, share_of(node.outcome()), mover, true);
      const Color turn = timeline_.position().turn();
      if (!node.is_open()) return enter_leaf(node, at, mover);
      const bool scheduled = at == shared_.tree.root() && shared_.schedules_root;
      const bool forces = at == shared_.tree.root() && shared_.plan.guided.noise;
      const Index next = scheduled ? select_at_root() : select(node, turn != mover, forces);
      if (next == 0) return back_up(path_, 0.5F, mover, true);  // another thread has just proven the last child
      if (shared_.trace) note_choice(node, next, turn != mover, scheduled);
      timeline_.play(arena_[next].move());
      mover = turn;
      at = next;
    }
  }

  bool enter_leaf(Node& node, Index at, Color mover) {
    if (!shared_.finds_ends && note_end(node, mover) && ended_) {
      if (shared_.trace) shared_.trace->now().how = MctsHow::over;
      return back_up(path_, view_of(black_share(*ended_), mover), mover, true);
    }
    if (!node.begin_opening()) return undo_visit();
    if (prove_by_specialist(node, mover)) {
      return back_up(path_, share_of(node.outcome()), mover, true);
    }
    Leaf leaf{.path = path_, .position = timeline_.position(), .children = {}, .played = {}};
    list_children(leaf.children, false);
    if (leaf.children.win) {
      make_children(at, leaf.children, [](Index) {});
      settle(at, timeline_.position().turn(), mover);
      return back_up(path_, view_of(view_of(1, timeline_.position().turn()), mover), mover, true);
    }
    if (shared_.mix < 1) leaf.played = play_out(specialist(), random_);
    leaves_.push_back(std::move(leaf));
    return true;
  }

  bool undo_visit() {
    for (const Step& step : path_) arena_[step.at].cancel_visit(shared_.alone);
    return false;
  }

  void finish(const Leaf& leaf, const Judgement& answer) {
    const auto [at, mover] = leaf.path.back();
    const Color turn = leaf.position.turn();
    const auto fill = [&](Index begin) { set_policies(begin, softmax(answer.logits)); };
    const bool made = make_children(at, leaf.children, fill);
    const bool proven = made && settle(at, turn, mover);
    const float mix = leaf.played ? shared_.mix : 1;
    const float judged = view_of(answer.share(), turn);
    const float black = mix * judged + (1 - mix) * leaf.played.value_or(0);
    const float share = proven ? share_of(arena_[at].outcome()) : view_of(black, mover);
    if (shared_.trace && !proven) {
      shared_.trace->now().how = MctsHow::played;
      shared_.trace->now().opinion = judged;
      shared_.trace->now().played = leaf.played;
      shared_.trace->now().mix = mix;
    }
    back_up(leaf.path, share, mover, proven);
  }

  // Adds a result, from the side that made the last move, to the whole path.
  bool back_up(const std::vector<Step>& path, float share, Color mover, bool changed) {
    float black = view_of(share, mover);
    MctsTrace* const trace = shared_.trace;
    if (trace) trace->now().black = black;
    for (std::size_t i = path.size(); i-- > 0;) {
      black = revised(i, path, black, changed);
      Node& node = arena_[path[i].at];
      node.end_visit(view_of(black, path[i].mover), shared_.alone);
      if (trace) trace->note(i, view_of(black, path[i].mover), node.outcome(), path[i].mover == Color::black);
    }
    if (trace) trace->finish();
    return true;
  }

  void set_policies(Index begin, const std::vector<float>& policy) {
    for (std::size_t i = 0; i < policy.size(); ++i) arena_[begin + static_cast<Index>(i)].set_policy(policy[i]);
  }

  // The policy of the root, for PUCT in self-play. With fewer moves, each gets more noise.
  std::vector<float> with_noise(std::vector<float> policy) {
    const GuidedPlan& plan = shared_.plan.guided;
    if (!plan.noise || shared_.schedules_root) return policy;
    const auto noise = Dirichlet(random_, 10 / static_cast<double>(policy.size())).draw(policy.size());
    const auto part = static_cast<float>(plan.noise_share);
    for (std::size_t i = 0; i < policy.size(); ++i) policy[i] += part * (noise[i] - policy[i]);
    return policy;
  }

  // What PUCT needs about the children of a node.
  struct Promise {
    float untried;  // the value of an untried move
    float explore;

    // Its value so far, plus a bonus for being likely and seldom tried.
    [[nodiscard]] std::pair<float, float> of(const Node& child) const {
      const auto [tries, won] = child.stats();
      const auto count = static_cast<float>(tries);
      return {tries > 0 ? won / count : untried, explore * child.policy() / (1 + count)};
    }
  };

  [[nodiscard]] Promise promise_at(const Node& node, bool reversed_view) const {
    const auto [visits, wins] = node.stats();
    const auto all = static_cast<float>(std::max<std::uint64_t>(visits, 1));
    const float mean = reversed_view ? 1 - wins / all : wins / all;
    return {.untried = mean - static_cast<float>(shared_.plan.guided.fpu),
            .explore = static_cast<float>(shared_.plan.guided.exploration) * std::sqrt(all)};
  }

  // The child with the best sum of value and bonus. Proven moves need no further visit.
  Index select(const Node& node, bool reversed_view, bool forces) {
    const std::uint64_t visits = node.stats().visits;
    const Promise promise = promise_at(node, reversed_view);
    const Index end = node.children() + static_cast<Index>(node.count());
    Index best = 0;
    float best_value = -1e9F;
    for (Index at = node.children(); at < end; ++at) {
      const Node& child = arena_[at];
      if (child.outcome() != Outcome::unknown) continue;
      const auto [mean, explore] = promise.of(child);
      float value = mean + explore;
      const auto tries = static_cast<double>(child.stats().visits);
      if (forces && tries > 0 && tries < puct_.least_visits(child.policy(), visits)) value += 1000;
      if (value > best_value) {
        best_value = value;
        best = at;
      }
    }
    return best;
  }

  // Why this child was chosen, and the next best, for recordings only. A schedule at the root has different reasons:
  // there only the value so far is reported.
  void note_choice(const Node& node, Index chosen, bool reversed_view, bool scheduled) {
    const Promise promise = promise_at(node, reversed_view);
    MctsChoice choice;
    std::tie(choice.mean, choice.explore) = promise.of(arena_[chosen]);
    if (scheduled) choice.explore = 0;
    const P& here = timeline_.position();
    const Index end = node.children() + static_cast<Index>(node.count());
    for (Index at = node.children(); at < end && !scheduled; ++at) {
      if (at == chosen || arena_[at].outcome() != Outcome::unknown) continue;
      const auto [mean, explore] = promise.of(arena_[at]);
      if (!choice.instead.empty() && mean + explore <= choice.second) continue;
      choice.second = mean + explore;
      choice.instead = here.move_text(arena_[at].move());
    }
    shared_.trace->choose(chosen, here.move_text(arena_[chosen].move()), std::move(choice));
  }

  Index select_at_root() {
    prepare_root();
    const auto moves = standings();
    const bool open = std::ranges::any_of(moves, [](const RootStanding& move) { return !move.proven; });
    if (!open || !schedule_) return 0;
    return arena_[shared_.tree.root()].children() + static_cast<Index>(schedule_->next(moves, root_answer_.share()));
  }

  // The judge's answer about the root; requested again if the tree of an earlier search no longer has it.
  void prepare_root() {
    if (root_answer_.logits.empty()) {
      typename P::MoveList moves;
      shared_.start.legal_moves(moves);
      ask_about_root(moves);
    }
    if (schedule_ || !shared_.schedules_root) return;
    const GuidedPlan& plan = shared_.plan.guided;
    schedule_.emplace(root_answer_.logits.size(), static_cast<std::size_t>(plan.considered), shared_.plan.playouts,
                      RootSchedule::Scale{plan.value_visits, plan.value_scale, plan.rescale_values});
    if (plan.noise) schedule_->add_noise(random_);
  }

  void ask_about_root(const typename P::MoveList& moves) {
    const typename Judge<P>::Question question{&shared_.start.position(), &moves};
    shared_.judge->judge({&question, 1}, {&root_answer_, 1});
  }

  [[nodiscard]] std::vector<RootStanding> standings() const {
    const Node& root = arena_[shared_.tree.root()];
    std::vector<RootStanding> moves;
    for (std::size_t i = 0; i < root.count(); ++i) {
      const Node& child = arena_[root.children() + static_cast<Index>(i)];
      const auto [visits, wins] = child.stats();
      const bool proven = child.outcome() != Outcome::unknown;
      const float mean = visits > 0 ? wins / static_cast<float>(visits) : 0;
      moves.push_back({.logit = root_answer_.logits[i],
                       .policy = child.policy(),
                       .share = proven ? share_of(child.outcome()) : mean,
                       .visits = visits,
                       .proven = proven});
    }
    return moves;
  }

  // Exact answers of the game's specialist come before the judge's. Distances are those of the specialist's line.
  bool prove_by_specialist([[maybe_unused]] Node& node, [[maybe_unused]] Color mover) {
    if (!shared_.plan.guided.specialist || !shared_.plan.solver) return false;
    const P& here = timeline_.position();
    if constexpr (Settles<Specialist, P>) {
      if (specialist().settles(here)) {
        const Value value = specialist().settle(here, -infinity, infinity, AnyTick{});
        prove(node, value, here.turn(), mover);
        return true;
      }
    }
    if constexpr (SeesWins<Specialist, P> && !P::counts_margin) {
      if (specialist().wins_at_once(here)) {
        prove(node, win_value + max_ply - 1, here.turn(), mover);
        return true;
      }
    }
    return false;
  }

  void prove(Node& node, Value value, Color turn, Color mover) {
    Outcome outcome = value == 0 ? Outcome::draw : (value > 0 ? Outcome::win : Outcome::loss);
    if (turn != mover) outcome = reversed(outcome);
    const double beyond = std::abs(value) - win_value;
    const double size = value == 0 ? 0 : (P::counts_margin ? 2 * beyond : max_ply - beyond);
    node.prove({.outcome = outcome, .complete = true, .size = static_cast<int>(std::lround(size))});
  }

  Random random_;
  PuctRoot puct_;
  std::optional<Specialist> specialist_;
  std::vector<Step> path_;
  std::vector<Leaf> leaves_;  // waiting for the judge
  std::vector<typename Judge<P>::Question> questions_;
  std::vector<Judgement> answers_;
  Judgement root_answer_;
  std::optional<RootSchedule> schedule_;
};

}  // namespace plyground
