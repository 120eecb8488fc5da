// Monte Carlo tree search: plays games to their end from the leaves of a tree that grows where the results are good.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/specialist.hpp"
#include "core/timeline.hpp"
#include "search/evaluate.hpp"
#include "search/limits.hpp"
#include "search/mcts/plan.hpp"
#include "search/mcts/report.hpp"
#include "search/mcts/root_schedule.hpp"
#include "search/mcts/trace.hpp"
#include "search/mcts/tree.hpp"
#include "search/mcts/worker.hpp"
#include "search/report.hpp"

namespace plyground {

// The worker defines what happens at a leaf: MctsWorker plays games, GuidedWorker uses a judge.
template <Game P, class Worker = MctsWorker<P>>
class MonteCarlo {
 public:
  MonteCarlo(MctsTree<P>& tree, const Timeline<P>& start, const std::vector<Move>& played,
             const Evaluator<P>& evaluator, const MctsPlan& plan, Budget& budget, MctsTrace* trace = nullptr,
             const Judge<P>* judge = nullptr)
      : tree_(tree), start_(start), plan_(plan), budget_(budget), shared_(tree, start, evaluator, plan, trace, judge) {
    enter(played);
  }

  // The last report; earlier ones go to `on_report` now and then.
  Report run(const OnReport& on_report) {
    if (moves_ == 0) return report({});
    if (moves_ == 1 && plan_.playouts == 0) budget_.hurry();
    on_report_ = &on_report;
    try {
      while (search_until_full()) {
        shared_.expand_after = tree_.prune(shared_.expand_after);
        if (shared_.trace) shared_.trace->close();
      }
    } catch (...) {
      tree_.clear();  // these visits will never end
      throw;
    }
    return last_report();
  }

  // The results of a search with a judge about the moves of the root, in move-list order.
  [[nodiscard]] RootPolicy root_policy() const { return workers_[0]->root_policy(); }

 private:
  using Index = Node::Index;
  using Specialist = typename Worker::Specialist;

  void enter(const std::vector<Move>& played) {
    typename P::MoveList moves;
    if (!start_.result()) start_.legal_moves(moves);
    moves_ = moves.size();
    if (moves_ == 0) return;
    shared_.cap = 3 * moves_ + 100;
    if (shared_.expand_after == 0) shared_.expand_after = 2 + moves_ / 100;
    workers_.push_back(std::make_unique<Worker>(shared_, 0));
    const std::size_t bytes = std::max(plan_.memory_mb << 20, 2 * (moves_ + 4) * sizeof(Node));
    tree_.enter(start_, played, bytes, plan_.reuse && !shared_.schedules_root);  // a schedule begins without visits
    // A node that was proven by one winning move has no other children, which is not enough for a root.
    if (root().is_open() && root().count() == moves_) return;
    const Arena& arena = tree_.arena();
    if (root().is_open() || arena.capacity() - arena.used() < moves_ + 1) tree_.enter(start_, played, bytes, false);
    workers_[0]->open_root();
  }

  // Returns whether it ended because the memory is full.
  bool search_until_full() {
    shared_.end.store(MctsEnd::none, std::memory_order_relaxed);
    const int threads = shared_.alone ? 1 : plan_.threads;
    std::vector<std::exception_ptr> failures(static_cast<std::size_t>(threads));
    while (workers_.size() < failures.size()) {
      workers_.push_back(std::make_unique<Worker>(shared_, workers_.size()));
    }
    std::vector<std::thread> others = hire(failures);
    work(*workers_[0], budget_, true, failures[0]);
    for (std::thread& thread : others) thread.join();
    for (const auto& failure : failures) {
      if (failure) std::rethrow_exception(failure);
    }
    return shared_.end.load(std::memory_order_relaxed) == MctsEnd::full;
  }

  // The other threads, as many as the system can start.
  std::vector<std::thread> hire(std::vector<std::exception_ptr>& failures) {
    std::vector<std::thread> others;
    others.reserve(failures.size());
    try {
      for (std::size_t i = 1; i < failures.size(); ++i) {
        others.emplace_back([this, i, &failures] {
          Budget budget(budget_, Budget::ForAnotherThread{});
          work(*workers_[i], budget, false, failures[i]);
        });
      }
    } catch (const std::system_error&) {
      return others;
    }
    return others;
  }

