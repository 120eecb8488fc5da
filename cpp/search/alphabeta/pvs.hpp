// Principal variation search: alpha-beta that trusts its move order, asks of every later move only whether it is
// better, and remembers what it has seen. One thread's part of it; strong.hpp runs it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/specialist.hpp"
#include "core/timeline.hpp"
#include "search/alphabeta/order.hpp"
#include "search/alphabeta/table.hpp"
#include "search/evaluate.hpp"
#include "search/limits.hpp"
#include "search/value.hpp"

namespace plyground {

// What may be switched off, so that one can measure what it is worth. The table is off where there is none.
struct Techniques {
  bool killers = true;
  bool history = true;
  bool aspiration = true;
  bool reductions = true;
  bool extensions = true;
  bool quiescence = true;
  bool probcut = true;
  bool specialist = true;
  bool futility = true;  // these four where the game says how far they may go
  bool razoring = true;
  bool counting = true;
  bool counters = true;  // what answered the enemy's move before
};

// A node's value for the side to move, and what it stands on.
struct Found {
  // Results that depend on the path: a repetition that draws, a move that ko refuses. Such a value is true only after
  // the positions that led here, so it must not be remembered for others. `rests_on` is the oldest place in the past
  // that it depends on. A value that rests on nothing older than its own position holds on every path like this one
  // and may enter the table; the rest never does.
  static constexpr std::size_t nothing = std::numeric_limits<std::size_t>::max();

  float value = 0;
  bool proven = false;  // no heuristic was asked, and no move left out, for anything this value depends on
  std::size_t rests_on = nothing;
};

// The least value above this one. All values here are floats, so a window this wide asks "better or not?".
inline float just_above(float value) {
  if (value == 0) return std::numeric_limits<float>::denorm_min();
  const auto bits = std::bit_cast<std::int32_t>(value);
  return std::bit_cast<float>(value > 0 ? bits + 1 : bits - 1);
}

// The greatest below.
inline float just_below(float value) { return -just_above(-value); }

template <Game P>
class Pvs {
 public:
  using Specialist = SpecialistOf<P>;
  static constexpr float unbounded = std::numeric_limits<float>::infinity();

  Pvs(const Timeline<P>& start, const Evaluator<P>& evaluator, const Techniques& use, Table* table, Budget& budget)
      : timeline_(start), evaluator_(evaluator), use_(use), table_(table), budget_(budget) {}

  // Searches the first position. Moves in `left_out` are not tried.
  Found search_root(int depth, float alpha, float beta, std::span<const Move> left_out) {
    root_depth_ = depth;
    root_place_ = timeline_.past().size();
    left_out_ = left_out;
    return search(depth, alpha, beta, 0);
  }

  // The best line of the last search_root, or of what it had seen when it was stopped; empty if nothing yet.
  [[nodiscard]] const std::vector<Move>& line() const { return lines_[0]; }
  [[nodiscard]] float best_so_far() const { return root_value_; }
  void forget_line() { lines_[0].clear(); }

  [[nodiscard]] Specialist& specialist() { return specialist_; }
  [[nodiscard]] Budget& budget() { return budget_; }

 private:
  struct Tried {
    Move move;
    float rating;
    std::size_t at;
  };

