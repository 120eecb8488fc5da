// The shape of an evaluation by patterns: which squares it reads, and which of its weights are shared.
//
// A pattern is a number of cells: squares, or extras (core/squares.hpp). It stands in one or more places of the board.
// The contents of its cells, read as a number with one digit per cell, select a weight. All places share the weights.
// If a symmetry of the board maps a place onto itself, contents that are images of each other also share a weight.
//
// There is a block of weights for each stage of the game, by the number of pieces on the board. If the colours are not
// equivalent, there is one for Black to move and one for White.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/game.hpp"

namespace plyground {

struct Pattern {
  std::size_t cells = 0;
  std::vector<std::uint16_t> slots;               // place after place; squares first, then extras
  std::vector<std::vector<std::uint8_t>> turned;  // how the symmetries of the board permute the cells of a place
};

struct PatternPlan {
  std::size_t squares = 0;
  std::size_t extras = 0;
  std::size_t contents = 0;  // of a square, including empty
  std::vector<Pattern> patterns;
  std::size_t stages = 1;
  bool by_turn = false;
};

// It never changes, so threads may share it. An invalid plan throws std::invalid_argument.
class PatternShape {
 public:
  // How one slot changes a place's index: the value of the slot, times the step, is added to it.
  struct Touch {
    std::uint32_t place;
    std::uint32_t step;
  };

  explicit PatternShape(const PatternPlan& plan);

  [[nodiscard]] std::size_t squares() const { return squares_; }
  [[nodiscard]] std::size_t slots() const { return slots_; }
  [[nodiscard]] std::size_t contents() const { return contents_; }
  [[nodiscard]] std::size_t places() const { return first_.size(); }
  [[nodiscard]] std::size_t block_size() const { return shared_.size(); }
  [[nodiscard]] std::size_t weights() const { return blocks_ * block_size(); }

  // The offset of a position's block among all weights.
  [[nodiscard]] std::size_t block_of(std::span<const std::uint8_t> codes, Color turn) const;

  // The index of each place's weight in its block if all slots are empty.
  [[nodiscard]] std::span<const std::uint32_t> first() const { return first_; }
  [[nodiscard]] std::span<const Touch> touched_by(std::size_t slot) const {
    return std::span(touches_).subspan(begins_[slot], begins_[slot + 1] - begins_[slot]);
  }
  // The weight that represents this one and all its images.
  [[nodiscard]] std::span<const std::uint32_t> shared() const { return shared_; }

 private:
  void add(const PatternPlan& plan, const Pattern& pattern, std::vector<std::vector<Touch>>& by_slot);
  void share(const Pattern& pattern, std::span<const std::uint32_t> values, std::size_t first);

  std::size_t squares_;
  std::size_t slots_;
  std::size_t contents_;
  std::size_t stages_;
  std::size_t blocks_;
  bool by_turn_;
  std::vector<std::uint32_t> first_;
  std::vector<Touch> touches_;
  std::vector<std::size_t> begins_;
  std::vector<std::uint32_t> shared_;
};

}  // namespace plyground
