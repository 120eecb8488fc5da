#include "net/layers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "net/kernels.hpp"
#include "net/network.hpp"

namespace plyground::net {
namespace {

std::size_t round_up(std::size_t number, std::size_t to) { return (number + to - 1) / to * to; }

// The layers' weights, one after the other.
class Reader {
 public:
  explicit Reader(std::span<const float> weights) : weights_(weights) {}
  std::span<const float> take(std::size_t count) {
    const auto taken = weights_.first(count);
    weights_ = weights_.subspan(count);
    return taken;
  }

 private:
  std::span<const float> weights_;
};

// Numbers [input][output] in panels of two vectors of outputs, the last perhaps of one.
template <class Get>
void pack(std::size_t inputs, std::size_t outputs, std::size_t lanes, const Get& get, float* to) {
  for (std::size_t first = 0; first < outputs; first += 2 * lanes) {
    const std::size_t end = std::min(outputs, first + 2 * lanes);
    for (std::size_t input = 0; input < inputs; ++input) {
      for (std::size_t output = first; output < end; ++output) *to++ = get(input, output);
    }
  }
}

// Combines dense layers with the same inputs. The inputs are groups of this many numbers, rounded up in memory.
class DenseMaker {
 public:
  DenseMaker(std::size_t groups, std::size_t size, std::size_t lanes)
      : groups_(groups), size_(size), padded_(round_up(size, lanes)), lanes_(lanes) {}

  // Each layer's outputs begin at a new vector, unless `beside` says that they directly follow the previous ones.
  void add(Reader& from, std::size_t outputs, bool beside = false) {
    if (!beside) used_ = outputs_;
    parts_.push_back({from.take(groups_ * size_ * outputs), from.take(outputs), used_, outputs});
    used_ += outputs;
    outputs_ = std::max(outputs_, round_up(used_, lanes_));
  }

  [[nodiscard]] Dense make() const {
    const std::size_t inputs = groups_ * padded_;
    std::vector<float> plain(inputs * outputs_);
    Dense dense{Aligned<float>(inputs * outputs_), Aligned<float>(outputs_), inputs, outputs_};
    for (const Part& part : parts_) {
      std::ranges::copy(part.bias, dense.bias.begin() + static_cast<std::ptrdiff_t>(part.first));
      for (std::size_t input = 0; input < groups_ * size_; ++input) {
        const std::size_t row = input / size_ * padded_ + input % size_;
        for (std::size_t output = 0; output < part.outputs; ++output) {
          plain[row * outputs_ + part.first + output] = part.weights[input * part.outputs + output];
        }
      }
    }
    const auto get = [&](std::size_t input, std::size_t output) { return plain[input * outputs_ + output]; };
    pack(inputs, outputs_, lanes_, get, dense.numbers.data());
    return dense;
  }

 private:
  struct Part {
    std::span<const float> weights;
    std::span<const float> bias;
    std::size_t first;
    std::size_t outputs;
  };
  std::size_t groups_;
  std::size_t size_;
  std::size_t padded_;
  std::size_t lanes_;
  std::size_t used_ = 0;
  std::size_t outputs_ = 0;
  std::vector<Part> parts_;
};

Convolution read_convolution(Reader& from, std::size_t inputs, std::size_t outputs, std::size_t lanes) {
  Convolution convolution{from.take(9 * inputs * outputs), Aligned<float>(round_up(outputs, lanes)), inputs, outputs};
  const std::span<const float> bias = from.take(outputs);
  std::ranges::copy(bias, convolution.bias.begin());
  return convolution;
}

// The values of a polynomial of three weights at the points of tiles.hpp, divided by the factors that the other
// transforms leave out.
using PointRow = std::array<double, 3>;
std::vector<PointRow> points_of(std::size_t tile) {
  if (tile == 3) {
    return {{1.0 / 2, 0, 0},
            {-1.0 / 2, -1.0 / 2, -1.0 / 2},
            {-1.0 / 6, 1.0 / 6, -1.0 / 6},
            {1.0 / 6, 1.0 / 3, 2.0 / 3},
            {0, 0, 1}};
  }
  return {{1.0 / 4, 0, 0},
          {-1.0 / 6, -1.0 / 6, -1.0 / 6},
          {-1.0 / 6, 1.0 / 6, -1.0 / 6},
          {1.0 / 24, 1.0 / 12, 1.0 / 6},
          {1.0 / 24, -1.0 / 12, 1.0 / 6},
          {0, 0, 1}};
}

// The weights of one point for all inputs and outputs, transformed.
float transformed(const Convolution& convolution, const PointRow& down, const PointRow& across, std::size_t input,
                  std::size_t output) {
  if (input >= convolution.inputs || output >= convolution.outputs) return 0;
  double sum = 0;
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column) {
      const std::size_t at = ((row * 3 + column) * convolution.inputs + input) * convolution.outputs + output;
      sum += down[row] * across[column] * static_cast<double>(convolution.weights[at]);
    }
  }
  return static_cast<float>(sum);
}

Aligned<float> transform(const Convolution& convolution, std::size_t tile, std::size_t lanes) {
  const std::vector<PointRow> points = points_of(tile);
  const std::size_t outputs = convolution.bias.size();
  Aligned<float> numbers(points.size() * points.size() * convolution.inputs * outputs);
  float* to = numbers.data();
  for (const PointRow& down : points) {
    for (const PointRow& across : points) {
      const auto get = [&](std::size_t input, std::size_t output) {
        return transformed(convolution, down, across, input, output);
      };
      pack(convolution.inputs, outputs, lanes, get, to);
      to += convolution.inputs * outputs;
    }
  }
  return numbers;
}