  Found search(int depth, float alpha, float beta, int ply) {
    // 1. Count, and stop in time.
    budget_.spend_node();
    clear_line(ply);

    // 2. The game may be over.
    if (const auto end = end_of_game(ply)) return *end;

    // 3. A specialist may know the value.
    if (ply > 0) {
      if (wins_at_once()) return {.value = win_in(ply + 1), .proven = true};
      if (const auto settled = settle(alpha, beta, ply)) return *settled;
    }

    // 4. The table may know enough.
    Known known = table_ && depth >= least_table_depth ? table_->find(timeline_.key()) : Known{};
    const bool is_pv = beta > just_above(alpha);
    if (ply > 0 && !is_pv && (known.depth >= depth || known.proven)) {
      if (const auto enough = answer(known, alpha, beta, ply)) return *enough;
    }

    // 5. At the horizon a quiet position is evaluated; a specialist may search the last plies by itself.
    if (depth <= 0) return at_horizon(alpha, beta, ply);
    if (!is_pv) {
      if (const auto found = search_shallowly(depth, alpha, beta, ply)) return *found;
      if (const auto cut = probcut(depth, alpha, beta, ply)) return *cut;
      if (predicts() && table_ && !known.has_move) known = table_->find(timeline_.key());
    }

    // 6. A node far from the window is not worth a search.
    if (const auto settled = prune(known, depth, alpha, beta, ply)) return *settled;

    // 7. The moves, best first.
    Choice<P> choice;
    const Found refused = list_moves(choice, ply);
    if (choice.moves.empty()) return over_or_refused(refused, ply);
    rate(choice, known, depth, ply);
    if (reduces() && !is_pv && depth >= 5 && table_ && !known.has_move) --depth;

    // 8. Try them.
    return try_moves(choice, refused, depth, alpha, beta, ply);
  }

  Found try_moves(Choice<P>& choice, const Found& refused, int depth, float alpha, float beta, int ply) {
    const P before = position();
    const bool is_pv = beta > just_above(alpha);
    const float first_alpha = alpha;
    Found best{.value = -unbounded, .proven = true, .rests_on = refused.rests_on};
    bool all_proven = true;
    Move best_move = choice.moves[0];
    for (std::size_t at = 0; at < choice.moves.size(); ++at) {
      const auto [move, rating] = choice.next(at);
      if (may_skip_rest(depth, at, rating, is_pv, best.value, ply)) {
        all_proven = all_proven && certainly_pointless(rating);
        break;
      }
      const Found found = try_move(before, {move, rating, at}, depth, alpha, beta, ply);
      all_proven = all_proven && found.proven;
      best.rests_on = std::min(best.rests_on, found.rests_on);
      if (found.value <= best.value) continue;
      best.value = found.value;
      best.proven = found.proven;
      best_move = move;
      if (found.value <= alpha) continue;
      alpha = found.value;
      if (is_pv) improve_line(move, ply, found.value);
      if (alpha >= beta) {
        // The bound stands on this move alone.
        best.rests_on = found.rests_on;
        note_cut(before, choice, at, depth, ply);
        break;
      }
    }
    // A win is a win whatever the other moves are; anything else is known only if they are.
    const bool sure_win = best.value >= win_value && !P::counts_margin;
    if (best.value < beta && !sure_win) best.proven = all_proven;
    const Bound bound = best.value >= beta ? Bound::lower : best.value > first_alpha ? Bound::exact : Bound::upper;
    remember(best, bound, best_move, depth, ply);
    return best;
  }

  // Plays a move and looks at what follows: later moves with a narrow window first, unlikely ones less deeply.
  Found try_move(const P& before, const Tried& tried, int depth, float alpha, float beta, int ply) {
    timeline_.play(tried.move);
    if constexpr (prunes) {
      if (trusts_specialist()) played_[static_cast<std::size_t>(ply)] = tried.move;
    }
    if (table_ && depth > least_table_depth) table_->prefetch(timeline_.key());
    const int extended = depth - 1 + extension(before, tried.move, ply);
    const bool is_pv = beta > just_above(alpha);
    Found found;
    if (tried.at == 0) {
      found = negated(search(extended, -beta, -alpha, ply + 1));
    } else {
      const int reduced = std::max(extended - reduction(depth, tried, is_pv, ply), std::min(extended, 0));
      const float ask = just_above(alpha);
      found = negated(search(reduced, -ask, -alpha, ply + 1));
      if (found.value > alpha && reduced < extended) found = negated(search(extended, -ask, -alpha, ply + 1));
      if (found.value > alpha && is_pv) found = negated(search(extended, -beta, -alpha, ply + 1));
    }
    timeline_.take_back(before);
    return found;
  }

