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
#include "core/random.hpp"
#include "core/text.hpp"
#include "core/view.hpp"
#include "games/nearest.hpp"
#include "games/stones.hpp"

namespace plyground::robogo {

inline constexpr int max_size = 19;
inline constexpr Move pass = 0;

struct Settings {
  std::uint8_t size;
  std::uint8_t line;
  bool captures;
  bool simple_ko;
  bool may_pass;

  explicit Settings(const OptionValues& values)
      : size(static_cast<std::uint8_t>(integer_option(values, "size", 3, max_size))),
        line(static_cast<std::uint8_t>(integer_option(values, "line", 3, max_size))),
        captures(choice_option(values, "captures", {"yes", "no"}) == 0),
        simple_ko(choice_option(values, "ko", {"positional", "simple"}) == 1),
        may_pass(choice_option(values, "pass", {"yes", "no"}) == 0) {}
};

GameInfo describe();

// A move is a point of the grid, or the pass.
template <int Capacity>
class Position {
 public:
  using Board = Grid<Capacity>;
  using MoveList = plyground::MoveList<static_cast<std::size_t>(Capacity* Capacity + 1)>;
  static constexpr bool finished_counts = false;
  static constexpr bool counts_margin = false;

  static GameInfo info() { return describe(); }
  static Position start(const OptionValues& values) { return Position{Settings(values)}; }

  static Position parse(const OptionValues& values, std::string_view text) {
    Position position{Settings(values)};
    PositionText fields(text);
    position.turn_ = fields.turn();
    read_board(position.stones_, fields.board(), position.settings_.size, position.settings_.captures);
    if (position.settings_.may_pass) {
      position.passes_ = static_cast<std::uint8_t>(read_number(fields.take("passes", "0"), 0, 2, "The word passes="));
    }
    if (position.settings_.captures) {
      position.ko_ = static_cast<Move>(read_ko(position.stones_, fields.take("ko", ""), position.settings_.size));
    }
    fields.expect_all_taken();
    position.find_winner();
    return position;
  }

  [[nodiscard]] std::string to_text() const {
    std::string text = write_board(stones_, settings_.size) + " " + std::string(letter(turn_));
    if (passes_ > 0) text += " passes=" + std::to_string(passes_);
    if (ko_ != 0) text += " ko=" + label(ko_);
    return text;
  }

  [[nodiscard]] Color turn() const { return turn_; }
  [[nodiscard]] const Settings& settings() const { return settings_; }
  [[nodiscard]] const Stones<Capacity>& stones() const { return stones_; }

  // Nearest first: points that touch stones, then those one jump away, then two, up to a third of the board's width.
  // Farther points are left out. On the empty board the centre is enough.
  void order(MoveList& moves) const {
    const auto occupied = stones_.plane(Color::black) | stones_.plane(Color::white);
    nearest_first<Board>(moves, occupied, settings_.size, occupied.any() ? std::max(1, settings_.size / 3) : 0);
  }

  [[nodiscard]] bool legal(Move move) const {
    if (move == pass) return settings_.may_pass;
    if (!stones_.is_empty(move) || move == ko_) return false;
    return !settings_.captures || !stones_.is_suicide(move, turn_);
  }

  void moves(MoveList& out) const {
    out.clear();
    if (is_over()) return;
    stones_.empties().for_each([&](std::size_t point) {
      if (legal(static_cast<Move>(point))) out.push_back(static_cast<Move>(point));
    });
    if (settings_.may_pass) out.push_back(pass);
  }

  // One of the empty points or, where it is allowed, the pass; each as likely.
  [[nodiscard]] Move sample(Random& random) const {
    const int empties = stones_.empties().count();
    const int choices = empties + (settings_.may_pass ? 1 : 0);
    const auto choice = static_cast<int>(random.below(static_cast<std::uint32_t>(choices)));
    return choice == empties ? pass : static_cast<Move>(stones_.empties().select(choice));
  }

