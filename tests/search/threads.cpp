// Searches on several threads under the thread sanitizer: compiled and run by test_threads.py.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include "bind/search.hpp"
#include "games/dobutsu/heuristics.hpp"
#include "games/dobutsu/rules.hpp"
#include "games/dobutsu/specialist.hpp"
#include "games/gomoku/heuristics.hpp"
#include "games/gomoku/rules.hpp"
#include "games/gomoku/specialist.hpp"
#include "games/othello/heuristics.hpp"
#include "games/othello/rules.hpp"
#include "games/othello/specialist.hpp"
#include "search/alphabeta/strong.hpp"
#include "search/alphabeta/table.hpp"
#include "search/mcts/search.hpp"

using namespace plyground;

namespace {

const std::atomic<bool> never{false};

template <class P>
void search_together(const P& position, std::uint64_t nodes) {
  const Timeline<P> start(position);
  const Evaluator<P> evaluator = weighed<P>({});
  Table table(1);  // small, so that threads use the same entries
  Budget budget({.nodes = nodes}, never, {}, 64);
  StrongPlan plan;
  plan.threads = 4;
  const Report report = Strong<P>(start, evaluator, plan, &table, budget).run([](const Report&) {});
  if (report.lines.empty()) std::abort();
}

template <class P>
void play_out_together(const P& position, std::uint64_t playouts) {
  const Timeline<P> start(position);
  const Evaluator<P> evaluator = weighed<P>({});
  MctsTree<P> tree;
  MctsPlan plan;
  plan.threads = 4;
  plan.playouts = playouts;
  plan.memory_mb = 1;  // so little that the tree has to be pruned
  Budget budget({}, never, {}, 16);
  const Report report = MonteCarlo<P>(tree, start, {}, evaluator, plan, budget).run([](const Report&) {});
  if (report.lines.empty()) std::abort();
}

// Ranks the moves of a root while another thread plays them: every move must occur once.
template <class P>
void rank_together(const P& position, int times) {
  const Timeline<P> start(position);
  const Evaluator<P> evaluator = weighed<P>({});
  MctsTree<P> tree;
  MctsPlan plan;
  plan.playouts = 1;
  plan.memory_mb = 1;
  Budget budget({}, never, {}, 16);
  MonteCarlo<P>(tree, start, {}, evaluator, plan, budget).run([](const Report&) {});
  Arena& arena = tree.arena();
  const Node& root = arena[tree.root()];
  std::atomic<bool> done{false};
  std::thread player([&] {
    Random random(1);
    while (!done) {  // this move and the other one are alternately far ahead
      Node& child = arena[root.children() + random.below(static_cast<std::uint32_t>(root.count()))];
      for (int i = 0; i < 1000; ++i) child.begin_visit(false);
    }
  });
  const MctsSummary<P> summary(tree, start, 1.0);
  for (int i = 0; i < times; ++i) {
    std::vector<Node::Index> order = summary.ranking();
    std::sort(order.begin(), order.end());
    for (std::size_t place = 0; place < order.size(); ++place) {
      if (order[place] != root.children() + place) std::abort();
    }
  }
  done = true;
  player.join();
}

// One thread writes and another reads without a lock, to prove that the sanitizer works.
void race() {
  int shared = 0;
  std::thread writer([&shared] {
    for (int i = 0; i < 100000; ++i) ++shared;
  });
  for (int i = 0; i < 100000; ++i) ++shared;
  writer.join();
  std::printf("%d\n", shared);
}

// Many threads store and find in a table of one megabyte: every entry found must have been stored.
void store_together() {
  Table table(1);
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&table, &wrong, t] {
      Random random(static_cast<std::uint64_t>(t));
      for (int i = 0; i < 100000; ++i) {
        const std::uint64_t key = mix(random.below(50000));
        const auto move = static_cast<Move>(key >> 7);
        const Known known = table.find(key);
        if (known.bound != Bound::none && known.move != move) ++wrong;
        table.store(key, {.value = 1, .move = move, .depth = 3, .bound = Bound::exact, .has_move = true});
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  if (wrong != 0) std::abort();
}

}  // namespace

int main(int count, char** words) {
  if (count > 1 && std::strcmp(words[1], "race") == 0) {
    race();
    return 0;
  }
  const auto gomoku_start = gomoku::Position::start({{"size", "15"}, {"line", "5"}, {"rule", "freestyle"}});
  if (count > 1 && std::strcmp(words[1], "rank") == 0) {
    rank_together(gomoku_start, 300000);
    return 0;
  }
  const auto othello_start = othello::Position::start({{"size", "8"}});
  const auto dobutsu_start = dobutsu::Position::start({{"try", "official"}, {"hand", "merged"}});
  store_together();
  search_together(othello_start, 60000);
  search_together(dobutsu_start, 60000);
  rank_together(gomoku_start, 2000);
  play_out_together(othello_start, 6000);
  play_out_together(dobutsu_start, 6000);
  std::puts("done");
}
