#include "patterns/shape.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "core/squares.hpp"
#include "core/text.hpp"

namespace plyground {
namespace {

constexpr std::size_t most_cells = 16;
constexpr std::size_t most_slots = 1024;
constexpr std::size_t most_places = 100'000;
constexpr std::size_t most_weights = std::size_t{1} << 26;
constexpr std::size_t most_stages = 64;

void check_range(const std::string& what, std::size_t number, std::size_t least, std::size_t most) {
  if (number >= least && number <= most) return;
  reject(what + " must be from " + std::to_string(least) + " to " + std::to_string(most) + ", not " +
         std::to_string(number) + ".");
}

bool is_permutation(std::vector<std::uint8_t> cells, std::size_t count) {
  std::ranges::sort(cells);
  for (std::size_t at = 0; at < cells.size(); ++at) {
    if (cells[at] != at) return false;
  }
  return cells.size() == count;
}

std::size_t values_of(const PatternPlan& plan, std::size_t slot) {
  return slot < plan.squares ? plan.contents : extra_values;
}

// The number of values of each cell, the same in every place.
std::vector<std::uint32_t> values_of(const PatternPlan& plan, const Pattern& pattern) {
  std::vector<std::uint32_t> values;
  for (std::size_t at = 0; at < pattern.slots.size(); ++at) {
    check_range("A cell of a pattern", pattern.slots[at], 0, plan.squares + plan.extras - 1);
    const auto its = static_cast<std::uint32_t>(values_of(plan, pattern.slots[at]));
    if (at < pattern.cells) {
      values.push_back(its);
    } else if (values[at % pattern.cells] != its) {
      reject("A cell of a pattern must be a square in all places or an extra in all places.");
    }
  }
  return values;
}

}  // namespace

PatternShape::PatternShape(const PatternPlan& plan)
    : squares_(plan.squares),
      slots_(plan.squares + plan.extras),
      contents_(plan.contents),
      stages_(plan.stages),
      blocks_(plan.stages * (plan.by_turn ? 2 : 1)),
      by_turn_(plan.by_turn) {
  check_range("The number of squares and extras", slots_, 1, most_slots);
  check_range("The number of contents of a square", plan.contents, 2, 255);
  check_range("The number of stages", stages_, 1, most_stages);
  check_range("The number of patterns", plan.patterns.size(), 1, most_places);
  std::vector<std::vector<Touch>> by_slot(slots_);
  for (const Pattern& pattern : plan.patterns) add(plan, pattern, by_slot);
  for (const auto& touches : by_slot) {
    begins_.push_back(touches_.size());
    touches_.insert(touches_.end(), touches.begin(), touches.end());
  }
  begins_.push_back(touches_.size());
}

void PatternShape::add(const PatternPlan& plan, const Pattern& pattern, std::vector<std::vector<Touch>>& by_slot) {
  check_range("The number of cells of a pattern", pattern.cells, 1, most_cells);
  if (pattern.slots.empty() || pattern.slots.size() % pattern.cells != 0) {
    reject("A pattern must have at least one place, and each place must have " + std::to_string(pattern.cells) +
           " cells.");
  }
  const std::vector<std::uint32_t> values = values_of(plan, pattern);
  std::vector<std::uint32_t> steps;
  std::size_t size = 1;
  for (const std::uint32_t count : values) {
    steps.push_back(static_cast<std::uint32_t>(size));
    size *= count;
    check_range("The number of weights", (block_size() + size) * blocks_, 1, most_weights);
  }
  const auto first = static_cast<std::uint32_t>(block_size());
  for (std::size_t at = 0; at < pattern.slots.size(); ++at) {
    if (at % pattern.cells == 0) first_.push_back(first);
    by_slot[pattern.slots[at]].push_back(
        {.place = static_cast<std::uint32_t>(first_.size() - 1), .step = steps[at % pattern.cells]});
  }
  check_range("The number of places", first_.size(), 1, most_places);
  share(pattern, values, first);
}

void PatternShape::share(const Pattern& pattern, std::span<const std::uint32_t> values, std::size_t first) {
  std::size_t size = 1;
  for (const std::uint32_t count : values) size *= count;
  for (const auto& turned : pattern.turned) {
    if (!is_permutation(turned, pattern.cells)) reject("A turned pattern must name each cell exactly once.");
    for (std::size_t cell = 0; cell < turned.size(); ++cell) {
      if (values[cell] != values[turned[cell]]) reject("A turned pattern can't exchange a square and an extra.");
    }
  }
  std::vector<std::uint32_t> digits(pattern.cells);
  for (std::size_t index = 0; index < size; ++index) {
    std::size_t rest = index;
    for (std::size_t cell = 0; cell < pattern.cells; ++cell) {
      digits[cell] = static_cast<std::uint32_t>(rest % values[cell]);
      rest /= values[cell];
    }
    std::size_t least = index;
    for (const auto& turned : pattern.turned) {
      std::size_t image = 0;
      for (std::size_t cell = pattern.cells; cell-- > 0;) image = image * values[cell] + digits[turned[cell]];
      least = std::min(least, image);
    }
    shared_.push_back(static_cast<std::uint32_t>(first + least));
  }
}

std::size_t PatternShape::block_of(std::span<const std::uint8_t> codes, Color turn) const {
  const auto empty = static_cast<std::size_t>(std::ranges::count(codes.first(squares_), std::uint8_t{0}));
  const std::size_t stage = (squares_ - empty) * stages_ / (squares_ + 1);
  return (by_turn_ ? 2 * stage + index(turn) : stage) * block_size();
}

}  // namespace plyground
