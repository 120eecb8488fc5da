// A walk through the game tree: what every textbook search shares, so that each search reads like its definition.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/timeline.hpp"
#include "search/evaluate.hpp"
#include "search/limits.hpp"
#include "search/textbook/trace.hpp"
#include "search/value.hpp"

namespace plyground {

struct Manner {
  bool ordered = false;    // moves in the game's own promising order
  bool repetition = true;  // respect draws by repetition
};

template <Game P>
class Walk {
 public:
  using Moves = typename P::MoveList;

  Walk(Timeline<P> start, const Evaluator<P>& evaluator, Budget& budget, Manner manner, TextbookTrace* trace)
      : timeline_(std::move(start)), evaluator_(evaluator), budget_(budget), manner_(manner), trace_(trace) {}

  // Every call of a search counts as one node, the first included.
  void count_node() {
    budget_.spend_node();
    if (trace_ && entered_) trace_->enter(entered_->move, entered_->alpha, entered_->beta);
    entered_.reset();
  }

  [[nodiscard]] const P& position() const { return timeline_.position(); }
  [[nodiscard]] bool black_to_move() const { return position().turn() == Color::black; }

  // The value of a game that is over here.
  [[nodiscard]] std::optional<Value> final_value() const {
    const auto result = manner_.repetition ? timeline_.result() : timeline_.result_ignoring_repetition();
    if (!result) return std::nullopt;
    if (trace_) trace_->mark(NodeKind::over);
    return plyground::final_value<P>(*result, ply_);
  }

  [[nodiscard]] Value evaluate() {
    guessed_ = true;
    if (trace_) trace_->mark(NodeKind::leaf);
    return evaluator_(position());
  }

  [[nodiscard]] Moves moves() {
    Moves moves;
    timeline_.legal_moves(moves);
    if constexpr (Orders<P>) {
      const std::size_t all = moves.size();
      if (manner_.ordered) position().order(moves);
      if (moves.size() < all) left_out_ = true;
    }
    if (trace_) trace_->offer(moves.size(), black_to_move());
    return moves;
  }

  // Plays a move, lets `search` examine what follows, and takes the move back.
  template <class Search>
  Value child(Move move, Value alpha, Value beta, Search search) {
    const P before = position();
    timeline_.play(move);
    ++ply_;
    if (line_.size() <= static_cast<std::size_t>(ply_)) line_.resize(static_cast<std::size_t>(ply_) + 1);
    line_[static_cast<std::size_t>(ply_)].clear();
    if (trace_) entered_ = Entered{before.move_text(move), alpha, beta};
    const Value value = search();
    if (trace_) trace_->leave(value);
    --ply_;
    timeline_.take_back(before);
    return value;
  }

  // Records the move as the best so far: it and the best line after it become the best line.
  void improve(Move move, Value value) {
    if (ply_ == 0) best_value_ = value;
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
  [[nodiscard]] Value best_value() const { return best_value_; }  // of the best line

  [[nodiscard]] bool has_guessed() const { return guessed_; }    // whether any heuristic has been evaluated
  [[nodiscard]] bool has_left_out() const { return left_out_; }  // whether any legal move has been ignored
  void forget_guesses() { guessed_ = false; }

 private:
  struct Entered {
    std::string move;
    Value alpha, beta;
  };

  Timeline<P> timeline_;
  const Evaluator<P>& evaluator_;
  Budget& budget_;
  Manner manner_;
  TextbookTrace* trace_;
  int ply_ = 0;
  bool guessed_ = false;
  bool left_out_ = false;
  Value best_value_ = 0;
  std::optional<Entered> entered_;  // a move that was played but not yet counted
  std::vector<std::vector<Move>> line_ = std::vector<std::vector<Move>>(2);
};

}  // namespace plyground
