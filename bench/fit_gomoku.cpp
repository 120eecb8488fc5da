// Learns the evaluation's weights in cpp/games/gomoku/shape_weights.hpp from games and prints them:
//
//   g++ -std=c++20 -O3 -march=native -Icpp bench/fit_gomoku.cpp -o fit && ./fit GAMES... > weights.txt
//
// A line of GAMES is a result (1, 0 or 0.5 for black), the number of stones of the opening, and the moves. Logistic
// regression: a position's value, over the game's win scale, predicts the result. Positions in which a line can be
// completed are left out: a search never evaluates them. Every tenth game is held out, to measure the error.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "games/gomoku/heuristics.hpp"
#include "games/gomoku/rules.hpp"
#include "games/gomoku/shape_board.hpp"

namespace plyground::gomoku {

constexpr std::size_t to_move = 0;
constexpr std::size_t waiting = shape_pairs;
constexpr std::size_t threat_mine = 2 * shape_pairs;
constexpr std::size_t threat_theirs = threat_mine + threat_kinds;
constexpr std::size_t tempo = threat_theirs + threat_kinds;
// A pair of shapes is worth what each of the two is on average, and a little more or less.
constexpr std::size_t singles = tempo + 1;
constexpr std::size_t features = singles + 4 * shape_kinds;
constexpr int rounds = 60;
constexpr double first_rate = 0.02;
constexpr double decay = 2e-5;
constexpr double pair_decay = 4e-4;

struct Sample {
  std::vector<std::pair<std::uint16_t, float>> counts;
  float result = 0;  // for the side to move
  bool held_back = false;
};

Sample sample_of(const Position& position, ShapeBoard& board, double black, bool held_back) {
  board.show(position);
  const Color me = position.turn();
  std::array<float, features> counts{};
  Board::for_each_point(position.size(), [&](std::size_t point) {
    if (position.stones(Color::black).test(point) || position.stones(Color::white).test(point)) return;
    const auto mine = sorted_shapes(board.shapes(point, me));
    const auto theirs = sorted_shapes(board.shapes(point, other(me)));
    counts[to_move + pair_of(mine[0], mine[1])] += 1;
    counts[waiting + pair_of(theirs[0], theirs[1])] -= 1;
    counts[singles + mine[0]] += 1;
    counts[singles + shape_kinds + mine[1]] += 1;
    counts[singles + 2 * shape_kinds + theirs[0]] -= 1;
    counts[singles + 3 * shape_kinds + theirs[1]] -= 1;
  });
  for (std::size_t kind = 0; kind < threat_kinds; ++kind) {
    if (board.count(me, static_cast<Threat>(kind)) > 0) counts[threat_mine + kind] = 1;
    if (board.count(other(me), static_cast<Threat>(kind)) > 0) counts[threat_theirs + kind] = -1;
  }
  counts[tempo] = 1;
  Sample sample{
      .counts = {}, .result = static_cast<float>(me == Color::black ? black : 1 - black), .held_back = held_back};
  for (std::size_t i = 0; i < features; ++i) {
    if (counts[i] != 0) sample.counts.emplace_back(static_cast<std::uint16_t>(i), counts[i]);
  }
  return sample;
}

std::vector<Sample> read(const char* path, ShapeBoard& board) {
  std::vector<Sample> samples;
  std::ifstream file(path);
  std::string line;
  for (int game = 0; std::getline(file, line); ++game) {
    std::istringstream words(line);
    double black = 0;
    std::size_t opening = 0;
    words >> black >> opening;
    auto position = Position::start({{"size", "15"}, {"line", "5"}, {"rule", "freestyle"}});
    std::string word;
    for (std::size_t ply = 0; words >> word; ++ply) {
      board.show(position);
      const bool forced = board.count(Color::black, Threat::five) + board.count(Color::white, Threat::five) > 0;
      if (ply >= opening && !forced) samples.push_back(sample_of(position, board, black, game % 10 == 0));
      position.play(std::get<Move>(position.read_move(word)));
    }
  }
  return samples;
}

class Fit {
 public:
  void run(std::vector<Sample>& samples) {
    Random random(1);
    for (int round = 0; round < rounds; ++round) {
      for (std::size_t i = samples.size(); i > 1; --i) {
        std::swap(samples[i - 1], samples[random.below(static_cast<std::uint32_t>(i))]);
      }
      const double rate = first_rate * (1 - round / static_cast<double>(rounds));
      for (const Sample& sample : samples) {
        if (!sample.held_back) learn(sample, rate);
      }
      if (round % 10 == 9) std::fprintf(stderr, "%d: %.4f %.4f\n", round, loss(samples, false), loss(samples, true));
    }
  }

