// A search as Python asks for it and hears of it: moves as texts, heuristics by name.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/heuristic.hpp"
#include "core/text.hpp"
#include "core/timeline.hpp"
#include "search/evaluate.hpp"
#include "search/limits.hpp"
#include "search/report.hpp"
#include "search/textbook.hpp"
#include "search/trace.hpp"

namespace plyground {

class State;

// A heuristic's opinion of one position.
struct Term {
  std::string name;
  std::string sentence;
  double value = 0;  // black's advantage, before weighing
  double weight = 0;
};

struct SearchRequest {
  Plan plan;
  Limits limits;
  bool original_list = false;                               // the moves as the original program listed them
  std::vector<std::pair<std::string, double>> terms;        // empty: the game's defaults
  std::function<double(std::unique_ptr<State>)> evaluator;  // instead of terms
};

struct TextLine {
  double value = 0;
  bool exact = false;
  std::vector<std::string> moves;
};

struct TextReport {
  int depth = 0;
  std::uint64_t nodes = 0;
  double seconds = 0;
  std::vector<TextLine> lines;
};

using OnTextReport = std::function<void(const TextReport&)>;

// What a search needs besides the request: how to stop it, and whom to tell.
struct SearchCompany {
  const std::atomic<bool>& stop;
  std::function<void()> poll;
  OnTextReport on_report;
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
    if (row == rows.end()) reject("There is no heuristic " + quoted(name) + " in this game.");
    terms.push_back({row->function, weight});
  }
  return Evaluator<P>(std::move(terms));
}

template <Game P>
TextReport in_words(const P& position, const Report& report) {
  TextReport said{.depth = report.depth, .nodes = report.nodes, .seconds = report.seconds, .lines = {}};
  for (const Line& line : report.lines) {
    TextLine text{.value = line.value, .exact = line.exact, .moves = {}};
    for (const Move move : line.moves) text.moves.push_back(position.move_text(move));
    said.lines.push_back(std::move(text));
  }
  return said;
}

template <Game P>
TextReport run_search(const Timeline<P>& start, const Evaluator<P>& evaluator, const SearchRequest& request,
                      const SearchCompany& company, std::uint32_t nodes_between_looks) {
  Budget budget(request.limits, company.stop, company.poll, nodes_between_looks);
  Textbook<P> search(start, evaluator, request.plan, budget, company.trace);
  const auto tell = [&](const Report& report) { company.on_report(in_words(start.position(), report)); };
  return in_words(start.position(), search.run(tell));
}

}  // namespace plyground
