// The rules of Othello. README.md beside this file has them in prose.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/grid.hpp"
#include "core/random.hpp"
#include "core/text.hpp"
#include "core/view.hpp"
#include "games/othello/kernel.hpp"

namespace plyground::othello {

// A move is a square, row * 8 + column from the top left for every size, or the pass.
inline constexpr Move pass = 64;
inline constexpr Labels labels{};

class Position {
 public:
  using MoveList = plyground::MoveList<64>;
  static constexpr bool finished_counts = true;
  static constexpr bool counts_margin = true;

  static GameInfo info() {
    return {.name = "othello",
            .title = "Othello",
            .rules =
                "Black and White take turns to place a disc on an empty square. The disc must enclose a straight line "
                "of the opponent's discs between itself and another of your discs, in any of eight directions. All "
                "enclosed discs are flipped. A player without such a move must pass; otherwise passing is not allowed. "
                "When neither side can move, the side with more discs wins, and empty squares count for the winner.",
            .options = {{.name = "size",
                         .sentence = "The number of rows and columns.",
                         .kind = OptionRow::Kind::integer,
                         .fallback = "8",
                         .choices = {"8", "4", "6"}}}};
  }

  static Position start(const OptionValues& values) {
    Position position(values);
    const int middle = position.size_ / 2;
    position.enemy_ = bit({middle - 1, middle - 1}) | bit({middle, middle});
    position.own_ = bit({middle - 1, middle}) | bit({middle, middle - 1});
    return position;
  }

  static Position parse(const OptionValues& values, std::string_view text) {
    Position position(values);
    const PositionText fields(text);
    fields.expect_all_taken();
    read_stones(fields.board(), position.size_, [&position](Cell cell, Color color) {
      (color == Color::black ? position.own_ : position.enemy_) |= bit(cell);
    });
    if (fields.turn() == Color::white) position.change_sides();
    return position;
  }

  [[nodiscard]] std::string to_text() const {
    return write_rows(size_, size_,
                      [this](Cell cell) -> std::string {
                        if ((black() & bit(cell)) != 0) return "x";
                        return (white() & bit(cell)) != 0 ? "o" : ".";
                      }) +
           " " + std::string(letter(turn_));
  }

  [[nodiscard]] Color turn() const { return turn_; }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] std::uint64_t black() const { return turn_ == Color::black ? own_ : enemy_; }
  [[nodiscard]] std::uint64_t white() const { return turn_ == Color::black ? enemy_ : own_; }
  [[nodiscard]] std::uint64_t empties() const { return board() & ~(own_ | enemy_); }

  void moves(MoveList& out) const {
    out.clear();
    std::uint64_t squares = own_moves();
    if (squares == 0 && enemy_moves() != 0) out.push_back(pass);
    for (; squares != 0; squares &= squares - 1) out.push_back(static_cast<Move>(std::countr_zero(squares)));
  }

  // The length of that list, without making it.
  [[nodiscard]] std::size_t count_moves() const {
    const std::uint64_t squares = own_moves();
    if (squares != 0) return static_cast<std::size_t>(std::popcount(squares));
    return enemy_moves() != 0 ? 1 : 0;
  }

  void play(Move move) {
    if (move != pass) {
      const std::uint64_t flipped = flips(move, own_, enemy_);
      own_ |= flipped | (1ULL << move);
      enemy_ &= ~flipped;
    }
    change_sides();
  }

  [[nodiscard]] std::optional<Result> result() const {
    if (own_moves() != 0 || enemy_moves() != 0) return std::nullopt;
    int black_score = std::popcount(black());
    int white_score = std::popcount(white());
    const int empty = std::popcount(empties());
    if (black_score > white_score) black_score += empty;
    if (white_score > black_score) white_score += empty;
    return counted(empty == 0 ? Ending::full_board : Ending::no_moves, black_score, white_score);
  }

  [[nodiscard]] static std::optional<Result> stuck() { return std::nullopt; }

  [[nodiscard]] std::uint64_t key() const {
    return mix(black() + golden_step) ^ mix(mix(white()) + 2 * golden_step) ^ turn_key(turn_);
  }
  [[nodiscard]] static Repetition repetition() { return Repetition::allowed; }
  [[nodiscard]] std::uint64_t repetition_key() const { return key(); }

  [[nodiscard]] static bool is_pass(Move move) { return move == pass; }
  [[nodiscard]] std::string move_text(Move move) const { return move == pass ? "pass" : label(move); }

  [[nodiscard]] Reading read_move(std::string_view text) const {
    return read_placement(text, labels, size_, pass,
                          [](Cell cell) { return static_cast<Move>(cell.row * 8 + cell.column); });
  }

  [[nodiscard]] std::optional<Refusal> refuse(Move move) const {
    const std::uint64_t squares = own_moves();
    if (move == pass) {
      if (squares == 0) return std::nullopt;
      return Refusal{"must_not_pass", {}};
    }
    const std::uint64_t square = 1ULL << move;
    if (((own_ | enemy_) & square) != 0) return Refusal{"occupied", {{"point", label(move)}}};
    if (squares == 0) return Refusal{"must_pass", {}};
    if ((squares & square) == 0) return Refusal{"no_flip", {{"point", label(move)}}};
    return std::nullopt;
  }

  [[nodiscard]] Shape shape() const { return labels.shape(false, size_, size_); }
  [[nodiscard]] std::vector<Piece> pieces() const {
    std::vector<Piece> list;
    for (std::uint64_t left = own_ | enemy_; left != 0; left &= left - 1) {
      const auto square = static_cast<Move>(std::countr_zero(left));
      list.push_back({label(square), ((black() >> square) & 1) != 0 ? Color::black : Color::white, "disc"});
    }
    return list;
  }
  [[nodiscard]] static std::vector<HandPiece> hands() { return {}; }
  [[nodiscard]] static std::vector<Mark> marks() { return {}; }
  [[nodiscard]] MoveParts parts(Move move) const {
    if (move == pass) return {.from = "", .to = "", .kind = "pass", .piece = ""};
    return {.from = "", .to = label(move), .kind = "place", .piece = "disc"};
  }
  [[nodiscard]] std::optional<Score> score() const {
    return Score{static_cast<double>(std::popcount(black())), static_cast<double>(std::popcount(white())), "discs"};
  }

 private:
  explicit Position(const OptionValues& values)
      : size_(static_cast<std::uint8_t>(std::stoi(sizes[choice_option(values, "size", sizes)]))) {}

  static const inline std::vector<std::string> sizes{"8", "4", "6"};

  static constexpr std::uint64_t bit(Cell cell) { return 1ULL << (cell.row * 8 + cell.column); }
  [[nodiscard]] std::string label(Move square) const { return labels.point({square / 8, square % 8}, size_); }

  [[nodiscard]] std::uint64_t board() const {
    if (size_ == 8) return ~0ULL;
    return size_ == 6 ? 0x00003f3f3f3f3f3fULL : 0x000000000f0f0f0fULL;
  }
  [[nodiscard]] std::uint64_t own_moves() const { return mobility(own_, enemy_) & board(); }
  [[nodiscard]] std::uint64_t enemy_moves() const { return mobility(enemy_, own_) & board(); }

  void change_sides() {
    std::swap(own_, enemy_);
    turn_ = other(turn_);
  }

  std::uint64_t own_ = 0;  // of the side to move
  std::uint64_t enemy_ = 0;
  Color turn_ = Color::black;
  std::uint8_t size_;
};

}  // namespace plyground::othello
