// The sum of a position's weights, updated incrementally: consecutive positions mostly differ in a few squares.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "patterns/shape.hpp"

namespace plyground {

// `Number` is exact if the weights are integers; otherwise the weights of the last position are subtracted one by one.
template <class Number>
class PatternSum {
 public:
  explicit PatternSum(const PatternShape& shape)
      : shape_(&shape),
        codes_(shape.slots(), 0),
        indexes_(shape.first().begin(), shape.first().end()),
        changed_(shape.slots()) {}

  // The sum of `weight_at(index)` over all places, for a position with these codes.
  template <class WeightAt>
  Number of(std::span<const std::uint8_t> codes, std::size_t block, const WeightAt& weight_at) {
    const std::size_t touches = note_changes(codes);
    const bool anew = !is_known_ || block != block_ || touches * dear > shape_->places();
    for (std::size_t at = 0; at < changes_; ++at) {
      const std::size_t slot = changed_[at];
      // Wraps around if the new code is the smaller one, and back again in the sum.
      const auto by = static_cast<std::uint32_t>(codes[slot]) - codes_[slot];
      codes_[slot] = codes[slot];
      if (anew) {
        for (const auto [place, step] : shape_->touched_by(slot)) indexes_[place] += by * step;
        continue;
      }
      for (const auto [place, step] : shape_->touched_by(slot)) {
        std::uint32_t& index = indexes_[place];
        sum_ -= weight_at(block + index);
        index += by * step;
        sum_ += weight_at(block + index);
      }
    }
    if (anew) add_up(block, weight_at);
    return sum_;
  }

  // Call when the weights may have changed.
  void forget() { is_known_ = false; }

  // Of the last position: the index of each place in its block.
  [[nodiscard]] std::span<const std::uint32_t> indexes() const { return indexes_; }

 private:
  static constexpr std::size_t dear = 2;  // a change costs about this many times what adding up one place costs

  std::size_t note_changes(std::span<const std::uint8_t> codes) {
    changes_ = 0;
    std::size_t touches = 0;
    for (std::size_t slot = 0; slot < codes_.size(); ++slot) {
      if (codes[slot] == codes_[slot]) continue;
      changed_[changes_++] = static_cast<std::uint16_t>(slot);
      touches += shape_->touched_by(slot).size();
    }
    return touches;
  }

  template <class WeightAt>
  void add_up(std::size_t block, const WeightAt& weight_at) {
    sum_ = 0;
    for (const std::uint32_t index : indexes_) sum_ += weight_at(block + index);
    block_ = block;
    is_known_ = true;
  }

  const PatternShape* shape_;
  std::vector<std::uint8_t> codes_;
  std::vector<std::uint32_t> indexes_;
  std::vector<std::uint16_t> changed_;
  std::size_t changes_ = 0;
  std::size_t block_ = 0;
  Number sum_ = 0;
  bool is_known_ = false;
};

}  // namespace plyground
