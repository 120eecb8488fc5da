// The rules of Connect Four. README.md beside this file has them in prose.
#pragma once

#include <bit>
#include <cstddef>
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
#include "games/connect_four/board.hpp"

namespace plyground::connect_four {

// A move is a column, counted from the left. Passing is illegal, but a text may contain a pass.
inline constexpr Move pass = max_columns;
inline constexpr Labels labels{.first_row_at_bottom = true};

class Position {
 public:
  using MoveList = plyground::MoveList<max_columns>;
  static constexpr bool finished_counts = false;
  static constexpr bool counts_margin = false;

  static GameInfo info() {
    return {.name = "connect_four",
            .title = "Connect Four",
            .rules =
                "Black and White take turns to drop a disc into a column of an upright board. It falls to the lowest "
                "empty square. The first player with four discs in an unbroken line (or the number in the option "
                "line), horizontally, vertically or diagonally, wins. A full board without a line is a draw.",
            .options = {integer("columns", "The number of columns.", 7, min_columns, max_columns),
                        integer("rows", "The number of rows.", 6, min_rows, max_rows),
                        integer("line", "The number of discs in a line that wins.", 4, min_line, max_line)}};
  }

  static Position start(const OptionValues& values) { return Position(values); }

  static Position parse(const OptionValues& values, std::string_view text) {
    Position position(values);
    const PositionText fields(text);
    fields.expect_all_taken();
    const AnyBoard& board = position.board_;
    read_stones(fields.board(), board.rows, board.columns, [&position](Cell cell, Color color) {
      (color == Color::black ? position.own_ : position.enemy_) |= bit(position.board_, cell);
    });
    position.expect_possible();
    if (fields.turn() == Color::white) position.change_sides();
    return position;
  }

  [[nodiscard]] std::string to_text() const {
    return write_rows(board_.rows, board_.columns,
                      [this](Cell cell) -> std::string {
                        if ((black() & bit(board_, cell)) != 0) return "x";
                        return (white() & bit(board_, cell)) != 0 ? "o" : ".";
                      }) +
           " " + std::string(letter(turn_));
  }

  [[nodiscard]] Color turn() const { return turn_; }
  [[nodiscard]] const AnyBoard& board() const { return board_; }
  [[nodiscard]] Squares own() const { return own_; }
  [[nodiscard]] Squares enemy() const { return enemy_; }
  [[nodiscard]] Squares taken() const { return own_ | enemy_; }
  [[nodiscard]] Squares black() const { return turn_ == Color::black ? own_ : enemy_; }
  [[nodiscard]] Squares white() const { return turn_ == Color::black ? enemy_ : own_; }
  [[nodiscard]] Squares discs(Color color) const { return color == Color::black ? black() : white(); }
  [[nodiscard]] int count_empties() const { return count_squares(board_) - std::popcount(taken()); }

  void moves(MoveList& out) const {
    out.clear();
    if (is_won()) return;
    for (int column = 0; column < board_.columns; ++column) {
      if (legal(static_cast<Move>(column))) out.push_back(static_cast<Move>(column));
    }
  }
  [[nodiscard]] std::size_t count_moves() const {
    return is_won() ? 0 : static_cast<std::size_t>(std::popcount(landing(board_, taken())));
  }

  // The middle columns first.
  void order(MoveList& moves) const {
    moves.stable_sort_by([this](Move move) { return distance_to_middle(move); });
  }

  // Any column, for random play.
  [[nodiscard]] Move sample(Random& random) const {
    return static_cast<Move>(random.below(static_cast<std::uint32_t>(board_.columns)));
  }
  [[nodiscard]] bool legal(Move move) const {
    return (taken() & (1ULL << (move * stride(board_) + board_.rows - 1))) == 0;
  }

  void play(Move move) {
    own_ |= landing_square(move);
    change_sides();
  }

  [[nodiscard]] std::optional<Result> result() const {
    for (const Color color : {Color::black, Color::white}) {
      if (!has_line(board_, discs(color))) continue;
      return Result{.winner = color, .ending = Ending::line, .margin = {}, .line = board_.line};
    }
    if (taken() == all_squares(board_)) return draw(Ending::full_board);
    return std::nullopt;
  }
  [[nodiscard]] static std::optional<Result> stuck() { return std::nullopt; }

  [[nodiscard]] std::uint64_t key() const {
    return mix(black() + golden_step) ^ mix(mix(white()) + 2 * golden_step) ^ turn_key(turn_);
  }
  [[nodiscard]] static Repetition repetition() { return Repetition::allowed; }
  [[nodiscard]] std::uint64_t repetition_key() const { return key(); }

  [[nodiscard]] static bool is_pass(Move move) { return move == pass; }
  [[nodiscard]] static std::string move_text(Move move) { return move == pass ? "pass" : labels.column(move); }

