// Proves what a position is worth: claim after claim until the value is certain, each with a strategy that a second
// look has replayed.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/timeline.hpp"
#include "search/limits.hpp"
#include "search/proof/check.hpp"
#include "search/proof/claim.hpp"
#include "search/proof/leaf.hpp"
#include "search/proof/search.hpp"
#include "search/proof/solution.hpp"
#include "search/proof/strategy.hpp"
#include "search/proof/table.hpp"

namespace plyground {

struct ProofPlan {
  std::size_t memory_mb = 256;
  // Take a specialist's word where it knows an outcome (a side that can't win any more, a settled ending), in the
  // search and in the check. Otherwise the search still asks, but strategy and check go on to the end of every game.
  bool trust = true;
  bool specialist = true;  // ask it at all
};

// The progress of a proof, reported now and then.
struct ProofProgress {
  double least = 0;  // the claim being examined: the side to move gets at least so much
  ProofNumbers numbers;
  std::uint64_t nodes = 0;
  double lower = 0;  // what is certain already
  double upper = 0;
};
using OnProgress = std::function<void(const ProofProgress&)>;

template <Game P>
class Prover {
 public:
  using Verdict = typename Solution<P>::Verdict;

  Prover(const Timeline<P>& start, const ProofPlan& plan, Budget& budget)
      : start_(start), plan_(plan), budget_(budget), table_(bytes() / 2) {}

  Solution<P> run(const OnProgress& on_progress) {
    on_progress_ = on_progress;
    try {
      if (const auto result = start_.result()) {
        solution_.lower = solution_.upper = grade<P>(*result, side());
      }
      if (plan_.specialist && solution_.lower < solution_.upper) take_a_guess();
      while (solution_.lower < solution_.upper && examine(next_claim())) narrow();
      if (solution_.lower == solution_.upper) conclude();
    } catch (const Stopped&) {
      solution_.line.clear();  // what was shown before stands
    } catch (const OutOfMemory&) {
      solution_.line.clear();
    } catch (const TooDeep&) {
      solution_.line.clear();
    }
    solution_.nodes = budget_.nodes();
    return std::move(solution_);
  }

 private:
  static constexpr std::size_t most_moves = 1000;
  static constexpr double unbounded = std::numeric_limits<double>::infinity();

  [[nodiscard]] Color side() const { return start_.position().turn(); }
  // Half of the memory is the table's, and while it grows the quarter of the check, which comes later. Each of the two
  // strategies has an eighth.
  [[nodiscard]] std::size_t bytes() const { return plan_.memory_mb * 1024 * 1024; }

  // A specialist that solves whole endings takes tens of megabytes for it, and gives them back before the table grows.
  void take_a_guess() {
    if (plan_.memory_mb < 128) return;
    guess_ = LeafKnowledge<P>().guess(start_.position(), [this] { budget_.spend_node(); });
  }

  // Is it a win, or what it is worth at a guess? Then the bounds, which are always the worth of real ends, close in on
  // the value.
  [[nodiscard]] double next_claim() const {
    if (solution_.lower == -unbounded && solution_.upper == unbounded) {
      return guess_.value_or(P::counts_margin ? std::numeric_limits<double>::min() : 1);
    }
    if (solution_.lower == -unbounded) return solution_.upper;
    if (solution_.upper == unbounded) return std::nextafter(solution_.lower, unbounded);
    const double middle = solution_.lower + (solution_.upper - solution_.lower) / 2;
    return middle > solution_.lower ? middle : solution_.upper;
  }

  // Nobody gets more than a win or less than a loss where games have no margin.
  void narrow() {
    if (P::counts_margin) return;
    solution_.upper = std::min(solution_.upper, 1.0);
    solution_.lower = std::max(solution_.lower, -1.0);
  }

  // Decides a claim by one manner after another, from the quickest to the one that takes nothing for granted, until a
  // strategy passes the check.
  bool examine(double least) {
    for (const ProofManner& manner : manners()) {
      try {
        if (settle({.side = side(), .least = least}, manner)) return true;
      } catch (const Contradiction&) {
        ++solution_.rejected;
      }
    }
    return false;
  }