  static Found negated(Found found) {
    found.value = -found.value;
    return found;
  }

  // ---- ends ----

  [[nodiscard]] std::optional<Found> end_of_game(int ply) {
    if (const auto result = position().result()) return Found{.value = final(*result, ply), .proven = true};
    if (timeline_.drawn_by_repetition()) {
      return Found{.value = 0, .proven = true, .rests_on = timeline_.draw_rests_on()};
    }
    return circle();
  }

  // A line that comes back to a position of this very search: whoever wanted to could go round once more, so it is
  // taken for the draw that a third time would be. No win is lost by it, for the shortest win passes no position twice.
  [[nodiscard]] std::optional<Found> circle() const {
    if (!use_.reductions || position().repetition() != Repetition::draws) return std::nullopt;
    if (timeline_.past().size() < root_place_ + 4) return std::nullopt;
    const std::size_t place = timeline_.past().place(position().repetition_key());
    if (place < root_place_ || place == timeline_.past().size()) return std::nullopt;
    return Found{.value = 0, .proven = true, .rests_on = place};
  }

  [[nodiscard]] float final(const Result& result, int ply) const {
    const auto value = static_cast<float>(final_value<P>(result, ply));
    return position().turn() == Color::black ? value : -value;
  }

  // No move is left: because of the position, or because ko refused them all.
  Found over_or_refused(const Found& refused, int ply) {
    const auto stuck = position().stuck();
    const float value = stuck ? final(*stuck, ply) : 0;
    return {.value = value, .proven = true, .rests_on = refused.rests_on};
  }

  [[nodiscard]] bool wins_at_once() {
    if constexpr (SeesWins<Specialist, P>) return use_.specialist && specialist_.wins_at_once(position());
    return false;
  }

  std::optional<Found> settle([[maybe_unused]] float alpha, [[maybe_unused]] float beta, [[maybe_unused]] int ply) {
    if constexpr (Settles<Specialist, P>) {
      if (use_.specialist && specialist_.settles(position())) {
        const double value =
            specialist_.settle(position(), shifted(alpha, ply), shifted(beta, ply), [this] { budget_.spend_node(); });
        return Found{.value = shifted(static_cast<float>(value), -ply), .proven = true};
      }
    }
    return std::nullopt;
  }

  // ---- what a specialist knows of shallow searches ----

  // Its own evaluation is the one in use.
  [[nodiscard]] bool trusts_specialist() const { return use_.specialist && evaluator_.is_default(); }

  // Where the errors of shallow searches are known, they decide what is left out, and nothing is reduced blindly.
  [[nodiscard]] bool predicts() const {
    if constexpr (PredictsSearches<Specialist, P>) return use_.probcut && trusts_specialist();
    return false;
  }
  [[nodiscard]] bool reduces() const { return use_.reductions && !predicts(); }

  std::optional<Found> search_shallowly([[maybe_unused]] int depth, [[maybe_unused]] float alpha,
                                        [[maybe_unused]] float beta, [[maybe_unused]] int ply) {
    if constexpr (SearchesShallowly<Specialist, P>) {
      if (ply > 0 && trusts_specialist() && specialist_.searches(position(), depth)) {
        const double value = specialist_.search(position(), depth, shifted(alpha, ply), shifted(beta, ply), predicts(),
                                                [this] { budget_.spend_node(); });
        return Found{.value = shifted(static_cast<float>(value), -ply)};
      }
    }
    return std::nullopt;
  }

