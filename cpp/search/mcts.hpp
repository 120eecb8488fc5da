// Monte Carlo tree search: plays games to their end from the leaves of a tree that grows where the results are good.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/random.hpp"
#include "core/specialist.hpp"
#include "core/timeline.hpp"
#include "search/evaluate.hpp"
#include "search/limits.hpp"
#include "search/mcts_report.hpp"
#include "search/mcts_tree.hpp"
#include "search/random_play.hpp"
#include "search/report.hpp"
#include "search/value.hpp"

namespace plyground {

struct MctsPlan {
  std::uint64_t playouts = 0;  // 0: no limit of its own
  bool rave = true;            // let a move share in the results of games in which it came later
  bool priors = true;          // begin with what the game knows about its moves
  bool bias = true;            // or, where it says nothing, with what the evaluation says about them
  bool solver = true;          // back up proven results as such
  bool policy = true;          // the game's own playouts instead of random ones
  bool reuse = true;           // go on from the tree of the last search
  double exploration = -1;     // below 0: 0 where priors and RAVE see to it, otherwise 0.2
  double fpu = 0;              // a move not yet tried is worth the mean of its position and this much more
  double rave_visits = 1000;   // own visits that weigh as much as any number of RAVE's
  double bias_visits = 100;    // how many visits the evaluation's opinion of a move counts for
  int bias_after = 16;         // visits before the evaluation is asked about all replies
  double mix = -1;             // the evaluation's part in a playout's result; below 0: 0 or 0.9, see mix_of
  int expand_after = 2;        // visits before a position gets its replies
  int threads = 1;
  std::size_t memory_mb = 256;
  std::uint64_t seed = 0;
  int lines = 1;
  double win_scale = 1;  // of the evaluation: a lead of this size wins with a chance of e / (1 + e)
};

template <Game P>
class MonteCarlo {
 public:
  MonteCarlo(MctsTree<P>& tree, const Timeline<P>& start, const std::vector<Move>& played,
             const Evaluator<P>& evaluator, const MctsPlan& plan, Budget& budget)
      : tree_(tree), arena_(tree.arena()), start_(start), evaluator_(evaluator), plan_(plan), budget_(budget) {
    for (std::size_t n = 0; n < roots_.size(); ++n) roots_[n] = 1 / std::sqrt(static_cast<float>(n) + 1);
    enter(played);
  }

  // The last report; earlier ones go to `on_report` now and then.
  Report run(const OnReport& on_report) {
    if (moves_ == 0) return report();
    on_report_ = &on_report;
    try {
      while (search_until_full()) expand_after_ = tree_.prune(expand_after_);
    } catch (...) {
      tree_.clear();  // visits were begun that will never end
      throw;
    }
    return last_report();
  }

 private:
  using Index = Node::Index;
  using Specialist = SpecialistOf<P>;
  static constexpr bool runs_python = requires { P::runs_python; };

  struct Step {
    Index at;
    Color mover;
  };

  // What a thread owns.
  struct Worker {
    Worker(const MonteCarlo& search, Budget& its_budget, std::uint64_t number)
        : timeline(search.start_), budget(its_budget), random(search.plan_.seed, number) {}

    Timeline<P> timeline;  // follows the playout; its past is overwritten for the next one, which allocates nothing
    Budget& budget;
    Random random;
    Specialist specialist;
    std::vector<Step> path;
    std::vector<Move> trail;                                                    // the moves of the playout
    std::vector<Color> trail_color;                                             // and who made them
    std::vector<std::uint32_t> first_by = std::vector<std::uint32_t>(1 << 16);  // who made a move first, and when
    std::uint32_t epoch = 0;
    std::vector<Prior> priors;
    std::vector<std::pair<std::size_t, Proof>> ends;  // children that end the game
    std::optional<Result> ended;                      // the game is over at the leaf
  };

  enum class End : std::uint8_t { none, full, done };

  // ---- the beginning

  void enter(const std::vector<Move>& played) {
    typename P::MoveList moves;
    if (!start_.result()) start_.legal_moves(moves);
    moves_ = moves.size();
    if (moves_ == 0) return;
    cap_ = 3 * moves_ + 100;
    const std::size_t bytes = std::max(plan_.memory_mb << 20, 2 * (moves_ + 4) * sizeof(Node));
    tree_.enter(start_, played, bytes, plan_.reuse);
    // A node that was proven by one winning move has no other children, which is not enough for a root.
    if (root().is_open() && root().count() == moves_) return;
    if (root().is_open() || arena_.capacity() - arena_.used() < moves_ + 1) tree_.enter(start_, played, bytes, false);
    Worker worker(*this, budget_, 0);
    open(worker, tree_.root(), true);
    settle(tree_.root(), start_.position().turn(), other(start_.position().turn()));
  }

