// The rules of Robogo: a line wins, on a board with Go's captures. README.md beside this file has them in prose.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "core/grid.hpp"
#include "core/text.hpp"
#include "core/view.hpp"
#include "games/capture_position.hpp"
#include "games/nearest.hpp"
#include "games/stretches.hpp"

namespace plyground::robogo {

inline constexpr int max_size = 19;
inline constexpr Move pass = pass_move;

struct Settings {
  std::uint8_t size;
  std::uint8_t line;
  bool captures;
  bool simple_ko;
  bool may_pass;
  static constexpr bool suicide = false;
  static constexpr bool situational = false;

  explicit Settings(const OptionValues& values)
      : size(static_cast<std::uint8_t>(integer_option(values, "size", 3, max_size))),
        line(static_cast<std::uint8_t>(integer_option(values, "line", 3, max_size))),
        captures(choice_option(values, "captures", {"yes", "no"}) == 0),
        simple_ko(choice_option(values, "ko", {"positional", "simple"}) == 1),
        may_pass(choice_option(values, "pass", {"yes", "no"}) == 0) {}
};

GameInfo describe();

template <int Capacity>
class Position : public CapturePosition<Capacity, Settings> {
  using Base = CapturePosition<Capacity, Settings>;

 public:
  using typename Base::Board;
  using typename Base::MoveList;
  static constexpr bool counts_margin = false;

  static GameInfo info() { return describe(); }
  static Position start(const OptionValues& values) { return Position{Settings(values)}; }

  static Position parse(const OptionValues& values, std::string_view text) {
    Position position{Settings(values)};
    PositionText fields(text);
    position.read_board(fields);
    position.read_ko(fields);
    fields.expect_all_taken();
    position.find_winner();
    return position;
  }

  [[nodiscard]] std::string to_text() const { return this->board_text() + this->ko_text(); }

  // Nearest first: points adjacent to stones, then those one step away, then two, up to a third of the board's width.
  // Farther points are left out. On the empty board the centre is enough.
  void order(MoveList& moves) const {
    const auto occupied = stones_.plane(Color::black) | stones_.plane(Color::white);
    nearest_first<Board>(moves, occupied, settings_.size, occupied.any() ? std::max(1, settings_.size / 3) : 0);
  }

  void moves(MoveList& out) const {
    out.clear();
    if (!is_over()) this->list_moves(out);
  }

  void play(Move move) {
    const Color mover = turn_;
    this->put_or_pass(move);
    if (move != pass && longest_run(move, mover) >= settings_.line) winner_ = mover;
  }

  [[nodiscard]] std::optional<Result> result() const {
    if (winner_) {
      Result result = win(*winner_, Ending::line);
      result.line = settings_.line;
      return result;
    }
    if (passes_ == 2) return draw(Ending::two_passes);
    if (!settings_.may_pass && stones_.empties().none()) return draw(Ending::full_board);
    return std::nullopt;
  }
  [[nodiscard]] std::optional<Result> stuck() const {
    if (settings_.may_pass || !settings_.captures) return std::nullopt;
    return draw(Ending::no_moves);
  }

  [[nodiscard]] std::vector<Mark> marks() const {
    std::vector<Mark> marks = this->board_marks();
    if (winner_) marks.push_back({"line", winning_stones()});
    return marks;
  }

  [[nodiscard]] std::vector<std::vector<std::string>> winning_sets() const {
    if (settings_.captures) return {};
    return stretches(settings_.size, settings_.line, std::array{Cell{0, 1}, Cell{1, 0}},
                     [this](Cell cell) { return this->label(Board::point(cell)); });
  }

  // The length of each side's longest line.
  [[nodiscard]] std::optional<Score> score() const {
    std::array<int, 2> longest{};
    this->for_each_stone([&](std::size_t point, Color color) {
      longest[index(color)] = std::max(longest[index(color)], longest_run(point, color));
    });
    return Score{static_cast<double>(longest[0]), static_cast<double>(longest[1]), "in a row"};
  }

 private:
  using Base::passes_;
  using Base::settings_;
  using Base::stones_;
  using Base::turn_;

  explicit Position(const Settings& settings) : Base(settings) {}

  [[nodiscard]] bool is_over() const { return winner_.has_value() || passes_ == 2; }

  [[nodiscard]] int run(std::size_t point, Color color, int by) const {
    return run_through(point, by, [&](std::size_t at) { return stones_.is(at, color); });
  }
  [[nodiscard]] int longest_run(std::size_t point, Color color) const {
    return std::max(run(point, color, 1), run(point, color, Board::stride));
  }

  // For a position from text, which may describe a finished game.
  void find_winner() {
    this->for_each_stone([&](std::size_t point, Color color) {
      if (longest_run(point, color) < settings_.line) return;
      if (winner_ && *winner_ != color) {
        reject("Both sides have a line of " + std::to_string(settings_.line) +
               ", but the game ends with the first winning line.");
      }
      winner_ = color;
    });
  }

  [[nodiscard]] std::vector<std::string> winning_stones() const {
    std::vector<std::string> labels;
    this->for_each_stone([&](std::size_t point, Color color) {
      if (color == *winner_ && longest_run(point, color) >= settings_.line) labels.push_back(this->label(point));
    });
    return labels;
  }

  std::optional<Color> winner_;
};

inline GameInfo describe() {
  using Kind = OptionRow::Kind;
  return {
      .name = "robogo",
      .title = "Robogo",
      .rules =
          "Black and White take turns to place a stone on an empty intersection, or pass. As in Go, a group of stones "
          "without an adjacent empty point is captured and removed. You may not leave your own group without one, and "
          "you may not repeat an earlier board. The first player with five stones in a row (or the number in the "
          "option line), horizontally or vertically but not diagonally, wins. Two consecutive passes are a draw.",
      .options = {
          {.name = "size",
           .sentence = "The number of lines of the board in each direction.",
           .kind = Kind::integer,
           .fallback = "9",
           .low = 3,
           .high = max_size},
          {.name = "line",
           .sentence = "The number of stones in a row that wins.",
           .kind = Kind::integer,
           .fallback = "5",
           .low = 3,
           .high = max_size},
          {.name = "captures",
           .sentence = "Whether groups without liberties are captured.",
           .fallback = "yes",
           .choices = {"yes", "no"}},
          {.name = "ko",
           .sentence = "Forbid every repeated board, or only immediate recapture.",
           .fallback = "positional",
           .choices = {"positional", "simple"}},
          {.name = "pass", .sentence = "Whether players may pass.", .fallback = "yes", .choices = {"yes", "no"}}}};
}

}  // namespace plyground::robogo
