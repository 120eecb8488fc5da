#include "patterns/table.hpp"

#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/text.hpp"
#include "patterns/shape.hpp"
#include "patterns/sum.hpp"

namespace plyground {
namespace {

// The last positions that a thread evaluated, one for each side to move.
struct Seen {
  std::uint64_t number = 0;  // of the table
  std::vector<PatternSum<std::int64_t>> sums;
};

std::uint64_t next_number() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

}  // namespace

PatternTable::PatternTable(PatternShape shape, PatternMeaning meaning, std::vector<std::int16_t> weights, double unit)
    : shape_(std::move(shape)), meaning_(meaning), weights_(std::move(weights)), unit_(unit), number_(next_number()) {
  if (weights_.size() != shape_.weights()) {
    reject("Patterns of this shape must have " + std::to_string(shape_.weights()) + " weights, not " +
           std::to_string(weights_.size()) + ".");
  }
  if (!std::isfinite(unit_) || unit_ <= 0) reject("The unit of the weights must be finite and greater than 0.");
}

double PatternTable::value(std::span<const std::uint8_t> codes, Color turn) const {
  thread_local std::array<Seen, 2> seen;  // two tables may play each other
  Seen& its = seen[number_ % seen.size()];
  if (its.number != number_) {
    its.sums.assign(2, PatternSum<std::int64_t>(shape_));
    its.number = number_;
  }
  const auto weight_at = [this](std::size_t index) { return std::int64_t{weights_[index]}; };
  const std::int64_t sum = its.sums[index(turn)].of(codes, shape_.block_of(codes, turn), weight_at);
  return static_cast<double>(sum) * unit_;
}

}  // namespace plyground