  // A text names a column by its letter, by any of its squares or, as many people write it, by its number from 1.
  [[nodiscard]] Reading read_move(std::string_view text) const {
    const std::string_view word = trimmed(text);
    if (equals_ignoring_case(word, "pass")) return pass;
    const bool is_label = !word.empty() && label_length(word) == word.size();
    const bool is_column = word.size() == 1 && (is_letter(word[0]) || is_digit(word[0]));
    if (!is_label && !is_column) return Refusal{"unreadable", {}};
    const auto column = is_label ? column_of_square(word) : column_of_name(word[0]);
    if (!column) return Refusal{"off_board", {{"point", std::string(word.substr(0, 8))}}};
    return static_cast<Move>(*column);
  }

  [[nodiscard]] std::optional<Refusal> refuse(Move move) const {
    if (move == pass) return Refusal{"must_not_pass", {}};
    if (!legal(move)) return Refusal{"column_full", {{"column", labels.column(move)}}};
    return std::nullopt;
  }

  [[nodiscard]] Shape shape() const {
    Shape shape = labels.shape(false, board_.rows, board_.columns);
    shape.holes = true;
    return shape;
  }
  [[nodiscard]] std::vector<Piece> pieces() const {
    std::vector<Piece> list;
    for_each_square([&](Cell cell, Squares square) {
      if ((taken() & square) == 0) return;
      list.push_back({label(cell), (black() & square) != 0 ? Color::black : Color::white, "disc"});
    });
    return list;
  }
  [[nodiscard]] static std::vector<HandPiece> hands() { return {}; }
  [[nodiscard]] std::vector<Mark> marks() const {
    const Squares won = lines(board_, own_) | lines(board_, enemy_);
    if (won == 0) return {};
    return {{.kind = "line", .at = labels_of(won)}};
  }
  [[nodiscard]] MoveParts parts(Move move) const {
    if (move == pass) return {.from = "", .to = "", .kind = "pass", .piece = ""};
    return {.from = "", .to = labels_of(landing_square(move))[0], .kind = "place", .piece = "disc"};
  }
  [[nodiscard]] static std::optional<Score> score() { return std::nullopt; }

  // The names of squares, rows from the top.
  [[nodiscard]] std::vector<std::string> labels_of(Squares squares) const {
    std::vector<std::string> list;
    for_each_square([&](Cell cell, Squares square) {
      if ((squares & square) != 0) list.push_back(label(cell));
    });
    return list;
  }

  // The square where a disc in this column lands; the column has room.
  [[nodiscard]] Squares landing_square(Move move) const { return landing(board_, taken()) & column_of(board_, move); }
  [[nodiscard]] int distance_to_middle(Move move) const {
    const int twice = 2 * move - (board_.columns - 1);
    return twice < 0 ? -twice : twice;
  }

 private:
  explicit Position(const OptionValues& values)
      : board_(integer_option(values, "columns", min_columns, max_columns),
               integer_option(values, "rows", min_rows, max_rows), integer_option(values, "line", min_line, max_line)) {
  }

  static OptionRow integer(std::string name, std::string sentence, int usual, int low, int high) {
    return {.name = std::move(name),
            .sentence = std::move(sentence),
            .kind = OptionRow::Kind::integer,
            .fallback = std::to_string(usual),
            .low = static_cast<double>(low),
            .high = static_cast<double>(high)};
  }

  [[nodiscard]] std::optional<int> column_of_square(std::string_view square) const {
    const auto cell = labels.cell(square, board_.rows, board_.columns);
    return cell ? std::optional(cell->column) : std::nullopt;
  }
  [[nodiscard]] std::optional<int> column_of_name(char name) const {
    const int column = is_digit(name) ? name - '1' : lower(name) - 'a';
    return column >= 0 && column < board_.columns ? std::optional(column) : std::nullopt;
  }

  template <class Visit>
  void for_each_square(Visit visit) const {
    for (int row = 0; row < board_.rows; ++row) {
      for (int column = 0; column < board_.columns; ++column) {
        const Cell cell{row, column};
        visit(cell, bit(board_, cell));
      }
    }
  }
  [[nodiscard]] std::string label(Cell cell) const { return labels.point(cell, board_.rows); }

  // Only the side that moved last can have made a line, but a text may describe any position.
  [[nodiscard]] bool is_won() const { return has_line(board_, enemy_) || has_line(board_, own_); }

  void expect_possible() const {
    const Squares hanging = taken() & ~((taken() << 1) | board_.feet);
    if (hanging != 0) reject("The disc on " + labels_of(hanging)[0] + " has nothing below it, so it can't be there.");
    if (has_line(board_, own_) && has_line(board_, enemy_)) {
      reject("Both sides have a winning line, but the game ends with the first winning line.");
    }
  }

  void change_sides() {
    std::swap(own_, enemy_);
    turn_ = other(turn_);
  }

  Squares own_ = 0;  // of the side to move
  Squares enemy_ = 0;
  AnyBoard board_;
  Color turn_ = Color::black;
};

}  // namespace plyground::connect_four
