// Move ordering: the game's own rating, killers, history and replies.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/specialist.hpp"

namespace plyground {

// The moves of one node, each with a rating. `next` returns them, the highest rating first. They are sorted only as far
// as needed, because most nodes need only a move or two.
template <Game P>
class Choice {
 public:
  typename P::MoveList moves;

  [[nodiscard]] std::span<float> ratings() {
    if constexpr (requires { typename std::tuple_size<decltype(ratings_)>::type; }) {
      return {ratings_.data(), moves.size()};
    } else {
      ratings_.resize(moves.size());
      return ratings_;
    }
  }

  // The best of the moves from place `at` on, which is moved to that place.
  std::pair<Move, float> next(std::size_t at) {
    const auto rated = ratings();
    std::size_t best = at;
    const std::size_t end = at < front_ ? front_ : rated.size();
    for (std::size_t i = at + 1; i < end; ++i) {
      if (rated[i] > rated[best]) best = i;
    }
    const float rating = rated[best];
    const Move move = moves[best];
    std::swap(rated[at], rated[best]);
    moves.replace(best, moves[at]);
    moves.replace(at, move);
    return {move, rating};
  }

  // Puts moves with a lower rating than this after all others, so that `next` need not look through them. Call it
  // before the first `next`.
  void put_aside(float below) {
    const auto rated = ratings();
    for (std::size_t i = 0; i < rated.size(); ++i) {
      if (rated[i] < below) continue;
      const Move move = moves[i];
      std::swap(rated[i], rated[front_]);
      moves.replace(i, moves[front_]);
      moves.replace(front_, move);
      ++front_;
    }
  }

 private:
  static constexpr auto make_ratings() {
    if constexpr (requires { P::MoveList::capacity; }) {
      return std::array<float, P::MoveList::capacity>();
    } else {
      return std::vector<float>();
    }
  }
  decltype(make_ratings()) ratings_;
  std::size_t front_ = 0;
};

// The moves that caused cutoffs elsewhere: two for every ply (killers), and a score for every move of each side
// (history). All ratings are below 1, see RatesMoves.
class OrderMemory {
 public:
  [[nodiscard]] float rating(Color color, int ply, Move move, bool killers, bool history) const {
    const auto& here = killers_[place(ply)];
    if (killers && move == here[0]) return 0.9F;
    if (killers && move == here[1]) return 0.8F;
    return history ? 0.7F * score_[index(color)][slot(move)] : 0.0F;
  }

  // For the move that answered this move of the opponent last time.
  [[nodiscard]] float counter_rating(Color color, Move enemy, Move move) const {
    return counters_[index(color)][slot(enemy)] == move ? 0.3F : 0.0F;
  }
  void note_counter(Color color, Move enemy, Move move) { counters_[index(color)][slot(enemy)] = move; }

  void note_cut(Color color, int ply, Move move, int depth, std::span<const Move> tried_before) {
    auto& here = killers_[place(ply)];
    if (here[0] != move) here = {move, here[0]};
    const float step = std::min(1.0F, 0.004F * static_cast<float>(depth * depth));
    raise(score_[index(color)][slot(move)], step);
    for (const Move other : tried_before) lower(score_[index(color)][slot(other)], step);
  }

 private:
  static constexpr std::size_t most_plies = 256;
  static constexpr std::size_t slots = 4096;

  static std::size_t place(int ply) { return std::min(static_cast<std::size_t>(ply), most_plies - 1); }
  static std::size_t slot(Move move) { return move % slots; }
  // Both keep the score between -1 and 1.
  static void raise(float& score, float step) { score += step * (1 - score); }
  static void lower(float& score, float step) { score -= step * (1 + score); }

  std::array<std::array<Move, 2>, most_plies> killers_{};
  std::array<std::array<float, slots>, 2> score_{};
  std::array<std::array<Move, slots>, 2> counters_{};
};

// The game's own rating: by its specialist, or from its own order of moves.
template <Game P, class S>
void rate_moves([[maybe_unused]] S& specialist, const P& position, Choice<P>& choice) {
  const auto ratings = choice.ratings();
  std::fill(ratings.begin(), ratings.end(), 0.0F);
  if constexpr (RatesMoves<S, P>) {
    specialist.rate(position, choice.moves, ratings);
  } else if constexpr (Orders<P>) {
    typename P::MoveList ordered = choice.moves;
    position.order(ordered);
    for (std::size_t i = 0; i < ratings.size(); ++i) {
      const auto at = std::find(ordered.begin(), ordered.end(), choice.moves[i]) - ordered.begin();
      ratings[i] = -0.9F * static_cast<float>(at) / static_cast<float>(ratings.size());
    }
  }
}

}  // namespace plyground
