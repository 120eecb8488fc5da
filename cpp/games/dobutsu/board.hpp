// The board and the hands of Dobutsu shogi in one machine word, and how the pieces step.
//
// A square is row * 3 + column from the top, so a set of squares has twelve bits. Three such sets, the planes, encode
// the kind of each piece:
//
//              ahead (0)   straight (1)   slant (2)
//   chick          1            0             0
//   giraffe        1            1             0
//   hen            1            1             1
//   lion           0            1             1
//   elephant       0            0             1
//
// and thereby its steps. A piece steps straight ahead if it is in ahead or straight, sideways and straight back if it
// is in straight, diagonally ahead if it is in slant, and diagonally back if it is in slant but not in ahead. So a few
// operations step all pieces of a side at once, and a move shifts a piece's bits whatever its kind. Plane 3 holds
// White's pieces. Above the planes come the hands, six bits per side, and four flags: 64 bits in all.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/game.hpp"

namespace plyground::dobutsu {

inline constexpr int rows = 4;
inline constexpr int columns = 3;
inline constexpr int squares = rows * columns;

// The kinds that can be held come first, in the order of the hand.
enum class Kind : std::uint8_t { chick, elephant, giraffe, lion, hen };
inline constexpr std::array hand_kinds{Kind::chick, Kind::elephant, Kind::giraffe};
constexpr std::size_t index(Kind kind) { return static_cast<std::size_t>(kind); }

using Squares = std::uint32_t;
inline constexpr Squares all_squares = 0xfff;
constexpr Squares bit(int square) { return Squares{1} << square; }
constexpr Squares far_rank(Color color) { return color == Color::black ? 0x007 : 0xe00; }

class Board {
 public:
  // Flags that fit into the same word: the side to move, a try that won, and the two options.
  enum class Flag : std::uint8_t { white_to_move = 60, entered, entry_rule, distinct_hand };

  [[nodiscard]] constexpr bool has(Flag flag) const { return ((word_ >> static_cast<int>(flag)) & 1) != 0; }
  constexpr void flip(Flag flag) { word_ ^= std::uint64_t{1} << static_cast<int>(flag); }

  // Unique for each position of a game: everything except the options.
  [[nodiscard]] constexpr std::uint64_t packed() const { return word_ & ~(std::uint64_t{3} << 62); }

  [[nodiscard]] constexpr Squares white() const { return plane(3); }
  [[nodiscard]] constexpr Squares occupied() const { return plane(0) | plane(2); }
  [[nodiscard]] constexpr Squares empty() const { return all_squares & ~occupied(); }
  [[nodiscard]] constexpr Squares of(Color color) const {
    return color == Color::white ? white() : occupied() & ~white();
  }
  [[nodiscard]] constexpr Squares lions() const { return plane(1) & ~plane(0); }
  [[nodiscard]] constexpr Squares lion(Color color) const { return lions() & of(color); }

  // A piece's bits in the three planes as a number from 1 to 7; 0 for an empty square.
  [[nodiscard]] constexpr unsigned code_at(int square) const {
    const std::uint64_t column = word_ >> square;
    return static_cast<unsigned>((column & 1) | ((column >> 11) & 2) | ((column >> 22) & 4));
  }
  // Kind and owner as a number from 0 to 7, for a piece other than a lion: chick, giraffe, elephant, hen.
  [[nodiscard]] constexpr std::size_t piece_at(int square) const {
    const std::uint64_t column = word_ >> square;
    return static_cast<std::size_t>((column >> 12 & 1) | (column >> 23 & 2) | (column >> 34 & 4));
  }
  // What stands on an occupied square.
  [[nodiscard]] constexpr Kind kind_at(int square) const { return kinds[code_at(square)]; }
  [[nodiscard]] constexpr Color owner_at(int square) const {
    return ((white() >> square) & 1) != 0 ? Color::white : Color::black;
  }
  [[nodiscard]] constexpr int in_hand(Color color, Kind kind) const {
    return static_cast<int>((word_ >> hand_place(color, kind)) & 3);
  }

  constexpr void put(Color color, Kind kind, int square) {
    word_ |= (plane_bits[index(kind)] | (color == Color::white ? white_bit : 0)) << square;
  }
  constexpr void add_to_hand(Color color, Kind kind) { word_ += std::uint64_t{1} << hand_place(color, kind); }

  constexpr void drop(Color color, Kind kind, int to) {
    word_ -= std::uint64_t{1} << hand_place(color, kind);
    put(color, kind, to);
  }

  // Moves a piece. A captured piece goes to the hand, except a lion, which ends the game.
  constexpr void step(Color color, int from, int to, bool promotes) {
    constexpr std::uint64_t promotion = plane_bits[index(Kind::hen)] ^ plane_bits[index(Kind::chick)];
    const std::uint64_t mover = (word_ >> from) & piece_bits;
    const std::uint64_t taken = (word_ >> to) & piece_bits;
    const std::uint64_t gain = hand_gains[code_at(to)] << hand_place(color, Kind::chick);
    word_ ^= mover << from ^ (mover ^ taken ^ (promotes ? promotion : 0)) << to;
    word_ += gain;
  }

  // Removes the piece on a square, or a held piece, from the game.
  constexpr void remove(int square) { word_ &= ~(piece_bits << square); }
  constexpr void remove_from_hand(Color color, Kind kind) { word_ -= std::uint64_t{1} << hand_place(color, kind); }

