// Winograd's transforms of one row of a tile: from squares to points, and from points to results.
//
// A row of `outputs` results of a convolution by three weights is a polynomial product, determined by its values at
// `points` points. They are 0, 1, -1, 2 (in larger tiles -2 as well) and infinity. Lavin and Gray, "Fast Algorithms for
// Convolutional Neural Networks" (2015), derive it. layers.cpp transforms the weights.
#pragma once

#include <cstddef>

namespace plyground::net {

template <class V>
struct Tile3 {
  using Floats = typename V::Floats;
  static constexpr std::size_t outputs = 3;
  static constexpr std::size_t points = 5;

  static void to_points(const Floats (&d)[5], Floats (&y)[5]) {
    const Floats two = V::broadcast(2);
    const Floats outer = V::subtract(d[3], d[1]);
    const Floats inner = V::subtract(d[3], d[2]);
    y[0] = V::multiply_add(two, V::subtract(d[0], d[2]), outer);
    y[1] = V::subtract(inner, V::add(d[1], d[1]));
    y[2] = V::multiply_add(two, V::subtract(d[1], d[2]), inner);
    y[3] = outer;
    y[4] = V::subtract(V::subtract(d[4], d[2]), V::add(outer, outer));
  }

  static void to_results(const Floats (&y)[5], Floats (&out)[3]) {
    const Floats sum = V::add(y[1], y[2]);
    out[0] = V::add(V::add(y[0], sum), y[3]);
    out[1] = V::multiply_add(V::broadcast(2), y[3], V::subtract(y[1], y[2]));
    out[2] = V::multiply_add(V::broadcast(4), y[3], V::add(sum, y[4]));
  }
};

template <class V>
struct Tile4 {
  using Floats = typename V::Floats;
  static constexpr std::size_t outputs = 4;
  static constexpr std::size_t points = 6;

  static void to_points(const Floats (&d)[6], Floats (&y)[6]) {
    const Floats two = V::broadcast(2);
    const Floats minus_four = V::broadcast(-4);
    const Floats even = V::multiply_add(minus_four, d[2], d[4]);
    const Floats odd = V::multiply_add(minus_four, d[1], d[3]);
    const Floats even_twos = V::subtract(d[4], d[2]);
    const Floats odd_twos = V::subtract(d[3], d[1]);
    y[0] = V::multiply_add(minus_four, V::subtract(d[2], d[0]), even_twos);
    y[1] = V::add(even, odd);
    y[2] = V::subtract(even, odd);
    y[3] = V::multiply_add(two, odd_twos, even_twos);
    y[4] = V::multiply_add(V::broadcast(-2), odd_twos, even_twos);
    y[5] = V::multiply_add(minus_four, odd_twos, V::subtract(d[5], d[3]));
  }

  static void to_results(const Floats (&y)[6], Floats (&out)[4]) {
    const Floats sum = V::add(y[1], y[2]);
    const Floats difference = V::subtract(y[1], y[2]);
    const Floats sum_twos = V::add(y[3], y[4]);
    const Floats difference_twos = V::subtract(y[3], y[4]);
    out[0] = V::add(V::add(y[0], sum), sum_twos);
    out[1] = V::multiply_add(V::broadcast(2), difference_twos, difference);
    out[2] = V::multiply_add(V::broadcast(4), sum_twos, sum);
    out[3] = V::add(V::multiply_add(V::broadcast(8), difference_twos, difference), y[5]);
  }
};

}  // namespace plyground::net
