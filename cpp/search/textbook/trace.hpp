// A textbook search that records itself, node by node, for teaching.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "search/value.hpp"

namespace plyground {

// The source of a value: the moves after it, a heuristic, or the end of the game.
enum class NodeKind : std::uint8_t { inner, leaf, over };

struct TraceNode {
  std::optional<std::size_t> parent;
  std::string move;  // empty at the root
  Value alpha = -infinity;
  Value beta = infinity;
  std::optional<Value> value;  // none: the search stopped before the value was known
  NodeKind kind = NodeKind::inner;
  bool cut = false;       // the moves after the last child were left out
  std::size_t moves = 0;  // the number of moves to search
  bool black = false;     // whether these were Black's
};

// Nodes in the order of visits, up to a limit; further nodes are only counted.
class TextbookTrace {
 public:
  explicit TextbookTrace(std::size_t most) : most_(most) { add({}); }

  void enter(std::string move, Value alpha, Value beta) {
    add({.parent = path_.back(), .move = std::move(move), .alpha = alpha, .beta = beta, .value = {}});
  }
  void leave(Value value) {
    if (const auto here = path_.back()) nodes_[*here].value = value;
    path_.pop_back();
  }
  void finish(Value value) {
    if (!nodes_.empty()) nodes_[0].value = value;
  }
  void cut() {
    if (const auto here = path_.back()) nodes_[*here].cut = true;
  }
  void offer(std::size_t moves, bool black) {
    if (const auto here = path_.back()) {
      nodes_[*here].moves = moves;
      nodes_[*here].black = black;
    }
  }
  void mark(NodeKind kind) {
    if (const auto here = path_.back()) nodes_[*here].kind = kind;
  }

  [[nodiscard]] const std::vector<TraceNode>& nodes() const { return nodes_; }
  [[nodiscard]] std::uint64_t left_out() const { return left_out_; }

 private:
  void add(TraceNode node) {
    if (nodes_.size() < most_) {
      path_.emplace_back(nodes_.size());
      nodes_.push_back(std::move(node));
    } else {
      path_.emplace_back(std::nullopt);
      ++left_out_;
    }
  }

  std::size_t most_;
  std::vector<TraceNode> nodes_;
  std::vector<std::optional<std::size_t>> path_;  // from the root to the current node
  std::uint64_t left_out_ = 0;
};

}  // namespace plyground