// The largest weight of each output, which becomes the integer 127.
std::vector<float> largest_weights(const Convolution& convolution) {
  std::vector<float> largest(convolution.bias.size());
  for (std::size_t at = 0; at < convolution.weights.size(); ++at) {
    float& so_far = largest[at % convolution.outputs];
    so_far = std::max(so_far, std::abs(convolution.weights[at]));
  }
  return largest;
}

IntegerConvolution quantised(const Convolution& convolution, float largest_input, const Kernels& kernels) {
  const std::size_t channels = convolution.bias.size();
  const std::size_t given = convolution.outputs;
  const std::vector<float> largest = largest_weights(convolution);
  const auto integer = [&](std::size_t row, std::size_t output) {
    const std::size_t input = row % channels;
    if (input >= given || output >= given || largest[output] == 0) return std::int8_t{0};
    const float weight = convolution.weights[(row / channels * given + input) * given + output];
    return static_cast<std::int8_t>(std::lround(weight / largest[output] * largest_weight));
  };
  IntegerConvolution result{Aligned<std::int8_t>(9 * channels * channels), Aligned<float>(channels), 0};
  std::int8_t* to = result.numbers.data();
  for (std::size_t first = 0; first < channels; first += 2 * kernels.lanes) {
    const std::size_t end = std::min(channels, first + 2 * kernels.lanes);
    for (std::size_t group = 0; group < 9 * channels; group += kernels.group) {
      for (std::size_t output = first; output < end; ++output) {
        for (std::size_t row = group; row < group + kernels.group; ++row) *to++ = integer(row, output);
      }
    }
  }
  result.bytes_per_unit = largest_input > 0 ? largest_byte / largest_input : 0;
  for (std::size_t output = 0; output < channels; ++output) {
    result.scales[output] = largest[output] / largest_weight * (largest_input / largest_byte);
  }
  return result;
}

}  // namespace

Layers::Layers(const NetworkShape& network_shape, std::span<const float> numbers, std::span<const float> largest_inputs,
               const Kernels& processor)
    : shape(network_shape), kernels(processor), weights(numbers.begin(), numbers.end()) {
  const auto padded = [&](int number) { return round_up(static_cast<std::size_t>(number), kernels.lanes); };
  planes = padded(shape.planes);
  channels = padded(shape.channels);
  head_channels = padded(shape.head_channels);
  hidden = padded(shape.hidden);
  read(largest_inputs);
}

void Layers::read(std::span<const float> largest_inputs) {
  const auto size = [](int number) { return static_cast<std::size_t>(number); };
  const std::size_t lanes = kernels.lanes;
  const std::size_t trunk = size(shape.channels);
  Reader from(weights);
  const auto dense = [&](std::size_t groups, int inputs, int outputs) {
    DenseMaker maker(groups, size(inputs), lanes);
    maker.add(from, size(outputs));
    return maker.make();
  };
  convolutions.push_back(read_convolution(from, size(shape.planes), trunk, lanes));
  for (int block = 0; block < shape.blocks; ++block) {
    convolutions.push_back(read_convolution(from, trunk, trunk, lanes));
    if (block % 2 == 1) pools.push_back(dense(3, shape.channels, shape.channels));
    convolutions.push_back(read_convolution(from, trunk, trunk, lanes));
  }
  DenseMaker head_maker(1, trunk, lanes);
  head_maker.add(from, size(shape.head_channels));
  head_maker.add(from, size(shape.head_channels));
  heads = head_maker.make();

  DenseMaker global_maker(3, size(shape.head_channels), lanes);
  global_maker.add(from, size(shape.head_channels));
  policy = dense(1, shape.head_channels, shape.policy_planes);
  if (shape.policy_extras > 0) global_maker.add(from, size(shape.policy_extras));
  global_maker.add(from, size(shape.hidden));
  globals = global_maker.make();

  DenseMaker value_maker(1, size(shape.hidden), lanes);
  value_maker.add(from, 3);
  if (shape.has_score) value_maker.add(from, 1, true);
  value = value_maker.make();
  if (shape.has_ownership) ownership = dense(1, shape.head_channels, 1);

  for (std::vector<Tiled>& tiles : tiled_) tiles = std::vector<Tiled>(convolutions.size());
  for (std::size_t i = 0; i < largest_inputs.size(); ++i) {
    integers.push_back(quantised(convolutions[i + 1], largest_inputs[i], kernels));
  }
}

ConvolutionWeights Layers::tiled(std::size_t convolution, std::size_t tile) const {
  Tiled& numbers = tiled_[tile - smallest_tile][convolution];
  const Convolution& one = convolutions[convolution];
  std::call_once(numbers.once, [&] { numbers.numbers = transform(one, tile, kernels.lanes); });
  return {.numbers = numbers.numbers.data(),
          .bias = one.bias.data(),
          .inputs = one.inputs,
          .input_channels = convolution == 0 ? planes : channels,
          .outputs = one.bias.size()};
}

IntegerWeights Layers::integer(std::size_t convolution) const {
  const IntegerConvolution& one = integers[convolution - 1];
  return {.numbers = one.numbers.data(),
          .scales = one.scales.data(),
          .bias = convolutions[convolution].bias.data(),
          .channels = channels};
}

}  // namespace plyground::net
