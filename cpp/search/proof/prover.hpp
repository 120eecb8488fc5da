// Proves the value of a position. It examines claim after claim until the value is certain; an independent check
// replays the strategy for each claim.
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
  // Trust a specialist's outcomes (a side that cannot win any more, a settled ending), in the search and in the check.
  // If off, the search still uses them, but strategy and check go on to the end of every game.
  bool trust = true;
  bool specialist = true;  // use the specialist at all
};

// The progress of a proof, reported now and then.
struct ProofProgress {
  double least = 0;  // the claim being examined: the side to move gets at least this much
  ProofNumbers numbers;
  std::uint64_t nodes = 0;
  double lower = 0;  // what is already certain
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
      if (plan_.specialist && plan_.trust && solution_.lower < solution_.upper) look_for_forced_win();
      while (solution_.lower < solution_.upper && examine(next_claim())) narrow();
      if (solution_.lower == solution_.upper) conclude();
    } catch (const Stopped&) {
      solution_.line.clear();  // earlier results remain
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
  static constexpr std::size_t most_replayed = 64;
  static constexpr double unbounded = std::numeric_limits<double>::infinity();

  [[nodiscard]] Color side() const { return start_.position().turn(); }
  // Half of the memory is for the table; while the table grows, it also uses the quarter of the check, which comes
  // later. Each of the two strategies has an eighth.
  [[nodiscard]] std::size_t bytes() const { return plan_.memory_mb * 1024 * 1024; }

  // A specialist that solves whole endings takes tens of megabytes, and frees them before the table grows.
  void take_a_guess() {
    if (plan_.memory_mb < 128) return;
    guess_ = LeafKnowledge<P>().guess(start_.position(), [this] { budget_.spend_node(); });
  }

  // On a board with many moves, most replies to a threat lose at once, and there are too many to replay them all. There
  // the specialist's word is enough, if it has one.
  void look_for_forced_win() {
    typename P::MoveList moves;
    start_.legal_moves(moves);
    if (moves.size() <= most_replayed) return;
    std::uint64_t most = Solution<P>::most_forced_nodes;
    if (const auto limit = budget_.limits().nodes) most = std::min(most, *limit / 4);
    solution_.line = leaves_->long_win(start_.position(), most, [this] { budget_.spend_node(); });
    if (solution_.line.empty()) return;
    solution_.lower = solution_.upper = 1;
    solution_.trusted_leaves = 1;
    solution_.is_forced = true;
    solution_.strategies[0] = std::make_shared<Strategy>(side(), bytes() / 8);
  }

  // The first claim is a win, or an estimated value. Then the bounds, which are always values of real ends, close in on
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

  // In games without a margin, no result exceeds a win or falls below a loss.
  void narrow() {
    if (P::counts_margin) return;
    solution_.upper = std::min(solution_.upper, 1.0);
    solution_.lower = std::max(solution_.lower, -1.0);
  }

  // Decides a claim by one method after another, from the quickest to the one without assumptions, until a strategy
  // passes the check.
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
    // Refuting a claim gets the other side more than the claim leaves it.
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

  // A strategy that ends on a specialist's word can still play on to the end; a side without a strategy plays the most
  // promising move.
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

  // The line that both strategies play together. Both keep the value, so the line ends with it.
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
  // One for all claims and for the check, because a specialist that solves endings remembers its results.
  std::shared_ptr<LeafKnowledge<P>> leaves_ = std::make_shared<LeafKnowledge<P>>();
  Solution<P> solution_;
};

}  // namespace plyground
