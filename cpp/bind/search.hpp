// The interface of searches for Python: requests and reports with moves as texts and heuristics by name.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bind/judge.hpp"
#include "bind/patterns.hpp"
#include "core/game.hpp"
#include "core/heuristic.hpp"
#include "core/judge.hpp"
#include "core/text.hpp"
#include "core/timeline.hpp"
#include "search/alphabeta/strong.hpp"
#include "search/alphabeta/table.hpp"
#include "search/evaluate.hpp"
#include "search/limits.hpp"
#include "search/mcts/guided.hpp"
#include "search/mcts/search.hpp"
#include "search/mcts/self_play.hpp"
#include "search/mcts/trace.hpp"
#include "search/report.hpp"
#include "search/textbook/search.hpp"
#include "search/textbook/trace.hpp"

namespace plyground {

class State;

// One heuristic's value of one position.
struct Term {
  std::string name;
  std::string sentence;
  double value = 0;  // Black's advantage, before weighting
  double weight = 0;
};

enum class Engine : std::uint8_t { textbook, strong, monte_carlo };

struct SearchRequest {
  Engine engine = Engine::textbook;
  Plan plan;          // for a textbook search
  StrongPlan strong;  // for the others
  MctsPlan monte_carlo;
  std::size_t table_megabytes = 64;  // 0: no transposition table
  Limits limits;
  bool original_list = false;                               // the moves in the order of the original program
  std::vector<std::pair<std::string, double>> terms;        // empty: the game's defaults
  std::function<double(std::unique_ptr<State>)> evaluator;  // instead of terms
  std::shared_ptr<const AnyJudge> judge;                    // instead of both
  std::shared_ptr<const AnyPatterns> patterns;              // instead of the others
};

// One move of a game that a network played against itself.
struct SelfPlayRow {
  std::string move;
  bool searched = false;
  bool full = false;
  std::vector<int> actions;   // the numbers of the legal moves
  std::vector<float> policy;  // what the search recommends
  float share = 0;
  float surprise = 0;
  bool proven = false;  // whether the share is the exact result
};

struct TextLine {
  double value = 0;
  bool exact = false;
  std::vector<std::string> moves;
  std::uint64_t visits = 0;
};

struct TextReport {
  int depth = 0;
  std::uint64_t nodes = 0;
  double seconds = 0;
  std::vector<TextLine> lines;
};

// What a player may keep from one search of a game to the next: a table, a tree. Its contents depend on the game, its
// options and the evaluation; the owner must start afresh when any of these change.
class Memory {
 public:
  struct Kept {
    Kept() = default;
    Kept(const Kept&) = delete;
    Kept& operator=(const Kept&) = delete;
    Kept(Kept&&) = delete;
    Kept& operator=(Kept&&) = delete;
    virtual ~Kept() = default;
  };

  Table* table(std::size_t megabytes) {
    if (megabytes == 0) return nullptr;
    if (!table_ || megabytes != megabytes_) table_ = std::make_unique<Table>(megabytes);
    megabytes_ = megabytes;
    return table_.get();
  }

  template <Game P>
  MctsTree<P>& tree(std::size_t megabytes) {
    auto* kept = dynamic_cast<KeptTree<P>*>(kept_.get());
    if (kept == nullptr || kept->megabytes != megabytes) {
      kept_ = std::make_unique<KeptTree<P>>(megabytes);
      kept = static_cast<KeptTree<P>*>(kept_.get());
    }
    return kept->tree;
  }

 private:
  template <Game P>
  struct KeptTree final : Kept {
    explicit KeptTree(std::size_t size) : megabytes(size) {}
    std::size_t megabytes;
    MctsTree<P> tree;
  };

  std::unique_ptr<Table> table_;
  std::size_t megabytes_ = 0;
  std::unique_ptr<Kept> kept_;
};

using OnTextReport = std::function<void(const TextReport&)>;

// A search that records itself in the way of its kind.
struct Trace {
  explicit Trace(std::size_t most) : textbook(most), monte_carlo(most) {}
  TextbookTrace textbook;
  MctsTrace monte_carlo;
};

// What a search needs besides the request: how to stop it, and where to report.
struct SearchCompany {
  const std::atomic<bool>& stop;
  std::function<void()> poll;
  OnTextReport on_report;  // empty if there is no listener
  Memory& memory;
  Trace* trace = nullptr;
};

template <class P>
std::vector<Heuristic<P>> heuristics() {
  if constexpr (requires { heuristics_of(static_cast<const P*>(nullptr)); }) {
    return heuristics_of(static_cast<const P*>(nullptr));
  } else {
    return {};
  }
}

template <class P>
Evaluator<P> weighed(const std::vector<std::pair<std::string, double>>& wanted) {
  std::vector<typename Evaluator<P>::Term> terms;
  const auto rows = heuristics<P>();
  if (wanted.empty()) {
    for (const auto& row : rows) {
      if (row.weight != 0) terms.push_back({row.function, row.weight});
    }
  }
  for (const auto& [name, weight] : wanted) {
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const auto& each) { return each.name == name; });
    if (row == rows.end()) reject("This game has no heuristic " + quoted(name) + ".");
    terms.push_back({row->function, weight});
  }
  return Evaluator<P>(std::move(terms), wanted.empty());
}