  // ---- threads

  // Returns whether it ended because the memory is full.
  bool search_until_full() {
    end_.store(End::none, std::memory_order_relaxed);
    hire();
    std::vector<std::exception_ptr> failures(workers_.size());
    {
      std::vector<std::jthread> others;
      for (std::size_t i = 1; i < workers_.size(); ++i) {
        others.emplace_back([this, i, &failures] { work(*workers_[i], failures[i]); });
      }
      work(*workers_[0], failures[0]);
    }
    for (const auto& failure : failures) {
      if (failure) std::rethrow_exception(failure);
    }
    return end_.load(std::memory_order_relaxed) == End::full;
  }

  void hire() {
    if (!workers_.empty()) return;
    const int threads = runs_python ? 1 : std::max(1, plan_.threads);
    alone_ = threads == 1;
    for (int i = 0; i < threads; ++i) {
      if (i > 0) budgets_.push_back(std::make_unique<Budget>(budget_));
      Budget& budget = i > 0 ? *budgets_.back() : budget_;
      workers_.push_back(std::make_unique<Worker>(*this, budget, static_cast<std::uint64_t>(i)));
    }
  }

  void work(Worker& worker, std::exception_ptr& failure) {
    const bool leads = &worker == workers_[0].get();
    try {
      while (end_.load(std::memory_order_relaxed) == End::none) {
        if (is_done()) return finish(End::done);
        worker.budget.spend_node();
        playout(worker);
        if (leads) report_now_and_then();
      }
    } catch (const Stopped&) {
      finish(End::done);
    } catch (...) {
      failure = std::current_exception();
      finish(End::done);
    }
  }

  void finish(End end) {
    End none = End::none;
    if (end == End::done) {
      end_.store(end, std::memory_order_relaxed);
    } else {
      end_.compare_exchange_strong(none, end, std::memory_order_relaxed);
    }
  }

  bool is_done() {
    if (plan_.solver && root().outcome() != Outcome::unknown) return true;
    if (root().visits() + 1000 >= Node::most_visits) return true;
    if (plan_.playouts == 0) return false;
    return begun_.fetch_add(1, std::memory_order_relaxed) >= plan_.playouts;
  }

  // ---- one playout

  void playout(Worker& worker) {
    const bool changed = descend(worker);
    worker.trail.clear();
    worker.trail_color.clear();
    const Step& leaf = worker.path.back();
    const Outcome outcome = arena_[leaf.at].outcome();
    if (outcome != Outcome::unknown) {
      back_up(worker, view_of(share_of(outcome), leaf.mover), changed);
    } else {
      back_up(worker, worker.ended ? black_share(*worker.ended) : result_of(worker), changed);
    }
  }

  // Walks down to a leaf, which it opens if that is worth it. Returns whether something was proven there.
  bool descend(Worker& worker) {
    worker.timeline = start_;
    worker.path.clear();
    worker.ended.reset();
    Index at = tree_.root();
    Color mover = other(start_.position().turn());
    for (;;) {
      Node& node = arena_[at];
      worker.path.push_back({at, mover});
      node.begin_visit(alone_);
      if (node.outcome() != Outcome::unknown) return true;
      const Color turn = worker.timeline.position().turn();
      if (!node.is_open()) {
        if (!finds_ends_ && note_end(worker, node, mover)) return true;
        if (node.visits() < expand_after_ || !open(worker, at, false)) return false;
        if (settle(at, turn, mover)) return true;
      }
      if (biased_ && node.visits() >= bias_after_ && node.begin_bias()) add_bias(worker, node);
      const Index next = select(worker, node, turn != mover);
      if (next == 0) return true;  // another thread has just proven the last child
      worker.timeline.play(arena_[next].move());
      mover = turn;
      at = next;
    }
  }

  // Is the game over here? Asked only where it was not found out when the parent was opened.
  bool note_end(Worker& worker, Node& node, Color mover) {
    worker.ended = worker.timeline.result();
    if (worker.ended && plan_.solver) node.prove(proof_of(*worker.ended, mover));
    return worker.ended.has_value();
  }

