// The weights of the learned evaluation: their symmetric folding, and their file.
//
// The file: the word PLYOTH1 and a line feed; the number of stages (4 bytes, little-endian, as all numbers here); the
// weights as whole numbers of 16 bits; a checksum of 8 bytes over everything before it. A weight of 0 is followed by
// the number of zeros in a row. For each stage, from the end of the game on, the file has the folded weights of each
// kind, then those of the extras.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/data_folder.hpp"
#include "core/random.hpp"
#include "games/othello/features.hpp"

namespace plyground::othello::features {

inline constexpr std::size_t stage_count = 20;
constexpr std::size_t stage_of(int empties) {
  return std::min(static_cast<std::size_t>(std::max(empties - 1, 0)) / 3, stage_count - 1);
}

// The features with one weight per value: the moves of the side to move and of the other side, the empty squares
// adjacent to discs of the other side, and those adjacent to own discs. Larger numbers count as the largest.
inline constexpr std::size_t extra_count = 4;
inline constexpr std::size_t most_of_extra = 39;

// In 128ths of a disc, for the side to move, whose discs are read as Black.
inline constexpr int unit = 128;
struct Stage {
  std::array<std::int16_t, content_count> contents{};
  std::array<std::array<std::int16_t, most_of_extra + 1>, extra_count> extras{};
};

// Equivalent contents: mirrored, or with the colours exchanged, which changes the sign. `weight` numbers the distinct
// ones of a kind from 0; the sign is 0 if a content is its own opposite.
struct Folded {
  std::uint32_t weight;
  std::int8_t sign;
};

// The images of a content: mirrored, with the colours exchanged, and both.
struct Images {
  std::size_t mirrored = 0;
  std::size_t exchanged = 0;
  std::size_t both = 0;

  Images(const std::array<std::size_t, 10>& worth, const std::array<std::size_t, 10>& worth_mirrored,
         std::size_t content) {
    for (std::size_t at = 0; content != 0; ++at, content /= 3) {
      const std::size_t digit = content % 3;
      const std::size_t other = digit == 0 ? 0 : 3 - digit;
      mirrored += digit * worth_mirrored[at];
      exchanged += other * worth[at];
      both += other * worth_mirrored[at];
    }
  }
};

inline std::vector<Folded> fold(const Kind& kind) {
  std::vector<Folded> folded(power_of_3(kind.digits));
  std::uint32_t weights = 0;
  const auto digits = mirrored_digits(kind);
  std::array<std::size_t, 10> worth{};
  std::array<std::size_t, 10> worth_mirrored{};
  for (std::size_t at = 0; at < kind.digits; ++at) {
    worth[at] = power_of_3(at);
    worth_mirrored[at] = power_of_3(digits[at]);
  }
  for (std::size_t content = 0; content < folded.size(); ++content) {
    const Images images(worth, worth_mirrored, content);
    const std::size_t mirror = images.mirrored;
    const std::size_t opposite = std::min(images.exchanged, images.both);
    if (mirror < content) {
      folded[content] = folded[mirror];
    } else if (opposite < content) {
      folded[content] = {folded[opposite].weight, static_cast<std::int8_t>(-folded[opposite].sign)};
    } else {
      const bool own_opposite = opposite == content;
      folded[content] = {own_opposite ? 0 : weights, static_cast<std::int8_t>(own_opposite ? 0 : 1)};
      if (!own_opposite) ++weights;
    }
  }
  return folded;
}

inline constexpr std::string_view weights_word = "PLYOTH1\n";

inline std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t sum = golden_step;
  for (const char byte : bytes) sum = (std::rotl(sum, 5) ^ static_cast<unsigned char>(byte)) * 0x9fb21c651e98df25ULL;
  return sum;
}

// Why a file of weights cannot be used.
struct BadWeights : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// Reads the content of a file whose checksum is right.
class WeightsReader {
 public:
  explicit WeightsReader(std::string_view file) {
    constexpr std::size_t least = weights_word.size() + 4 + 8;
    if (file.size() < least || !file.starts_with(weights_word)) throw BadWeights("it is not a weights file");
    left_ = file.substr(0, file.size() - 8);
    std::uint64_t sum = 0;
    for (std::size_t at = 8; at > 0; --at) {
      sum = sum << 8 | static_cast<unsigned char>(file[left_.size() + at - 1]);
    }
    if (sum != checksum(left_)) throw BadWeights("its checksum is wrong");
    left_.remove_prefix(weights_word.size());
    const unsigned stages = word();
    if (stages != stage_count || word() != 0) throw BadWeights("it is for another version");
  }

  std::int16_t next() {
    if (zeros_ > 0) {
      --zeros_;
      return 0;
    }
    const auto weight = static_cast<std::int16_t>(word());
    if (weight == 0) zeros_ = word() - 1;
    return weight;
  }

 private:
  unsigned word() {
    if (left_.size() < 2) throw BadWeights("it is too short");
    const auto low = static_cast<unsigned char>(left_[0]);
    const auto high = static_cast<unsigned char>(left_[1]);
    left_.remove_prefix(2);
    return low | static_cast<unsigned>(high) << 8;
  }

  std::string_view left_;
  unsigned zeros_ = 0;
};

inline std::vector<Stage> unpacked(std::string_view file) {
  WeightsReader reader(file);
  std::vector<Stage> stages(stage_count);
  std::array<std::vector<Folded>, kinds.size()> folded;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) folded[kind] = fold(kinds[kind]);
  for (Stage& stage : stages) {
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
      std::vector<std::int16_t> weights;
      for (std::size_t content = 0; content < folded[kind].size(); ++content) {
        const auto [weight, sign] = folded[kind][content];
        if (sign == 0) continue;
        if (weight == weights.size()) weights.push_back(reader.next());
        stage.contents[first_of_kind[kind] + content] = static_cast<std::int16_t>(sign * weights[weight]);
      }
    }
    for (auto& extra : stage.extras) {
      for (std::int16_t& weight : extra) weight = reader.next();
    }
  }
  return stages;
}

inline std::vector<Stage> read_weights() {
  const std::string path = data_folder + "/games/othello/weights.bin";
  try {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw BadWeights("it can't be opened");
    return unpacked(std::string(std::istreambuf_iterator<char>(file), {}));
  } catch (const BadWeights& bad) {
    throw BadWeights("Othello's weights, " + path + ", can't be used: " + bad.what() + ". Install Plyground again.");
  }
}

// Read from their file when an evaluation is first used.
inline const Stage* all_stages() {
  static const std::vector<Stage> stages = read_weights();
  return stages.data();
}

}  // namespace plyground::othello::features
