// The rules of Gomoku, including renju. README.md has them in prose.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/bits.hpp"
#include "core/game.hpp"
#include "core/grid.hpp"
#include "core/plane.hpp"
#include "core/random.hpp"
#include "core/text.hpp"
#include "core/view.hpp"
#include "games/gomoku/renju.hpp"
#include "games/nearest.hpp"
#include "games/stretches.hpp"

namespace plyground::gomoku {

// A move is a point of the grid. Passing is illegal, but a text may contain a pass; index 0 is never on the board.
inline constexpr Move pass = 0;
inline constexpr Labels labels{.first_row_at_bottom = true};

enum class Rule : std::uint8_t { freestyle, exact, renju };

class Position {
 public:
  static constexpr int min_size = 3;
  static constexpr int max_size = 20;
  static constexpr std::size_t max_moves = std::size_t{max_size} * max_size;
  using MoveList = plyground::MoveList<max_moves>;
  static constexpr bool finished_counts = false;
  static constexpr bool counts_margin = false;

  static GameInfo info() {
    return {
        .name = "gomoku",
        .title = "Gomoku",
        .rules =
            "Black and White take turns to place a stone on an empty point. The first player with five stones in an "
            "unbroken line (or the number in the option line), horizontally, vertically or diagonally, wins. Stones "
            "are never removed, and a full board is a draw. With the rule freestyle, longer lines win too; with exact, "
            "they do not. In renju, White plays freestyle. Black wins with exactly five and, unless the move makes "
            "five, may not make six or more in a line, two fours at once or two open threes at once.",
        .options = {{.name = "size",
                     .sentence = "The number of rows and columns.",
                     .kind = OptionRow::Kind::integer,
                     .fallback = "15",
                     .low = min_size,
                     .high = max_size},
                    {.name = "line",
                     .sentence = "The number of stones in a line that wins; renju needs 5.",
                     .kind = OptionRow::Kind::integer,
                     .fallback = "5",
                     .low = 3,
                     .high = max_size},
                    {.name = "rule",
                     .sentence = "Which lines win, and which moves are forbidden for Black.",
                     .kind = OptionRow::Kind::choice,
                     .fallback = "freestyle",
                     .choices = rules}}};
  }

  static Position start(const OptionValues& values) { return Position(values); }

  static Position parse(const OptionValues& values, std::string_view text) {
    Position position(values);
    const PositionText fields(text);
    fields.expect_all_taken();
    read_stones(fields.board(), position.size_,
                [&position](Cell cell, Color color) { position.put(Board::point(cell), color); });
    position.turn_ = fields.turn();
    position.find_winner();
    return position;
  }

  [[nodiscard]] std::string to_text() const {
    return write_rows(size_, size_,
                      [this](Cell cell) -> std::string {
                        const auto owner = stone_at(Board::point(cell));
                        if (!owner) return ".";
                        return *owner == Color::black ? "x" : "o";
                      }) +
           " " + std::string(letter(turn_));
  }

  [[nodiscard]] Color turn() const { return turn_; }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] int line() const { return line_; }
  [[nodiscard]] Rule rule() const { return rule_; }
  [[nodiscard]] const Points& stones(Color color) const { return stones_[index(color)]; }
  // Whether overlong lines do not win for this side.
  [[nodiscard]] bool needs_exact_line(Color color) const {
    return rule_ == Rule::exact || (rule_ == Rule::renju && color == Color::black);
  }

  // Nearest to a stone first; on the empty board nearest to the centre.
  void order(MoveList& moves) const {
    nearest_first<Board>(moves, Plane(stones(Color::black)) | Plane(stones(Color::white)), size_, size_);
  }

  void moves(MoveList& out) const {
    out.clear();
    if (winner_) return;
    Board::for_each_point(size_, [this, &out](std::size_t point) {
      if (is_empty(point)) out.push_back(static_cast<Move>(point));
    });
    if (!black_is_bound()) return;
    auto judge = this->judge();
    out.remove_if([&judge](Move move) { return judge(move) != renju::Verdict::allowed; });
  }

  // The length of that list, without making it if no move is forbidden.
  [[nodiscard]] std::size_t count_moves() const {
    if (winner_) return 0;
    if (!black_is_bound()) return empties_;
    MoveList list;
    moves(list);
    return list.size();
  }

