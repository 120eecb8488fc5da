// A residual network with two answers, a policy and a value, for boards of any size.
//
//     x = relu(conv3x3(planes))
//     each block:   u = conv3x3(x);  every second block: u += dense(pool(relu(u)))
//                   x = relu(x + conv3x3(relu(u)))
//     heads:        p = conv1x1(x);  v = relu(conv1x1(x));  g = pool(v)
//     policy:       q = relu(p + dense(g));  a logit for each policy plane and square: conv1x1(q)
//                   a logit for each move without a square: dense(g)
//     value:        h = relu(dense(g));  win, draw and loss: softmax(dense(h));  score: dense(h)
//     ownership:    tanh(conv1x1(v)), 1 where the side to move will own the square
//
// pool(y) is, for each channel, the mean over the board, that mean times (sqrt(squares) - 9) / 10, and the maximum; all
// means first, then all scaled means, then all maxima. Outside the board all numbers are 0.
//
// The weights are one row of numbers. A convolution is [row above, same, below][left, same, right][input][output], a
// dense layer [input][output], and the biases of the outputs follow each of them. Their order:
//
//     input convolution
//     for each block: first convolution; in blocks 1, 3, 5 ... the dense layer of the pool; second convolution
//     policy convolution p, value convolution v
//     dense(g) of the policy, conv1x1(q) to the policy planes, dense(g) to the moves without a square (if any)
//     dense(g) to h, dense(h) to win, draw and loss, dense(h) to the score (if any)
//     the ownership's convolution (if any)
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace plyground {

namespace net {
struct Layers;
struct Buffers;
}  // namespace net

struct NetworkShape {
  int planes = 0;          // of a position
  int blocks = 0;          // at least 1
  int channels = 0;        // a multiple of 8
  int head_channels = 32;  // of p and v; a multiple of 8
  int hidden = 32;         // numbers of h
  int policy_planes = 0;   // logits for each square
  int policy_extras = 0;   // logits for the moves without a square
  bool has_score = false;
  bool has_ownership = false;

  [[nodiscard]] std::size_t count_weights() const;
};

// What a network says about one position, for the side to move.
struct NetworkAnswer {
  float win = 0;
  float draw = 0;
  float loss = 0;
  float score = 0;
  std::vector<float> policy;     // logits: [policy plane][square], then the extras
  std::vector<float> ownership;  // of each square, from -1 to 1
};

// It never changes, so threads may share it. Invalid weights or inputs throw std::invalid_argument.
class Network {
 public:
  // Working memory of one thread; it grows as needed and is never shared.
  class Scratch {
   public:
    Scratch();
    ~Scratch();
    Scratch(Scratch&&) noexcept;
    Scratch& operator=(Scratch&&) noexcept;
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

   private:
    friend class Network;
    std::unique_ptr<net::Buffers> buffers_;
  };

  // `largest_inputs`, if given, are the largest inputs of each 3x3 convolution except the first; the network then
  // computes these layers with 8-bit integers where that is faster. `kernel` is one of `kernels()`, or empty for the
  // fastest. A named kernel computes with integers whenever it can.
  Network(const NetworkShape& shape, std::span<const float> weights, std::span<const float> largest_inputs = {},
          std::string_view kernel = {});
  ~Network();
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;
  Network(Network&&) = delete;
  Network& operator=(Network&&) = delete;

  [[nodiscard]] const NetworkShape& shape() const;
  [[nodiscard]] std::string_view kernel() const;
  [[nodiscard]] bool uses_integers() const;

  // The kinds of arithmetic that this processor can run, the fastest last.
  [[nodiscard]] static std::vector<std::string_view> kernels();

  // `planes` holds `answers.size()` positions of rows x columns squares, as core/planes.hpp writes them.
  void evaluate(std::span<const float> planes, int rows, int columns, std::span<NetworkAnswer> answers,
                Scratch& scratch) const;

  // The largest inputs of each 3x3 convolution except the first, computed without integers: for the constructor above.
  [[nodiscard]] std::vector<float> measure_inputs(std::span<const float> planes, int rows, int columns,
                                                  int positions) const;

 private:
  std::unique_ptr<const net::Layers> layers_;
};

}  // namespace plyground