  // The child that promises most. Moves that are proven need no further visit.
  Index select(Worker& worker, const Node& node, bool reversed_view) {
    const auto [visits, wins] = node.stats();
    const auto all = static_cast<float>(std::max<std::uint64_t>(visits, 1));
    const float mean = reversed_view ? 1 - wins / all : wins / all;
    const float untried = mean + static_cast<float>(plan_.fpu);
    const float explore = exploration_ * std::sqrt(std::log(all + 1));
    const auto count = static_cast<Index>(node.count());
    const Index begin = node.children();
    const Index middle = worker.random.below(count);  // equals are met in a random order
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
    return best;
  }

  [[nodiscard]] float promise(const Node& child, float untried, float explore) const {
    const auto [visits, wins] = child.stats();
    const auto prior = child.prior();
    const float weight = static_cast<float>(static_cast<std::int64_t>(visits)) + prior.visits;
    float value = weight > 0 ? (wins + prior.wins) / weight : untried;
    if (plan_.rave) {
      const auto amaf = child.amaf();
      const float sum = amaf.visits + weight + amaf.visits * weight * rave_bias_;
      if (sum > 0) value += (amaf.wins - value * amaf.visits) / sum;
    }
    const float root = visits < roots_.size() ? roots_[visits] : 1 / std::sqrt(static_cast<float>(visits) + 1);
    return value + explore * root;
  }

  // Black's share of the point: how the game ended, and what the evaluation thought before it was played.
  float result_of(Worker& worker) {
    const float here = mix_ > 0 ? opinion(worker.timeline.position()) : 0.5F;
    if (here != 0.5F) outspoken_.store(true, std::memory_order_relaxed);
    const float mix = outspoken_.load(std::memory_order_relaxed) ? mix_ : 0;
    return mix < 1 ? mix * here + (1 - mix) * play_on(worker) : here;
  }

  float play_on(Worker& worker) {
    const Color turn = worker.timeline.position().turn();
    if constexpr (PlaysOut<Specialist, P>) {
      if (plan_.policy) {
        const float share = worker.specialist.playout(worker.timeline.position(), worker.random, worker.trail);
        for (std::size_t i = 0; i < worker.trail.size(); ++i) {
          worker.trail_color.push_back(i % 2 == 0 ? turn : other(turn));
        }
        return std::clamp(share, 0.0F, 1.0F);
      }
    }
    const auto result = play_randomly(worker.timeline, worker.random, cap_, [&worker](Move move) {
      worker.trail.push_back(move);
      worker.trail_color.push_back(worker.timeline.position().turn());
    });
    return result ? black_share(*result) : opinion(worker.timeline.position());
  }

  // A game that is best played by Monte Carlo has playouts that tell more than its evaluation; elsewhere it is the
  // other way round, by far.
  static double mix_of(const MctsPlan& plan, const P& position) {
    if (plan.mix >= 0) return plan.mix;
    if constexpr (PlaysOut<Specialist, P> && HasFavourite<Specialist, P>) {
      if (plan.policy && Specialist::favourite(position) == Favourite::monte_carlo) return 0;
    }
    return 0.9;
  }

  // Black's chances as the evaluation sees them.
  [[nodiscard]] float opinion(const P& position) const {
    return static_cast<float>(1 / (1 + std::exp(-evaluator_(position) / plan_.win_scale)));
  }

  void back_up(Worker& worker, float black, bool changed) {
    const auto& path = worker.path;
    if (plan_.rave) {
      ++worker.epoch;
      for (std::size_t i = worker.trail.size(); i-- > 0;) note_move(worker, worker.trail[i], worker.trail_color[i]);
    }
    for (std::size_t i = path.size(); i-- > 0;) {
      Node& node = arena_[path[i].at];
      const bool inner = i + 1 < path.size();
      if (inner && changed) changed = settle(path[i].at, path[i + 1].mover, path[i].mover);
      if (const Outcome outcome = node.outcome(); outcome != Outcome::unknown) {
        black = view_of(share_of(outcome), path[i].mover);
      } else if (inner && node.replies_draw()) {
        black = view_of(std::max(view_of(black, path[i + 1].mover), 0.5F), path[i + 1].mover);
      }
      if (inner && plan_.rave) {
        note_move(worker, arena_[path[i + 1].at].move(), path[i + 1].mover);
        add_amaf(worker, node, path[i + 1].mover, view_of(black, path[i + 1].mover));
      }
      node.end_visit(view_of(black, path[i].mover), alone_);
    }
  }

