// Learns the weights of cpp/games/othello/pattern_weights.hpp and prints that file:
//
//   g++ -std=c++20 -O3 -march=native -Icpp bench/fit_othello_patterns.cpp -o fit && ./fit > pattern_weights.hpp
//
// There are two rounds of self-play games from random openings with a shallow search and a perfect endgame. The first
// uses the evaluation of phases.hpp, the second the weights of the first. After each round, weights are fitted that
// predict the final difference of discs in all games so far: least squares with some shrinkage, by conjugate gradients,
// separately for each stage of the game.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "core/specialist.hpp"
#include "games/othello/endgame.hpp"
#include "games/othello/heuristics.hpp"
#include "games/othello/patterns.hpp"
#include "games/othello/rules.hpp"

namespace plyground {

using othello::Position;
namespace endgame = othello::endgame;
namespace patterns = othello::patterns;

constexpr int perfect_at = 13;  // empty squares
constexpr double shrinking = 20;
constexpr int steps = 30;

struct Sample {
  std::uint64_t own;
  std::uint64_t enemy;
  float score;  // the result of its game, for the side to move

  [[nodiscard]] int empties() const { return 64 - std::popcount(own | enemy); }
};

struct Sides {
  std::uint64_t own;
  std::uint64_t enemy;
};

Sides sides(const Position& position) {
  if (position.turn() == Color::black) return {position.black(), position.white()};
  return {position.white(), position.black()};
}

int empties_of(const Position& position) { return std::popcount(position.empties()); }

// For the side to move, in discs.
using Evaluation = std::function<double(const Position&)>;

double by_phases(const Position& position) {
  const double black = othello::squares(position) + othello::freedom(position) + othello::firm(position) +
                       othello::threats(position) + othello::tempo(position);
  return position.turn() == Color::black ? black : -black;
}

int replies_to(const Position& position, Move move) {
  Position after = position;
  after.play(move);
  return static_cast<int>(after.count_moves());
}

double search(const Position& position, int depth, double alpha, double beta, const Evaluation& evaluate, Move* best) {
  if (depth == 0) return evaluate(position);
  Position::MoveList moves;
  position.moves(moves);
  if (moves.empty()) {
    const auto [own, enemy] = sides(position);
    return 1000.0 * (std::popcount(own) - std::popcount(enemy));
  }
  if (depth >= 2) moves.stable_sort_by([&](Move move) { return replies_to(position, move); });
  double found = -1e9;
  for (const Move move : moves) {
    Position after = position;
    after.play(move);
    const double value = -search(after, depth - 1, -beta, -std::max(alpha, found), evaluate, nullptr);
    if (value > found) {
      found = value;
      if (best != nullptr) *best = move;
      if (found >= beta) break;
    }
  }
  return found;
}

// Openings of many lengths, so that all stages also see unusual positions.
Position random_opening(Random& random) {
  Position position = Position::start({{"size", "8"}});
  const std::uint32_t plies = 4 + random.below(random.below(2) == 0 ? 10 : 38);
  for (std::uint32_t ply = 0; ply < plies && !position.result(); ++ply) {
    Position::MoveList moves;
    position.moves(moves);
    position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  return position;
}

class Player {
 public:
  Player(int depth, Evaluation evaluate) : depth_(depth), evaluate_(std::move(evaluate)) { table_.reserve(16); }

  void play_game(Position position, std::vector<Sample>& samples) {
    const std::size_t first = samples.size();
    std::vector<Color> turns;
    const auto note = [&] {
      const auto [own, enemy] = sides(position);
      samples.push_back({own, enemy, 0});
      turns.push_back(position.turn());
    };
    while (!position.result() && empties_of(position) > perfect_at) {
      Position::MoveList moves;
      position.moves(moves);
      Move best = moves[0];
      if (best != othello::pass) {
        note();
        if (moves.size() > 1) search(position, depth_, -1e9, 1e9, evaluate_, &best);
      }
      position.play(best);
    }
    const AnyTick tick;
    endgame::Search<AnyTick> last(table_, 8, tick);
    const auto [own, enemy] = sides(position);
    const endgame::Board board = last.board(own, enemy, position.empties());
    const int score = last.score(board, -65, 65);
    const Color scored = position.turn();
    for (const Move move : last.line(board, score)) {
      if (move != othello::pass) note();
      position.play(move);
    }
    for (std::size_t at = first; at < samples.size(); ++at) {
      samples[at].score = static_cast<float>(turns[at - first] == scored ? score : -score);
    }
  }

 private:
  int depth_;
  Evaluation evaluate_;
  endgame::Table table_;
};

// The index and the sign of each place's weight in a stage.
class Folding {
 public:
  Folding() : places_(patterns::weight_count) {
    for (std::size_t kind = 0; kind < patterns::kinds.size(); ++kind) {
      const auto folded = patterns::fold(patterns::kinds[kind]);
      std::uint32_t most = 0;
      for (std::size_t content = 0; content < folded.size(); ++content) {
        places_[patterns::first_of_kind[kind] + content] = {size_ + folded[content].weight, folded[content].sign};
        if (folded[content].sign != 0) most = std::max(most, folded[content].weight + 1);
      }
      first_.push_back(size_);
      size_ += most;
    }
    for (std::size_t place = patterns::first_own_moves; place < patterns::weight_count; ++place) {
      places_[place] = {size_++, 1};
    }
  }

  [[nodiscard]] std::uint32_t size() const { return size_; }
  [[nodiscard]] const patterns::Folded& at(std::size_t place) const { return places_[place]; }
  [[nodiscard]] std::uint32_t first(std::size_t kind) const {
    return kind < first_.size() ? first_[kind] : places_[patterns::first_own_moves].weight;
  }

  template <class Visit>
  void visit(const Sample& sample, Visit visit) const {
    const auto tell = [this, &visit](std::size_t place) {
      const patterns::Folded& folded = places_[place];
      if (folded.sign != 0) visit(folded.weight, static_cast<float>(folded.sign));
    };
    patterns::Reader(sample.own, sample.enemy).visit(tell);
    patterns::visit_moves(sample.own, sample.enemy, tell);
  }

 private:
  std::vector<patterns::Folded> places_;
  std::vector<std::uint32_t> first_;
  std::uint32_t size_ = 0;
};

using Vector = std::vector<float>;

double dot(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t at = 0; at < a.size(); ++at) sum += static_cast<double>(a[at]) * b[at];
  return sum;
}

float predict(const Folding& folding, const Vector& weights, const Sample& sample) {
  float sum = 0;
  folding.visit(sample, [&](std::uint32_t weight, float sign) { sum += sign * weights[weight]; });
  return sum;
}

// Conjugate gradients on the normal equations, with each weight scaled by how often it occurred.
Vector fit(const Folding& folding, const std::vector<Sample>& samples) {
  const std::size_t size = folding.size();
  Vector weights(size), gradient(size), scale(size, static_cast<float>(shrinking));
  Vector residual(samples.size());
  for (std::size_t at = 0; at < samples.size(); ++at) {
    residual[at] = samples[at].score;
    folding.visit(samples[at], [&](std::uint32_t weight, float sign) {
      gradient[weight] += sign * residual[at];
      scale[weight] += 1;
    });
  }
  Vector direction(size), scaled(size), change(samples.size());
  double length = 0;
  for (int step = 0; step < steps; ++step) {
    for (std::size_t at = 0; at < size; ++at) scaled[at] = gradient[at] / scale[at];
    const double new_length = dot(gradient, scaled);
    const auto keep = static_cast<float>(step == 0 ? 0 : new_length / length);
    length = new_length;
    for (std::size_t at = 0; at < size; ++at) direction[at] = scaled[at] + keep * direction[at];
    double curve = shrinking * dot(direction, direction);
    for (std::size_t at = 0; at < samples.size(); ++at) {
      change[at] = predict(folding, direction, samples[at]);
      curve += static_cast<double>(change[at]) * change[at];
    }
    const auto stride = static_cast<float>(length / curve);
    for (std::size_t at = 0; at < size; ++at) {
      weights[at] += stride * direction[at];
      gradient[at] = -static_cast<float>(shrinking) * weights[at];
    }
    for (std::size_t at = 0; at < samples.size(); ++at) {
      residual[at] -= stride * change[at];
      folding.visit(samples[at], [&](std::uint32_t weight, float sign) { gradient[weight] += sign * residual[at]; });
    }
  }
  return weights;
}

double error(const Folding& folding, const Vector& weights, const std::vector<Sample>& samples) {
  double sum = 0;
  for (const Sample& sample : samples) sum += std::pow(sample.score - predict(folding, weights, sample), 2);
  return std::sqrt(sum / static_cast<double>(samples.size()));
}

using Stages = std::array<Vector, patterns::stage_count>;

// A stage also learns from the nearest positions of its neighbours, so that values do not jump between stages.
Stages learn(const Folding& folding, const std::vector<Sample>& samples) {
  Stages stages;
  for (std::size_t stage = 0; stage < stages.size(); ++stage) {
    std::vector<Sample> mine;
    std::vector<Sample> held_back;
    for (std::size_t at = 0; at < samples.size(); ++at) {
      const int empties = samples[at].empties();
      const bool inside = patterns::stage_of(empties) == stage;
      if (!inside && patterns::stage_of(empties + 2) != stage && patterns::stage_of(empties - 2) != stage) continue;
      const bool test = at % 65536 < 2048;  // approximately whole games
      if (!test) mine.push_back(samples[at]);
      if (test && inside) held_back.push_back(samples[at]);
    }
    stages[stage] = fit(folding, mine);
    std::fprintf(stderr, "  stage %zu: %zu positions, error %.3f discs, %.3f on %zu held back\n", stage, mine.size(),
                 error(folding, stages[stage], mine), error(folding, stages[stage], held_back), held_back.size());
  }
  return stages;
}

std::vector<patterns::StageWeights> unfolded(const Folding& folding, const Stages& stages) {
  std::vector<patterns::StageWeights> all;
  for (const Vector& weights : stages) {
    patterns::StageWeights places(patterns::weight_count);
    for (std::size_t place = 0; place < places.size(); ++place) {
      const patterns::Folded& folded = folding.at(place);
      if (folded.sign == 0) continue;
      places[place] = static_cast<std::int16_t>(std::lround(100 * weights[folded.weight]) * folded.sign);
    }
    all.push_back(std::move(places));
  }
  return all;
}

// A kind's weights as text: one letter each; a run of zeros is a space and the letter of its length.
std::string as_text(const Vector& weights, std::size_t first, std::size_t last) {
  std::string text;
  std::size_t zeros = 0;
  const auto end_run = [&] {
    if (zeros > 0) text += {' ', patterns::letters[zeros - 1]};
    zeros = 0;
  };
  for (std::size_t at = first; at < last; ++at) {
    const std::size_t letter = patterns::nearest_letter(100 * weights[at]);
    if (letter == patterns::letters.size() / 2) {
      if (++zeros == patterns::letters.size()) end_run();
      continue;
    }
    end_run();
    text += patterns::letters[letter];
  }
  end_run();
  return text;
}

void print(const Folding& folding, const Stages& stages) {
  std::puts("// Made by bench/fit_othello_patterns.cpp. patterns.hpp says how to read it.");
  std::puts("#pragma once\n\n#include <array>\n#include <string_view>\n\nnamespace plyground::othello::patterns {\n");
  std::puts("// For each stage, from the end of the game on, the weights of each kind.");
  std::printf("inline constexpr std::array<std::array<std::string_view, %zu>, %d> learned{{\n",
              patterns::kinds.size() + 1, patterns::stage_count);
  for (const Vector& weights : stages) {
    std::puts("    {{");
    for (std::size_t kind = 0; kind <= patterns::kinds.size(); ++kind) {
      const std::size_t end = kind < patterns::kinds.size() ? folding.first(kind + 1) : folding.size();
      const std::string text = as_text(weights, folding.first(kind), end);
      for (std::size_t at = 0; at < text.size() || at == 0; at += 110) {
        std::printf("        \"%s\"%s\n", text.substr(at, 110).c_str(), at + 110 >= text.size() ? "," : "");
      }
    }
    std::puts("    }},");
  }
  std::puts("}};\n\n}  // namespace plyground::othello::patterns");
}

void run(int games) {
  const Folding folding;
  Stages stages;
  std::vector<Sample> samples;
  for (std::uint64_t round = 0; round < 2; ++round) {
    const auto weights = round == 0 ? std::vector<patterns::StageWeights>() : unfolded(folding, stages);
    const auto by_patterns = [&weights](const Position& position) {
      const auto [own, enemy] = sides(position);
      return patterns::value_of(weights[patterns::stage_of(empties_of(position))].data(), own, enemy) / 100.0;
    };
    Player player(round == 0 ? 3 : 4, round == 0 ? Evaluation(by_phases) : Evaluation(by_patterns));
    for (int game = 0; game < (round == 0 ? games / 2 : games); ++game) {
      Random random(round, static_cast<std::uint64_t>(game));
      player.play_game(random_opening(random), samples);
    }
    std::fprintf(stderr, "%zu positions\n", samples.size());
    stages = learn(folding, samples);
  }
  print(folding, stages);
}

}  // namespace plyground

int main(int count, char** words) { plyground::run(count > 1 ? std::atoi(words[1]) : 60000); }