  // Any point of the board, for random play: row and column each take half of one random number.
  [[nodiscard]] Move sample(Random& random) const {
    const std::uint64_t bits = random.next();
    const std::uint64_t row = ((bits >> 32) * size_) >> 32;
    const std::uint64_t column = ((bits & 0xffffffffULL) * size_) >> 32;
    return static_cast<Move>(Board::point({static_cast<int>(row), static_cast<int>(column)}));
  }
  [[nodiscard]] bool legal(Move move) const {
    return is_empty(move) && (!black_is_bound() || judge()(move) == renju::Verdict::allowed);
  }

  void play(Move move) {
    put(move, turn_);
    if (makes_line(move, turn_)) winner_ = turn_;
    turn_ = other(turn_);
  }

  [[nodiscard]] std::optional<Result> result() const {
    if (winner_) {
      return Result{.winner = winner_, .ending = Ending::line, .margin = {}, .line = line_};
    }
    if (empties_ == 0) return draw(Ending::full_board);
    return std::nullopt;
  }

  // Only the forbidden moves of renju can leave empty points without a legal move.
  [[nodiscard]] std::optional<Result> stuck() const {
    if (!black_is_bound()) return std::nullopt;
    return draw(Ending::no_moves);
  }

  [[nodiscard]] std::uint64_t key() const { return key_ ^ turn_key(turn_); }
  [[nodiscard]] static Repetition repetition() { return Repetition::allowed; }
  [[nodiscard]] std::uint64_t repetition_key() const { return key(); }

  [[nodiscard]] static bool is_pass(Move move) { return move == pass; }
  [[nodiscard]] std::string move_text(Move move) const { return move == pass ? "pass" : label(move); }

  [[nodiscard]] Reading read_move(std::string_view text) const {
    return read_placement(text, labels, size_, pass, [](Cell cell) { return static_cast<Move>(Board::point(cell)); });
  }

  [[nodiscard]] std::optional<Refusal> refuse(Move move) const {
    if (move == pass) return Refusal{"must_not_pass", {}};
    if (!is_empty(move)) return Refusal{"occupied", {{"point", label(move)}}};
    if (!black_is_bound()) return std::nullopt;
    switch (judge()(move)) {
      case renju::Verdict::overline:
        return Refusal{"forbidden_overline", {{"point", label(move)}}};
      case renju::Verdict::double_four:
        return Refusal{"forbidden_double_four", {{"point", label(move)}}};
      case renju::Verdict::double_three:
        return Refusal{"forbidden_double_three", {{"point", label(move)}}};
      case renju::Verdict::allowed:
        break;
    }
    return std::nullopt;
  }

  [[nodiscard]] Shape shape() const { return labels.shape(true, size_, size_); }
  [[nodiscard]] std::vector<Piece> pieces() const {
    std::vector<Piece> list;
    Board::for_each_point(size_, [this, &list](std::size_t point) {
      if (const auto owner = stone_at(point)) list.push_back({label(point), *owner, "stone"});
    });
    return list;
  }
  [[nodiscard]] static std::vector<HandPiece> hands() { return {}; }
  [[nodiscard]] std::vector<Mark> marks() const {
    std::vector<Mark> list;
    add_mark(list, "star", [this](std::size_t point) { return is_star(Board::cell(point)); });
    if (winner_) {
      add_mark(list, "line",
               [this](std::size_t point) { return stones(*winner_).test(point) && makes_line(point, *winner_); });
    } else if (black_is_bound()) {
      auto judge = this->judge();
      add_mark(list, "forbidden", [this, &judge](std::size_t point) {
        return is_empty(point) && judge(point) != renju::Verdict::allowed;
      });
    }
    return list;
  }
  [[nodiscard]] MoveParts parts(Move move) const {
    if (move == pass) return {.from = "", .to = "", .kind = "pass", .piece = ""};
    return {.from = "", .to = label(move), .kind = "place", .piece = "stone"};
  }
  [[nodiscard]] static std::optional<Score> score() { return std::nullopt; }
  [[nodiscard]] std::vector<std::vector<std::string>> winning_sets() const {
    if (rule_ == Rule::renju) return {};
    return stretches(size_, line_, std::array{Cell{0, 1}, Cell{1, 0}, Cell{1, 1}, Cell{1, -1}},
                     [this](Cell cell) { return label(Board::point(cell)); });
  }

