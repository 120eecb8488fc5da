// 3x3 convolutions by Winograd's tiles: transform the squares of a tile to points, multiply each point by its weights,
// and transform the products back.
#pragma once

#include <cstddef>

#include "net/kernels.hpp"
#include "net/multiply.hpp"
#include "net/tiles.hpp"

namespace plyground::net {

template <class V, class Tile>
struct Winograd {
  using Floats = typename V::Floats;
  static constexpr std::size_t size = Tile::outputs;
  static constexpr std::size_t width = Tile::points;
  static constexpr std::size_t points = width * width;

  // Some tiles of a batch, and where their points lie in memory.
  struct Group {
    const BoardLayout& layout;
    std::size_t first;
    std::size_t tiles;
    std::size_t point_stride;
    std::size_t channels;

    template <class Visit>
    void for_each_tile(const Visit& visit) const {
      std::size_t column = first % layout.tile_columns;
      std::size_t row = first / layout.tile_columns % layout.tile_rows;
      std::size_t square = first / layout.tile_columns / layout.tile_rows * layout.board_squares;
      for (std::size_t tile = 0; tile < tiles; ++tile) {
        visit(tile, square + (row * layout.row_squares + column) * size, row * size, column * size);
        if (++column < layout.tile_columns) continue;
        column = 0;
        if (++row < layout.tile_rows) continue;
        row = 0;
        square += layout.board_squares;
      }
    }
  };

  static void read_tile(const float* from, std::size_t row_stride, std::size_t channels, float* to,
                        std::size_t point_stride) {
    Floats half[width][width];
    for (std::size_t column = 0; column < width; ++column) {
      Floats squares[width];
      for (std::size_t row = 0; row < width; ++row) squares[row] = V::load(from + row * row_stride + column * channels);
      Floats transformed[width];
      Tile::to_points(squares, transformed);
      for (std::size_t row = 0; row < width; ++row) half[row][column] = transformed[row];
    }
    for (std::size_t row = 0; row < width; ++row) {
      Floats transformed[width];
      Tile::to_points(half[row], transformed);
      for (std::size_t column = 0; column < width; ++column) {
        V::store(to + (row * width + column) * point_stride, transformed[column]);
      }
    }
  }

  static void read(const Group& group, const float* in, float* to) {
    const std::size_t row_stride = group.layout.row_squares * group.channels;
    group.for_each_tile([&](std::size_t tile, std::size_t square, std::size_t, std::size_t) {
      for (std::size_t channel = 0; channel < group.channels; channel += V::lanes) {
        read_tile(in + square * group.channels + channel, row_stride, group.channels,
                  to + tile * group.channels + channel, group.point_stride);
      }
    });
  }

  static void results_of(const float* from, std::size_t point_stride, Floats (&results)[size][size]) {
    Floats half[size][width];
    for (std::size_t column = 0; column < width; ++column) {
      Floats products[width];
      for (std::size_t row = 0; row < width; ++row) {
        products[row] = V::load(from + (row * width + column) * point_stride);
      }
      Floats transformed[size];
      Tile::to_results(products, transformed);
      for (std::size_t row = 0; row < size; ++row) half[row][column] = transformed[row];
    }
    for (std::size_t row = 0; row < size; ++row) Tile::to_results(half[row], results[row]);
  }

  template <Finish How>
  static void write(const Group& group, const float* from, const float* bias, float* out) {
    const std::size_t row_stride = group.layout.row_squares * group.channels;
    const BoardLayout& layout = group.layout;
    group.for_each_tile([&](std::size_t tile, std::size_t square, std::size_t row, std::size_t column) {
      const std::size_t rows = layout.rows - row < size ? layout.rows - row : size;
      const std::size_t columns = layout.columns - column < size ? layout.columns - column : size;
      for (std::size_t channel = 0; channel < group.channels; channel += V::lanes) {
        Floats results[size][size];
        results_of(from + tile * group.channels + channel, group.point_stride, results);
        float* const to = out + (square + layout.row_squares + 1) * group.channels + channel;
        const Floats addend = V::load(bias + channel);
        for (std::size_t r = 0; r < rows; ++r) {
          for (std::size_t c = 0; c < columns; ++c) {
            finish<How>(to + r * row_stride + c * group.channels, V::add(results[r][c], addend));
          }
        }
      }
    });
  }

  template <Finish How>
  static void finish(float* to, Floats result) {
    if constexpr (How == Finish::add_and_relu) result = V::add(result, V::load(to));
    if constexpr (How != Finish::store) result = V::max(result, V::zero());
    V::store(to, result);
  }

  static void multiply(const ConvolutionWeights& weights, const Group& in, const Group& out, const float* from,
                       float* to) {
    for (std::size_t point = 0; point < points; ++point) {
      const DenseWeights dense{.numbers = weights.numbers + point * weights.inputs * weights.outputs,
                               .bias = nullptr,
                               .inputs = weights.inputs,
                               .outputs = weights.outputs};
      Multiply<V>::run(dense, from + point * in.point_stride, in.channels, in.tiles, to + point * out.point_stride,
                       out.channels);
    }
  }

  static void run(const ConvolutionWeights& weights, const BoardLayout& layout, const float* in, float* out,
                  Finish finish, float* work) {
    const std::size_t all = layout.positions * layout.tile_rows * layout.tile_columns;
    for (std::size_t first = 0; first < all; first += tiles_at_once) {
      const std::size_t tiles = all - first < tiles_at_once ? all - first : tiles_at_once;
      const auto group = [&](std::size_t channels) {
        return Group{.layout = layout,
                     .first = first,
                     .tiles = tiles,
                     .point_stride = tiles * channels + point_padding,
                     .channels = channels};
      };
      const Group inputs = group(weights.input_channels);
      const Group outputs = group(weights.outputs);
      float* const products = work + points * inputs.point_stride;
      read(inputs, in, work);
      multiply(weights, inputs, outputs, work, products);
      switch (finish) {
        case Finish::store:
          write<Finish::store>(outputs, products, weights.bias, out);
          break;
        case Finish::relu:
          write<Finish::relu>(outputs, products, weights.bias, out);
          break;
        case Finish::add_and_relu:
          write<Finish::add_and_relu>(outputs, products, weights.bias, out);
          break;
      }
    }
  }
};

}  // namespace plyground::net
