// Gomoku's specialist: wins by threats, an order of moves, and playouts that complete and block lines.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/game.hpp"
#include "core/random.hpp"
#include "core/specialist.hpp"
#include "games/gomoku/force.hpp"
#include "games/gomoku/heuristics.hpp"
#include "games/gomoku/pairing.hpp"
#include "games/gomoku/rating.hpp"
#include "games/gomoku/rules.hpp"
#include "games/gomoku/shape_rating.hpp"
#include "games/gomoku/threats.hpp"

namespace plyground::gomoku {

class Specialist {
 public:
  static constexpr std::uint64_t leaf_effort = 40;
  static constexpr std::uint64_t root_effort = 12000;
  static constexpr bool pointless_is_certain = true;
  static constexpr Pruning pruning{.futility = 0.85F,
                                   .futile_depth = 8,
                                   .razor = 0.7F,
                                   .razor_depth = 2,
                                   .count_base = 3,
                                   .count_power = 1.4F,
                                   .reduction = 1.1F};

  static Favourite favourite(const Position&) { return Favourite::alphabeta; }

  // A few nodes search fours alone; the rest of the budget is shared with threes.
  template <class Tick>
  [[nodiscard]] std::vector<Move> forced_win(const Position& position, std::uint64_t nodes, const Tick& tick) {
    const bool only_fours = nodes <= fours_only || !may_use_threes(position);
    if (only_fours && knows_shapes(position) && !may_make_four(position)) return {};
    show(position);
    const std::uint64_t for_fours = nodes <= fours_only ? nodes : nodes / 4;
    Force<Tick> fours(board_, failures_, position.turn(), for_fours, tick);
    std::vector<Move> line = fours.by_fours();
    if (!line.empty() || only_fours) return line;
    Force<Tick> threes(board_, failures_, position.turn(), nodes - for_fours, tick);
    return threes.by_threes(most_threes);
  }

  void rate(const Position& position, const Position::MoveList& moves, std::span<float> ratings) {
    if (is_first_move(position) || !knows_shapes(position)) {
      rate_otherwise(position, moves, ratings);
    } else {
      rate_shapes(position, moves, ratings);
    }
  }

  void rate_otherwise(const Position& position, const Position::MoveList& moves, std::span<float> ratings) {
    if (is_first_move(position)) {
      const auto centre = static_cast<Move>(Board::point({position.size() / 2, position.size() / 2}));
      // Small boards can be searched to the end, and the moves left out here are not proven to be worse.
      const float others = position.size() > largest_solvable ? -100.0F : -0.9F;
      for (std::size_t i = 0; i < moves.size(); ++i) ratings[i] = moves[i] == centre ? 0.0F : others;
      return;
    }
    show(position);
    rating_.rate(board_, position.turn(), moves, ratings);
  }

  // Whether the other side can complete a line or make an open four with its next move.
  [[nodiscard]] bool is_alarmed(const Position& position) {
    if (!knows_shapes(position)) return false;
    const Color enemy = other(position.turn());
    return shapes_.count(enemy, Threat::five) > 0 || shapes_.count(enemy, Threat::open_four) > 0;
  }

  // The default evaluation, black's advantage, several times as fast as from the position alone.
  [[nodiscard]] double evaluate(const Position& position) {
    return knows_shapes(position) ? shapes_value(shapes_, position.turn()) : evaluate_otherwise(position);
  }

  // The heuristic threats, for lines other than five.
  static constexpr auto other_evaluation = &threats;
  [[nodiscard]] double evaluate_otherwise(const Position& position) {
    show(position);
    const Chances mine = chances(position.turn());
    const Chances theirs = chances(other(position.turn()));
    const double value = threats_to_move(mine, theirs);
    return position.turn() == Color::black ? value : -value;
  }