  // The six bits of a hand: two each for chicks, elephants and giraffes.
  [[nodiscard]] constexpr unsigned hand(Color color) const {
    return static_cast<unsigned>(word_ >> hand_place(color, Kind::chick)) & 63;
  }

  // Exchanges left and right.
  [[nodiscard]] constexpr Board mirrored() const {
    Board board;
    board.word_ = (word_ & ~all_planes) | mirrored_planes();
    return board;
  }

  // The same position from the other side of the table: colours and turn are exchanged.
  [[nodiscard]] constexpr Board turned() const {
    constexpr std::uint64_t half_planes = 0x03f03f03f03fULL;
    constexpr std::uint64_t every_other_row = 0x1c71c71c71c7ULL;
    constexpr std::uint64_t hand_bits = 63;
    std::uint64_t planes = mirrored_planes();
    planes = (planes & half_planes) << 6 | (planes >> 6 & half_planes);
    planes = (planes & every_other_row) << 3 | (planes >> 3 & every_other_row);
    planes ^= ((planes | planes >> 24) & all_squares) << 36;
    Board board;
    board.word_ = planes | (word_ >> 6 & hand_bits << 48) | (word_ & hand_bits << 48) << 6 | (word_ & flags);
    board.flip(Flag::white_to_move);
    return board;
  }

  // The steps of all pieces of a side, one lane of squares per direction, including squares with its own pieces.
  struct Steps {
    std::uint64_t orthogonal = 0;
    std::uint64_t diagonal = 0;

    [[nodiscard]] constexpr Squares reached() const {
      std::uint64_t lanes = orthogonal | diagonal;
      lanes |= lanes >> 24;
      return static_cast<Squares>(lanes | lanes >> 12) & all_squares;
    }
    // How many of these steps, over all pieces, lead to `to`.
    [[nodiscard]] constexpr int count(Squares to) const {
      const std::uint64_t wanted = to * 0x001001001001ULL;
      return std::popcount(orthogonal & wanted) + std::popcount(diagonal & wanted);
    }
  };

  [[nodiscard]] constexpr Steps steps(Color color) const {
    constexpr Squares not_left = 0xdb6;
    constexpr Squares not_right = 0x6db;
    constexpr Squares not_bottom = 0x1ff;
    const Squares own = of(color);
    const Squares straight = plane(1) & own;
    const Squares ahead = (plane(0) & own) | straight;
    const Squares slant = plane(2) & own;
    const Squares back_slant = slant & ~plane(0);
    const bool up = color == Color::black;
    const Squares north = up ? ahead : straight;
    const Squares south = (up ? straight : ahead) & not_bottom;
    const Squares north_slant = up ? slant : back_slant;
    const Squares south_slant = (up ? back_slant : slant) & not_bottom;
    return {.orthogonal = lanes(north >> 3, south << 3, (straight & not_left) >> 1, (straight & not_right) << 1),
            .diagonal = lanes((north_slant & not_left) >> 4, (north_slant & not_right) >> 2,
                              (south_slant & not_left) << 2, (south_slant & not_right) << 4)};
  }

 private:
  static constexpr std::uint64_t white_bit = 1ULL << 36;
  static constexpr std::uint64_t piece_bits = 0x001001001001ULL;  // one square in every plane
  static constexpr std::uint64_t all_planes = 0xffffffffffffULL;
  static constexpr std::uint64_t flags = 0xfULL << 60;
  // The planes of each kind, and the kind of each code that code_at returns.
  static constexpr std::array<std::uint64_t, 5> plane_bits{0x000000001, 0x001000000, 0x000001001, 0x001001000,
                                                           0x001001001};
  static constexpr std::array<Kind, 8> kinds{Kind::chick,    Kind::chick, Kind::chick, Kind::giraffe,
                                             Kind::elephant, Kind::chick, Kind::lion,  Kind::hen};
  // What a captured piece adds to a hand of three two-bit counters, by code: a hen becomes a chick again, a lion is not
  // held.
  static constexpr std::array<std::uint64_t, 8> hand_gains{0, 1, 0, 16, 4, 0, 0, 1};

  [[nodiscard]] constexpr Squares plane(int number) const {
    return static_cast<Squares>(word_ >> (12 * number)) & all_squares;
  }
  [[nodiscard]] constexpr std::uint64_t mirrored_planes() const {
    constexpr std::uint64_t left = 0x249249249249ULL;  // the first column, in every plane
    return (word_ & left) << 2 | (word_ & left << 1) | (word_ >> 2 & left);
  }
  static constexpr int hand_place(Color color, Kind kind) {
    return 48 + 6 * static_cast<int>(color) + 2 * static_cast<int>(kind);
  }
  static constexpr std::uint64_t lanes(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d) {
    return a | b << 12 | c << 24 | d << 36;
  }

  std::uint64_t word_ = 0;
};

// The steps of a single piece on an empty board, by colour, kind and square.
inline constexpr auto reach = [] {
  std::array<std::array<std::array<std::uint16_t, squares>, 5>, 2> table{};
  for (const Color color : {Color::black, Color::white}) {
    for (std::size_t kind = 0; kind < 5; ++kind) {
      for (int square = 0; square < squares; ++square) {
        Board board;
        board.put(color, static_cast<Kind>(kind), square);
        table[index(color)][kind][static_cast<std::size_t>(square)] =
            static_cast<std::uint16_t>(board.steps(color).reached());
      }
    }
  }
  return table;
}();

}  // namespace plyground::dobutsu
