// The table of a processor's functions, made of its vectors V: see kernels_portable.cpp for what they offer. V is
// in an unnamed namespace, so that no two processors share a function.
#pragma once

#include <cstddef>
#include <string_view>

#include "net/integers.hpp"
#include "net/kernels.hpp"
#include "net/multiply.hpp"
#include "net/squares.hpp"
#include "net/tiles.hpp"
#include "net/winograd.hpp"

namespace plyground::net {

template <class V>
void convolve(const ConvolutionWeights& weights, const BoardLayout& layout, const float* in, float* out, Finish finish,
              float* work) {
  if (layout.tile == Tile3<V>::outputs) {
    Winograd<V, Tile3<V>>::run(weights, layout, in, out, finish, work);
  } else {
    Winograd<V, Tile4<V>>::run(weights, layout, in, out, finish, work);
  }
}

template <class V>
constexpr Kernels make_kernels(std::string_view name, bool prefers_integers) {
  return {.name = name,
          .lanes = V::lanes,
          .group = V::group,
          .prefers_integers = prefers_integers,
          .multiply = &Multiply<V>::run,
          .convolve = &convolve<V>,
          .convolve_integers = &Integers<V>::run,
          .pool = &OnSquares<V>::pool,
          .add_and_relu = &OnSquares<V>::add_and_relu,
          .write_bytes = &Integers<V>::write_bytes};
}

}  // namespace plyground::net
