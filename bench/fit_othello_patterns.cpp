// Learns the weights of Othello's evaluation from the games of bench/othello_games.cpp and writes their file:
//
//   g++ -std=c++20 -O3 -march=native -Icpp bench/fit_othello_patterns.cpp -o fit && ./fit weights.bin *.games
//
// It begins with the weights of the package. Each stage of the game is fitted by itself: what has to be added to the
// weights so that they predict what positions are worth, by least squares with some shrinking (conjugate gradients,
// each weight scaled by how often it was seen). An exact position is worth its score; another one a mixture of the
// score of its game and of what a search of a few plies found. Every 32nd game is held back and tells the error.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/data_folder.hpp"
#include "games/othello/patterns.hpp"
#include "othello_games.hpp"

namespace plyground {

namespace features = othello::features;

constexpr double shrinking = 60;
constexpr int steps = 6;
constexpr float share_of_game = 0.4F;  // in what a position is worth that is not exact
constexpr int neighbours = 2;          // empty squares beyond a stage from which it learns too, half as much
constexpr std::size_t places = features::pattern_count + features::extra_count;

using Vector = std::vector<float>;

// The place of a folded weight and its sign in one number: 0 is no weight, the others are the place and 1.
using Place = std::int32_t;

class Folding {
 public:
  Folding() : contents_(features::content_count) {
    for (std::size_t kind = 0; kind < features::kinds.size(); ++kind) {
      const auto folded = features::fold(features::kinds[kind]);
      std::uint32_t most = 0;
      for (std::size_t content = 0; content < folded.size(); ++content) {
        const auto [weight, sign] = folded[content];
        contents_[features::first_of_kind[kind] + content] = sign * static_cast<Place>(size_ + weight + 1);
        if (sign != 0) most = std::max(most, weight + 1);
      }
      size_ += most;
    }
    first_extra_ = size_;
    size_ += features::extra_count * (features::most_of_extra + 1);
  }

  [[nodiscard]] std::size_t size() const { return size_; }

  void append(const Sample& sample, std::vector<Place>& list) const {
    const features::Reading reading(sample.own, sample.enemy);
    for (std::size_t pattern = 0; pattern < features::pattern_count; ++pattern) {
      list.push_back(contents_[features::first_of_kind[features::patterns[pattern].kind] + reading.numbers()[pattern]]);
    }
    othello::patterns::visit_extras(
        sample.own, sample.enemy, othello::mobility(sample.own, sample.enemy),
        othello::mobility(sample.enemy, sample.own), [&](std::size_t extra, std::size_t number) {
          list.push_back(static_cast<Place>(first_extra_ + extra * (features::most_of_extra + 1) + number + 1));
        });
  }

  [[nodiscard]] Vector folded(const features::Stage& stage) const {
    Vector weights(size_);
    for (std::size_t content = 0; content < contents_.size(); ++content) {
      if (contents_[content] > 0) weights[at(contents_[content])] = in_discs(stage.contents[content]);
    }
    for (std::size_t extra = 0; extra < features::extra_count; ++extra) {
      for (std::size_t number = 0; number <= features::most_of_extra; ++number) {
        weights[first_extra_ + extra * (features::most_of_extra + 1) + number] = in_discs(stage.extras[extra][number]);
      }
    }
    return weights;
  }

  static std::size_t at(Place place) { return static_cast<std::size_t>(place > 0 ? place : -place) - 1; }

 private:
  static float in_discs(std::int16_t weight) { return static_cast<float>(weight) / features::unit; }

  std::vector<Place> contents_;
  std::size_t first_extra_ = 0;
  std::size_t size_ = 0;
};

// The positions that a stage learns from.
struct Lesson {
  std::vector<Place> list;  // the places of each position, one position after the other
  Vector error;             // what a position is worth, beyond what the weights say
  Vector weight;            // how much it counts; 0: held back

