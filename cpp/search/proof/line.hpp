// The current line of a proof search, with the queries that repetition rules need.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/game.hpp"
#include "core/timeline.hpp"
#include "search/proof/strategy.hpp"

namespace plyground {

template <Game P>
class ProofLine {
 public:
  static constexpr std::size_t nowhere = 0xffff;

  explicit ProofLine(const Timeline<P>& start) : timeline_(start), rule_(start.position().repetition()) {}

  [[nodiscard]] const P& position() const { return timeline_.position(); }
  [[nodiscard]] const Timeline<P>& timeline() const { return timeline_; }
  [[nodiscard]] const Trail& trail() const { return trails_.back(); }
  [[nodiscard]] Repetition rule() const { return rule_; }
  [[nodiscard]] bool minds_past() const { return rule_ != Repetition::allowed; }

  // Two keys of the position: alone, and with its trail. They are equal if no past matters.
  [[nodiscard]] std::uint64_t key() const { return position().key(); }
  [[nodiscard]] std::uint64_t trail_key() const {
    return minds_past() ? key_with_trail(position(), trails_.back()) : key();
  }

  void enter(Move move) {
    const std::uint64_t key = minds_past() ? position().repetition_key() : 0;
    trails_.push_back(trails_.back().after(key));
    path_.push_back(key);
    timeline_.play(move);
  }
  void leave(const P& before) {
    timeline_.take_back(before);
    path_.pop_back();
    trails_.pop_back();
  }

  // The depth of an earlier position on the line with this repetition key, or `nowhere`.
  [[nodiscard]] std::size_t depth_of(std::uint64_t repetition_key) const {
    const auto at = std::ranges::find(path_, repetition_key);
    return at == path_.end() ? nowhere : static_cast<std::size_t>(at - path_.begin());
  }

  // If repetition draws: the depth of the position that the end of the line repeats.
  [[nodiscard]] std::size_t comes_back_to() const {
    if (rule_ != Repetition::draws && rule_ != Repetition::simple_ko) return nowhere;
    if (path_.size() < shortest_round) return nowhere;
    return depth_of(position().repetition_key());
  }

 private:
  static constexpr std::size_t shortest_round = 2;

  Timeline<P> timeline_;
  Repetition rule_;
  std::vector<Trail> trails_{Trail{}};
  std::vector<std::uint64_t> path_;
};

}  // namespace plyground