  // From the end to the beginning, so that the first to make a move is noted last.
  void note_move(Worker& worker, Move move, Color color) const {
    if (start_.position().is_pass(move)) return;
    worker.first_by[move] = worker.epoch * 2 + static_cast<std::uint32_t>(index(color));
  }

  void add_amaf(const Worker& worker, const Node& node, Color turn, float share) {
    const std::uint32_t wanted = worker.epoch * 2 + static_cast<std::uint32_t>(index(turn));
    const Index end = node.children() + static_cast<Index>(node.count());
    for (Index at = node.children(); at < end; ++at) {
      Node& child = arena_[at];
      if (worker.first_by[child.move()] == wanted) child.add_amaf(share);
    }
  }

  // ---- growing the tree

  // Gives the node its children. False if there is no memory, or another thread is at it.
  bool open(Worker& worker, Index at, bool all) {
    Node& node = arena_[at];
    if (!node.begin_opening()) return node.is_open();
    typename P::MoveList moves;
    worker.timeline.legal_moves(moves);
    worker.ends.clear();
    const auto win = finds_ends_ ? look_for_ends(worker, moves) : std::nullopt;
    const bool one_is_enough = win && !all;
    const std::size_t count = one_is_enough ? 1 : moves.size();
    const Index begin = arena_.add_block(at, count);
    if (begin == 0) {
      node.give_up_opening();
      finish(End::full);
      return false;
    }
    if (one_is_enough) {
      arena_.construct(begin, moves[worker.ends[*win].first]);
      arena_[begin].prove(worker.ends[*win].second);
    } else {
      fill(worker, begin, moves);
    }
    node.open(begin, count);
    return true;
  }

  void fill(Worker& worker, Index begin, const typename P::MoveList& moves) {
    for (std::size_t i = 0; i < moves.size(); ++i) arena_.construct(begin + static_cast<Index>(i), moves[i]);
    for (const auto& [place, proof] : worker.ends) arena_[begin + static_cast<Index>(place)].prove(proof);
    if constexpr (HasPriors<Specialist, P>) {
      if (!plan_.priors) return;
      worker.priors.assign(moves.size(), Prior{});
      worker.specialist.priors(worker.timeline.position(), moves, std::span<Prior>(worker.priors));
      for (std::size_t i = 0; i < moves.size(); ++i) {
        arena_[begin + static_cast<Index>(i)].add_prior(worker.priors[i].wins, worker.priors[i].visits);
      }
    }
  }

  // Which moves end the game at once? Returns the place of the best winning one in `ends`.
  std::optional<std::size_t> look_for_ends(Worker& worker, const typename P::MoveList& moves) const {
    const P before = worker.timeline.position();
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      worker.timeline.play(moves[i]);
      const auto result = worker.timeline.result();
      worker.timeline.take_back(before);
      if (!result) continue;
      worker.ends.emplace_back(i, proof_of(*result, before.turn()));
      const Proof& proof = worker.ends.back().second;
      if (proof.outcome != Outcome::win) continue;
      if (!best || worker.ends[*best].second.size < proof.size) best = worker.ends.size() - 1;
    }
    return best;
  }

  // The evaluation's opinion of every child, as if it had been tried a few times.
  void add_bias(Worker& worker, const Node& node) {
    const P& here = worker.timeline.position();
    const Index end = node.children() + static_cast<Index>(node.count());
    for (Index at = node.children(); at < end; ++at) {
      Node& child = arena_[at];
      if (child.outcome() != Outcome::unknown) continue;
      P after = here;
      after.play(child.move());
      child.add_prior(view_of(opinion(after), here.turn()) * bias_visits_, bias_visits_);
    }
  }

  // ---- proofs

  static Proof proof_of(const Result& result, Color mover) {
    Outcome outcome = Outcome::draw;
    if (result.winner) outcome = *result.winner == mover ? Outcome::win : Outcome::loss;
    const double margin = P::counts_margin ? result.margin.value_or(0) : 0;
    return {.outcome = outcome, .complete = true, .size = static_cast<int>(std::lround(2 * margin))};
  }

