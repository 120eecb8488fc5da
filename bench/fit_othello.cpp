// Learns the weights of cpp/games/othello/phase_weights.hpp and prints them:
//
//   g++ -std=c++20 -O2 -march=native -Icpp bench/fit_othello.cpp -o fit_othello && ./fit_othello 8
//
// There are three rounds. Each plays games from random openings with a shallow alpha-beta and a perfect endgame, and
// fits weights that predict the final difference of discs (least squares with a little shrinkage). The first round
// plays with classic heuristics, each later one with the previous round's weights. The same seed gives the same games
// everywhere.
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "core/timeline.hpp"
#include "games/othello/heuristics.hpp"
#include "search/textbook/search.hpp"

namespace plyground {

using othello::feature_count;
using othello::Knots;
using othello::Position;
using othello::Weights;

constexpr int depth = 4;
constexpr int perfect_at = 8;  // empty squares
constexpr int rounds = 3;
constexpr int games_a_round = 20000;
constexpr double shrinking = 20;
constexpr std::size_t unknowns = feature_count * std::tuple_size_v<Knots>;

struct Sample {
  Weights features;
  int empties;
  double margin;  // the result of its game, Black's
};

Weights features_of(const Position& position) {
  Weights all{};
  const auto put = [&all](std::size_t first, const auto& found) {
    for (std::size_t f = 0; f < found.size(); ++f) all[first + f] = found[f];
  };
  put(0, othello::places(position));
  put(othello::first_freedom, othello::freedoms(position));
  put(othello::first_firm, othello::firm_discs(position));
  put(othello::first_threat, othello::corner_threats(position));
  put(othello::first_turn, othello::turn_sign(position));
  return all;
}

double predict(const Knots& knots, const Weights& features, int empties, int apart) {
  const auto at = othello::knot_share(empties, apart);
  double sum = 0;
  for (std::size_t f = 0; f < feature_count; ++f) {
    sum += features[f] * ((1 - at.share) * knots[at.knot][f] + at.share * knots[at.knot + 1][f]);
  }
  return sum;
}

int empties_of(const Position& position) { return std::popcount(position.empties()); }

Move choose(const Position& position, const Evaluator<Position>& evaluator) {
  static const std::atomic<bool> stop{false};
  Budget budget({}, stop, [] {}, 1U << 30);
  Plan plan;
  plan.depth = empties_of(position) <= perfect_at ? 2 * perfect_at : depth;
  const Timeline<Position> timeline(position);
  return Textbook<Position>(timeline, evaluator, plan, budget, nullptr).run([](const Report&) {}).lines[0].moves[0];
}

double margin_of(const Position& position) {
  const Result result = *position.result();
  if (!result.winner) return 0;
  return *result.winner == Color::black ? *result.margin : -*result.margin;
}

// Openings of every length, so that all stages also see unusual positions.
Position random_opening(int size, Random& random) {
  Position position = Position::start({{"size", std::to_string(size)}});
  const auto plies = 2 + random.below(static_cast<std::uint32_t>(size * size * 5 / 8));
  for (std::uint32_t ply = 0; ply < plies && !position.result(); ++ply) {
    Position::MoveList moves;
    position.moves(moves);
    position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  return position;
}

void play_game(Position position, const Evaluator<Position>& evaluator, std::vector<Sample>& samples) {
  const std::size_t first = samples.size();
  while (!position.result()) {
    samples.push_back({features_of(position), empties_of(position), 0});
    position.play(choose(position, evaluator));
  }
  for (std::size_t at = first; at < samples.size(); ++at) samples[at].margin = margin_of(position);
}

using Matrix = std::vector<std::array<double, unknowns + 1>>;  // the last column is the right-hand side

Matrix normal_equations(const std::vector<Sample>& samples, int apart) {
  Matrix matrix(unknowns);
  for (std::size_t row = 0; row < unknowns; ++row) matrix[row][row] = shrinking;
  for (const Sample& sample : samples) {
    // Only the features at the two knots around the sample are nonzero.
    const auto at = othello::knot_share(sample.empties, apart);
    const std::size_t first = at.knot * feature_count;
    std::array<double, 2 * feature_count> part{};
    for (std::size_t f = 0; f < feature_count; ++f) {
      part[f] = (1 - at.share) * sample.features[f];
      part[feature_count + f] = at.share * sample.features[f];
    }
    for (std::size_t row = 0; row < part.size(); ++row) {
      for (std::size_t column = 0; column < part.size(); ++column) {
        matrix[first + row][first + column] += part[row] * part[column];
      }
      matrix[first + row][unknowns] += part[row] * sample.margin;
    }
  }
  return matrix;
}

// Gauss-Jordan elimination; the shrinkage keeps the pivots away from 0.
Knots solve(Matrix matrix) {
  for (std::size_t pivot = 0; pivot < unknowns; ++pivot) {
    for (std::size_t row = 0; row < unknowns; ++row) {
      if (row == pivot) continue;
      const double factor = matrix[row][pivot] / matrix[pivot][pivot];
      for (std::size_t column = pivot; column <= unknowns; ++column) {
        matrix[row][column] -= factor * matrix[pivot][column];
      }
    }
  }
  Knots knots{};
  for (std::size_t row = 0; row < unknowns; ++row) {
    knots[row / feature_count][row % feature_count] = matrix[row][unknowns] / matrix[row][row];
  }
  return knots;
}

// The scale that makes the games' results most likely, with a draw as half a win: the loss is convex in 1 / scale.
double win_scale(const std::vector<Sample>& samples, const Knots& knots, int apart) {
  double low = 0.01;
  double high = 2;
  for (int step = 0; step < 30; ++step) {
    const double steepness = (low + high) / 2;
    double slope = 0;
    for (const Sample& sample : samples) {
      const double score = predict(knots, sample.features, sample.empties, apart);
      const double result = sample.margin > 0 ? 1 : (sample.margin < 0 ? 0 : 0.5);
      slope += score * (result - 1 / (1 + std::exp(-score * steepness)));
    }
    (slope > 0 ? low : high) = steepness;
  }
  return 2 / (low + high);
}

double error(const std::vector<Sample>& samples, const Knots& knots, int apart) {
  double sum = 0;
  for (const Sample& sample : samples) {
    sum += std::pow(sample.margin - predict(knots, sample.features, sample.empties, apart), 2);
  }
  return std::sqrt(sum / static_cast<double>(samples.size()));
}

double classic(const Position& position) {
  return 10 * othello::all_corners(position) + 7 * othello::stability(position) +
         5 * othello::actual_mobility(position) + 4 * othello::coins(position);
}

void print(const Knots& knots, int size) {
  std::printf("inline constexpr Knots knots_of_%d{\n", size);
  for (const Weights& row : knots) {
    std::printf("    Weights{");
    for (std::size_t f = 0; f < feature_count; ++f) std::printf("%s%.2f", f == 0 ? "" : ", ", row[f]);
    std::printf("},\n");
  }
  std::printf("};\n");
}

void learn(int size) {
  const int apart = othello::knots_apart(size);
  Knots knots{};
  for (int round = 0; round < rounds; ++round) {
    const Knots last = knots;
    const Evaluator<Position> evaluator([&, round](const Position& position) {
      return round == 0 ? classic(position) : predict(last, features_of(position), empties_of(position), apart);
    });
    std::vector<Sample> samples;
    for (int game = 0; game < games_a_round; ++game) {
      Random random(static_cast<std::uint64_t>(round), static_cast<std::uint64_t>(game));
      play_game(random_opening(size, random), evaluator, samples);
    }
    knots = solve(normal_equations(samples, apart));
    std::fprintf(stderr, "round %d: %zu positions, error %.2f discs, win scale %.2f\n", round, samples.size(),
                 error(samples, knots, apart), win_scale(samples, knots, apart));
  }
  print(knots, size);
}

}  // namespace plyground

int main(int count, char** words) {
  const int size = count > 1 ? std::atoi(words[1]) : 8;
  if (size != 4 && size != 6 && size != 8) return 1;
  plyground::learn(size);
}