  [[nodiscard]] std::vector<ProofManner> manners() const {
    std::vector<ProofManner> list;
    const bool has_past = start_.position().repetition() != Repetition::allowed;
    if (LeafKnowledge<P>::any && plan_.specialist) {
      list.push_back({.with_trail = false, .rate_moves = true, .ask_specialist = true, .trust = plan_.trust});
    }
    const bool rate = plan_.specialist;
    list.push_back({.with_trail = false, .rate_moves = rate, .ask_specialist = false, .trust = false});
    if (has_past) list.push_back({.with_trail = true, .rate_moves = rate, .ask_specialist = false, .trust = false});
    return list;
  }

  bool settle(const Claim& claim, const ProofManner& manner) {
    table_.clear();
    ClaimSearch<P> search(start_, claim, manner, table_, *leaves_, budget_, [&](const ProofNumbers& numbers) {
      if (on_progress_) tell(claim.least, numbers);
    });
    const bool holds = search.decide().holds;
    auto strategy = std::make_shared<Strategy>(search.strategy(holds, bytes() / 8));
    // Who refutes a claim gets more than the claim leaves.
    const double least = holds ? claim.least : std::nextafter(-claim.least, unbounded);
    auto check = std::make_unique<ProofCheck<P>>(start_, *strategy, least, manner.ask_specialist && manner.trust,
                                                 *leaves_, budget_, bytes() / 4);
    const bool passed = check->run();
    solution_.checked_nodes += check->nodes();
    if (!passed) {
      ++solution_.rejected;
      return false;
    }
    solution_.trusted_leaves += check->trusted();
    (holds ? solution_.lower : solution_.upper) =
        holds ? check->worst() : 0.0 - check->worst();  // never a negative zero
    if (!P::counts_margin && std::abs(check->worst()) == 1) solution_.line = check->longest_line();
    solution_.strategies[holds ? 0 : 1] = std::move(strategy);
    return true;
  }

  void tell(double least, const ProofNumbers& numbers) {
    on_progress_({.least = least,
                  .numbers = numbers,
                  .nodes = budget_.nodes(),
                  .lower = solution_.lower,
                  .upper = solution_.upper});
  }

  void conclude() {
    solution_.leaves = leaves_;
    solution_.margin = solution_.lower;
    solution_.checked = true;
    solution_.verdict = solution_.margin > 0 ? Verdict::win : (solution_.margin < 0 ? Verdict::loss : Verdict::draw);
    if (solution_.line.empty()) solution_.line = line_of_both();
    if (solution_.trusted_leaves > 0) finish_line();
  }

  // A strategy that ends on a specialist's word still wins to the end; whoever has no strategy plays what looks best.
  void finish_line() {
    Timeline<P> line = start_;
    for (const Move move : solution_.line) line.play(move);
    while (!line.result() && solution_.line.size() < most_moves) {
      typename P::MoveList moves;
      line.legal_moves(moves);
      leaves_->order(line.position(), moves);
      solution_.line.push_back(solution_.reply(start_, solution_.line).value_or(moves[0]));
      line.play(solution_.line.back());
    }
  }

  // What both strategies together play; both keep the value, so the line ends with it.
  [[nodiscard]] std::vector<Move> line_of_both() const {
    std::vector<Move> moves;
    while (moves.size() < most_moves) {
      const auto move = solution_.reply(start_, moves);
      if (!move) break;
      moves.push_back(*move);
    }
    return moves;
  }

  const Timeline<P>& start_;
  ProofPlan plan_;
  Budget& budget_;
  ProofTable table_;
  OnProgress on_progress_;
  std::optional<double> guess_;
  // One for all claims and for the check, since a specialist that solves endings remembers what it found out.
  std::shared_ptr<LeafKnowledge<P>> leaves_ = std::make_shared<LeafKnowledge<P>>();
  Solution<P> solution_;
};

}  // namespace plyground
