// A Monte Carlo search that records itself, playout by playout, for teaching.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "search/mcts/tree.hpp"

namespace plyground {

// The parts of a move's selection value, which add up, and the move with the next best value.
struct MctsChoice {
  float mean = 0;     // results so far, and the prior
  float rave = 0;     // the share of games in which it came later
  float explore = 0;  // the bonus for being tried seldom
  float second = 0;   // the next best value
  std::string instead;
};

// A position on the path of a playout: what was added to it, for the side that moved here, and whether it is now
// proven.
struct MctsStep {
  std::size_t node = 0;
  MctsChoice choice;
  float share = 0;
  Outcome outcome = Outcome::unknown;
};

// How a playout ended.
enum class MctsHow : std::uint8_t { proven, over, played };

struct MctsPlayout {
  std::vector<MctsStep> steps;  // from the root
  MctsHow how = MctsHow::played;
  float black = 0;               // Black's share of the point
  std::optional<float> opinion;  // of the evaluation, if it was used and counts
  std::optional<float> played;   // how the game continued to its end
  float mix = 0;                 // the evaluation's part in the result
  std::size_t plies = 0;         // of the continued game
};

struct MctsRow {
  std::optional<std::size_t> parent;
  std::string move;    // empty at the root
  bool black = false;  // the side that made it; at the root, the side that would have
};

// Playouts in order, and their positions in the order of first visits. Recording ends at a limit of positions, or once
// the tree has been compacted, because its indexes change then.
class MctsTrace {
 public:
  explicit MctsTrace(std::size_t most) : most_(most) {}

  void begin(Node::Index root) {
    ++begun_;
    if (closed_) return;
    now_ = {};
    add_step(std::nullopt, root, "");
  }
  void choose(Node::Index at, std::string move, MctsChoice choice) {
    if (closed_) return;
    add_step(now_.steps.back().node, at, std::move(move));
    now_.steps.back().choice = std::move(choice);
  }
  // The current playout, to be filled in.
  [[nodiscard]] MctsPlayout& now() { return now_; }
  void note(std::size_t step, float share, Outcome outcome, bool black) {
    if (closed_) return;
    rows_[now_.steps[step].node].black = black;
    now_.steps[step].share = share;
    now_.steps[step].outcome = outcome;
  }
  void finish() {
    if (closed_) return;
    playouts_.push_back(std::move(now_));
    now_ = {};
    if (rows_.size() >= most_) close();
  }
  void close() { closed_ = true; }

  [[nodiscard]] const std::vector<MctsRow>& rows() const { return rows_; }
  [[nodiscard]] const std::vector<MctsPlayout>& playouts() const { return playouts_; }
  [[nodiscard]] std::uint64_t left_out() const { return begun_ - playouts_.size(); }

 private:
  void add_step(std::optional<std::size_t> parent, Node::Index at, std::string move) {
    const auto [place, is_new] = numbers_.try_emplace(at, rows_.size());
    if (is_new) rows_.push_back({.parent = parent, .move = std::move(move)});
    now_.steps.push_back({.node = place->second, .choice = {}});
  }

  std::size_t most_;
  std::vector<MctsRow> rows_;
  std::vector<MctsPlayout> playouts_;
  std::unordered_map<Node::Index, std::size_t> numbers_;
  MctsPlayout now_;
  std::uint64_t begun_ = 0;
  bool closed_ = false;
};

}  // namespace plyground