 private:
  explicit Position(const OptionValues& values)
      : size_(static_cast<std::uint8_t>(integer_option(values, "size", min_size, max_size))),
        line_(static_cast<std::uint8_t>(integer_option(values, "line", 3, max_size))),
        rule_(static_cast<Rule>(choice_option(values, "rule", rules))) {
    if (rule_ == Rule::renju && line_ != 5) {
      reject("With rule=renju, the option line must be 5, not " + std::to_string(line_) + ".");
    }
    empties_ = static_cast<std::uint16_t>(size_ * size_);
  }

  static const inline std::vector<std::string> rules{"freestyle", "exact", "renju"};

  [[nodiscard]] std::string label(std::size_t point) const { return labels.point(Board::cell(point), size_); }
  [[nodiscard]] bool is_empty(std::size_t point) const { return !stones_[0].test(point) && !stones_[1].test(point); }
  [[nodiscard]] std::optional<Color> stone_at(std::size_t point) const {
    if (stones(Color::black).test(point)) return Color::black;
    if (stones(Color::white).test(point)) return Color::white;
    return std::nullopt;
  }

  // Whether some moves are forbidden to the side to move.
  [[nodiscard]] bool black_is_bound() const { return rule_ == Rule::renju && turn_ == Color::black; }
  [[nodiscard]] renju::Judge judge() const { return {stones(Color::black), stones(Color::white), size_}; }

  void put(std::size_t point, Color color) {
    stones_[index(color)].set(point);
    key_ ^= stone_key(point, color);
    --empties_;
  }

  [[nodiscard]] bool wins(int run, Color color) const { return needs_exact_line(color) ? run == line_ : run >= line_; }

  // Whether the stone on this point is part of a winning line.
  [[nodiscard]] bool makes_line(std::size_t point, Color color) const {
    const Points& own = stones(color);
    const auto owned = [&own](std::size_t at) { return has(own, at); };
    for (unsigned left = worth_walking(own, point); left != 0; left &= left - 1) {
      const Direction direction = directions[static_cast<std::size_t>(std::countr_zero(left))];
      if (wins(run_through(point, direction.step(), owned), color)) return true;
    }
    return false;
  }

  // The directions, as bits, in which a quick test does not exclude a winning line through the point. A line of four or
  // more contains both of the next two points on at least one side. This test has no branches, so it is faster than
  // walking.
  [[nodiscard]] unsigned worth_walking(const Points& own, std::size_t point) const {
    if (line_ < 4) return (1U << directions.size()) - 1;
    unsigned worth = 0;
    for (unsigned d = 0; d < directions.size(); ++d) {
      const int by = directions[d].step();
      const auto at = [&own, point](int step) { return static_cast<unsigned>(has(own, Board::step(point, step))); };
      worth |= ((at(by) & at(2 * by)) | (at(-by) & at(-2 * by))) << d;
    }
    return worth;
  }

  // Two steps up from the first row lead below index 0. There, and beyond the last row, the remainder is an index
  // without a stone.
  static bool has(const Points& stones, std::size_t at) { return stones.test(at % indexes); }

  // A text may describe a finished game: the winner is the side with a winning line.
  void find_winner() {
    std::array<bool, 2> won{};
    for (const Color color : {Color::black, Color::white}) {
      stones(color).for_each([&](std::size_t point) {
        if (makes_line(point, color)) won[index(color)] = true;
      });
      if (won[index(color)]) winner_ = color;
    }
    if (won[0] && won[1]) {
      reject("Both sides have a winning line, but the game ends with the first winning line.");
    }
  }

  [[nodiscard]] bool is_star(Cell cell) const {
    if (size_ != 15 && size_ != 19) return false;
    const int middle = size_ / 2;
    const auto is_edge = [this](int at) { return at == 3 || at == size_ - 4; };
    if (is_edge(cell.row) && is_edge(cell.column)) return true;
    if (size_ == 15) return cell == Cell{middle, middle};
    return (is_edge(cell.row) || cell.row == middle) && (is_edge(cell.column) || cell.column == middle);
  }

  template <class Shown>
  void add_mark(std::vector<Mark>& list, const std::string& kind, Shown shown) const {
    Mark mark{.kind = kind, .at = {}};
    Board::for_each_point(size_, [&](std::size_t point) {
      if (shown(point)) mark.at.push_back(label(point));
    });
    if (!mark.at.empty()) list.push_back(mark);
  }

  std::array<Points, 2> stones_;
  std::uint64_t key_ = 0;
  std::uint16_t empties_ = 0;
  std::uint8_t size_;
  std::uint8_t line_;
  Rule rule_;
  Color turn_ = Color::black;
  std::optional<Color> winner_;
};

}  // namespace plyground::gomoku
