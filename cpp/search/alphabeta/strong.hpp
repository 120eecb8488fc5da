// The strong search: principal variation search with iterative deepening, on one thread or several, with the game's
// specialist.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/specialist.hpp"
#include "core/timeline.hpp"
#include "search/alphabeta/confirm.hpp"
#include "search/alphabeta/pvs.hpp"
#include "search/alphabeta/table.hpp"
#include "search/evaluate.hpp"
#include "search/limits.hpp"
#include "search/report.hpp"
#include "search/value.hpp"

namespace plyground {

struct StrongPlan {
  Techniques use;
  int depth = 200;        // the largest depth
  bool to_depth = false;  // the depth was requested: go no deeper, not even by a specialist
  int threads = 1;
  int lines = 1;
  double unit = 1;  // the scale of values: the game's win scale
};

template <Game P>
class Strong {
 public:
  // Without a table the search has no memory.
  Strong(const Timeline<P>& start, const Evaluator<P>& evaluator, const StrongPlan& plan, Table* table, Budget& budget)
      : start_(start), evaluator_(evaluator), plan_(plan), table_(table), budget_(budget) {}

  Report run(const OnReport& on_report) {
    if (start_.result()) return finished();
    typename P::MoveList moves;
    start_.legal_moves(moves);
    if (moves.empty()) return finished();
    if (moves.size() == 1 && !plan_.to_depth) budget_.hurry();
    report_.lines = {Line{.value = 0, .exact = false, .moves = {likely_move()}}};
    if (table_) table_->grow_older();
    const Crew crew(*this);
    try {
      think(on_report);
    } catch (const Stopped&) {
      return finished();  // the last complete result remains
    }
    return finished();
  }

 private:
  // The other threads. They search the same position at their own depths and share only the table (lazy SMP). When the
  // first thread's search ends, even by an exception, theirs end too.
  class Crew {
   public:
    explicit Crew(Strong& search) : budget_(search.budget_) {
      if (!search.table_) return;
      for (int i = 1; i < search.plan_.threads; ++i) threads_.emplace_back([&search, i] { search.help(i); });
    }
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;
    Crew(Crew&&) = delete;
    Crew& operator=(Crew&&) = delete;
    ~Crew() {
      budget_.end();
      for (std::thread& thread : threads_) thread.join();
    }

   private:
    Budget& budget_;
    std::vector<std::thread> threads_;
  };

  void help(int number) {
    Budget budget(budget_, Budget::ForAnotherThread{});
    Pvs<P> pvs(start_, evaluator_, plan_.use, table_, budget);
    try {
      for (int depth = 1 + number % 2; depth <= plan_.depth + 1; ++depth) {
        pvs.search_root(depth, -Pvs<P>::unbounded, Pvs<P>::unbounded, {});
      }
    } catch (const std::exception&) {
      return;  // asked to end; other errors will occur in the first thread as well
    }
  }

  void think(const OnReport& on_report) {
    Pvs<P> pvs(start_, evaluator_, plan_.use, table_, budget_);
    if (win_by_force(pvs)) return;
    for (int depth = 1; depth <= plan_.depth; ++depth) {
      search_lines(pvs, depth);
      report_.depth = depth;
      if (solve(pvs) || all_exact() || !worth_going_on()) return;
      if (depth < plan_.depth) on_report(finished());
    }
  }

  // There is always an answer, and a sensible one.
  [[nodiscard]] Move likely_move() const {
    Choice<P> choice;
    start_.legal_moves(choice.moves);
    SpecialistOf<P> specialist;
    rate_moves(specialist, start_.position(), choice);
    return choice.next(0).first;
  }

  // First of all: a win by forcing moves alone.
  bool win_by_force([[maybe_unused]] Pvs<P>& pvs) {
    if constexpr (ForcesWins<typename Pvs<P>::Specialist, P>) {
      if (!plan_.use.specialist || plan_.to_depth || plan_.lines > 1) return false;
      const std::uint64_t effort =
          std::min<std::uint64_t>(Pvs<P>::Specialist::root_effort, budget_.limits().nodes.value_or(UINT64_MAX) / 4);
      const auto line = pvs.specialist().forced_win(start_.position(), effort, [this] { budget_.spend_node(); });
      if (line.empty()) return false;
      const auto plies = static_cast<int>(line.size());
      // A specialist only sees the position; if boards can repeat, the past matters as well.
      if (!holds_for_any_past() &&
          !Confirm<P>(start_, table_, pvs.specialist(), start_.position().turn()).holds(plies + 4)) {
        return false;
      }
      report_.depth = plies;
      note_line(0, static_cast<float>(win_value + max_ply - plies), true, line);
      look_for_a_shorter_win(pvs, plies);
      return true;
    }
    return false;
  }

