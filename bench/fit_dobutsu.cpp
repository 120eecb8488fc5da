// Learns the weights of cpp/games/dobutsu/outlook_weights.hpp from the solved game and prints that file:
//
//   g++ -std=c++20 -O3 -ffast-math -march=native -Icpp bench/fit_dobutsu.cpp -o fit && ./fit TABLE >
//   outlook_weights.hpp
//
// TABLE is the unpacked table of `plyground solve dobutsu --all`. Half of the training positions are random, the other
// half come from games with more or fewer random moves. The target is the result, moved slightly towards even the
// farther off it is. Positions that can be won at once are left out, because the network is never used for them. The
// gradients are computed by hand, the steps by Adam; a held-out sample shows the quality.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "games/dobutsu/mate.hpp"
#include "games/dobutsu/numbering.hpp"
#include "games/dobutsu/outlook.hpp"
#include "games/dobutsu/rules.hpp"

namespace plyground::dobutsu {

constexpr std::size_t head_bytes = 4096;
constexpr std::size_t samples_each = 20'000'000;  // of random positions, and of played ones
constexpr std::size_t held_back = 300'000;
constexpr int rounds = 5;
constexpr std::size_t batch = 1024;
constexpr float first_rate = 0.002F;
constexpr double fading = 0.005;  // per ply

using outlook::inputs;
using outlook::units;

class Teacher {
 public:
  explicit Teacher(const char* path) {
    std::ifstream file(path, std::ios::binary);
    file.seekg(head_bytes);
    values_.assign(std::istreambuf_iterator<char>(file), {});
    if (values_.size() == numbering_.size()) return;
    std::fprintf(stderr, "%s is not the unpacked table of this version.\n", path);
    std::exit(1);
  }

  [[nodiscard]] Board any(Random& random) const { return numbering_.board(random.below(numbering_.size())); }

  // In plies: above 0 the side to move wins, below 0 it loses, 0 is a draw.
  [[nodiscard]] int value(const Position& position) const {
    if (const auto result = position.result()) return result->winner == position.turn() ? 1 : -1;
    const Board& board = position.board();
    if (attacks_lion(board, position.turn())) return 1;
    const int plies =
        static_cast<unsigned char>(values_[numbering_(position.turn() == Color::white ? board.turned() : board)]);
    return plies % 2 == 1 ? plies : -plies;
  }

