// A walk through the game tree: what every textbook search shares, so that each can read like its definition.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/timeline.hpp"
#include "search/evaluate.hpp"
#include "search/limits.hpp"
#include "search/trace.hpp"
#include "search/value.hpp"

namespace plyground {

// A game may know a better order than that of its move list; it may also leave hopeless moves out.
template <class P>
concept Orders = requires(const P position, typename P::MoveList& moves) { position.order(moves); };

struct Manner {
  bool ordered = false;    // moves in the game's own best order
  bool repetition = true;  // honour draws by repetition
};

template <Game P>
class Walk {
 public:
  using Moves = typename P::MoveList;

  Walk(Timeline<P> start, const Evaluator<P>& evaluator, Budget& budget, Manner manner, Trace* trace)
      : timeline_(std::move(start)), evaluator_(evaluator), budget_(budget), manner_(manner), trace_(trace) {}

  // Every call of a search counts as one node, the first included.
  void count_node() { budget_.spend_node(); }

  [[nodiscard]] const P& position() const { return timeline_.position(); }
  [[nodiscard]] bool black_to_move() const { return position().turn() == Color::black; }

  // The value of a game that is over here.
  [[nodiscard]] std::optional<Value> final_value() const {
    const auto result = manner_.repetition ? timeline_.result() : timeline_.result_ignoring_repetition();
    if (!result) return std::nullopt;
    if (trace_) trace_->mark(NodeKind::over);
    return plyground::final_value(*result, ply_);
  }

  [[nodiscard]] Value evaluate() {
    guessed_ = true;
    if (trace_) trace_->mark(NodeKind::leaf);
    return evaluator_(position());
  }

  [[nodiscard]] Moves moves() const {
    Moves moves;
    timeline_.legal_moves(moves);
    if constexpr (Orders<P>) {
      if (manner_.ordered) position().order(moves);
    }
    return moves;
  }

  // Plays a move, lets `search` look at what follows, and takes the move back.
  template <class Search>
  Value child(Move move, Value alpha, Value beta, Search search) {
    const P before = position();
    timeline_.play(move);
    ++ply_;
    if (line_.size() <= static_cast<std::size_t>(ply_)) line_.resize(static_cast<std::size_t>(ply_) + 1);
    line_[static_cast<std::size_t>(ply_)].clear();
    if (trace_) trace_->enter(before.move_text(move), alpha, beta);
    const Value value = search();
    if (trace_) trace_->leave(value);
    --ply_;
    timeline_.take_back(before);
    return value;
  }

  // The move is the best so far here: it and the best line after it become the best line.
  void improve(Move move) {
    auto& here = line_[static_cast<std::size_t>(ply_)];
    const auto& after = line_[static_cast<std::size_t>(ply_) + 1];
    here.assign(1, move);
    here.insert(here.end(), after.begin(), after.end());
  }

  void note_cut() {
    if (trace_) trace_->cut();
  }

  [[nodiscard]] const std::vector<Move>& best_line() const { return line_[0]; }
  [[nodiscard]] const std::vector<Move>& line_here() const { return line_[static_cast<std::size_t>(ply_)]; }
  [[nodiscard]] bool has_guessed() const { return guessed_; }  // has any heuristic been asked?

 private:
  Timeline<P> timeline_;
  const Evaluator<P>& evaluator_;
  Budget& budget_;
  Manner manner_;
  Trace* trace_;
  int ply_ = 0;
  bool guessed_ = false;
  std::vector<std::vector<Move>> line_ = std::vector<std::vector<Move>>(2);
};

}  // namespace plyground