  [[nodiscard]] bool holds_for_any_past() const {
    if constexpr (requires { Pvs<P>::Specialist::wins_hold_for_any_past; }) {
      return true;
    } else {
      return start_.position().repetition() == Repetition::allowed;
    }
  }

  // Forcing moves are not always the fastest.
  void look_for_a_shorter_win(Pvs<P>& pvs, int plies) {
    const Report by_force = report_;
    try {
      for (int depth = 1; depth <= std::min(plies - 2, 5); depth += 2) {
        search_lines(pvs, depth);
        if (report_.lines[0].exact && own(report_.lines[0].value) > own(by_force.lines[0].value)) return;
      }
    } catch (const Stopped&) {
      report_ = by_force;
      throw;
    }
    report_ = by_force;
  }

  // The whole rest of the game, if a specialist can solve it.
  bool solve([[maybe_unused]] Pvs<P>& pvs) {
    if constexpr (SolvesEndings<typename Pvs<P>::Specialist, P>) {
      const P& position = start_.position();
      if (!plan_.use.specialist || plan_.to_depth || plan_.lines > 1) return false;
      const bool is_time = report_.depth >= depth_before_solving || report_.lines[0].exact;
      if (!pvs.specialist().may_solve(position) || !is_time) return false;
      if (!affordable(pvs.specialist().solving_effort(position))) return false;
      const std::uint64_t before = budget_.nodes();
      const Move hint = report_.lines[0].moves[0];
      const Solved solved = pvs.specialist().solve(position, hint, [this] { budget_.spend_node(); });
      budget_.note_nodes(before + pvs.specialist().nodes());
      report_.depth = static_cast<int>(solved.line.size());
      note_line(0, static_cast<float>(solved.value), true, solved.line);
      return true;
    }
    return false;
  }

  // Whether this much work, in nodes, is likely to fit the remaining limits. Early in a search this is unknown. Without
  // a limit the ordinary search goes on until it has done as much, because a person may be watching it.
  [[nodiscard]] bool affordable(double nodes) const {
    const Limits& limits = budget_.limits();
    const auto done = static_cast<double>(budget_.nodes());
    if (limits.nodes && done + nodes > static_cast<double>(*limits.nodes)) return false;
    if (!limits.seconds) return limits.nodes || nodes <= std::max(done, at_once);
    const double rate = std::max(done, 1000.0) / std::max(budget_.seconds(), 1e-4);
    return nodes <= rate * (*limits.seconds - budget_.seconds());
  }

  // Several lines: the best, then the best without it, and so on.
  void search_lines(Pvs<P>& pvs, int depth) {
    std::vector<Move> taken;
    typename P::MoveList moves;
    start_.legal_moves(moves);
    const std::size_t wanted = std::min(moves.size(), static_cast<std::size_t>(plan_.lines));
    for (std::size_t i = 0; i < wanted; ++i) {
      search_line(pvs, depth, i, taken);
      taken.push_back(report_.lines[i].moves[0]);
    }
    // Inserted in order: equal lines keep their order, and there are few.
    const bool black = start_.position().turn() == Color::black;
    const auto better = [black](const Line& a, const Line& b) { return black ? a.value > b.value : a.value < b.value; };
    for (auto at = report_.lines.begin(); at != report_.lines.end(); ++at) {
      std::rotate(std::upper_bound(report_.lines.begin(), at, *at, better), at, at + 1);
    }
  }

  // A narrow window around the last value seldom fails and saves a lot; if it fails, that side opens.
  void search_line(Pvs<P>& pvs, int depth, std::size_t number, const std::vector<Move>& taken) {
    float alpha = -Pvs<P>::unbounded;
    float beta = Pvs<P>::unbounded;
    auto width = static_cast<float>(plan_.unit) / 2;
    if (plan_.use.aspiration && depth > 3 && number < report_.lines.size() &&
        !is_decided(report_.lines[number].value)) {
      const float last = own(report_.lines[number].value);
      alpha = last - width;
      beta = last + width;
    }
    while (true) {
      pvs.forget_line();
      const Found found = searched(pvs, depth, alpha, beta, number, taken);
      if (found.value > alpha && found.value < beta) {
        note_line(number, found.value, is_sure(pvs, found), finished_line(pvs, found.value));
        return;
      }
      width *= 4;
      const bool give_up = width > 16 * static_cast<float>(plan_.unit) || is_decided(found.value);
      if (found.value <= alpha) {
        alpha = give_up ? -Pvs<P>::unbounded : found.value - width;
      } else {
        beta = give_up ? Pvs<P>::unbounded : found.value + width;
      }
    }
  }