 private:
  Numbering numbering_{Numbering::Scope::open};
  std::vector<char> values_;
};

struct Sample {
  std::array<std::uint8_t, 8> inputs{};
  std::uint8_t count = 0;
  float target = 0;
};

Sample sample_of(const Board& board, int value) {
  Sample sample;
  outlook::visit_inputs(outlook::seen_from_mover(board), [&sample](std::size_t input) {
    sample.inputs[sample.count++] = static_cast<std::uint8_t>(input);
  });
  const int sign = (value > 0) - (value < 0);
  sample.target = static_cast<float>(0.5 + 0.5 * sign * std::exp(-fading * std::abs(value)));
  return sample;
}

bool is_asked_about(const Position& position) { return !threatens_win(position.board(), position.turn()); }

void add_any(const Teacher& teacher, Random& random, std::size_t count, std::vector<Sample>& samples) {
  while (count > 0) {
    const Position position(teacher.any(random));
    if (!is_asked_about(position)) continue;
    samples.push_back(sample_of(position.board(), teacher.value(position)));
    --count;
  }
}

// A move that keeps the value or, with this probability in percent, a random one.
Move choose(const Teacher& teacher, const Position& position, Random& random, std::uint32_t whim) {
  Position::MoveList moves;
  position.moves(moves);
  if (random.below(100) >= whim) {
    std::array<int, Position::MoveList::capacity> signs{};
    for (std::size_t at = 0; at < moves.size(); ++at) {
      Position after = position;
      after.play(moves[at]);
      const int value = -teacher.value(after);
      signs[at] = (value > 0) - (value < 0);
    }
    const int best = *std::max_element(signs.begin(), signs.begin() + static_cast<std::ptrdiff_t>(moves.size()));
    Position::MoveList good;
    for (std::size_t at = 0; at < moves.size(); ++at) {
      if (signs[at] == best) good.push_back(moves[at]);
    }
    moves = good;
  }
  return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
}

void add_played(const Teacher& teacher, Random& random, std::size_t count, std::vector<Sample>& samples) {
  constexpr int opening = 4;
  constexpr int longest = 120;
  const std::size_t wanted = samples.size() + count;
  while (samples.size() < wanted) {
    Position position = Position::start({{"try", "official"}, {"hand", "merged"}});
    const std::uint32_t whim = random.below(60);
    for (int ply = 0; ply < longest && !position.result() && position.count_moves() > 0; ++ply) {
      if (ply >= opening - 1 && is_asked_about(position) && samples.size() < wanted) {
        samples.push_back(sample_of(position.board(), teacher.value(position)));
      }
      position.play(choose(teacher, position, random, ply < opening ? 100 : whim));
    }
  }
}

struct Weights {
  std::array<std::array<float, units>, inputs> rows{};
  std::array<float, units> first{};
  std::array<float, units> outputs{};
  float last = 0;
};
constexpr std::size_t weight_count = sizeof(Weights) / sizeof(float);
float* begin_of(Weights& weights) { return weights.rows[0].data(); }

using Units = std::array<float, units>;

float output(const Weights& weights, const Sample& sample, Units& sums) {
  sums = weights.first;
  for (std::size_t at = 0; at < sample.count; ++at) {
    const Units& row = weights.rows[sample.inputs[at]];
    for (std::size_t unit = 0; unit < units; ++unit) sums[unit] += row[unit];
  }
  float total = weights.last;
  for (std::size_t unit = 0; unit < units; ++unit) {
    total += weights.outputs[unit] * std::clamp(sums[unit], 0.0F, 1.0F);
  }
  return total;
}

float chance_of(float log_odds) { return 1 / (1 + std::exp(-log_odds)); }

// Adds a sample's contribution to the gradient.
void learn(const Weights& weights, const Sample& sample, Weights& gradient) {
  Units sums;
  const float error = (chance_of(output(weights, sample, sums)) - sample.target) / batch;
  gradient.last += error;
  Units change;
  for (std::size_t unit = 0; unit < units; ++unit) {
    gradient.outputs[unit] += error * std::clamp(sums[unit], 0.0F, 1.0F);
    change[unit] = sums[unit] > 0 && sums[unit] < 1 ? error * weights.outputs[unit] : 0;
    gradient.first[unit] += change[unit];
  }
  for (std::size_t at = 0; at < sample.count; ++at) {
    Units& row = gradient.rows[sample.inputs[at]];
    for (std::size_t unit = 0; unit < units; ++unit) row[unit] += change[unit];
  }
}

class Adam {
 public:
  void step(Weights& weights, Weights& gradient, float rate) {
    ++steps_;
    const float mean_share = 1 - std::pow(0.9F, steps_);
    const float square_share = 1 - std::pow(0.999F, steps_);
    float* const weight = begin_of(weights);
    const float* const slope = begin_of(gradient);
    float* const mean = begin_of(mean_);
    float* const square = begin_of(square_);
    for (std::size_t at = 0; at < weight_count; ++at) {
      mean[at] += 0.1F * (slope[at] - mean[at]);
      square[at] += 0.001F * (slope[at] * slope[at] - square[at]);
      weight[at] -= rate * (mean[at] / mean_share) / (std::sqrt(square[at] / square_share) + 1e-8F);
    }
  }

