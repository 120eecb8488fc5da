#include "net/network.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/text.hpp"
#include "net/forward.hpp"
#include "net/kernels.hpp"
#include "net/layers.hpp"

namespace plyground {
namespace {

constexpr int most_of_anything = 4096;
constexpr int largest_side = 25;

void check_number(const std::string& what, int number, int least, int step = 1) {
  if (number >= least && number <= most_of_anything && number % step == 0) return;
  const std::string multiple = step == 1 ? "" : "a multiple of " + std::to_string(step) + ", ";
  reject(what + " must be " + multiple + "from " + std::to_string(least) + " to " + std::to_string(most_of_anything) +
         ", not " + std::to_string(number) + ".");
}

void check_shape(const NetworkShape& shape) {
  check_number("The number of planes", shape.planes, 1);
  check_number("The number of blocks", shape.blocks, 1);
  check_number("The number of channels", shape.channels, 8, 8);
  check_number("The number of head channels", shape.head_channels, 8, 8);
  check_number("The number of hidden units", shape.hidden, 1);
  check_number("The number of policy planes", shape.policy_planes, 0);
  check_number("The number of moves without a square", shape.policy_extras, 0);
  if (shape.policy_planes + shape.policy_extras == 0) {
    reject("A network needs at least one policy plane or one move without a square.");
  }
}

void check_weights(const NetworkShape& shape, std::span<const float> weights) {
  if (weights.size() != shape.count_weights()) {
    reject("A network of this shape must have " + std::to_string(shape.count_weights()) + " weights, not " +
           std::to_string(weights.size()) + ".");
  }
  const bool are_finite = std::ranges::all_of(weights, [](float weight) { return std::isfinite(weight); });
  if (!are_finite) reject("All weights must be finite.");
}

void check_largest_inputs(const NetworkShape& shape, std::span<const float> largest) {
  if (largest.empty()) return;
  const auto wanted = 2 * static_cast<std::size_t>(shape.blocks);
  if (largest.size() != wanted) {
    reject("A network of this shape must have " + std::to_string(wanted) + " largest inputs, not " +
           std::to_string(largest.size()) + ".");
  }
  const bool are_good = std::ranges::all_of(largest, [](float one) { return std::isfinite(one) && one >= 0; });
  if (!are_good) reject("All largest inputs must be finite and at least 0.");
}

const net::Kernels& find_kernels(std::string_view name) {
  const std::vector<const net::Kernels*> usable = net::usable_kernels();
  if (name.empty()) return *usable.back();
  std::string names;
  for (const net::Kernels* kernels : usable) {
    if (kernels->name == name) return *kernels;
    names += (names.empty() ? "" : ", ") + std::string(kernels->name);
  }
  reject("The kernel " + quoted(name) + " is not available here; the available kernels are " + names + ".");
}

std::size_t check_boards(const NetworkShape& shape, std::span<const float> planes, int rows, int columns,
                         std::size_t positions) {
  if (rows < 1 || rows > largest_side || columns < 1 || columns > largest_side) {
    reject("A board must have 1 to " + std::to_string(largest_side) + " rows and columns, not " + std::to_string(rows) +
           " by " + std::to_string(columns) + ".");
  }
  const std::size_t numbers =
      static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns) * static_cast<std::size_t>(shape.planes);
  if (planes.size() != positions * numbers) {
    reject("The boards must have " + std::to_string(positions * numbers) + " numbers, not " +
           std::to_string(planes.size()) + ".");
  }
  return numbers;
}

}  // namespace

std::size_t NetworkShape::count_weights() const {
  const auto size = [](int number) { return static_cast<std::size_t>(number); };
  const auto layer = [](std::size_t inputs, std::size_t outputs) { return (inputs + 1) * outputs; };
  const std::size_t trunk = size(channels);
  const std::size_t head = size(head_channels);
  std::size_t count = layer(9 * size(planes), trunk);
  count += 2 * size(blocks) * layer(9 * trunk, trunk) + size(blocks) / 2 * layer(3 * trunk, trunk);
  count += 2 * layer(trunk, head);
  count += layer(3 * head, head) + layer(head, size(policy_planes)) + layer(3 * head, size(policy_extras));
  count += layer(3 * head, size(hidden)) + layer(size(hidden), 3) + (has_score ? layer(size(hidden), 1) : 0);
  return count + (has_ownership ? layer(head, 1) : 0);
}

Network::Scratch::Scratch() : buffers_(std::make_unique<net::Buffers>()) {}
Network::Scratch::~Scratch() = default;
Network::Scratch::Scratch(Scratch&&) noexcept = default;
Network::Scratch& Network::Scratch::operator=(Scratch&&) noexcept = default;

Network::Network(const NetworkShape& shape, std::span<const float> weights, std::span<const float> largest_inputs,
                 std::string_view kernel) {
  check_shape(shape);
  check_weights(shape, weights);
  check_largest_inputs(shape, largest_inputs);
  const net::Kernels& kernels = find_kernels(kernel);
  if (kernel.empty() && !kernels.prefers_integers) largest_inputs = {};
  layers_ = std::make_unique<const net::Layers>(shape, weights, largest_inputs, kernels);
}
Network::~Network() = default;

const NetworkShape& Network::shape() const { return layers_->shape; }
std::string_view Network::kernel() const { return layers_->kernels.name; }
bool Network::uses_integers() const { return !layers_->integers.empty(); }

std::vector<std::string_view> Network::kernels() {
  std::vector<std::string_view> names;
  for (const net::Kernels* kernels : net::usable_kernels()) names.push_back(kernels->name);
  return names;
}

void Network::evaluate(std::span<const float> planes, int rows, int columns, std::span<NetworkAnswer> answers,
                       Scratch& scratch) const {
  const std::size_t numbers = check_boards(shape(), planes, rows, columns, answers.size());
  const auto height = static_cast<std::size_t>(rows);
  const auto width = static_cast<std::size_t>(columns);
  const std::size_t most = net::positions_at_once(*layers_, height, width);
  for (std::size_t first = 0; first < answers.size(); first += most) {
    const std::size_t now = std::min(most, answers.size() - first);
    net::Forward pass(*layers_, now, height, width, *scratch.buffers_);
    pass.run(planes.subspan(first * numbers, now * numbers), answers.subspan(first, now));
  }
}

std::vector<float> Network::measure_inputs(std::span<const float> planes, int rows, int columns, int positions) const {
  const auto count = static_cast<std::size_t>(positions);
  const std::size_t numbers = check_boards(shape(), planes, rows, columns, count);
  std::vector<float> largest(2 * static_cast<std::size_t>(shape().blocks));
  net::Buffers buffers;
  for (std::size_t position = 0; position < count; ++position) {
    net::Forward pass(*layers_, 1, static_cast<std::size_t>(rows), static_cast<std::size_t>(columns), buffers);
    pass.measure(planes.subspan(position * numbers, numbers), largest);
  }
  return largest;
}

}  // namespace plyground
