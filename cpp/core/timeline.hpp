// A position together with its past. Only this file interprets repetitions.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "core/game.hpp"
#include "core/history.hpp"

namespace plyground {

template <Game P>
class Timeline {
 public:
  explicit Timeline(P start, History past = {}) : position_(std::move(start)), history_(std::move(past)) {}

  [[nodiscard]] const P& position() const { return position_; }
  [[nodiscard]] const History& past() const { return history_; }

  // The key under which searches store what they found out about the position. A value that holds here need not hold
  // after another past, which forbids other moves; searches avoid that where they can detect it
  // (search/alphabeta/pvs.hpp). If boards repeat all the time, the past becomes part of the key.
  [[nodiscard]] std::uint64_t key() const {
    return past_is_in_key() ? position_.key() ^ mix(history_.sum()) : position_.key();
  }
  [[nodiscard]] bool past_is_in_key() const {
    if constexpr (requires { position_.past_matters(); }) return position_.past_matters();
    return false;
  }

  void play(Move move) {
    if (remembers()) history_.push(position_.repetition_key());
    position_.play(move);
  }

  // Undoes the last play. The caller keeps the earlier position, which costs less than computing it.
  void take_back(const P& before) {
    position_ = before;
    if (remembers()) history_.pop();
  }

  // Replaces the position by one with the same past: the same board with other marks on it.
  void replace(P position) { position_ = std::move(position); }

  // Whether the move, otherwise legal, is allowed by ko.
  [[nodiscard]] bool ko_allows(Move move) const {
    if constexpr (ForbidsRepetition<P>) {
      const Repetition rule = position_.repetition();
      if (rule != Repetition::superko && rule != Repetition::simple_ko) return true;
      if (!position_.may_repeat(move)) return true;
      const std::uint64_t after = position_.repetition_key_after(move);
      if (rule == Repetition::simple_ko) return !history_.last_is(after);
      return after != position_.repetition_key() && !history_.contains(after);
    } else {
      return true;
    }
  }

  // For a move that ko refuses: the index in the past of the board it would recreate. The present board has the index
  // after the last.
  [[nodiscard]] std::size_t ko_rests_on(Move move) const {
    if constexpr (ForbidsRepetition<P>) {
      return history_.place(position_.repetition_key_after(move));
    } else {
      return history_.size();
    }
  }

  // Every legal move. A draw by repetition does not empty the list (check result() first): perft ignores it by
  // convention.
  void legal_moves(typename P::MoveList& out) const {
    position_.moves(out);
    if constexpr (ForbidsRepetition<P>) {
      out.remove_if([this](Move move) { return !ko_allows(move); });
    }
  }

  [[nodiscard]] bool drawn_by_repetition() const {
    const Repetition rule = position_.repetition();
    if (rule != Repetition::draws && rule != Repetition::simple_ko) return false;
    return history_.size() >= 4 && history_.count(position_.repetition_key()) >= 2;
  }

  // For a draw by repetition: the index in the past of the older of the two positions that cause it.
  [[nodiscard]] std::size_t draw_rests_on() const { return history_.place(position_.repetition_key(), 1); }

  [[nodiscard]] std::optional<Result> result() const {
    if (auto decided = position_.result()) return decided;
    if (drawn_by_repetition()) return draw(Ending::repetition);
    return result_if_stuck();
  }

  // The result as if no position had come before.
  [[nodiscard]] std::optional<Result> result_ignoring_repetition() const {
    if (auto decided = position_.result()) return decided;
    return result_if_stuck();
  }

  // The move that a text means, or why it is refused. The order of the reasons is the same in every game.
  [[nodiscard]] Reading read(std::string_view text) const {
    Reading reading = position_.read_move(text);
    if (const auto* refusal = std::get_if<Refusal>(&reading); refusal && refusal->code == "unreadable") return reading;
    if (result()) return Refusal{"game_over", {}};
    if (std::holds_alternative<Refusal>(reading)) return reading;
    const Move move = std::get<Move>(reading);
    if (auto refusal = position_.refuse(move)) return *refusal;
    if (!ko_allows(move)) return Refusal{"ko", {{"move", position_.move_text(move)}}};
    return reading;
  }

 private:
  [[nodiscard]] std::optional<Result> result_if_stuck() const {
    const auto if_stuck = position_.stuck();
    if (!if_stuck) return std::nullopt;
    if constexpr (CountsMoves<P> && !ForbidsRepetition<P>) {
      return position_.count_moves() == 0 ? if_stuck : std::nullopt;
    } else {
      typename P::MoveList moves;
      legal_moves(moves);
      return moves.empty() ? if_stuck : std::nullopt;
    }
  }

  [[nodiscard]] bool remembers() const { return position_.repetition() != Repetition::allowed; }

  P position_;
  History history_;
};

}  // namespace plyground
