// An evaluation learned from the solved game: how likely the side to move is to win, by a small network trained on the
// table of all positions (bench/fit_dobutsu.cpp).
//
// A position is seen from the side to move and normalised so that mirror images are the same. Each piece on a square is
// an input, and so is each kind held once or twice. Each unit adds the weights of the active inputs and clips the sum
// between zero and a maximum; the value is the weighted sum of the units. All numbers are integers, so that every build
// and every machine computes the same value.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/game.hpp"
#include "games/dobutsu/board.hpp"
#include "games/dobutsu/outlook_weights.hpp"

namespace plyground::dobutsu::outlook {

inline constexpr std::size_t on_board = std::size_t{2} * 5 * squares;  // by owner, kind and square
inline constexpr std::size_t inputs = on_board + std::size_t{2} * 3 * 2;
inline constexpr std::size_t units = 128;
inline constexpr std::size_t weight_count = (inputs + 2) * units + 1;

// Fixed-point scales: for the inputs of a unit and for its output.
inline constexpr int unit_scale = 256;
inline constexpr int output_scale = 64;
inline constexpr double per_log_odds = 10;  // the value that corresponds to one unit of the log-odds

// Seen from the side to move, here called Black, in one of the two mirror images: the one with Black's lion on the
// left, else the other lion, else the smaller number.
constexpr Board seen_from_mover(const Board& board) {
  const Board seen = board.has(Board::Flag::white_to_move) ? board.turned() : board;
  int column = std::countr_zero(seen.lion(Color::black)) % columns;
  if (column == 1) column = std::countr_zero(seen.lion(Color::white)) % columns;
  if (column == 0) return seen;
  const Board mirrored = seen.mirrored();
  return column == 2 || mirrored.packed() < seen.packed() ? mirrored : seen;
}

template <class Visit>
constexpr void visit_inputs(const Board& seen, const Visit& visit) {
  for (Squares left = seen.occupied(); left != 0; left &= left - 1) {
    const int square = std::countr_zero(left);
    const std::size_t piece = 5 * plyground::index(seen.owner_at(square)) + index(seen.kind_at(square));
    visit(piece * squares + static_cast<std::size_t>(square));
  }
  for (const Color color : {Color::black, Color::white}) {
    for (const Kind kind : hand_kinds) {
      const int held = seen.in_hand(color, kind);
      if (held == 0) continue;
      visit(on_board + 6 * plyground::index(color) + 2 * index(kind) + static_cast<std::size_t>(held - 1));
    }
  }
}

// Each weight is two letters: the digits of a number in base 90, minus half the range. Letters with a special meaning
// in C++ source are left out.
inline constexpr std::string_view letters =
    "!#$%&'()*+,-./0123456789:;<=>@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxz{|}~";
inline constexpr int base = static_cast<int>(letters.size());
inline constexpr int most_weight = base * base / 2 - 1;

class Network {
 public:
  using Row = std::array<std::int16_t, units>;

  explicit Network(std::string_view text) {
    std::array<int, 128> digit{};
    for (std::size_t at = 0; at < letters.size(); ++at) {
      digit[static_cast<unsigned char>(letters[at]) & 127U] = static_cast<int>(at);
    }
    const auto weight = [&digit, text](std::size_t at) {
      const auto high = static_cast<unsigned char>(text[2 * at]) & 127U;
      const auto low = static_cast<unsigned char>(text[2 * at + 1]) & 127U;
      return static_cast<std::int16_t>(digit[high] * base + digit[low] - most_weight - 1);
    };
    std::size_t at = 0;
    for (Row& row : rows_) {
      for (std::int16_t& each : row) each = weight(at++);
    }
    for (std::int16_t& each : first_) each = weight(at++);
    for (std::int16_t& each : outputs_) each = weight(at++);
    last_ = weight(at) * unit_scale;
  }

  // For the side to move; a board without both lions has no value.
  [[nodiscard]] double value(const Board& board) const {
    if (std::popcount(board.lions()) != 2) return 0;
    alignas(64) Row sums = first_;
    visit_inputs(seen_from_mover(board), [&](std::size_t input) {
      const Row& row = rows_[input];
      for (std::size_t unit = 0; unit < units; ++unit) {
        sums[unit] = static_cast<std::int16_t>(sums[unit] + row[unit]);
      }
    });
    std::int32_t total = last_;
    for (std::size_t unit = 0; unit < units; ++unit) {
      total += std::clamp<std::int32_t>(sums[unit], 0, unit_scale) * outputs_[unit];
    }
    return total * per_log_odds / (unit_scale * output_scale);
  }

 private:
  alignas(64) std::array<Row, inputs> rows_{};
  alignas(64) Row first_{};    // each unit's bias
  alignas(64) Row outputs_{};  // each unit's weight in the value
  std::int32_t last_ = 0;
};

inline const Network& network() {
  static const Network learned(weights);
  return learned;
}

}  // namespace plyground::dobutsu::outlook
