// The result of a proof, and the moves that show it.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/game.hpp"
#include "core/timeline.hpp"
#include "search/limits.hpp"
#include "search/proof/claim.hpp"
#include "search/proof/leaf.hpp"
#include "search/proof/search.hpp"
#include "search/proof/strategy.hpp"
#include "search/proof/table.hpp"

namespace plyground {

// What is known about the start position. Everything in it has passed the check.
template <Game P>
struct Solution {
  enum class Verdict : std::uint8_t { unknown, win, loss, draw };
  static constexpr std::uint64_t most_forced_nodes = 200'000;  // to find a win by forcing moves

  Verdict verdict = Verdict::unknown;  // for the side to move
  bool checked = false;                // the verdict is known, and every claim behind it was replayed
  double margin = 0;                   // the exact grade of the side to move: 1, 0, -1 or, in games that count, points
  double lower = -std::numeric_limits<double>::infinity();  // it gets at least this much
  double upper = std::numeric_limits<double>::infinity();   // and at most this much
  std::vector<Move> line;
  std::uint64_t nodes = 0;           // all nodes, including the check's
  std::uint64_t checked_nodes = 0;   // visited by the check
  std::uint64_t trusted_leaves = 0;  // of these, the ends that trust the game's specialist
  std::uint64_t rejected = 0;        // strategies that failed the check
  bool is_forced = false;            // a win by forcing moves, on the specialist's word
  // The side to move's strategy, which gets it `lower`, and the other side's, which holds it to `upper`; none if
  // nothing was shown.
  std::array<std::shared_ptr<const Strategy>, 2> strategies;
  // The specialist that the strategies trust, with its memory; none if it was not used.
  std::shared_ptr<LeafKnowledge<P>> leaves;

  // The strategies' move after these moves from the start; nothing if the side to move has no strategy, a move is
  // illegal, or the moves have left the strategy.
  [[nodiscard]] std::optional<Move> reply(const Timeline<P>& start, std::span<const Move> moves) const {
    Timeline<P> line = start;
    Trail trail;
    for (const Move move : moves) {
      if (line.result() || !is_legal(line, move)) return std::nullopt;
      const bool remembers = line.position().repetition() != Repetition::allowed;
      trail = trail.after(remembers ? line.position().repetition_key() : 0);
      line.play(move);
    }
    if (line.result()) return std::nullopt;
    const std::size_t which = line.position().turn() == start.position().turn() ? 0 : 1;
    if (strategies[which] == nullptr) return std::nullopt;
    if (const auto move = strategies[which]->reply(line.position(), trail)) return move;
    if (trusted_leaves == 0 || leaves == nullptr) return std::nullopt;
    return reply_in_trust(line, claim_of(which, start.position().turn()), which == 0);
  }

 private:
  static bool is_legal(const Timeline<P>& line, Move move) {
    typename P::MoveList moves;
    line.legal_moves(moves);
    return std::find(moves.begin(), moves.end(), move) != moves.end();
  }

  // The claim that a strategy shows (the side to move's) or refutes (the other's).
  [[nodiscard]] Claim claim_of(std::size_t which, Color side) const {
    return {.side = side, .least = which == 0 ? lower : std::nextafter(upper, std::numeric_limits<double>::infinity())};
  }

  // A strategy may end where the specialist knew the outcome. There it plays a move after which the specialist still
  // knows it or, because a specialist need not see everything, one that a small search finds.
  [[nodiscard]] std::optional<Move> reply_in_trust(const Timeline<P>& line, const Claim& claim, bool holds) const {
    if constexpr (LeafKnowledge<P>::any) {
      if (is_forced) {
        const auto win = leaves->long_win(line.position(), most_forced_nodes, AnyTick{});
        return win.empty() ? std::nullopt : std::optional(win.front());
      }
      typename P::MoveList moves;
      line.legal_moves(moves);
      leaves->order(line.position(), moves);
      for (const Move move : moves) {
        P after = line.position();
        after.play(move);
        const auto result = after.result();
        if (result ? claim.holds<P>(*result) == holds : leaves->word(after, claim, AnyTick{}) == holds) return move;
      }
      return searched(line, claim, holds);
    } else {
      return std::nullopt;
    }
  }

  [[nodiscard]] std::optional<Move> searched(const Timeline<P>& line, const Claim& claim, bool holds) const {
    constexpr std::uint64_t most_nodes = 200'000;
    constexpr std::size_t most_bytes = std::size_t{16} << 20;
    const std::atomic<bool> stop{false};
    Budget budget({.depth = {}, .nodes = most_nodes, .seconds = {}}, stop, {}, 1000);
    ProofTable table(most_bytes);
    try {
      const auto found = ClaimSearch<P>(line, claim, ProofManner{}, table, *leaves, budget, {}).decide();
      if (found.holds == holds) return found.move;
    } catch (const Stopped&) {
      return std::nullopt;
    } catch (const TooDeep&) {
      return std::nullopt;
    }
    return std::nullopt;
  }
};

}  // namespace plyground