  // Proves the node if its children allow it: by a win for the side to move, or if all of them are proven.
  bool settle(Index at, Color turn, Color mover) {
    Node& node = arena_[at];
    if (!plan_.solver || !node.is_open()) return false;
    const auto best = best_child(node);
    if (best.outcome == Outcome::unknown) return false;
    Proof proof = best;
    if (turn != mover) proof.outcome = reversed(proof.outcome);
    if (!P::counts_margin) ++proof.size;
    node.prove(proof);
    return true;
  }

  // What the side to move can have, or `unknown`.
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

  // ---- reports

  [[nodiscard]] const Node& root() const { return arena_[tree_.root()]; }

  Report report() const {
    Report report{.depth = 0, .nodes = budget_.nodes(), .seconds = budget_.seconds(), .lines = {}};
    if (moves_ == 0) return report;
    const MctsSummary<P> summary(tree_, start_, plan_.win_scale);
    report.lines = summary.lines(summary.ranking(), plan_.lines);
    report.depth = static_cast<int>(report.lines[0].moves.size());
    return report;
  }

  // After the search, and with the game's own opinion.
  Report last_report() {
    Report report = this->report();
    if constexpr (HasLastWord<Specialist, P>) {
      const MctsSummary<P> summary(tree_, start_, plan_.win_scale);
      auto ranking = summary.ranking();
      if (arena_[ranking[0]].outcome() == Outcome::win) return report;
      const auto moves = summary.root_moves(ranking);
      const auto word = workers_[0]->specialist.last_word(start_.position(), std::span<const RootMove>(moves));
      if (!word) return report;
      const auto at = std::find_if(ranking.begin(), ranking.end(), [&](Index i) { return arena_[i].move() == *word; });
      if (at == ranking.end()) return report;
      std::rotate(ranking.begin(), at, at + 1);
      report.lines = summary.lines(ranking, plan_.lines);
      report.depth = static_cast<int>(report.lines[0].moves.size());
    }
    return report;
  }

  void report_now_and_then() {
    const std::uint64_t done = budget_.nodes();
    const bool doubled = done >= next_report_;
    if (!doubled && (done % 256 != 0 || budget_.seconds() < last_report_ + seconds_between_reports)) return;
    if (doubled) next_report_ = 2 * done;
    last_report_ = budget_.seconds();
    (*on_report_)(report());
  }

  // The share of the point for one side, from black's, or the other way round.
  static float view_of(float black, Color color) { return color == Color::black ? black : 1 - black; }
  static float black_share(const Result& result) {
    if (!result.winner) return 0.5F;
    return *result.winner == Color::black ? 1.0F : 0.0F;
  }

  static constexpr double seconds_between_reports = 0.3;

  MctsTree<P>& tree_;
  Arena& arena_;
  const Timeline<P>& start_;
  const Evaluator<P>& evaluator_;
  MctsPlan plan_;
  Budget& budget_;
  // Priors and the evaluation answer the same question; the game's own answer is the better one.
  bool has_priors_ = HasPriors<Specialist, P> && plan_.priors;
  float mix_ = static_cast<float>(mix_of(plan_, start_.position()));
  bool biased_ = plan_.bias && !has_priors_;
  float exploration_ =
      plan_.exploration >= 0 ? static_cast<float>(plan_.exploration) : (has_priors_ && plan_.rave ? 0.0F : 0.2F);
  bool finds_ends_ = plan_.solver && !runs_python;
  std::size_t moves_ = 0;  // at the root
  std::uint64_t cap_ = 0;  // plies of a random playout
  std::uint64_t expand_after_ = static_cast<std::uint64_t>(std::max(1, plan_.expand_after));
  std::uint64_t bias_after_ = static_cast<std::uint64_t>(std::max(1, plan_.bias_after));
  float bias_visits_ = static_cast<float>(plan_.bias_visits);
  float rave_bias_ = static_cast<float>(1 / plan_.rave_visits);
  bool alone_ = true;
  std::vector<std::unique_ptr<Budget>> budgets_;  // of the other threads
  std::vector<std::unique_ptr<Worker>> workers_;
  std::atomic<End> end_{End::none};
  std::atomic<std::uint64_t> begun_{0};
  std::atomic<bool> outspoken_{false};  // does the evaluation ever say more than that a position is even?
  const OnReport* on_report_ = nullptr;
  std::uint64_t next_report_ = 1024;
  double last_report_ = 0;
  std::array<float, 4096> roots_{};  // 1 / sqrt(n + 1)
};

}  // namespace plyground