  void play(Move move) {
    ko_ = 0;
    if (move == pass) {
      ++passes_;
    } else {
      passes_ = 0;
      place(move);
      if (makes_line(move)) winner_ = turn_;
    }
    turn_ = other(turn_);
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

  [[nodiscard]] std::uint64_t key() const {
    return stones_.hash() ^ turn_key(turn_) ^ fact_key(1, ko_) ^ fact_key(2, passes_);
  }
  [[nodiscard]] Repetition repetition() const {
    if (!settings_.captures) return Repetition::allowed;  // boards only fill up
    return settings_.simple_ko ? Repetition::simple_ko : Repetition::superko;
  }
  [[nodiscard]] std::uint64_t repetition_key() const { return stones_.hash() ^ side_key(turn_); }
  // Do boards return so often that a search should not forget the way it came?
  [[nodiscard]] bool past_matters() const { return settings_.captures && settings_.size <= 3; }
  [[nodiscard]] bool may_repeat(Move move) const { return move != pass && stones_.was_vacated(move); }
  [[nodiscard]] std::uint64_t repetition_key_after(Move move) const {
    return stones_.hash_after(move, turn_) ^ side_key(other(turn_));
  }

  [[nodiscard]] static bool is_pass(Move move) { return move == pass; }
  [[nodiscard]] std::string move_text(Move move) const { return move == pass ? "pass" : label(move); }
  [[nodiscard]] Reading read_move(std::string_view text) const {
    return read_placement(text, go_labels, settings_.size, pass,
                          [](Cell cell) { return static_cast<Move>(Board::point(cell)); });
  }
  [[nodiscard]] std::optional<Refusal> refuse(Move move) const {
    if (move == pass) {
      if (settings_.may_pass) return std::nullopt;
      return Refusal{"must_not_pass", {}};
    }
    if (!stones_.is_empty(move)) return Refusal{"occupied", {{"point", label(move)}}};
    if (settings_.captures && stones_.is_suicide(move, turn_)) return Refusal{"suicide", {{"point", label(move)}}};
    if (move == ko_) return Refusal{"ko", {{"move", label(move)}}};
    return std::nullopt;
  }

  [[nodiscard]] Shape shape() const { return go_labels.shape(true, settings_.size, settings_.size); }
  [[nodiscard]] std::vector<Piece> pieces() const { return stone_pieces(stones_, settings_.size); }
  [[nodiscard]] static std::vector<HandPiece> hands() { return {}; }
  [[nodiscard]] std::vector<Mark> marks() const {
    std::vector<Mark> marks = star_marks(settings_.size);
    if (ko_ != 0) marks.push_back({"ko", {label(ko_)}});
    if (winner_) marks.push_back({"line", winning_stones()});
    return marks;
  }
  [[nodiscard]] MoveParts parts(Move move) const {
    if (move == pass) return {.from = "", .to = "", .kind = "pass", .piece = ""};
    return {.from = "", .to = label(move), .kind = "place", .piece = "stone"};
  }

  // Each side's longest line.
  [[nodiscard]] std::optional<Score> score() const {
    std::array<int, 2> longest{};
    for_each_stone([&](std::size_t point, Color color) {
      longest[index(color)] = std::max(longest[index(color)], longest_run(point, color));
    });
    return Score{static_cast<double>(longest[0]), static_cast<double>(longest[1]), "in a row"};
  }

 private:
  explicit Position(const Settings& settings) : settings_(settings), stones_(settings.size) {}

  [[nodiscard]] bool is_over() const { return winner_.has_value() || passes_ == 2; }
  [[nodiscard]] std::string label(std::size_t point) const {
    return go_labels.point(Board::cell(point), settings_.size);
  }
  [[nodiscard]] std::uint64_t side_key(Color turn) const { return settings_.simple_ko ? turn_key(turn) : 0; }

  void place(Move move) {
    if (!settings_.captures) {
      stones_.put(move, turn_);
      return;
    }
    const auto placed = stones_.place(move, turn_);
    if (placed.captured == 1 && stones_.is_lone_with_one_liberty(move)) ko_ = static_cast<Move>(placed.captured_at);
  }

  [[nodiscard]] int run(std::size_t point, Color color, int by) const {
    return run_through(point, by, [&](std::size_t at) { return stones_.is(at, color); });
  }
  [[nodiscard]] int longest_run(std::size_t point, Color color) const {
    return std::max(run(point, color, 1), run(point, color, Board::stride));
  }
  [[nodiscard]] bool makes_line(std::size_t point) const { return longest_run(point, turn_) >= settings_.line; }

  template <class Visit>
  void for_each_stone(Visit visit) const {
    Board::for_each_point(settings_.size, [&](std::size_t point) {
      if (const auto color = stones_.at(point)) visit(point, *color);
    });
  }

  // For a position from text, which may show a finished game.
  void find_winner() {
    for_each_stone([&](std::size_t point, Color color) {
      if (longest_run(point, color) < settings_.line) return;
      if (winner_ && *winner_ != color) reject("Both sides have a line of " + std::to_string(settings_.line) + ".");
      winner_ = color;
    });
  }

  [[nodiscard]] std::vector<std::string> winning_stones() const {
    std::vector<std::string> labels;
    for_each_stone([&](std::size_t point, Color color) {
      if (color == *winner_ && longest_run(point, color) >= settings_.line) labels.push_back(label(point));
    });
    return labels;
  }

  Settings settings_;
  Stones<Capacity> stones_;
  Move ko_ = 0;
  std::uint8_t passes_ = 0;
  Color turn_ = Color::black;
  std::optional<Color> winner_;
};

inline GameInfo describe() {
  using Kind = OptionRow::Kind;
  return {.name = "robogo",
          .title = "Robogo",
          .rules =
              "Black and white take turns to put a stone on an empty crossing, or pass. As in Go, a group of "
              "stones without an empty point next to it is captured and taken off, no move may leave one's own "
              "group that way, and no earlier board may come back. The first to have five stones in a row, "
              "or as many as the option line says, along a row or a column but not diagonally, wins. Two passes in a "
              "row make a draw.",
          .options = {{.name = "size",
                       .sentence = "Lines of the board each way.",
                       .kind = Kind::integer,
                       .fallback = "9",
                       .low = 3,
                       .high = max_size},
                      {.name = "line",
                       .sentence = "Stones in a row that win.",
                       .kind = Kind::integer,
                       .fallback = "5",
                       .low = 3,
                       .high = max_size},
                      {.name = "captures",
                       .sentence = "Are groups without liberties taken off?",
                       .fallback = "yes",
                       .choices = {"yes", "no"}},
                      {.name = "ko",
                       .sentence = "No board twice, or only no immediate retaking.",
                       .fallback = "positional",
                       .choices = {"positional", "simple"}},
                      {.name = "pass", .sentence = "May one pass?", .fallback = "yes", .choices = {"yes", "no"}}}};
}

}  // namespace plyground::robogo
