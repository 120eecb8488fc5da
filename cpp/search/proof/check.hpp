// The independent check of a proof. It plays a strategy against every reply of the other side, by the true rules and
// with the true past, and examines every end. It does not depend on how the strategy was found.
//
// A position that was already checked need not be checked again. If no past matters, or if the past matters only
// because repetition draws and the strategy does not depend on it, the position alone identifies it:
// - if a draw is enough for the strategy's owner, returning to a position, now or later, only helps the owner;
// - if it is not, returning to a position on the line fails at once. So in a strategy that passes, no line meets a
//   position twice, and a draw by repetition depends only on the positions before the start, which are the same for all
//   lines.
// In all other cases a position counts as checked only if it was checked with the same positions before it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <limits>
#include <optional>
#include <vector>

#include "core/game.hpp"
#include "core/random.hpp"
#include "core/timeline.hpp"
#include "search/limits.hpp"
#include "search/proof/claim.hpp"
#include "search/proof/leaf.hpp"
#include "search/proof/map.hpp"
#include "search/proof/strategy.hpp"
#include "search/value.hpp"

namespace plyground {

template <Game P>
class ProofCheck {
 public:
  // `trust`: a line may end where the game's specialist knows that the owner gets enough.
  ProofCheck(const Timeline<P>& start, const Strategy& strategy, double least, bool trust, LeafKnowledge<P>& leaves,
             Budget& budget, std::size_t most_bytes)
      : line_(start),
        strategy_(strategy),
        least_(least),
        trust_(trust),
        leaves_(leaves),
        budget_(budget),
        met_(most_bytes),
        by_position_(meets_by_position(start.position(), strategy)) {}

  // Whether the owner gets at least its claim against every play of the other side.
  bool run() {
    try {
      walk(0);
      return true;
    } catch (const Failed&) {
      return false;
    }
  }

  [[nodiscard]] double worst() const { return worst_; }  // the least the owner got at any end
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  [[nodiscard]] std::uint64_t trusted() const { return trusted_; }  // ends on the specialist's word

  // A line of play: the owner follows the strategy, and the other side holds out as long as the strategy allows.
  [[nodiscard]] std::vector<Move> longest_line() {
    std::vector<Move> moves;
    while (!line_.result() && moves.size() < most_moves) {
      const auto move = line_.position().turn() == strategy_.owner() ? reply() : longest_reply();
      if (!move) break;
      moves.push_back(*move);
      play(*move);
    }
    return moves;
  }

 private:
  struct Failed : std::exception {};
  // the number of a position on the line; checked positions have their height instead
  static constexpr std::uint16_t open = 0xffff;
  static constexpr std::size_t most_moves = 1000;

  struct Level {
    explicit Level(P position) : before(std::move(position)) {}
    P before;
    std::vector<Move> moves;
    std::uint16_t height = 0;
  };

  static bool meets_by_position(const P& position, const Strategy& strategy) {
    const Repetition rule = position.repetition();
    return rule == Repetition::allowed || (rule == Repetition::draws && !strategy.asks_trail());
  }

  [[nodiscard]] std::uint64_t met_key() const {
    return by_position_ ? line_.position().key() : key_with_trail(line_.position(), trails_.back());
  }

  [[nodiscard]] std::optional<Move> reply() const { return strategy_.reply(line_.position(), trails_.back()); }

  void play(Move move) {
    trails_.push_back(trails_.back().after(remembers() ? line_.position().repetition_key() : 0));
    line_.play(move);
  }
  void take_back(const P& before) {
    line_.take_back(before);
    trails_.pop_back();
  }
  [[nodiscard]] bool remembers() const { return line_.position().repetition() != Repetition::allowed; }

  // Returns the most plies until the end from here.
  std::uint16_t walk(std::size_t depth) {
    budget_.spend_node();
    ++nodes_;
    if (const auto result = line_.result()) return accept(owners_share(*result));
    if (const auto share = known_share()) {
      ++trusted_;
      return accept(*share);
    }
    const std::uint64_t key = met_key();
    if (const auto met = met_.find(key)) return *met == open ? come_back() : *met;
    met_.put(key, open);
    const std::uint16_t height = walk_on(depth);
    met_.put(key, height);
    return height;
  }

  std::uint16_t walk_on(std::size_t depth) {
    if (depth >= most_moves) throw Failed{};
    while (levels_.size() <= depth) levels_.emplace_back(line_.position());
    Level& level = levels_[depth];
    level.before = line_.position();
    level.height = 0;
    list_moves(level);
    if (level.before.turn() == strategy_.owner()) {
      const auto move = reply();
      if (!move || std::find(level.moves.begin(), level.moves.end(), *move) == level.moves.end()) throw Failed{};
      level.moves.assign(1, *move);
    }
    if (level.moves.empty()) throw Failed{};
    for (const Move move : level.moves) {
      play(move);
      const int below = walk(depth + 1) + 1;
      level.height = std::max(level.height, static_cast<std::uint16_t>(std::min<int>(below, open - 1)));
      take_back(level.before);
    }
    return level.height;
  }

  void list_moves(Level& level) const {
    typename P::MoveList moves;
    line_.legal_moves(moves);
    level.moves.assign(moves.begin(), moves.end());
  }

  // Back at a position on the line, in the case where the position alone identifies it.
  std::uint16_t come_back() {
    if (least_ > 0 || !remembers()) throw Failed{};
    return accept(0);
  }

  std::uint16_t accept(double share) {
    if (share < least_) throw Failed{};
    worst_ = std::min(worst_, share);
    return 0;
  }

  [[nodiscard]] double owners_share(const Result& result) const {
    if (!result.winner) return 0;
    const double size = P::counts_margin ? result.margin.value_or(0) : 1;
    return *result.winner == strategy_.owner() ? size : -size;
  }

  // The least that the owner gets, if the specialist knows it and it is enough. The specialist is only asked whether
  // the value reaches the claim, but it may return more.
  std::optional<double> known_share() {
    if (!trust_) return std::nullopt;
    const P& position = line_.position();
    if (least_ <= 0 && leaves_.cannot_win(position, other(strategy_.owner()))) return 0;
    const Value enough = least_value<P>(least_);
    const auto tick = [this] { budget_.spend_node(); };
    const bool own_move = position.turn() == strategy_.owner();
    const auto value = own_move ? leaves_.settle(position, enough - 1, enough, tick)
                                : leaves_.settle(position, -enough, 1 - enough, tick);
    if (!value) return std::nullopt;
    const Value owners = own_move ? *value : 0.0 - *value;  // never a negative zero
    if (owners < enough) return std::nullopt;
    return grade_of<P>(owners);
  }

  std::optional<Move> longest_reply() {
    typename P::MoveList moves;
    line_.legal_moves(moves);
    const P before = line_.position();
    std::optional<Move> longest;
    int most = -1;
    for (const Move move : moves) {
      play(move);
      const int height = line_.result() ? 0 : met_.find(met_key()).value_or(0);
      take_back(before);
      if (height <= most) continue;
      most = height;
      longest = move;
    }
    return longest;
  }

  Timeline<P> line_;
  const Strategy& strategy_;
  double least_;
  bool trust_;
  LeafKnowledge<P>& leaves_;
  Budget& budget_;
  KeyMap met_;
  bool by_position_;
  std::deque<Level> levels_;
  std::vector<Trail> trails_{Trail{}};
  double worst_ = std::numeric_limits<double>::infinity();
  std::uint64_t nodes_ = 0;
  std::uint64_t trusted_ = 0;
};

}  // namespace plyground
