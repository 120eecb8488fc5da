// A network's weights, arranged as the kernels of this processor read them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "net/aligned.hpp"
#include "net/kernels.hpp"
#include "net/network.hpp"

namespace plyground::net {

inline constexpr std::size_t smallest_tile = 3;
inline constexpr std::size_t largest_tile = 4;

// A dense layer, or several with the same inputs combined.
struct Dense {
  Aligned<float> numbers;
  Aligned<float> bias;
  std::size_t inputs = 0;
  std::size_t outputs = 0;

  [[nodiscard]] DenseWeights view() const { return {numbers.data(), bias.data(), inputs, outputs}; }
};

// A 3x3 convolution in its original form.
struct Convolution {
  std::span<const float> weights;
  Aligned<float> bias;
  std::size_t inputs = 0;
  std::size_t outputs = 0;
};

struct IntegerConvolution {
  Aligned<std::int8_t> numbers;
  Aligned<float> scales;
  float bytes_per_unit = 0;  // of the inputs
};

struct Layers {
  Layers(const NetworkShape& network_shape, std::span<const float> numbers, std::span<const float> largest_inputs,
         const Kernels& processor);

  NetworkShape shape;
  const Kernels& kernels;
  std::size_t planes;  // of a square in memory; like all of these, a multiple of the lanes
  std::size_t channels;
  std::size_t head_channels;
  std::size_t hidden;
  std::vector<float> weights;

  std::vector<Convolution> convolutions;     // the input's, then two of each block
  std::vector<IntegerConvolution> integers;  // of all except the first, or none
  std::vector<Dense> pools;                  // of blocks 1, 3, 5 ...
  Dense heads;                               // p, then v
  Dense globals;                             // of g: to the policy, to the extras, to h
  Dense policy;
  Dense value;  // win, draw, loss and score
  Dense ownership;

  // The weights of a convolution for tiles of this size; they are transformed on first use.
  [[nodiscard]] ConvolutionWeights tiled(std::size_t convolution, std::size_t tile) const;
  [[nodiscard]] IntegerWeights integer(std::size_t convolution) const;

 private:
  struct Tiled {
    std::once_flag once;
    Aligned<float> numbers;
  };
  void read(std::span<const float> largest_inputs);
  mutable std::array<std::vector<Tiled>, largest_tile - smallest_tile + 1> tiled_;
};

}  // namespace plyground::net
