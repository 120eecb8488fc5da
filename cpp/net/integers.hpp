// 3x3 convolutions of 8-bit integers: bytes of 0 to 255 by weights of -127 to 127, added in 32 bits.
#pragma once

#include <cstddef>
#include <cstdint>

#include "net/kernels.hpp"

namespace plyground::net {

template <class V>
struct Integers {
  using Floats = typename V::Floats;
  using Sums = typename V::Sums;
  static constexpr std::size_t panel = 2 * V::lanes;
  static constexpr std::size_t group = V::group;

  // Some squares of one row of a board, and one panel of outputs.
  struct Block {
    const std::uint8_t* in;  // the square to the upper left of the first one
    std::size_t row_stride;
    const std::int8_t* weights;
    const float* scales;
    const float* bias;
    std::size_t channels;
    float* numbers;
    std::uint8_t* bytes;
    float bytes_per_unit;
    Finish finish;
  };

  // The three columns that a square needs lie beside each other, so that a row of them is one row of inputs.
  // The sums move to memory only at the end: compilers keep them in registers if every index is a constant.
  template <std::size_t Rows, std::size_t Vectors>
  static void sum_up(const Block& block, Sums (&out)[Rows][Vectors]) {
    Sums sums[Rows][Vectors];
    for (std::size_t square = 0; square < Rows; ++square) {
      for (std::size_t v = 0; v < Vectors; ++v) sums[square][v] = V::no_sums();
    }
    const std::int8_t* weights = block.weights;
    for (std::size_t row = 0; row < 3; ++row) {
      const std::uint8_t* in = block.in + row * block.row_stride;
      const std::uint8_t* const end = in + 3 * block.channels;
      for (; in < end; in += group, weights += Vectors * V::lanes * group) {
        typename V::Weights factors[Vectors];
        for (std::size_t v = 0; v < Vectors; ++v) factors[v] = V::load_weights(weights + v * V::lanes * group);
        for (std::size_t square = 0; square < Rows; ++square) {
          const typename V::Inputs inputs = V::broadcast_inputs(in + square * block.channels);
          for (std::size_t v = 0; v < Vectors; ++v)
            sums[square][v] = V::add_products(sums[square][v], inputs, factors[v]);
        }
      }
    }
    for (std::size_t square = 0; square < Rows; ++square) {
      for (std::size_t v = 0; v < Vectors; ++v) out[square][v] = sums[square][v];
    }
  }

  // No fused multiplication here, so that every processor computes the same numbers.
  template <std::size_t Rows, std::size_t Vectors>
  static void compute(const Block& block) {
    Sums sums[Rows][Vectors];
    sum_up<Rows, Vectors>(block, sums);
    for (std::size_t square = 0; square < Rows; ++square) {
      for (std::size_t v = 0; v < Vectors; ++v) {
        const std::size_t at = square * block.channels + v * V::lanes;
        Floats result = V::multiply(V::to_floats(sums[square][v]), V::load(block.scales + v * V::lanes));
        result = V::add(result, V::load(block.bias + v * V::lanes));
        if (block.finish == Finish::add_and_relu) result = V::add(result, V::load(block.numbers + at));
        if (block.finish != Finish::store) result = V::max(result, V::zero());
        if (block.numbers != nullptr) V::store(block.numbers + at, result);
        if (block.bytes != nullptr) store_bytes(block.bytes + at, result, block.bytes_per_unit);
      }
    }
  }

  static void store_bytes(std::uint8_t* to, Floats numbers, float bytes_per_unit) {
    const Floats scaled = V::multiply(V::max(numbers, V::zero()), V::broadcast(bytes_per_unit));
    V::store_bytes(to, V::min(scaled, V::broadcast(largest_byte)));
  }

  template <std::size_t Vectors, std::size_t Rows = V::most_rows>
  static void compute_squares(std::size_t squares, const Block& block) {
    if constexpr (Rows > 1) {
      if (squares < Rows) return compute_squares<Vectors, Rows - 1>(squares, block);
    }
    compute<Rows, Vectors>(block);
  }

  template <std::size_t Vectors>
  static void compute_row(std::size_t squares, Block block) {
    for (std::size_t blocks = (squares + V::most_rows - 1) / V::most_rows; blocks > 0; --blocks) {
      const std::size_t now = (squares + blocks - 1) / blocks;
      compute_squares<Vectors>(now, block);
      block.in += now * block.channels;
      if (block.numbers != nullptr) block.numbers += now * block.channels;
      if (block.bytes != nullptr) block.bytes += now * block.channels;
      squares -= now;
    }
  }

  static void compute_rows(const IntegerWeights& weights, const BoardLayout& layout, const std::uint8_t* in,
                           const IntegerResult& result, std::size_t first) {
    const std::size_t channels = weights.channels;
    for (std::size_t position = 0; position < layout.positions; ++position) {
      for (std::size_t row = 0; row < layout.rows; ++row) {
        const std::size_t corner = position * layout.board_squares + row * layout.row_squares;
        const std::size_t to = (corner + layout.row_squares + 1) * channels + first;
        const Block block{.in = in + corner * channels,
                          .row_stride = layout.row_squares * channels,
                          .weights = weights.numbers + first * channels * 9,
                          .scales = weights.scales + first,
                          .bias = weights.bias + first,
                          .channels = channels,
                          .numbers = result.numbers == nullptr ? nullptr : result.numbers + to,
                          .bytes = result.bytes == nullptr ? nullptr : result.bytes + to,
                          .bytes_per_unit = result.bytes_per_unit,
                          .finish = result.finish};
        if (channels - first >= panel) {
          compute_row<2>(layout.columns, block);
        } else {
          compute_row<1>(layout.columns, block);
        }
      }
    }
  }

  static void run(const IntegerWeights& weights, const BoardLayout& layout, const std::uint8_t* in,
                  const IntegerResult& result) {
    for (std::size_t first = 0; first < weights.channels; first += panel) {
      compute_rows(weights, layout, in, result, first);
    }
  }

  static void write_bytes(const Squares& squares, std::uint8_t* out, float bytes_per_unit) {
    for (std::size_t row = 0; row < squares.rows; ++row) {
      for (std::size_t column = 0; column < squares.columns; ++column) {
        const std::size_t square = row * squares.row_stride + column * squares.column_stride;
        for (std::size_t channel = 0; channel < squares.channels; channel += V::lanes) {
          store_bytes(out + square + channel, V::load(squares.numbers + square + channel), bytes_per_unit);
        }
      }
    }
  }
};

}  // namespace plyground::net