template <Game P>
TextReport in_words(const P& position, const Report& report) {
  TextReport text_report{.depth = report.depth, .nodes = report.nodes, .seconds = report.seconds, .lines = {}};
  for (const Line& line : report.lines) {
    TextLine text{.value = line.value, .exact = line.exact, .moves = {}, .visits = line.visits};
    for (const Move move : line.moves) text.moves.push_back(position.move_text(move));
    text_report.lines.push_back(std::move(text));
  }
  return text_report;
}

// Passes reports on as texts, if there is a listener.
template <Game P>
OnReport teller(const P& position, const SearchCompany& company) {
  return [&position, &company](const Report& report) {
    if (company.on_report) company.on_report(in_words(position, report));
  };
}

// The judge of a request, if it has one.
template <Game P>
const Judge<P>* judge_of(const SearchRequest& request) {
  if (!request.judge) return nullptr;
  const auto* judge = dynamic_cast<const NetworkJudge<P>*>(request.judge.get());
  if (judge == nullptr) reject("The network is for another game or another board size.");
  return judge;
}

// A judge as an evaluation: the lead with the same chance of winning.
template <Game P>
Evaluator<P> judging(const Judge<P>& judge, double win_scale) {
  return Evaluator<P>([&judge, win_scale](const P& position) {
    thread_local Judgement answer;
    thread_local typename P::MoveList none;
    none.clear();
    const typename Judge<P>::Question question{&position, &none};
    judge.judge({&question, 1}, {&answer, 1});
    const double share = std::clamp(static_cast<double>(answer.share()), 1e-4, 1 - 1e-4);
    return (position.turn() == Color::black ? 1 : -1) * win_scale * std::log(share / (1 - share));
  });
}

// Patterns as an evaluation.
template <Game P>
Evaluator<P> by_patterns(const SearchRequest& request) {
  const PatternsOf<P>& its = patterns_of<P>(*request.patterns);
  return Evaluator<P>(
      [&its, scale = request.monte_carlo.win_scale](const P& position) { return its.evaluate(position, scale); });
}

template <Game P>
TextReport run_textbook(const Timeline<P>& start, const Evaluator<P>& evaluator, const SearchRequest& request,
                        const SearchCompany& company, std::uint32_t nodes_between_looks) {
  Budget budget(request.limits, company.stop, company.poll, nodes_between_looks);
  const OnReport tell = teller(start.position(), company);
  TextbookTrace* const trace = company.trace ? &company.trace->textbook : nullptr;
  return in_words(start.position(), Textbook<P>(start, evaluator, request.plan, budget, trace).run(tell));
}

template <Game P>
TextReport run_search(const Timeline<P>& start, const std::vector<Move>& played, const Evaluator<P>& evaluator,
                      const SearchRequest& request, const SearchCompany& company, std::uint32_t nodes_between_looks) {
  if (request.engine == Engine::textbook) return run_textbook(start, evaluator, request, company, nodes_between_looks);
  // A playout counts as one node although it is a whole game.
  if (request.engine == Engine::monte_carlo) nodes_between_looks = std::min(nodes_between_looks, 16U);
  Budget budget(request.limits, company.stop, company.poll, nodes_between_looks);
  const OnReport tell = teller(start.position(), company);
  if (request.engine == Engine::strong) {
    Table* const table = company.memory.table(request.table_megabytes);
    return in_words(start.position(), Strong<P>(start, evaluator, request.strong, table, budget).run(tell));
  }
  auto& tree = company.memory.tree<P>(request.monte_carlo.memory_mb);
  MctsTrace* const trace = company.trace ? &company.trace->monte_carlo : nullptr;
  if (const auto* judge = judge_of<P>(request)) {
    MonteCarlo<P, GuidedWorker<P>> search(tree, start, played, evaluator, request.monte_carlo, budget, trace, judge);
    return in_words(start.position(), search.run(tell));
  }
  MonteCarlo<P> search(tree, start, played, evaluator, request.monte_carlo, budget, trace);
  return in_words(start.position(), search.run(tell));
}

}  // namespace plyground