  [[nodiscard]] std::span<const Place> at(std::size_t position) const { return {&list[position * places], places}; }
};

float sum(std::span<const Place> list, const Vector& weights) {
  float total = 0;
  for (const Place place : list) {
    if (place != 0) total += (place > 0 ? 1.0F : -1.0F) * weights[Folding::at(place)];
  }
  return total;
}

void add(std::span<const Place> list, float amount, Vector& to) {
  for (const Place place : list) {
    if (place != 0) to[Folding::at(place)] += place > 0 ? amount : -amount;
  }
}

double dot(const Vector& a, const Vector& b) {
  double total = 0;
  for (std::size_t at = 0; at < a.size(); ++at) total += static_cast<double>(a[at]) * b[at];
  return total;
}

float worth(const Sample& sample) {
  const auto score = static_cast<float>(sample.score);
  if (sample.exact != 0) return score;
  return share_of_game * score + (1 - share_of_game) * static_cast<float>(sample.value) / 100;
}

bool held_back(const Sample& sample) { return mix(static_cast<std::uint64_t>(sample.game)) % 32 == 0; }

Lesson lesson(const Folding& folding, const std::vector<Sample>& samples, std::size_t stage, const Vector& weights) {
  Lesson found;
  for (const Sample& sample : samples) {
    const int empties = sample.empties();
    const bool inside = features::stage_of(empties) == stage;
    const bool near =
        features::stage_of(empties - neighbours) == stage || features::stage_of(empties + neighbours) == stage;
    if (!inside && (!near || held_back(sample))) continue;
    folding.append(sample, found.list);
    found.error.push_back(worth(sample) - sum(found.at(found.error.size()), weights));
    found.weight.push_back(held_back(sample) ? 0.0F : (inside ? 1.0F : 0.5F));
  }
  return found;
}

// What to add to the weights; the lesson's errors become those that remain.
Vector fit(const Folding& folding, Lesson& learned) {
  const std::size_t size = folding.size();
  const std::size_t count = learned.error.size();
  Vector found(size), gradient(size), scale(size, static_cast<float>(shrinking)), direction(size), scaled(size);
  Vector change(count);
  for (std::size_t position = 0; position < count; ++position) {
    add(learned.at(position), learned.weight[position] * learned.error[position], gradient);
    for (const Place place : learned.at(position)) {
      if (place != 0) scale[Folding::at(place)] += learned.weight[position];
    }
  }
  double length = 0;
  for (int step = 0; step < steps && count > 0; ++step) {
    for (std::size_t at = 0; at < size; ++at) scaled[at] = gradient[at] / scale[at];
    const double new_length = dot(gradient, scaled);
    const auto keep = static_cast<float>(step == 0 ? 0 : new_length / length);
    length = new_length;
    for (std::size_t at = 0; at < size; ++at) direction[at] = scaled[at] + keep * direction[at];
    double curve = shrinking * dot(direction, direction);
    for (std::size_t position = 0; position < count; ++position) {
      change[position] = sum(learned.at(position), direction);
      curve += static_cast<double>(learned.weight[position]) * change[position] * change[position];
    }
    const auto stride = static_cast<float>(length / curve);
    for (std::size_t at = 0; at < size; ++at) {
      found[at] += stride * direction[at];
      gradient[at] = -static_cast<float>(shrinking) * found[at];
    }
    for (std::size_t position = 0; position < count; ++position) {
      learned.error[position] -= stride * change[position];
      add(learned.at(position), learned.weight[position] * learned.error[position], gradient);
    }
  }
  return found;
}

// The root mean square of the errors of the positions held back, or of the others.
double error(const Lesson& lesson, bool of_held_back) {
  double total = 0;
  std::size_t count = 0;
  for (std::size_t position = 0; position < lesson.error.size(); ++position) {
    if ((lesson.weight[position] == 0) != of_held_back) continue;
    total += static_cast<double>(lesson.error[position]) * lesson.error[position];
    ++count;
  }
  return std::sqrt(total / static_cast<double>(std::max<std::size_t>(count, 1)));
}

// The file that weights.hpp describes.
class File {
 public:
  File() : bytes_(features::weights_word) {
    put(features::stage_count);
    put(0);
  }

  void add(float discs) {
    const long weight = std::lround(std::clamp(discs * features::unit, -32000.0F, 32000.0F));
    if (weight == 0 && ++zeros_ < 65535) return;
    if (zeros_ > 0) end_zeros();
    if (weight != 0) put(static_cast<unsigned>(weight) & 0xffff);
  }

  void write(const char* path) {
    if (zeros_ > 0) end_zeros();
    const std::uint64_t sum = features::checksum(bytes_);
    for (int at = 0; at < 4; ++at) put(static_cast<unsigned>(sum >> (16 * at)) & 0xffff);
    std::FILE* const file = std::fopen(path, "wb");
    if (file == nullptr || std::fwrite(bytes_.data(), 1, bytes_.size(), file) != bytes_.size()) std::perror(path);
    if (file != nullptr) std::fclose(file);
  }

 private:
  void put(unsigned word) {
    bytes_ += static_cast<char>(word & 255);
    bytes_ += static_cast<char>(word >> 8);
  }
  void end_zeros() {
    put(0);
    put(zeros_);
    zeros_ = 0;
  }

  std::string bytes_;
  unsigned zeros_ = 0;
};

std::vector<Sample> read(std::span<char*> paths) {
  std::vector<Sample> samples;
  for (const char* const path : paths) {
    std::FILE* const file = std::fopen(path, "rb");
    if (file == nullptr) {
      std::perror(path);
      continue;
    }
    for (Sample sample{}; std::fread(&sample, sizeof(Sample), 1, file) == 1;) samples.push_back(sample);
    std::fclose(file);
  }
  return samples;
}

void run(const char* out, std::span<char*> paths) {
  const Folding folding;
  const std::vector<Sample> samples = read(paths);
  std::fprintf(stderr, "%zu positions\n", samples.size());
  File file;
  for (std::size_t stage = 0; stage < features::stage_count; ++stage) {
    Vector weights = folding.folded(features::all_stages()[stage]);
    Lesson learned = lesson(folding, samples, stage, weights);
    const double before = error(learned, true);
    const Vector more = fit(folding, learned);
    for (std::size_t at = 0; at < weights.size(); ++at) file.add(weights[at] + more[at]);
    std::fprintf(stderr, "stage %zu: %zu positions, error %.3f discs; held back %.3f, before %.3f\n", stage,
                 learned.error.size(), error(learned, false), error(learned, true), before);
  }
  file.write(out);
}

}  // namespace plyground

int main(int count, char** words) {
  if (count < 3) return 2;
  plyground::run(words[1], std::span(words + 2, static_cast<std::size_t>(count - 2)));
}