  // A forced reply to a four costs no depth.
  [[nodiscard]] int extension(const Position& before, Move, const Position&) {
    if (knows_shapes(before)) return shapes_.count(other(before.turn()), Threat::five) > 0 ? 1 : 0;
    show(before);
    return board_.completions(other(before.turn())).count > 0 ? 1 : 0;
  }

  [[nodiscard]] float playout(const Position& position, Random& random, std::vector<Move>& trail) {
    trail.clear();
    if (const auto result = position.result()) return share(result->winner);
    show(position);
    const ThreatBoard::Stand before = board_.stand();
    const auto winner = Playout(board_, position.turn(), random, trail).run();
    board_.restore(before);
    return share(winner);
  }

  void priors(const Position& position, const Position::MoveList& moves, std::span<Prior> priors) {
    std::array<float, Position::max_moves> ratings{};
    rate(position, moves, std::span(ratings).first(moves.size()));
    for (std::size_t i = 0; i < moves.size(); ++i) priors[i] = prior(ratings[i]);
  }

  [[nodiscard]] bool cannot_win(const Position& position, Color side) {
    show(position);
    return is_held(board_, side, pairing_steps);
  }

 private:
  static constexpr std::uint64_t fours_only = 100;
  static constexpr int most_threes = 12;
  static constexpr int largest_solvable = 7;
  static constexpr int pairing_steps = 60;

  static bool is_first_move(const Position& position) {
    return position.stones(Color::black).none() && position.stones(Color::white).none();
  }

  void show(const Position& position) {
    if (board_.show(position)) failures_.clear();
  }

  // Brings the shapes up to date; false if this board has none.
  bool knows_shapes(const Position& position) {
    if (!ShapeBoard::knows(position)) return false;
    shapes_.show(position);
    return true;
  }

  [[nodiscard]] bool may_make_four(const Position& position) const {
    for (auto kind = static_cast<std::size_t>(Threat::four); kind < threat_kinds; ++kind) {
      if (shapes_.count(position.turn(), static_cast<Threat>(kind)) > 0) return true;
    }
    return false;
  }

  // If a side can make an open four next, the board of windows finds the moves that matter exactly.
  void rate_shapes(const Position& position, const Position::MoveList& moves, std::span<float> ratings) {
    if (rate_fives(shapes_, position.turn(), moves, ratings)) return;
    rate_by_shapes(shapes_, position.turn(), moves, ratings);
    if (shapes_.count(Color::black, Threat::open_four) + shapes_.count(Color::white, Threat::open_four) == 0) return;
    show(position);
    rating_.rate_forks(board_, position.turn(), moves, ratings);
  }

  [[nodiscard]] Chances chances(Color color) const {
    const WindowCount count = board_.count_windows(color);
    return {count, count.lacking[1] == 0 ? 0 : board_.completions(color).count};
  }

  // A double four wins against Black in renju only if Black has a legal reply, which exists while half of the board is
  // empty.
  [[nodiscard]] static bool may_use_threes(const Position& position) {
    if (position.turn() == Color::black || !position.needs_exact_line(Color::black)) return true;
    const int taken = position.stones(Color::black).count() + position.stones(Color::white).count();
    return position.needs_exact_line(Color::white) || 2 * taken <= position.size() * position.size();
  }

  static float share(std::optional<Color> winner) {
    if (!winner) return 0.5F;
    return *winner == Color::black ? 1.0F : 0.0F;
  }

  static Prior prior(float rating) {
    if (rating <= Rating::pointless) return {.wins = 0, .visits = 50};
    if (rating < 0) return {.wins = 2, .visits = 10};
    if (rating >= Rating::wins) return {.wins = 50, .visits = 50};
    return {.wins = 10 * (0.35F + 0.2F * std::min(rating, 2.0F)), .visits = 10};
  }

  ThreatBoard board_;
  ShapeBoard shapes_;
  Failures failures_;
  Rating rating_;
};

Specialist specialist_of(const Position*);

}  // namespace plyground::gomoku
