// A table of patterns as the evaluation of one game, and self-play games for learning.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/squares.hpp"
#include "core/text.hpp"
#include "core/timeline.hpp"
#include "patterns/learner.hpp"
#include "patterns/self_play.hpp"
#include "patterns/table.hpp"

namespace plyground {

// The evaluation of one game; only positions of that game look inside.
class AnyPatterns {
 public:
  AnyPatterns() = default;
  AnyPatterns(const AnyPatterns&) = delete;
  AnyPatterns& operator=(const AnyPatterns&) = delete;
  AnyPatterns(AnyPatterns&&) = delete;
  AnyPatterns& operator=(AnyPatterns&&) = delete;
  virtual ~AnyPatterns() = default;
};

// Whether patterns of this shape fit boards of that one.
inline void check_patterns(const PatternShape& patterns, const SquaresShape& board) {
  if (patterns.squares() == board.squares() && patterns.slots() == board.size() &&
      patterns.contents() == board.contents.size()) {
    return;
  }
  const auto counts = [](std::size_t squares, std::size_t extras, std::size_t contents) {
    return std::to_string(squares) + " squares, " + std::to_string(extras) + " extras and " + std::to_string(contents) +
           " contents of a square";
  };
  reject("The patterns are for " +
         counts(patterns.squares(), patterns.slots() - patterns.squares(), patterns.contents()) +
         ", but the board has " + counts(board.squares(), board.size() - board.squares(), board.contents.size()) + ".");
}

template <Game P>
class PatternsOf final : public AnyPatterns {
 public:
  PatternsOf(std::shared_ptr<const PatternTable> table, const P& start) : table_(std::move(table)), reader_(start) {
    check_patterns(table_->shape(), reader_.shape());
  }

  // Black's advantage in the unit of the game's own evaluation. `win_scale` of that unit corresponds to one unit of the
  // log-odds.
  [[nodiscard]] double evaluate(const P& position, double win_scale) const {
    thread_local std::vector<std::uint8_t> codes;
    codes.resize(reader_.shape().size());
    reader_.read(position, codes);
    const double value = table_->value(codes, position.turn());
    const double scaled = table_->meaning() == PatternMeaning::odds ? win_scale * value : value;
    return position.turn() == Color::black ? scaled : -scaled;
  }

 private:
  std::shared_ptr<const PatternTable> table_;
  SquareReader<P> reader_;
};

// The evaluation of a request, cast to this game's type.
template <Game P>
const PatternsOf<P>& patterns_of(const AnyPatterns& patterns) {
  const auto* its = dynamic_cast<const PatternsOf<P>*>(&patterns);
  if (its == nullptr) reject("The patterns are for another game or another board size.");
  return *its;
}

// The numbers of the games to play.
struct GameNumbers {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};

template <Game P>
PatternGames learn_patterns(const Timeline<P>& start, PatternLearner& learner, const PatternTraining& plan,
                            const GameNumbers& numbers, const std::atomic<bool>& stop,
                            const std::function<void()>& poll) {
  check_patterns(learner.shape(), SquareReader<P>(start.position()).shape());
  return PatternSelfPlay<P>(start, learner, plan, stop, poll).play(numbers.first, numbers.count);
}

}  // namespace plyground
