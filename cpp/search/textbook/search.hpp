// Runs a textbook search: to one depth, or by iterative deepening while the budget lasts.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/timeline.hpp"
#include "search/evaluate.hpp"
#include "search/limits.hpp"
#include "search/report.hpp"
#include "search/textbook/alphabeta.hpp"
#include "search/textbook/minimax.hpp"
#include "search/textbook/trace.hpp"
#include "search/textbook/walk.hpp"
#include "search/value.hpp"
#include "search/winning_replies.hpp"

namespace plyground {

enum class Method : std::uint8_t { minimax, alphabeta };

struct Plan {
  Method method = Method::alphabeta;
  Manner manner;
  bool deepening = false;
  int depth = 1;        // the depth, or the largest depth
  int first_depth = 1;  // the first depth of iterative deepening
  int lines = 1;
};

template <Game P>
class Textbook {
 public:
  Textbook(const Timeline<P>& start, const Evaluator<P>& evaluator, const Plan& plan, Budget& budget,
           TextbookTrace* trace)
      : start_(start), evaluator_(evaluator), plan_(plan), budget_(budget), trace_(trace) {}

  // The last report; earlier ones, and improvements at the same depth, go to `on_report`.
  Report run(const OnReport& on_report) {
    report_.lines = first_legal_line();
    if (report_.lines.empty()) return note_end();
    try {
      for (int depth = plan_.deepening ? std::min(plan_.first_depth, plan_.depth) : plan_.depth;; ++depth) {
        const double begin = budget_.seconds();
        search_to(depth);
        finished();
        if (depth >= plan_.depth || report_.lines[0].exact) break;
        on_report(report_);
        if (!next_depth_fits(budget_.seconds() - begin)) break;
      }
    } catch (const Stopped&) {
      return finished();  // the last complete result remains
    }
    return finished();
  }

 private:
  // The game is already over at the root.
  Report note_end() {
    if (const auto result = start_.result(); result && trace_) {
      trace_->mark(NodeKind::over);
      trace_->finish(final_value<P>(*result, 0));
    }
    return finished();
  }

  // There is always a legal move to answer with.
  [[nodiscard]] std::vector<Line> first_legal_line() const {
    if (start_.result()) return {};
    typename P::MoveList moves;
    start_.legal_moves(moves);
    if (moves.empty()) return {};
    return {Line{.value = 0, .exact = false, .moves = {moves[0]}}};
  }

  void search_to(int depth) {
    Walk<P> walk(start_, evaluator_, budget_, plan_.manner, trace_);
    if (plan_.lines == 1) {
      search_one_line(walk, depth);
    } else {
      search_lines(walk, depth);
    }
    report_.depth = depth;
  }

  void search_one_line(Walk<P>& walk, int depth) {
    try {
      const Value value = value_of(walk, depth);
      report_.lines = {line(walk, value, walk.best_line())};
      block_if_lost();
      if (trace_) trace_->finish(value);
    } catch (const Stopped&) {
      // A fixed-depth search that is cut short still knows the best move it has seen.
      if (!plan_.deepening && !walk.best_line().empty()) {
        report_.lines[0] = {.value = walk.best_value(), .exact = false, .moves = walk.best_line()};
      }
      throw;
    }
  }

  // Several lines: every first move gets its full value and its rank.
  void search_lines(Walk<P>& walk, int depth) {
    walk.count_node();
    const bool black = walk.black_to_move();
    const auto better = [black](const Line& a, const Line& b) { return black ? a.value > b.value : a.value < b.value; };
    std::vector<Line> lines;
    for (const Move move : walk.moves()) {
      std::vector<Move> best{move};
      walk.forget_guesses();
      const Value value = walk.child(move, -infinity, infinity, [&] {
        const Value found = value_of(walk, depth - 1);
        best.insert(best.end(), walk.line_here().begin(), walk.line_here().end());
        return found;
      });
      Line found = line(walk, value, std::move(best));
      const auto place = std::upper_bound(lines.begin(), lines.end(), found, better);
      lines.insert(place, std::move(found));
      if (lines.size() > static_cast<std::size_t>(plan_.lines)) lines.pop_back();
    }
    report_.lines = std::move(lines);
  }

  Value value_of(Walk<P>& walk, int depth) {
    return plan_.method == Method::minimax ? minimax(walk, depth) : alphabeta(walk, depth);
  }

  // A value is proven if no move was left out and either no leaf was estimated or it is a win without a margin, because
  // then the search has seen a forced end.
  [[nodiscard]] Line line(const Walk<P>& walk, Value value, std::vector<Move> moves) const {
    const bool sure_win = is_decided(value) && !P::counts_margin;
    const bool proven = !walk.has_left_out() && (sure_win || !walk.has_guessed());
    return {.value = value, .exact = proven, .moves = std::move(moves)};
  }

  // If every move loses to the next reply, prefers the one that leaves the fewest such replies.
  void block_if_lost() {
    if (P::counts_margin) return;
    const bool black = start_.position().turn() == Color::black;
    if (report_.lines[0].value != (black ? -1 : 1) * (win_value + max_ply - 2)) return;
    typename P::MoveList moves;
    start_.legal_moves(moves);
    std::size_t fewest = moves.size() + 1;
    for (const Move move : moves) {
      const WinningReplies replies = winning_replies(start_, move);
      if (replies.count >= fewest) continue;
      fewest = replies.count;
      report_.lines[0].moves.assign(1, move);
      if (replies.count > 0) report_.lines[0].moves.push_back(replies.last);
    }
  }

  // The next depth is expected to take longer by the same factor as this one.
  bool next_depth_fits(double seconds) {
    const double growth = last_seconds_ > 0 ? seconds / last_seconds_ : 1;
    last_seconds_ = seconds;
    return budget_.allows(seconds * std::max(growth, 1.0));
  }

  const Report& finished() {
    report_.nodes = budget_.nodes();
    report_.seconds = budget_.seconds();
    return report_;
  }

  const Timeline<P>& start_;
  const Evaluator<P>& evaluator_;
  Plan plan_;
  Budget& budget_;
  TextbookTrace* trace_;
  Report report_;
  double last_seconds_ = 0;
};

}  // namespace plyground
