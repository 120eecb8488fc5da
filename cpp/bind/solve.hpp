// The interface of proofs for Python: moves as texts.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/game.hpp"
#include "core/timeline.hpp"
#include "search/limits.hpp"
#include "search/proof/prover.hpp"

namespace plyground {

struct SolveRequest {
  ProofPlan plan;
  Limits limits;
};

class TextSolution {
 public:
  TextSolution() = default;
  TextSolution(const TextSolution&) = delete;
  TextSolution& operator=(const TextSolution&) = delete;
  TextSolution(TextSolution&&) = delete;
  TextSolution& operator=(TextSolution&&) = delete;
  virtual ~TextSolution() = default;

  // The strategies' move after these moves from the start; nothing if the side to move has no strategy.
  [[nodiscard]] virtual std::optional<std::string> reply(const std::vector<std::string>& moves) const = 0;

  std::string verdict = "unknown";  // win, loss or draw for the side to move
  double margin = 0;
  double lower = 0;  // bounds; infinite if nothing is known
  double upper = 0;
  std::vector<std::string> line;
  std::uint64_t nodes = 0;
  std::uint64_t checked_nodes = 0;
  std::uint64_t rejected = 0;
  std::uint64_t trusted_leaves = 0;
  double seconds = 0;
};

template <Game P>
class SolutionOf final : public TextSolution {
 public:
  SolutionOf(const Timeline<P>& start, Solution<P> solution, double its_seconds)
      : start_(start), solution_(std::move(solution)) {
    using Verdict = typename Solution<P>::Verdict;
    if (solution_.verdict == Verdict::win) verdict = "win";
    if (solution_.verdict == Verdict::loss) verdict = "loss";
    if (solution_.verdict == Verdict::draw) verdict = "draw";
    margin = solution_.margin;
    lower = solution_.lower;
    upper = solution_.upper;
    nodes = solution_.nodes;
    checked_nodes = solution_.checked_nodes;
    rejected = solution_.rejected;
    trusted_leaves = solution_.trusted_leaves;
    seconds = its_seconds;
    for (const Move move : solution_.line) line.push_back(start_.position().move_text(move));
  }

  [[nodiscard]] std::optional<std::string> reply(const std::vector<std::string>& moves) const override {
    Timeline<P> line = start_;
    std::vector<Move> numbers;
    for (const std::string& text : moves) {
      const Reading reading = line.read(text);
      const Move* const move = std::get_if<Move>(&reading);
      if (move == nullptr) return std::nullopt;
      numbers.push_back(*move);
      line.play(*move);
    }
    const auto move = solution_.reply(start_, numbers);
    if (!move) return std::nullopt;
    return start_.position().move_text(*move);
  }

 private:
  Timeline<P> start_;
  Solution<P> solution_;
};

// StateOf::solve(request, stop, poll, on_progress) calls this; nodes_between_looks as for searches (1 in Python games).
template <Game P>
std::unique_ptr<TextSolution> run_solve(const Timeline<P>& start, const SolveRequest& request,
                                        const std::atomic<bool>& stop, std::function<void()> poll,
                                        const OnProgress& on_progress, std::uint32_t nodes_between_looks) {
  Budget budget(request.limits, stop, std::move(poll), nodes_between_looks);
  Solution<P> solution = Prover<P>(start, request.plan, budget).run(on_progress);
  return std::make_unique<SolutionOf<P>>(start, std::move(solution), budget.seconds());
}

}  // namespace plyground
