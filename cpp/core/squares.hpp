// What stands on each square, as small numbers: for evaluations that look at groups of squares (patterns/table.hpp).
//
// It is derived from the planes (core/planes.hpp): the owner and kind of the piece, as the side to move sees it. Every
// other plane becomes an extra, one number for the whole board: pieces in hand, or how many squares are set. A game
// with a faster or fuller version declares in its own namespace
//
//     std::vector<std::string> contents_of(const P*);                    // what a square can hold; first: nothing
//     std::vector<std::string> extras_of(const P*);                      // the other numbers; may be none
//     void write_squares(const P&, std::span<std::uint8_t> out);         // a number for each square, then the extras
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "core/planes.hpp"
#include "core/view.hpp"

namespace plyground {

inline constexpr std::size_t extra_values = 32;  // an extra is a number below this; larger ones count as 31

struct SquaresShape {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<std::string> contents;
  std::vector<std::string> extras;

  [[nodiscard]] std::size_t squares() const { return rows * columns; }
  [[nodiscard]] std::size_t size() const { return squares() + extras.size(); }
};

template <class P>
concept TellsSquares = Game<P> && requires(const P position, std::span<std::uint8_t> out) {
  { contents_of(&position) } -> std::same_as<std::vector<std::string>>;
  { extras_of(&position) } -> std::same_as<std::vector<std::string>>;
  { write_squares(position, out) };
};

// Which planes show pieces and which are extras.
class PiecePlanes {
 public:
  explicit PiecePlanes(const std::vector<std::string>& names) {
    for (const std::string_view name : names) {
      const bool in_hand = name.ends_with(" in hand");
      const bool is_piece = (name.starts_with("own ") || name.starts_with("other ")) && !in_hand;
      const bool is_constant = name == "board" || name == "black to move";
      if (is_piece) contents_.emplace_back(name);
      contents_of_plane_.push_back(is_piece ? static_cast<std::uint8_t>(contents_.size() - 1) : std::uint8_t{0});
      if (is_piece || is_constant) continue;
      extras_.emplace_back(name);
      places_of_extras_.push_back({.plane = contents_of_plane_.size() - 1, .in_hand = in_hand});
    }
  }

  [[nodiscard]] const std::vector<std::string>& contents() const { return contents_; }
  [[nodiscard]] const std::vector<std::string>& extras() const { return extras_; }

  // `numbers` has the planes of each square beside each other.
  void read(std::span<const float> numbers, std::span<std::uint8_t> out) const {
    const std::size_t planes = contents_of_plane_.size();
    const std::size_t squares = numbers.size() / planes;
    for (std::size_t square = 0; square < squares; ++square) {
      out[square] = 0;
      for (std::size_t plane = 0; plane < planes; ++plane) {
        if (numbers[square * planes + plane] != 0 && contents_of_plane_[plane] != 0) {
          out[square] = contents_of_plane_[plane];
        }
      }
    }
    for (std::size_t extra = 0; extra < extras_.size(); ++extra) {
      out[squares + extra] = read_extra(numbers, planes, places_of_extras_[extra]);
    }
  }

 private:
  struct Extra {
    std::size_t plane;
    bool in_hand;
  };
  static constexpr float parts_of_a_hand = 4;  // hands are planes of fractions

  static std::uint8_t read_extra(std::span<const float> numbers, std::size_t planes, const Extra& extra) {
    float sum = 0;
    if (extra.in_hand) {
      sum = std::round(numbers[extra.plane] * parts_of_a_hand);
    } else {
      for (std::size_t at = extra.plane; at < numbers.size(); at += planes) sum += numbers[at] != 0 ? 1.0F : 0.0F;
    }
    return static_cast<std::uint8_t>(std::clamp(sum, 0.0F, static_cast<float>(extra_values - 1)));
  }

  std::vector<std::string> contents_{"nothing"};
  std::vector<std::string> extras_;
  std::vector<std::uint8_t> contents_of_plane_;
  std::vector<Extra> places_of_extras_;
};

// Reads the squares of one game's positions. Threads may share it.
template <HasPlanes P>
  requires Viewable<P>
class SquareReader {
 public:
  explicit SquareReader(const P& start) : planes_(planes_shape_of(start)), pieces_(plane_names_of(&start)) {
    shape_.rows = planes_.rows;
    shape_.columns = planes_.columns;
    if constexpr (TellsSquares<P>) {
      shape_.contents = contents_of(&start);
      shape_.extras = extras_of(&start);
    } else {
      shape_.contents = pieces_.contents();
      shape_.extras = pieces_.extras();
    }
  }

  [[nodiscard]] const SquaresShape& shape() const { return shape_; }

  // Writes `shape().size()` numbers.
  void read(const P& position, std::span<std::uint8_t> out) const {
    if constexpr (TellsSquares<P>) {
      write_squares(position, out);
    } else {
      thread_local std::vector<float> numbers;
      numbers.resize(planes_.size());
      write_planes(position, planes_, numbers);
      pieces_.read(numbers, out);
    }
  }

 private:
  PlanesShape planes_;
  PiecePlanes pieces_;
  SquaresShape shape_;
};

}  // namespace plyground