  // A shallow search so far beyond the window that the deep one will hardly come back into it (ProbCut).
  std::optional<Found> probcut([[maybe_unused]] int depth, [[maybe_unused]] float alpha, [[maybe_unused]] float beta,
                               [[maybe_unused]] int ply) {
    if constexpr (PredictsSearches<Specialist, P>) {
      if (!predicts() || ply == 0 || is_decided(alpha) || is_decided(beta)) return std::nullopt;
      for (const auto [shallow, error] : Specialist::predictions(position(), depth)) {
        if (const float high = beta + error; !is_decided(high)) {
          Found found = search(shallow, just_below(high), high, ply);
          if (found.value >= high) return Found{.value = beta, .rests_on = found.rests_on};
          if (found.value >= beta) continue;  // not so far on the other side
        }
        if (const float low = alpha - error; !is_decided(low)) {
          Found found = search(shallow, low, just_above(low), ply);
          if (found.value <= low) return Found{.value = alpha, .rests_on = found.rests_on};
        }
      }
    }
    return std::nullopt;
  }

  // ---- the horizon ----

  Found at_horizon(float alpha, float beta, int ply) {
    if constexpr (CountsMoves<P> && !ForbidsRepetition<P>) {
      if (position().stuck() && position().count_moves() == 0) return over_or_refused({}, ply);
    } else if (position().stuck()) {
      Choice<P> choice;
      const Found refused = list_moves(choice, ply);
      if (choice.moves.empty()) return over_or_refused(refused, ply);
    }
    if constexpr (prunes && !HasNoisyMoves<Specialist, P>) {
      if (trusts_specialist()) {
        const float value = evaluate();
        if (value >= beta) return {.value = value};
        if (const auto won = forced_win(ply)) return *won;
        return {.value = value};
      }
    }
    if (const auto won = forced_win(ply)) return *won;
    if constexpr (HasNoisyMoves<Specialist, P>) {
      if (use_.quiescence && use_.specialist) return quiesce(alpha, beta, ply);
    }
    return {.value = evaluate()};
  }

  [[nodiscard]] float evaluate() {
    if constexpr (Evaluates<Specialist, P>) {
      if (use_.specialist && evaluator_.is_default()) {
        const auto value = static_cast<float>(bounded(specialist_.evaluate(position())));
        return position().turn() == Color::black ? value : -value;
      }
    }
    if constexpr (EvaluatesOtherwise<Specialist, P>) {
      if (use_.specialist && evaluator_.is_only(Specialist::other_evaluation)) {
        const auto value = static_cast<float>(bounded(specialist_.evaluate_otherwise(position())));
        return position().turn() == Color::black ? value : -value;
      }
    }
    const auto value = static_cast<float>(evaluator_(position()));
    return position().turn() == Color::black ? value : -value;
  }

  std::optional<Found> forced_win([[maybe_unused]] int ply) {
    if constexpr (ForcesWins<Specialist, P>) {
      if (!use_.specialist || !use_.quiescence || Specialist::leaf_effort == 0) return std::nullopt;
      const auto line = specialist_.forced_win(position(), Specialist::leaf_effort, [this] { budget_.spend_node(); });
      if (!line.empty()) {
        const Found won{.value = win_in(ply + static_cast<int>(line.size())), .proven = true};
        remember(won, Bound::lower, line[0], 0, ply);
        return won;
      }
    }
    return std::nullopt;
  }

  static float win_in(int ply) { return static_cast<float>(win_value + max_ply - ply); }

  // Only what can't wait, until nothing is left of it. Doing nothing is allowed unless the game says otherwise.
  Found quiesce(float alpha, float beta, int ply) {
    Choice<P> choice;
    const bool must_move = specialist_.noisy(position(), choice.moves);
    Found best{.value = must_move ? -unbounded : evaluate()};
    if (best.value >= beta || choice.moves.empty() || ply >= most_plies) {
      return choice.moves.empty() || ply >= most_plies ? Found{.value = evaluate()} : best;
    }
    alpha = std::max(alpha, best.value);
    rate_moves(specialist_, position(), choice);
    const P before = position();
    for (std::size_t at = 0; at < choice.moves.size(); ++at) {
      const Move move = choice.next(at).first;
      if (!timeline_.ko_allows(move)) {
        best.rests_on = std::min(best.rests_on, timeline_.ko_rests_on(move));
        continue;
      }
      timeline_.play(move);
      const Found found = negated(search(0, -beta, -alpha, ply + 1));
      timeline_.take_back(before);
      best.rests_on = std::min(best.rests_on, found.rests_on);
      if (found.value <= best.value) continue;
      best.value = found.value;
      best.proven = found.proven && best.value >= win_value && !P::counts_margin;
      alpha = std::max(alpha, best.value);
      if (alpha >= beta) break;
    }
    if (best.value == -unbounded) best.value = evaluate();
    return best;
  }

