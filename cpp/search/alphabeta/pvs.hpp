// Principal variation search on one thread: alpha-beta that searches the first move of a node with the whole window,
// and only asks of every later move whether it is better. strong.hpp runs it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "core/game.hpp"
#include "core/specialist.hpp"
#include "core/timeline.hpp"
#include "search/alphabeta/best_lines.hpp"
#include "search/alphabeta/found.hpp"
#include "search/alphabeta/knowledge.hpp"
#include "search/alphabeta/order.hpp"
#include "search/alphabeta/probcut.hpp"
#include "search/alphabeta/pruning.hpp"
#include "search/alphabeta/table.hpp"
#include "search/alphabeta/techniques.hpp"
#include "search/evaluate.hpp"
#include "search/limits.hpp"
#include "search/value.hpp"

namespace plyground {

template <Game P>
class Pvs {
 public:
  using Specialist = SpecialistOf<P>;
  static constexpr float unbounded = std::numeric_limits<float>::infinity();

  Pvs(const Timeline<P>& start, const Evaluator<P>& evaluator, const Techniques& use, Table* table, Budget& budget)
      : timeline_(start), use_(use), table_(table), budget_(budget), knowledge_(evaluator, use, budget) {}

  // Searches the first position. Moves in `left_out` are not tried.
  Found search_root(int depth, float alpha, float beta, std::span<const Move> left_out) {
    root_depth_ = depth;
    root_place_ = timeline_.past().size();
    left_out_ = left_out;
    return search(depth, alpha, beta, 0);
  }

  // The best line of the last search_root. After a stop it is the best line so far, which may be empty.
  [[nodiscard]] const std::vector<Move>& line() const { return lines_.at(0); }
  [[nodiscard]] float best_so_far() const { return root_value_; }
  void forget_line() { lines_.clear(0); }

  [[nodiscard]] Specialist& specialist() { return knowledge_.specialist(); }

 private:
  Found search(int depth, float alpha, float beta, int ply) {
    // 1. Count, and stop in time.
    budget_.spend_node();
    lines_.make_room(ply);

    // 2. The game may be over.
    if (const auto end = end_of_game(ply)) return *end;

    // 3. A specialist may know the value.
    if (ply > 0) {
      if (knowledge_.wins_at_once(position())) return {.value = win_in(ply + 1), .proven = true};
      if (const auto settled = knowledge_.settle(position(), alpha, beta, ply)) return *settled;
    }

    // 4. The table may know enough.
    Known known = table_ && depth >= least_table_depth ? table_->find(timeline_.key()) : Known{};
    const bool is_pv = is_open_window(alpha, beta);
    if (ply > 0 && !is_pv && (known.depth >= depth || known.proven)) {
      if (const auto enough = answer_of<P>(known, alpha, beta, ply)) return *enough;
    }

    // 5. At the horizon a quiet position is evaluated. A specialist may search the last plies, or predict the value.
    if (depth <= 0) return at_horizon(alpha, beta, ply);
    if (!is_pv) {
      if (const auto found = knowledge_.search(position(), depth, alpha, beta, ply)) return *found;
      if (const auto cut = cut_by_prediction(depth, alpha, beta, ply)) return *cut;
      if (knowledge_.predicts() && table_ && !known.has_move) known = table_->find(timeline_.key());
    }

    // 6. A node that looks far outside the window needs no search.
    if (const auto settled = prune(known, depth, alpha, beta, ply)) return *settled;

    // 7. The moves, best first.
    Choice<P> choice;
    const Found refused = list_moves(choice, ply);
    if (choice.moves.empty()) return over_or_refused(refused, ply);
    rate(choice, known, depth, ply);
    if (knowledge_.reduces() && !is_pv && depth >= 5 && table_ && !known.has_move) --depth;

    // 8. Try them.
    return try_moves(choice, refused, depth, alpha, beta, ply);
  }

