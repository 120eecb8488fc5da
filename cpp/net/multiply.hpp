// Matrix products, in blocks that fit into the registers.
#pragma once

#include <cstddef>

#include "net/kernels.hpp"

namespace plyground::net {

// Some rows of inputs, and one panel of outputs.
struct MultiplyBlock {
  const float* in;
  std::size_t in_stride;
  const float* weights;
  std::size_t inputs;
  const float* bias;
  float* out;
  std::size_t out_stride;
};

template <class V>
struct Multiply {
  using Floats = typename V::Floats;
  static constexpr std::size_t panel = 2 * V::lanes;

  template <std::size_t Rows, std::size_t Vectors>
  static void multiply_block(const MultiplyBlock& block) {
    Floats sums[Rows][Vectors];
    for (std::size_t v = 0; v < Vectors; ++v) {
      const Floats first = block.bias == nullptr ? V::zero() : V::load(block.bias + v * V::lanes);
      for (std::size_t row = 0; row < Rows; ++row) sums[row][v] = first;
    }
    const float* weights = block.weights;
    for (std::size_t input = 0; input < block.inputs; ++input, weights += Vectors * V::lanes) {
      Floats factors[Vectors];
      for (std::size_t v = 0; v < Vectors; ++v) factors[v] = V::load(weights + v * V::lanes);
      for (std::size_t row = 0; row < Rows; ++row) {
        const Floats number = V::broadcast(block.in[row * block.in_stride + input]);
        for (std::size_t v = 0; v < Vectors; ++v) sums[row][v] = V::multiply_add(number, factors[v], sums[row][v]);
      }
    }
    for (std::size_t row = 0; row < Rows; ++row) {
      for (std::size_t v = 0; v < Vectors; ++v)
        V::store(block.out + row * block.out_stride + v * V::lanes, sums[row][v]);
    }
  }

  template <std::size_t Vectors, std::size_t Rows = V::most_rows>
  static void multiply_rows(std::size_t rows, const MultiplyBlock& block) {
    if constexpr (Rows > 1) {
      if (rows < Rows) return multiply_rows<Vectors, Rows - 1>(rows, block);
    }
    multiply_block<Rows, Vectors>(block);
  }

  // Blocks of nearly equal size are faster than large ones and a small rest.
  template <std::size_t Vectors>
  static void multiply_panel(std::size_t rows, MultiplyBlock block) {
    for (std::size_t blocks = (rows + V::most_rows - 1) / V::most_rows; blocks > 0; --blocks) {
      const std::size_t now = (rows + blocks - 1) / blocks;
      multiply_rows<Vectors>(now, block);
      block.in += now * block.in_stride;
      block.out += now * block.out_stride;
      rows -= now;
    }
  }

  static void run(const DenseWeights& weights, const float* in, std::size_t in_stride, std::size_t rows, float* out,
                  std::size_t out_stride) {
    for (std::size_t first = 0; first < weights.outputs; first += panel) {
      const MultiplyBlock block{.in = in,
                                .in_stride = in_stride,
                                .weights = weights.numbers + first * weights.inputs,
                                .inputs = weights.inputs,
                                .bias = weights.bias == nullptr ? nullptr : weights.bias + first,
                                .out = out + first,
                                .out_stride = out_stride};
      if (weights.outputs - first >= panel) {
        multiply_panel<2>(rows, block);
      } else {
        multiply_panel<1>(rows, block);
      }
    }
  }
};

}  // namespace plyground::net