  // ---- moves ----

  // Fills the list; the answer says on what the absence of refused moves rests.
  Found list_moves(Choice<P>& choice, int ply) {
    Found refused;
    position().moves(choice.moves);
    if constexpr (ForbidsRepetition<P>) {
      choice.moves.remove_if([&](Move move) {
        if (timeline_.ko_allows(move)) return false;
        refused.rests_on = std::min(refused.rests_on, timeline_.ko_rests_on(move));
        return true;
      });
    }
    if (ply == 0 && !left_out_.empty()) {
      choice.moves.remove_if([this](Move move) { return std::ranges::find(left_out_, move) != left_out_.end(); });
    }
    return refused;
  }

  void rate(Choice<P>& choice, const Known& known, int depth, int ply) {
    if (rate_for_depth(choice, depth)) {
      // rated already
    } else if (use_.specialist) {
      if (!rate_otherwise(choice)) rate_moves(specialist_, position(), choice);
    } else {
      NoSpecialist nobody;
      rate_moves(nobody, position(), choice);
    }
    const auto ratings = choice.ratings();
    const Color turn = position().turn();
    for (std::size_t i = 0; i < ratings.size(); ++i) {
      const Move move = choice.moves[i];
      ratings[i] += memory_.rating(turn, ply, move, use_.killers, use_.history);
      if (known.has_move && known.move == move) ratings[i] += table_move;
    }
    if constexpr (prunes) {
      if (!trusts_specialist()) return;
      if (const Move enemy = before_this(ply); use_.counters && enemy != 0) {
        for (std::size_t i = 0; i < ratings.size(); ++i) {
          ratings[i] += memory_.counter_rating(turn, enemy, choice.moves[i]);
        }
      }
      choice.put_aside(0);
    }
  }

  // Does the game have an order of its own for a search by another evaluation than its default?
  bool rate_otherwise([[maybe_unused]] Choice<P>& choice) {
    if constexpr (EvaluatesOtherwise<Specialist, P>) {
      if (evaluator_.is_default()) return false;
      specialist_.rate_otherwise(position(), choice.moves, choice.ratings());
      return true;
    }
    return false;
  }

  bool rate_for_depth([[maybe_unused]] Choice<P>& choice, [[maybe_unused]] int depth) {
    if constexpr (RatesForDepth<Specialist, P>) {
      if (depth >= Specialist::rates_from && trusts_specialist()) {
        specialist_.rate_for_depth(position(), choice.moves, choice.ratings(), depth, [this] { budget_.spend_node(); });
        return true;
      }
    }
    return false;
  }

  void note_cut(const P& before, Choice<P>& choice, std::size_t at, int depth, int ply) {
    memory_.note_cut(before.turn(), ply, choice.moves[at], depth, {choice.moves.begin(), at});
    if constexpr (prunes) {
      if (const Move enemy = before_this(ply); enemy != 0) memory_.note_counter(before.turn(), enemy, choice.moves[at]);
    }
  }

  [[nodiscard]] int extension(const P& before, Move move, int ply) {
    if constexpr (Extends<Specialist, P>) {
      if (use_.extensions && use_.specialist && ply < 2 * root_depth_) {
        return specialist_.extension(before, move, position());
      }
    }
    return 0;
  }

