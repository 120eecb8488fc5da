// The interface of a trained judge of positions, such as a network. Searches use it without depending on its kind.
#pragma once

#include <span>
#include <vector>

#include "core/game.hpp"

namespace plyground {

// All values are for the side to move.
struct Judgement {
  float win = 0;  // probabilities that add up to 1
  float draw = 0;
  float loss = 0;
  std::vector<float> logits;  // of the moves, in move-list order

  [[nodiscard]] float share() const { return win + draw / 2; }  // of the point
};

// Judges many positions at once, on any number of threads. None of the games is over.
template <Game P>
class Judge {
 public:
  struct Question {
    const P* position;
    const typename P::MoveList* moves;
  };

  Judge() = default;
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;
  Judge(Judge&&) = delete;
  Judge& operator=(Judge&&) = delete;
  virtual ~Judge() = default;

  // An answer for each question; the vectors of earlier answers are used again.
  virtual void judge(std::span<const Question> questions, std::span<Judgement> answers) const = 0;
};

}  // namespace plyground
