// Replays a win that a search believes in, with the true past of the game and every defence.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/game.hpp"
#include "core/specialist.hpp"
#include "core/timeline.hpp"
#include "search/alphabeta/table.hpp"

namespace plyground {

// If positions can repeat, a win from the table may have been found on another path: here one of its positions may be
// forbidden, or a draw. So the winner follows the table, the loser tries every legal move, and all moves follow the
// rules. "No" only means that this much work could not show it.
template <Game P>
class Confirm {
 public:
  Confirm(const Timeline<P>& start, const Table* table, SpecialistOf<P>& specialist, Color winner)
      : timeline_(start), table_(table), specialist_(specialist), winner_(winner) {}

  [[nodiscard]] bool holds(int plies) {
    if (left_ == 0) return false;
    --left_;
    if (const auto result = timeline_.result()) return result->winner == winner_;
    if (plies <= 0) return false;
    return timeline_.position().turn() == winner_ ? attack(plies) : defend(plies);
  }

 private:
  bool attack(int plies) {
    typename P::MoveList moves;
    timeline_.legal_moves(moves);
    const auto first = first_choice();
    if (first && std::find(moves.begin(), moves.end(), *first) != moves.end() && after(*first, plies)) return true;
    if (plies > 3) return false;  // near the end the table has forgotten most entries, but little is left to search
    for (const Move move : moves) {
      if (after(move, plies)) return true;
    }
    return false;
  }

  bool defend(int plies) {
    typename P::MoveList moves;
    timeline_.legal_moves(moves);
    for (const Move move : moves) {
      if (!after(move, plies)) return false;
    }
    return true;
  }

  bool after(Move move, int plies) {
    const P before = timeline_.position();
    timeline_.play(move);
    const bool held = holds(plies - 1);
    timeline_.take_back(before);
    return held;
  }

  std::optional<Move> first_choice() {
    const Known known = table_ ? table_->find(timeline_.key()) : Known{};
    if (known.has_move) return known.move;
    if constexpr (ForcesWins<SpecialistOf<P>, P>) {
      left_ -= std::min<std::uint64_t>(left_, 1000);
      const auto line = specialist_.forced_win(timeline_.position(), SpecialistOf<P>::root_effort / 10, AnyTick{});
      if (!line.empty()) return line[0];
    }
    return std::nullopt;
  }

  Timeline<P> timeline_;
  const Table* table_;  // may be missing
  SpecialistOf<P>& specialist_;
  Color winner_;
  std::uint64_t left_ = 200'000;
};

}  // namespace plyground