  [[nodiscard]] long thousandth(std::size_t at) const { return rounded(weights_[at]); }

  // Of the pairs from `first` on, whose shapes on their own begin at `alone`.
  [[nodiscard]] long pair(std::size_t first, std::size_t alone, std::size_t best, std::size_t second) const {
    return rounded(weights_[first + pair_of(best, second)] + weights_[alone + best] +
                   weights_[alone + shape_kinds + second]);
  }

 private:
  static long rounded(double weight) {
    const double scale = win_scale_of(static_cast<const Position*>(nullptr));
    return std::clamp(std::lround(1000 * scale * weight), -32000L, 32000L);
  }

  [[nodiscard]] double chance(const Sample& sample) const {
    double sum = 0;
    for (const auto& [at, count] : sample.counts) sum += weights_[at] * count;
    return 1 / (1 + std::exp(-sum));
  }

  // Adagrad: what is seldom seen learns in larger steps.
  void learn(const Sample& sample, double rate) {
    const double error = sample.result - chance(sample);
    for (const auto& [at, count] : sample.counts) {
      const double slope = error * count - (at < threat_mine ? pair_decay : decay) * weights_[at];
      squares_[at] += slope * slope;
      weights_[at] += rate * slope / std::sqrt(1 + squares_[at]) * 4;
    }
  }

  [[nodiscard]] double loss(const std::vector<Sample>& samples, bool held_back) const {
    double sum = 0;
    double count = 0;
    for (const Sample& sample : samples) {
      if (sample.held_back != held_back) continue;
      const double p = std::clamp(chance(sample), 1e-6, 1 - 1e-6);
      sum -= sample.result * std::log(p) + (1 - sample.result) * std::log(1 - p);
      ++count;
    }
    return sum / std::max(1.0, count);
  }

  std::array<double, features> weights_{};
  std::array<double, features> squares_{};
};

void print(const Fit& fit, const char* name, std::size_t first, std::size_t count) {
  std::printf("inline constexpr std::array<std::int16_t, %zu> %s{", count, name);
  for (std::size_t i = 0; i < count; ++i) std::printf("%s%ld", i == 0 ? "" : ", ", fit.thousandth(first + i));
  std::printf("};\n");
}

void print_pairs(const Fit& fit, const char* name, std::size_t first, std::size_t alone) {
  std::printf("inline constexpr std::array<std::int16_t, %zu> %s{\n", shape_pairs, name);
  for (std::size_t best = 0; best < shape_kinds; ++best) {
    for (std::size_t second = 0; second <= best; ++second) {
      std::printf("%s%ld,", second == 0 ? "    " : " ", fit.pair(first, alone, best, second));
    }
    std::printf("\n");
  }
  std::printf("};\n");
}

}  // namespace plyground::gomoku

int main(int count, char** paths) {
  using namespace plyground::gomoku;
  ShapeBoard board;
  std::vector<Sample> samples;
  for (int i = 1; i < count; ++i) {
    const auto more = read(paths[i], board);
    samples.insert(samples.end(), more.begin(), more.end());
  }
  std::fprintf(stderr, "%zu positions\n", samples.size());
  Fit fit;
  fit.run(samples);
  print_pairs(fit, "to_move", to_move, singles);
  print_pairs(fit, "waiting", waiting, singles + 2 * shape_kinds);
  print(fit, "threat_to_move", threat_mine, threat_kinds);
  print(fit, "threat_waiting", threat_theirs, threat_kinds);
  std::printf("inline constexpr std::int16_t has_the_move = %ld;\n", fit.thousandth(tempo));
}
