#include "net/forward.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "net/aligned.hpp"
#include "net/kernels.hpp"
#include "net/layers.hpp"
#include "net/network.hpp"

namespace plyground::net {
namespace {

// The tile size that needs the fewest multiplications for a convolution of boards of this size.
std::size_t best_tile(std::size_t rows, std::size_t columns) {
  const auto cost = [&](std::size_t tile) {
    return ((rows + tile - 1) / tile) * ((columns + tile - 1) / tile) * (tile + 2) * (tile + 2);
  };
  return cost(3) <= cost(4) ? 3 : 4;
}

BoardLayout layout_of(std::size_t positions, std::size_t rows, std::size_t columns) {
  const std::size_t tile = best_tile(rows, columns);
  BoardLayout layout{.positions = positions,
                     .rows = rows,
                     .columns = columns,
                     .tile = tile,
                     .tile_rows = (rows + tile - 1) / tile,
                     .tile_columns = (columns + tile - 1) / tile,
                     .row_squares = 0,
                     .board_squares = 0};
  layout.row_squares = layout.tile_columns * tile + 2;
  layout.board_squares = (layout.tile_rows * tile + 2) * layout.row_squares;
  return layout;
}

template <class T>
T* at_least(Aligned<T>& memory, std::size_t size) {
  if (memory.size() < size) memory.resize(size);
  return memory.data();
}

void softmax(const float* logits, NetworkAnswer& out) {
  const float largest = std::max({logits[0], logits[1], logits[2]});
  const float win = std::exp(logits[0] - largest);
  const float draw = std::exp(logits[1] - largest);
  const float loss = std::exp(logits[2] - largest);
  const float sum = win + draw + loss;
  out.win = win / sum;
  out.draw = draw / sum;
  out.loss = loss / sum;
}

}  // namespace

std::size_t positions_at_once(const Layers& layers, std::size_t rows, std::size_t columns) {
  constexpr std::size_t cache = 1U << 18U;
  const BoardLayout layout = layout_of(1, rows, columns);
  return std::max<std::size_t>(1, cache / (2 * layout.board_squares * layers.channels * sizeof(float)));
}

Forward::Forward(const Layers& layers, std::size_t positions, std::size_t rows, std::size_t columns, Buffers& buffers)
    : layers_(layers), kernels_(layers.kernels), layout_(layout_of(positions, rows, columns)), buffers_(buffers) {
  const std::size_t points = (layout_.tile + 2) * (layout_.tile + 2);
  const std::size_t inputs = std::max(layers.planes, layers.channels);
  at_least(buffers.work, points * (tiles_at_once * (inputs + layers.channels) + 2 * point_padding));
  at_least(buffers.sums, 2 * std::max(layers.channels, layers.head_channels));
  at_least(buffers.pooled, positions * 3 * std::max(layers.channels, layers.head_channels));
  at_least(buffers.addends, positions * layers.channels);
  at_least(buffers.heads, positions * squares() * layers.heads.outputs);
  at_least(buffers.globals, positions * layers.globals.outputs);
  at_least(buffers.values, positions * layers.value.outputs);
  at_least(buffers.policy, positions * squares() * layers.policy.outputs);
  at_least(buffers.ownership, positions * squares() * layers.ownership.outputs);
  zero_borders();
}

// Computing never writes outside the boards, so their borders stay zero while the sizes are the same. A smaller batch
// uses the first boards of a larger one.
void Forward::zero_borders() {
  const std::array<std::size_t, 6> sizes{layout_.positions, layout_.rows,     layout_.columns,
                                         layers_.planes,    layers_.channels, layers_.integers.size()};
  const std::array<std::size_t, 6>& zeroed = buffers_.zeroed_for;
  if (sizes.front() <= zeroed.front() && std::equal(sizes.begin() + 1, sizes.end(), zeroed.begin() + 1)) return;
  buffers_.zeroed_for = {};
  const std::size_t all = layout_.positions * layout_.board_squares;
  buffers_.planes.assign(all * layers_.planes, 0);
  buffers_.trunk.assign(all * layers_.channels, 0);
  buffers_.branch.assign(all * layers_.channels, 0);
  if (!layers_.integers.empty()) {
    buffers_.trunk_bytes.assign(all * layers_.channels, 0);
    buffers_.branch_bytes.assign(all * layers_.channels, 0);
  }
  buffers_.zeroed_for = sizes;
}

Squares Forward::board(float* boards, std::size_t position) const {
  const std::size_t first = position * layout_.board_squares + layout_.row_squares + 1;
  return {.numbers = boards + first * layers_.channels,
          .rows = layout_.rows,
          .columns = layout_.columns,
          .row_stride = layout_.row_squares * layers_.channels,
          .column_stride = layers_.channels,
          .channels = layers_.channels};
}

Squares Forward::head_squares(std::size_t position, std::size_t first) const {
  return {.numbers = buffers_.heads.data() + position * squares() * layers_.heads.outputs + first,
          .rows = 1,
          .columns = squares(),
          .row_stride = 0,
          .column_stride = layers_.heads.outputs,
          .channels = layers_.head_channels};
}

void Forward::read_planes(std::span<const float> planes) {
  const auto count = static_cast<std::size_t>(layers_.shape.planes);
  const float* from = planes.data();
  for (std::size_t position = 0; position < layout_.positions; ++position) {
    for (std::size_t row = 1; row <= layout_.rows; ++row) {
      const std::size_t first = position * layout_.board_squares + row * layout_.row_squares + 1;
      float* to = buffers_.planes.data() + first * layers_.planes;
      for (std::size_t column = 0; column < layout_.columns; ++column, from += count, to += layers_.planes) {
        std::copy_n(from, count, to);
      }
    }
  }
}

void Forward::convolve(std::size_t convolution, const float* in, float* out, Finish finish) {
  if (!largest_.empty() && convolution > 0) {
    float& largest = largest_[convolution - 1];
    const std::size_t all = layout_.positions * layout_.board_squares * layers_.channels;
    largest = std::max(largest, *std::max_element(in, in + all));
  }
  kernels_.convolve(layers_.tiled(convolution, layout_.tile), layout_, in, out, finish, buffers_.work.data());
}

// The means, the scaled means and the maxima over the board.
void Forward::pool(const Squares& squares, float* to) {
  kernels_.pool(squares, buffers_.sums.data());
  const std::size_t channels = squares.channels;
  const auto count = static_cast<float>(squares.rows * squares.columns);
  const float scale = (std::sqrt(count) - 9) / 10;
  for (std::size_t channel = 0; channel < channels; ++channel) {
    const float mean = buffers_.sums[channel] / count;
    to[channel] = mean;
    to[channels + channel] = mean * scale;
    to[2 * channels + channel] = buffers_.sums[channels + channel];
  }
}

// u = relu(u + dense(pool(relu(u))))
void Forward::add_pool(const Dense& dense) {
  for (std::size_t position = 0; position < layout_.positions; ++position) {
    pool(board(buffers_.branch.data(), position), buffers_.pooled.data() + position * dense.inputs);
  }
  kernels_.multiply(dense.view(), buffers_.pooled.data(), dense.inputs, layout_.positions, buffers_.addends.data(),
                    dense.outputs);
  for (std::size_t position = 0; position < layout_.positions; ++position) {
    kernels_.add_and_relu(board(buffers_.branch.data(), position), buffers_.addends.data() + position * dense.outputs);
  }
}

void Forward::run_block(std::size_t block) {
  const bool has_pool = block % 2 == 1;
  float* const trunk = buffers_.trunk.data();
  float* const branch = buffers_.branch.data();
  convolve(1 + 2 * block, trunk, branch, has_pool ? Finish::store : Finish::relu);
  if (has_pool) add_pool(layers_.pools[block / 2]);
  convolve(2 + 2 * block, branch, trunk, Finish::add_and_relu);
}

void Forward::run_integer_block(std::size_t block) {
  const bool has_pool = block % 2 == 1;
  const std::size_t first = 1 + 2 * block;
  const auto bytes_per_unit = [&](std::size_t convolution) { return layers_.integers[convolution - 1].bytes_per_unit; };
  std::uint8_t* const trunk = buffers_.trunk_bytes.data();
  std::uint8_t* const branch = buffers_.branch_bytes.data();
  if (block == 0) write_bytes(buffers_.trunk, trunk, bytes_per_unit(first));
  kernels_.convolve_integers(layers_.integer(first), layout_, trunk,
                             {.numbers = has_pool ? buffers_.branch.data() : nullptr,
                              .bytes = has_pool ? nullptr : branch,
                              .bytes_per_unit = bytes_per_unit(first + 1),
                              .finish = has_pool ? Finish::store : Finish::relu});
  if (has_pool) {
    add_pool(layers_.pools[block / 2]);
    write_bytes(buffers_.branch, branch, bytes_per_unit(first + 1));
  }
  const bool is_last = first + 2 == layers_.convolutions.size();
  kernels_.convolve_integers(layers_.integer(first + 1), layout_, branch,
                             {.numbers = buffers_.trunk.data(),
                              .bytes = is_last ? nullptr : trunk,
                              .bytes_per_unit = is_last ? 0 : bytes_per_unit(first + 2),
                              .finish = Finish::add_and_relu});
}

void Forward::write_bytes(Aligned<float>& boards, std::uint8_t* to, float bytes_per_unit) {
  for (std::size_t position = 0; position < layout_.positions; ++position) {
    const Squares from = board(boards.data(), position);
    kernels_.write_bytes(from, to + (from.numbers - boards.data()), bytes_per_unit);
  }
}

void Forward::run_heads() {
  const std::size_t positions = layout_.positions;
  const std::size_t width = layers_.heads.outputs;
  const std::size_t head = layers_.head_channels;
  const DenseWeights globals = layers_.globals.view();
  for (std::size_t position = 0; position < positions; ++position) {
    const Squares from = board(buffers_.trunk.data(), position);
    const Squares to = head_squares(position, 0);
    for (std::size_t row = 0; row < layout_.rows; ++row) {
      kernels_.multiply(layers_.heads.view(), from.numbers + row * from.row_stride, from.column_stride, from.columns,
                        to.numbers + row * layout_.columns * width, width);
    }
    pool(head_squares(position, head), buffers_.pooled.data() + position * globals.inputs);
  }
  kernels_.multiply(globals, buffers_.pooled.data(), globals.inputs, positions, buffers_.globals.data(),
                    globals.outputs);
  for (std::size_t position = 0; position < positions; ++position) {
    kernels_.add_and_relu(head_squares(position, 0), buffers_.globals.data() + position * globals.outputs);
  }
  kernels_.multiply(layers_.policy.view(), buffers_.heads.data(), width, positions * squares(), buffers_.policy.data(),
                    layers_.policy.outputs);
  run_value();
  if (layers_.shape.has_ownership) run_ownership();
}

void Forward::run_value() {
  const DenseWeights value = layers_.value.view();
  const std::size_t stride = layers_.globals.outputs;
  float* const hidden = buffers_.globals.data() + stride - layers_.hidden;
  for (std::size_t position = 0; position < layout_.positions; ++position) {
    for (float& number : std::span(hidden + position * stride, layers_.hidden)) number = std::max(number, 0.0F);
  }
  kernels_.multiply(value, hidden, stride, layout_.positions, buffers_.values.data(), value.outputs);
}

void Forward::run_ownership() {
  const DenseWeights ownership = layers_.ownership.view();
  std::fill_n(buffers_.sums.data(), layers_.head_channels, 0.0F);
  for (std::size_t position = 0; position < layout_.positions; ++position) {
    kernels_.add_and_relu(head_squares(position, layers_.head_channels), buffers_.sums.data());
  }
  kernels_.multiply(ownership, buffers_.heads.data() + layers_.head_channels, layers_.heads.outputs,
                    layout_.positions * squares(), buffers_.ownership.data(), ownership.outputs);
}

void Forward::answer(std::size_t position, NetworkAnswer& out) const {
  const NetworkShape& shape = layers_.shape;
  const float* const values = buffers_.values.data() + position * layers_.value.outputs;
  softmax(values, out);
  out.score = shape.has_score ? values[3] : 0;

  const auto planes = static_cast<std::size_t>(shape.policy_planes);
  const auto extras = static_cast<std::size_t>(shape.policy_extras);
  out.policy.resize(planes * squares() + extras);
  const float* const logits = buffers_.policy.data() + position * squares() * layers_.policy.outputs;
  for (std::size_t plane = 0; plane < planes; ++plane) {
    for (std::size_t square = 0; square < squares(); ++square) {
      out.policy[plane * squares() + square] = logits[square * layers_.policy.outputs + plane];
    }
  }
  const float* const globals = buffers_.globals.data() + position * layers_.globals.outputs;
  std::copy_n(globals + layers_.head_channels, extras, out.policy.data() + planes * squares());

  out.ownership.resize(shape.has_ownership ? squares() : 0);
  const std::size_t stride = layers_.ownership.outputs;
  for (std::size_t square = 0; square < out.ownership.size(); ++square) {
    out.ownership[square] = std::tanh(buffers_.ownership[(position * squares() + square) * stride]);
  }
}

void Forward::run(std::span<const float> planes, std::span<NetworkAnswer> answers) {
  read_planes(planes);
  convolve(0, buffers_.planes.data(), buffers_.trunk.data(), Finish::relu);
  for (std::size_t block = 0; block < static_cast<std::size_t>(layers_.shape.blocks); ++block) {
    if (layers_.integers.empty() || !largest_.empty()) {
      run_block(block);
    } else {
      run_integer_block(block);
    }
  }
  run_heads();
  for (std::size_t position = 0; position < answers.size(); ++position) answer(position, answers[position]);
}

void Forward::measure(std::span<const float> planes, std::span<float> largest) {
  largest_ = largest;
  run(planes, {});
}

}  // namespace plyground::net
