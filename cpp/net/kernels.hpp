// The building blocks of a network's arithmetic. Each kind of processor has a table of these functions.
//
// The functions of a table are compiled with the instructions of their processor. So this header and those that
// implement the functions have no inline functions except templates: otherwise the linker could pick a newer
// processor's copy of an inline function for all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace plyground::net {

// The memory layout of the boards of a batch: the channels of a square are adjacent, the squares follow row by row, and
// each board has a border of zero squares. The right and lower borders are as wide as the tiles need.
struct BoardLayout {
  std::size_t positions;
  std::size_t rows;
  std::size_t columns;
  std::size_t tile;  // the convolutions compute tiles of tile x tile squares
  std::size_t tile_rows;
  std::size_t tile_columns;
  std::size_t row_squares;    // of a row, with its borders
  std::size_t board_squares;  // of a board, with its borders
};

// The numbers of a dense layer, in panels of two vectors of outputs: [panel][input][output].
struct DenseWeights {
  const float* numbers;
  const float* bias;  // may be missing
  std::size_t inputs;
  std::size_t outputs;  // a multiple of the lanes
};

// A 3x3 convolution as Winograd computes it: a dense layer for each point of a tile, and the biases.
struct ConvolutionWeights {
  const float* numbers;
  const float* bias;
  std::size_t inputs;
  std::size_t input_channels;  // of a square in memory, a multiple of the lanes
  std::size_t outputs;         // also a multiple of the lanes
};

// A 3x3 convolution of 8-bit integers, in panels and in groups of inputs: [panel][row above, same, below]
// [column, input / group][output][input % group].
struct IntegerWeights {
  const std::int8_t* numbers;
  const float* scales;  // the value of one unit of a sum
  const float* bias;
  std::size_t channels;  // inputs and outputs, a multiple of the lanes
};

// What happens to a convolution's result.
enum class Finish : std::uint8_t { store, relu, add_and_relu };

// Where a convolution of integers writes its result: as numbers, as the next convolution's bytes, or both.
struct IntegerResult {
  float* numbers;
  std::uint8_t* bytes;
  float bytes_per_unit;
  Finish finish;
};

// The squares of one board, wherever it lies in memory.
struct Squares {
  float* numbers;
  std::size_t rows;
  std::size_t columns;
  std::size_t row_stride;  // in numbers
  std::size_t column_stride;
  std::size_t channels;  // a multiple of the lanes
};

inline constexpr std::size_t tiles_at_once = 18;
// Extra distance between the points of a tile, so that they do not compete for the same cache lines.
inline constexpr std::size_t point_padding = 16;
inline constexpr int largest_byte = 255;
inline constexpr int largest_weight = 127;

struct Kernels {
  std::string_view name;
  std::size_t lanes;      // of a vector; channels are rounded up to a multiple of it
  std::size_t group;      // integers that one instruction multiplies and adds
  bool prefers_integers;  // whether integers are faster than numbers

  // out = in x weights + bias, for some rows of inputs.
  void (*multiply)(const DenseWeights& weights, const float* in, std::size_t in_stride, std::size_t rows, float* out,
                   std::size_t out_stride);
  // The same for all squares of some boards, from `in` to `out`; `work` has room for the tiles.
  void (*convolve)(const ConvolutionWeights& weights, const BoardLayout& layout, const float* in, float* out,
                   Finish finish, float* work);
  void (*convolve_integers)(const IntegerWeights& weights, const BoardLayout& layout, const std::uint8_t* in,
                            const IntegerResult& result);
  // For each channel the sum and the maximum of relu(number); sums first.
  void (*pool)(const Squares& squares, float* out);
  // number = relu(number + addend of the channel)
  void (*add_and_relu)(const Squares& squares, const float* addends);
  // In the form that the next convolution of integers reads.
  void (*write_bytes)(const Squares& squares, std::uint8_t* out, float bytes_per_unit);
};

extern const Kernels portable_kernels;
extern const Kernels avx2_kernels;
extern const Kernels avxvnni_kernels;
extern const Kernels avx512_kernels;

// The kernels that this processor can run, the fastest last.
[[nodiscard]] std::vector<const Kernels*> usable_kernels();

}  // namespace plyground::net