  [[nodiscard]] int reduction(int depth, const Tried& tried, bool is_pv, [[maybe_unused]] int ply) const {
    if (!reduces() || depth < 3 || tried.at < 2) return 0;
    if constexpr (prunes) {
      if (trusts_specialist()) return bold_reduction(depth, tried, is_pv, ply);
    }
    if (tried.rating >= 1) return 0;
    const double by = std::log(depth) * std::log(static_cast<double>(tried.at)) / 2.2;
    return std::max(static_cast<int>(by + 0.4) + (tried.rating <= -1 ? 1 : 0) - (is_pv ? 1 : 0), 0);
  }

  [[nodiscard]] int bold_reduction(int depth, const Tried& tried, bool is_pv, int ply) const {
    const float by = logarithms[static_cast<std::size_t>(std::min(depth, 63))] *
                     logarithms[std::min<std::size_t>(tried.at + 1, 63)] / Specialist::pruning.reduction;
    const float worse = improves_[static_cast<std::size_t>(ply)] || by < 1 ? 0 : 1;
    return std::max(static_cast<int>(by + worse + 0.5F - tried.rating - (is_pv ? 1.0F : 0.0F)), 0);
  }

  // Close to the horizon the tail of a long list is not worth a look.
  [[nodiscard]] bool may_skip_rest(int depth, std::size_t at, float rating, bool is_pv, float best,
                                   [[maybe_unused]] int ply) const {
    if (at > 0 && rating <= pointless && use_.specialist) return true;
    if constexpr (prunes) {
      if (use_.counting && trusts_specialist() && !is_pv && best > -win_value) {
        const float limit =
            Specialist::pruning.count_base + std::pow(static_cast<float>(depth), Specialist::pruning.count_power);
        return static_cast<float>(at) >= (improves_[static_cast<std::size_t>(ply)] ? limit : limit / 2);
      }
    }
    if (!reduces() || is_pv || depth > 3 || rating >= 1 || best <= -win_value) return false;
    return at >= static_cast<std::size_t>(8 + 4 * depth * depth);
  }

  // ---- pruning ----

  static constexpr bool prunes = Prunes<Specialist, P>;

  // Notes what the position looks like. Far above the window that is enough; far below it only a forced win would help.
  // The margins are in the unit of the game's own evaluation.
  std::optional<Found> prune([[maybe_unused]] const Known& known, [[maybe_unused]] int depth,
                             [[maybe_unused]] float alpha, [[maybe_unused]] float beta, [[maybe_unused]] int ply) {
    if constexpr (prunes) {
      if (!trusts_specialist()) return std::nullopt;
      const auto at = static_cast<std::size_t>(ply);
      if (looks_.size() <= at) {
        looks_.resize(at + 32);
        played_.resize(at + 32);
        improves_.resize(at + 32);
      }
      const bool alarmed = specialist_.is_alarmed(position());
      looks_[at] = alarmed && ply > 0 ? -looks_[at - 1] : evaluate();
      improves_[at] = ply < 2 || looks_[at] > looks_[at - 2];
      if (alarmed || ply == 0 || beta > just_above(alpha)) return std::nullopt;
      float look = looks_[at];
      if (known.bound == Bound::lower && known.value > look) look = shifted(known.value, -ply);
      if (known.bound == Bound::upper && known.value < look) look = shifted(known.value, -ply);
      const Pruning& how = Specialist::pruning;
      const auto plies = static_cast<float>(depth);
      if (use_.razoring && depth <= how.razor_depth && look + how.razor * (plies + 0.5F) < alpha && alpha < win_value) {
        return at_horizon(alpha, beta, ply);
      }
      if (use_.futility && depth <= how.futile_depth && look < win_value && beta > -win_value &&
          look - how.futility * (plies - (improves_[at] ? 1 : 0)) >= beta) {
        return Found{.value = look};
      }
    }
    return std::nullopt;
  }