  // A search that is stopped halfway may already have found something better than the last depth.
  Found searched(Pvs<P>& pvs, int depth, float alpha, float beta, std::size_t number, const std::vector<Move>& taken) {
    try {
      return pvs.search_root(depth, alpha, beta, taken);
    } catch (const Stopped&) {
      if (number == 0 && !pvs.line().empty()) note_line(0, pvs.best_so_far(), false, pvs.line());
      throw;
    }
  }

  // If positions can repeat, a proven value is replayed before it is reported as exact.
  [[nodiscard]] bool is_sure(Pvs<P>& pvs, const Found& found) {
    if (!found.proven) return false;
    if (start_.position().repetition() == Repetition::allowed || !table_ || start_.past_is_in_key()) return true;
    if (P::counts_margin) return false;  // a margin cannot be replayed by the winner's moves alone
    if (!is_decided(found.value)) return false;
    const Color winner = found.value > 0 ? start_.position().turn() : other(start_.position().turn());
    const int plies = max_ply - static_cast<int>(std::abs(found.value) - static_cast<float>(win_value));
    return Confirm<P>(start_, table_, pvs.specialist(), winner).holds(plies);
  }

  // A win seen beyond the depth, by the table or the specialist, is extended in the report as far as they know it.
  [[nodiscard]] std::vector<Move> finished_line(Pvs<P>& pvs, float value) const {
    std::vector<Move> line = pvs.line();
    if (!is_decided(value) || P::counts_margin) return line;
    const int plies = max_ply - static_cast<int>(std::abs(value) - static_cast<float>(win_value));
    const Color winner = value > 0 ? start_.position().turn() : other(start_.position().turn());
    Timeline<P> timeline = start_;
    for (const Move move : line) timeline.play(move);
    while (line.size() < static_cast<std::size_t>(plies) && !timeline.result()) {
      const auto move = likely_reply(pvs, timeline, winner);
      if (!move) break;
      line.push_back(*move);
      timeline.play(*move);
    }
    return line;
  }

  [[nodiscard]] std::optional<Move> likely_reply([[maybe_unused]] Pvs<P>& pvs, const Timeline<P>& timeline,
                                                 Color winner) const {
    typename P::MoveList moves;
    timeline.legal_moves(moves);
    const auto is_legal = [&moves](Move move) { return std::find(moves.begin(), moves.end(), move) != moves.end(); };
    const Known known = table_ ? table_->find(timeline.key()) : Known{};
    if (known.has_move && is_legal(known.move)) return known.move;
    if (timeline.position().turn() != winner) return moves[0];
    if constexpr (ForcesWins<typename Pvs<P>::Specialist, P>) {
      const auto line =
          pvs.specialist().forced_win(timeline.position(), Pvs<P>::Specialist::root_effort / 10, AnyTick{});
      if (!line.empty() && is_legal(line[0])) return line[0];
    }
    return std::nullopt;
  }

  void note_line(std::size_t number, float value, bool exact, const std::vector<Move>& moves) {
    if (moves.empty()) return;
    if (report_.lines.size() <= number) report_.lines.resize(number + 1);
    report_.lines[number] = {.value = own(value), .exact = exact, .moves = moves};
  }

  // Converts between the side to move and Black: the same operation both ways.
  [[nodiscard]] float own(double value) const {
    return static_cast<float>(start_.position().turn() == Color::black ? value : -value);
  }

  [[nodiscard]] bool all_exact() const {
    return std::all_of(report_.lines.begin(), report_.lines.end(), [](const Line& line) { return line.exact; });
  }

  // A depth that has little time left is not started. A depth that was broken off still counts: its better move is
  // kept.
  [[nodiscard]] bool worth_going_on() const {
    return !budget_.limits().seconds || budget_.seconds() < 0.95 * *budget_.limits().seconds;
  }

  const Report& finished() {
    report_.nodes = budget_.nodes();
    report_.seconds = budget_.seconds();
    return report_;
  }

  static constexpr int depth_before_solving = 5;
  static constexpr double at_once = 5e8;  // nodes of a solution worth waiting for, minutes at most

  const Timeline<P>& start_;
  const Evaluator<P>& evaluator_;
  StrongPlan plan_;
  Table* table_;
  Budget& budget_;
  Report report_;
};

}  // namespace plyground