  Found try_moves(Choice<P>& choice, const Found& refused, int depth, float alpha, float beta, int ply) {
    const P before = position();
    const bool is_pv = is_open_window(alpha, beta);
    const float first_alpha = alpha;
    Found best{.value = -unbounded, .proven = true, .rests_on = refused.rests_on};
    bool all_proven = true;
    Move best_move = choice.moves[0];
    for (std::size_t at = 0; at < choice.moves.size(); ++at) {
      const auto [move, rating] = choice.next(at);
      if (may_skip_rest(depth, at, rating, is_pv, best.value, ply)) {
        all_proven = all_proven && knowledge_.is_certainly_pointless(rating);
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
      if (is_pv) lines_.improve(ply, move);
      if (is_pv && ply == 0) root_value_ = found.value;
      if (alpha >= beta) {
        // The bound depends on this move alone.
        best.rests_on = found.rests_on;
        note_cut(before, choice, at, depth, ply);
        break;
      }
    }
    // A win does not depend on the other moves. Any other value is proven only if all moves are.
    const bool sure_win = best.value >= win_value && !P::counts_margin;
    if (best.value < beta && !sure_win) best.proven = all_proven;
    const Bound bound = best.value >= beta ? Bound::lower : best.value > first_alpha ? Bound::exact : Bound::upper;
    remember(best, bound, best_move, depth, ply);
    return best;
  }

  // Plays a move and searches what follows. Later moves first get a null window, and unlikely ones less depth.
  Found try_move(const P& before, const Tried& tried, int depth, float alpha, float beta, int ply) {
    timeline_.play(tried.move);
    if constexpr (prunes) {
      if (knowledge_.is_trusted()) path_.note_move(ply, tried.move);
    }
    if (table_ && depth > least_table_depth) table_->prefetch(timeline_.key());
    const int extended = depth - 1 + extension(before, tried.move, ply);
    const bool is_pv = is_open_window(alpha, beta);
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

  // ---- ends ----

  [[nodiscard]] std::optional<Found> end_of_game(int ply) {
    if (const auto result = position().result()) return Found{.value = final(*result, ply), .proven = true};
    if (timeline_.drawn_by_repetition()) {
      return Found{.value = 0, .proven = true, .rests_on = timeline_.draw_rests_on()};
    }
    return repeats();
  }

  [[nodiscard]] float final(const Result& result, int ply) const {
    return final_value_for<P>(position().turn(), result, ply);
  }

  // The first repetition inside the search counts as the draw that the third occurrence would be: a side that wants the
  // draw could repeat once more. No win is lost, because the shortest win passes no position twice.
  [[nodiscard]] std::optional<Found> repeats() const {
    if (!use_.reductions || position().repetition() != Repetition::draws) return std::nullopt;
    if (timeline_.past().size() < root_place_ + 4) return std::nullopt;
    const std::size_t place = timeline_.past().place(position().repetition_key());
    if (place < root_place_ || place == timeline_.past().size()) return std::nullopt;
    return Found{.value = 0, .proven = true, .rests_on = place};
  }

  // The value if there is no move: the position has none, or ko forbids all of them.
  Found over_or_refused(const Found& refused, int ply) {
    const auto stuck = position().stuck();
    const float value = stuck ? final(*stuck, ply) : 0;
    return {.value = value, .proven = true, .rests_on = refused.rests_on};
  }

  std::optional<Found> cut_by_prediction([[maybe_unused]] int depth, [[maybe_unused]] float alpha,
                                         [[maybe_unused]] float beta, [[maybe_unused]] int ply) {
    if constexpr (PredictsSearches<Specialist, P>) {
      if (!knowledge_.predicts() || ply == 0) return std::nullopt;
      return probcut(position(), depth, alpha, beta,
                     [this, ply](int shallow, float low, float high) { return search(shallow, low, high, ply); });
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
      if (knowledge_.is_trusted()) {
        const float value = knowledge_.evaluate(position());
        if (value >= beta) return {.value = value};
        if (const auto won = forced_win(ply)) return *won;
        return {.value = value};
      }
    }
    if (const auto won = forced_win(ply)) return *won;
    if constexpr (HasNoisyMoves<Specialist, P>) {
      if (use_.quiescence && use_.specialist) return quiesce(alpha, beta, ply);
    }
    return {.value = knowledge_.evaluate(position())};
  }

  std::optional<Found> forced_win(int ply) {
    const auto line = knowledge_.forced_win(position());
    if (line.empty()) return std::nullopt;
    const Found won{.value = win_in(ply + static_cast<int>(line.size())), .proven = true};
    remember(won, Bound::lower, line[0], 0, ply);
    return won;
  }

  // Searches noisy moves until the position is quiet. A side need not play one unless the specialist says so.
  Found quiesce(float alpha, float beta, int ply) {
    Choice<P> choice;
    const bool must_move = specialist().noisy(position(), choice.moves);
    Found best{.value = must_move ? -unbounded : knowledge_.evaluate(position())};
    if (best.value >= beta || choice.moves.empty() || ply >= most_plies) {
      return choice.moves.empty() || ply >= most_plies ? Found{.value = knowledge_.evaluate(position())} : best;
    }
    alpha = std::max(alpha, best.value);
    rate_moves(specialist(), position(), choice);
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
    if (best.value == -unbounded) best.value = knowledge_.evaluate(position());
    return best;
  }

  // ---- moves ----

  // Fills the list of moves. The answer holds the oldest position that made ko forbid a move.
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
    knowledge_.rate(position(), choice, depth);
    const auto ratings = choice.ratings();
    const Color turn = position().turn();
    for (std::size_t i = 0; i < ratings.size(); ++i) {
      const Move move = choice.moves[i];
      ratings[i] += memory_.rating(turn, ply, move, use_.killers, use_.history);
      if (known.has_move && known.move == move) ratings[i] += table_move;
    }
    if constexpr (prunes) {
      if (!knowledge_.is_trusted()) return;
      if (const Move enemy = path_.move_to(ply); use_.counters && enemy != 0) {
        for (std::size_t i = 0; i < ratings.size(); ++i) {
          ratings[i] += memory_.counter_rating(turn, enemy, choice.moves[i]);
        }
      }
      choice.put_aside(0);
    }
  }

  void note_cut(const P& before, Choice<P>& choice, std::size_t at, int depth, int ply) {
    memory_.note_cut(before.turn(), ply, choice.moves[at], depth, {choice.moves.begin(), at});
    if constexpr (prunes) {
      const Move enemy = path_.move_to(ply);
      if (enemy != 0) memory_.note_counter(before.turn(), enemy, choice.moves[at]);
    }
  }

  // There are no extensions from twice the depth of the root on, so lines end.
  [[nodiscard]] int extension(const P& before, Move move, int ply) {
    return ply < 2 * root_depth_ ? knowledge_.extension(before, move, position()) : 0;
  }

  [[nodiscard]] int reduction(int depth, const Tried& tried, bool is_pv, [[maybe_unused]] int ply) const {
    if (!knowledge_.reduces() || depth < 3 || tried.at < 2) return 0;
    if constexpr (prunes) {
      if (knowledge_.is_trusted()) {
        return bold_reduction(Specialist::pruning, depth, tried, is_pv, path_.improves(ply));
      }
    }
    return late_move_reduction(depth, tried, is_pv);
  }

  [[nodiscard]] bool may_skip_rest(int depth, std::size_t at, float rating, bool is_pv, float best,
                                   [[maybe_unused]] int ply) const {
    if (at > 0 && knowledge_.is_pointless(rating)) return true;
    if (is_pv || best <= -win_value) return false;
    if constexpr (prunes) {
      if (use_.counting && knowledge_.is_trusted()) {
        return has_tried_enough(Specialist::pruning, depth, at, path_.improves(ply));
      }
    }
    return knowledge_.reduces() && ends_long_list(depth, at, rating);
  }

  // ---- pruning ----

  // Notes how the position looks. Far above the window this is enough. Far below it only a forced win would help.
  std::optional<Found> prune([[maybe_unused]] const Known& known, [[maybe_unused]] int depth,
                             [[maybe_unused]] float alpha, [[maybe_unused]] float beta, [[maybe_unused]] int ply) {
    if constexpr (prunes) {
      if (!knowledge_.is_trusted()) return std::nullopt;
      path_.make_room(ply);
      // The evaluation says little about a position with a threat: it looks as it did before the threat.
      const bool alarmed = specialist().is_alarmed(position());
      path_.note_look(ply, alarmed && ply > 0 ? -path_.look(ply - 1) : knowledge_.evaluate(position()));
      if (alarmed || ply == 0 || is_open_window(alpha, beta)) return std::nullopt;
      const float look = corrected<P>(path_.look(ply), known, ply);
      const Pruning& how = Specialist::pruning;
      if (use_.razoring && is_far_below(how, look, depth, alpha)) return at_horizon(alpha, beta, ply);
      if (use_.futility && is_far_above(how, look, depth, path_.improves(ply), beta)) return Found{.value = look};
    }
    return std::nullopt;
  }

  // ---- the table ----

  void remember(const Found& found, Bound bound, Move move, int depth, int ply) {
    if (!table_ || depth < least_table_depth) return;
    if (found.rests_on < timeline_.past().size() || (ply == 0 && !left_out_.empty())) return;
    table_->store(timeline_.key(), {.value = shifted<P>(found.value, ply),
                                    .move = move,
                                    .depth = std::max(depth, 0),
                                    .bound = bound,
                                    .proven = found.proven,
                                    .has_move = bound != Bound::upper});
  }

  [[nodiscard]] const P& position() const { return timeline_.position(); }

  static constexpr bool prunes = Prunes<Specialist, P>;

  // The least depth at which the table is used. Reading it is slow: it does not pay next to a leaf that is only
  // evaluated, nor among noisy moves. If leaves are searched for forced wins, it always pays.
  static constexpr int least_table_depth = [] {
    if constexpr (ForcesWins<Specialist, P>) {
      if (Specialist::leaf_effort > 0) return std::numeric_limits<int>::min();
    }
    return HasNoisyMoves<Specialist, P> || ForcesWins<Specialist, P> ? 1 : 2;
  }();
  static constexpr float table_move = 1e6F;
  static constexpr int most_plies = 200;

  Timeline<P> timeline_;
  Techniques use_;
  Table* table_;
  Budget& budget_;
  Knowledge<P> knowledge_;
  OrderMemory memory_;
  std::span<const Move> left_out_;
  Path path_;
  int root_depth_ = 0;
  std::size_t root_place_ = 0;  // the place of the first position in the past
  float root_value_ = 0;
  BestLines lines_;
};

}  // namespace plyground
