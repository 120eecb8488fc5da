// Operations on every square of a board.
#pragma once

#include <cstddef>

#include "net/kernels.hpp"

namespace plyground::net {

template <class V>
struct OnSquares {
  using Floats = typename V::Floats;

  template <class Visit>
  static void for_each(const Squares& squares, std::size_t channel, const Visit& visit) {
    for (std::size_t row = 0; row < squares.rows; ++row) {
      for (std::size_t column = 0; column < squares.columns; ++column) {
        visit(row * squares.row_stride + column * squares.column_stride + channel);
      }
    }
  }

  static void pool(const Squares& squares, float* out) {
    for (std::size_t channel = 0; channel < squares.channels; channel += V::lanes) {
      Floats sum = V::zero();
      Floats largest = V::zero();
      for_each(squares, channel, [&](std::size_t at) {
        const Floats number = V::max(V::load(squares.numbers + at), V::zero());
        sum = V::add(sum, number);
        largest = V::max(largest, number);
      });
      V::store(out + channel, sum);
      V::store(out + squares.channels + channel, largest);
    }
  }

  static void add_and_relu(const Squares& squares, const float* addends) {
    for (std::size_t channel = 0; channel < squares.channels; channel += V::lanes) {
      const Floats addend = V::load(addends + channel);
      for_each(squares, channel, [&](std::size_t at) {
        V::store(squares.numbers + at, V::max(V::add(V::load(squares.numbers + at), addend), V::zero()));
      });
    }
  }
};

}  // namespace plyground::net