  // The move that led here; 0 at the root.
  [[nodiscard]] Move before_this(int ply) const {
    const auto at = static_cast<std::size_t>(ply);
    return ply > 0 && at <= played_.size() ? played_[at - 1] : Move{0};
  }

  static constexpr bool pointless_is_certain = requires { Specialist::pointless_is_certain; };
  [[nodiscard]] bool certainly_pointless(float rating) const {
    return pointless_is_certain && use_.specialist && rating <= pointless;
  }

  static inline const std::array<float, 64> logarithms = [] {
    std::array<float, 64> table{};
    for (std::size_t i = 1; i < table.size(); ++i) table[i] = std::log(static_cast<float>(i));
    return table;
  }();

  // ---- the table ----

  // Wins are stored by their distance from here, not from the root. Margins have no distance.
  [[nodiscard]] static float shifted(float value, int ply) {
    if (P::counts_margin || std::abs(value) < win_value) return value;
    return value > 0 ? value + static_cast<float>(ply) : value - static_cast<float>(ply);
  }

  [[nodiscard]] std::optional<Found> answer(const Known& known, float alpha, float beta, int ply) const {
    const Found found{.value = shifted(known.value, -ply), .proven = known.proven};
    if (known.bound == Bound::exact || (known.bound == Bound::lower && found.value >= beta) ||
        (known.bound == Bound::upper && found.value <= alpha)) {
      return found;
    }
    return std::nullopt;
  }

  void remember(const Found& found, Bound bound, Move move, int depth, int ply) {
    if (!table_ || depth < least_table_depth) return;
    if (found.rests_on < timeline_.past().size() || (ply == 0 && !left_out_.empty())) return;
    table_->store(timeline_.key(), {.value = shifted(found.value, ply),
                                    .move = move,
                                    .depth = std::max(depth, 0),
                                    .bound = bound,
                                    .proven = found.proven,
                                    .has_move = bound != Bound::upper});
  }

  // ---- the best line ----

  void clear_line(int ply) {
    if (lines_.size() <= static_cast<std::size_t>(ply) + 1) lines_.resize(static_cast<std::size_t>(ply) + 2);
    if (ply > 0) lines_[static_cast<std::size_t>(ply)].clear();
  }

  void improve_line(Move move, int ply, float value) {
    if (ply == 0) root_value_ = value;
    auto& here = lines_[static_cast<std::size_t>(ply)];
    const auto& after = lines_[static_cast<std::size_t>(ply) + 1];
    here.assign(1, move);
    here.insert(here.end(), after.begin(), after.end());
  }

  [[nodiscard]] const P& position() const { return timeline_.position(); }

  // A look into the table, far away in memory, must be worth its time: it is not next to a leaf that is merely
  // evaluated, nor among noisy moves, but always where forced wins are looked for at the leaves.
  static constexpr int least_table_depth = [] {
    if constexpr (ForcesWins<Specialist, P>) {
      if (Specialist::leaf_effort > 0) return std::numeric_limits<int>::min();
    }
    return HasNoisyMoves<Specialist, P> || ForcesWins<Specialist, P> ? 1 : 2;
  }();
  static constexpr float table_move = 1e6F;
  static constexpr float pointless = -99;  // a rating of -100, whatever memory adds to it: not worth a look
  static constexpr int most_plies = 200;

  Timeline<P> timeline_;
  const Evaluator<P>& evaluator_;
  Techniques use_;
  Table* table_;
  Budget& budget_;
  Specialist specialist_;
  OrderMemory memory_;
  std::span<const Move> left_out_;
  int root_depth_ = 0;
  std::vector<float> looks_;    // what the positions on the way looked like to their sides to move
  std::vector<Move> played_;    // at each ply
  std::vector<bool> improves_;  // better than two plies before?
  std::size_t root_place_ = 0;  // of the first position, in the past of those after it
  float root_value_ = 0;
  std::vector<std::vector<Move>> lines_ = std::vector<std::vector<Move>>(2);
};

}  // namespace plyground