  void work(Worker& worker, Budget& budget, bool leads, std::exception_ptr& failure) {
    try {
      work_until_end(worker, budget, leads);
      worker.finish_all();
    } catch (...) {
      failure = std::current_exception();
      shared_.finish(MctsEnd::done);
    }
  }

  void work_until_end(Worker& worker, Budget& budget, bool leads) {
    try {
      while (shared_.end.load(std::memory_order_relaxed) == MctsEnd::none) {
        if (is_done()) return shared_.finish(MctsEnd::done);
        budget.spend_node();
        worker.playout();
        if (leads) report_now_and_then();
      }
    } catch (const Stopped&) {
      shared_.finish(MctsEnd::done);
    }
  }

  bool is_done() {
    if (plan_.solver && root().outcome() != Outcome::unknown) return true;
    if (root().visits() + 1000 >= Node::most_visits) return true;
    if (plan_.playouts == 0) return false;
    return begun_.fetch_add(1, std::memory_order_relaxed) >= plan_.playouts;
  }

  [[nodiscard]] const Node& root() const { return tree_.arena()[tree_.root()]; }

  [[nodiscard]] Report report(std::vector<Line> lines) const {
    const auto depth = static_cast<int>(lines.empty() ? 0 : lines[0].moves.size());
    return {.depth = depth, .nodes = budget_.nodes(), .seconds = budget_.seconds(), .lines = std::move(lines)};
  }

  Report last_report() {
    const MctsSummary<P> summary(tree_, start_, plan_.win_scale);
    auto ranking = summary.ranking();
    workers_[0]->choose_first(ranking);
    return report(summary.lines(with_last_word(summary, std::move(ranking)), plan_.lines));
  }

  // The game may put another move first, unless a win is proven. If the search hardly visited that move, it gets some
  // playouts, so that its chance is measured, and the game is asked again.
  std::vector<Index> with_last_word(const MctsSummary<P>& summary, std::vector<Index> ranking) {
    if constexpr (HasLastWord<Specialist, P>) {
      if (shared_.judge && !plan_.guided.specialist) return ranking;
      if (tree_.arena()[ranking[0]].outcome() == Outcome::win) return ranking;
      auto place = last_word(summary, ranking);
      if (place != ranking.end() && place != ranking.begin() && is_hardly_visited(*place)) {
        workers_[0]->look_at(*place, least_looks);
        place = last_word(summary, ranking);
      }
      if (place != ranking.end() && !is_unseen(*place)) std::rotate(ranking.begin(), place, place + 1);
    }
    return ranking;
  }

  std::vector<Index>::iterator last_word(const MctsSummary<P>& summary, std::vector<Index>& ranking) {
    const auto moves = summary.root_moves(ranking);
    const auto word = workers_[0]->specialist().last_word(start_.position(), std::span<const RootMove>(moves));
    return std::find_if(ranking.begin(), ranking.end(), [&](Index at) { return tree_.arena()[at].move() == word; });
  }

  [[nodiscard]] bool is_hardly_visited(Index at) const {
    const Node& node = tree_.arena()[at];
    return node.outcome() == Outcome::unknown && node.visits() < least_looks;
  }
  [[nodiscard]] bool is_unseen(Index at) const { return is_hardly_visited(at) && tree_.arena()[at].visits() == 0; }

  // At every doubling, which is the same on every machine, and a few times a second.
  void report_now_and_then() {
    const std::uint64_t done = budget_.nodes();
    const bool doubled = done >= next_report_;
    if (!doubled && (done % 256 != 0 || budget_.seconds() < last_report_ + seconds_between_reports)) return;
    if (doubled) next_report_ = 2 * done;
    last_report_ = budget_.seconds();
    const MctsSummary<P> summary(tree_, start_, plan_.win_scale);
    (*on_report_)(report(summary.lines(summary.ranking(), plan_.lines)));
  }

  static constexpr double seconds_between_reports = 0.3;
  static constexpr std::uint64_t least_looks = 16;  // playouts of the move that is reported first

  MctsTree<P>& tree_;
  const Timeline<P>& start_;
  MctsPlan plan_;
  Budget& budget_;
  MctsShared<P> shared_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::atomic<std::uint64_t> begun_{0};
  std::size_t moves_ = 0;  // at the root
  const OnReport* on_report_ = nullptr;
  std::uint64_t next_report_ = 64;  // soon, because a person may be watching
  double last_report_ = 0;
};

}  // namespace plyground
