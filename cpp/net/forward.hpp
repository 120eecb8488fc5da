// One pass through a network: from the planes of some positions to its answers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "net/aligned.hpp"
#include "net/kernels.hpp"
#include "net/layers.hpp"
#include "net/network.hpp"

namespace plyground::net {

// The memory of a pass.
struct Buffers {
  std::array<std::size_t, 6> zeroed_for{};  // the sizes for which the borders around the boards are zero
  Aligned<float> planes;
  Aligned<float> trunk;   // x
  Aligned<float> branch;  // u
  Aligned<std::uint8_t> trunk_bytes;
  Aligned<std::uint8_t> branch_bytes;
  Aligned<float> work;    // of a convolution
  Aligned<float> sums;    // of a pool
  Aligned<float> pooled;  // of each position
  Aligned<float> addends;
  Aligned<float> heads;  // p and v of each square
  Aligned<float> globals;
  Aligned<float> values;
  Aligned<float> policy;
  Aligned<float> ownership;
};

// The number of positions in one pass; more would not fit into the private cache of a processor core.
[[nodiscard]] std::size_t positions_at_once(const Layers& layers, std::size_t rows, std::size_t columns);

class Forward {
 public:
  Forward(const Layers& layers, std::size_t positions, std::size_t rows, std::size_t columns, Buffers& buffers);

  void run(std::span<const float> planes, std::span<NetworkAnswer> answers);
  // Raises each number of `largest` to the largest input of the 3x3 convolution with that index, not counting the first
  // convolution.
  void measure(std::span<const float> planes, std::span<float> largest);

 private:
  void zero_borders();
  void read_planes(std::span<const float> planes);
  void convolve(std::size_t convolution, const float* in, float* out, Finish finish);
  void run_block(std::size_t block);
  void run_integer_block(std::size_t block);
  void add_pool(const Dense& dense);
  void pool(const Squares& squares, float* to);
  void write_bytes(Aligned<float>& boards, std::uint8_t* to, float bytes_per_unit);
  void run_heads();
  void run_value();
  void run_ownership();
  void answer(std::size_t position, NetworkAnswer& out) const;

  [[nodiscard]] Squares board(float* boards, std::size_t position) const;
  [[nodiscard]] Squares head_squares(std::size_t position, std::size_t first) const;
  [[nodiscard]] std::size_t squares() const { return layout_.rows * layout_.columns; }

  const Layers& layers_;
  const Kernels& kernels_;
  BoardLayout layout_;
  Buffers& buffers_;
  std::span<float> largest_;
};

}  // namespace plyground::net