 private:
  Weights mean_;
  Weights square_;
  float steps_ = 0;
};

void begin(Weights& weights, Random& random) {
  const auto any = [&random](float most) {
    return most * (static_cast<float>(random.below(1U << 20)) / (1U << 19) - 1);
  };
  for (Units& row : weights.rows) {
    for (float& weight : row) weight = any(0.35F);
  }
  weights.first.fill(0.3F);
  for (float& weight : weights.outputs) weight = any(1.5F);
}

void tell(int round, const Weights& weights, const std::vector<Sample>& test) {
  double loss = 0;
  std::size_t right = 0;
  std::size_t decided = 0;
  for (const Sample& sample : test) {
    Units sums;
    const float log_odds = output(weights, sample, sums);
    const float chance = std::clamp(chance_of(log_odds), 1e-6F, 1 - 1e-6F);
    loss -= sample.target * std::log(chance) + (1 - sample.target) * std::log(1 - chance);
    if (sample.target == 0.5F) continue;
    ++decided;
    right += (log_odds > 0) == (sample.target > 0.5F) ? 1 : 0;
  }
  std::fprintf(stderr, "round %d: loss %.4f, winner right in %.2f %% of the decided\n", round,
               loss / static_cast<double>(test.size()),
               100.0 * static_cast<double>(right) / static_cast<double>(decided));
}

void fit(Weights& weights, const std::vector<Sample>& samples, const std::vector<Sample>& test, Random& random) {
  const auto adam = std::make_unique<Adam>();
  const auto gradient = std::make_unique<Weights>();
  const std::size_t batches = samples.size() / batch;
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t at = 0; at < batches; ++at) {
      *gradient = {};
      for (std::size_t each = 0; each < batch; ++each) {
        learn(weights, samples[random.below(static_cast<std::uint32_t>(samples.size()))], *gradient);
      }
      // A slow increase, then a cosine decay to almost zero.
      const float done = (static_cast<float>(round) + static_cast<float>(at) / static_cast<float>(batches)) / rounds;
      const float share = std::min(done / 0.02F, 0.5F * (1 + std::cos(3.14159F * done)));
      adam->step(weights, *gradient, first_rate * std::max(share, 0.01F));
    }
    tell(round + 1, weights, test);
  }
}

std::string as_text(Weights& weights) {
  std::string text;
  for (std::size_t at = 0; at < weight_count; ++at) {
    const bool is_output = at >= (inputs + 1) * units;
    const float scale = static_cast<float>(is_output ? outlook::output_scale : outlook::unit_scale);
    const long rounded = std::lround(begin_of(weights)[at] * scale);
    const long weight = std::clamp(rounded, -1L * outlook::most_weight, 1L * outlook::most_weight);
    const auto digits = static_cast<std::size_t>(weight + outlook::most_weight + 1);
    text += outlook::letters[digits / outlook::letters.size()];
    text += outlook::letters[digits % outlook::letters.size()];
  }
  return text;
}

void print(const std::string& text) {
  constexpr std::size_t line = 110;
  std::puts("// Made by bench/fit_dobutsu.cpp. outlook.hpp says how to read it.");
  std::puts("#pragma once\n\n#include <string_view>\n\nnamespace plyground::dobutsu::outlook {\n");
  std::puts("inline constexpr std::string_view weights =");
  for (std::size_t at = 0; at < text.size(); at += line) {
    std::printf("    \"%s\"%s\n", text.substr(at, line).c_str(), at + line >= text.size() ? ";" : "");
  }
  std::puts("\n}  // namespace plyground::dobutsu::outlook");
}

void run(const char* path) {
  const Teacher teacher(path);
  Random random(1);
  std::vector<Sample> samples;
  std::vector<Sample> test;
  samples.reserve(2 * samples_each);
  for (const auto& [count, list] : {std::pair{samples_each, &samples}, std::pair{held_back, &test}}) {
    add_any(teacher, random, count, *list);
    add_played(teacher, random, count, *list);
  }
  std::fprintf(stderr, "%zu positions\n", samples.size());
  const auto weights = std::make_unique<Weights>();
  begin(*weights, random);
  fit(*weights, samples, test, random);
  print(as_text(*weights));
}

}  // namespace plyground::dobutsu

int main(int count, char** words) {
  if (count == 2) {
    plyground::dobutsu::run(words[1]);
    return 0;
  }
  std::fprintf(stderr, "usage: fit TABLE\n");
  return 1;
}
