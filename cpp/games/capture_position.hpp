// A position of a game with Go's captures: stones, ko, passes, and their notation. Go and Robogo build on it and add
// their own goals.
#pragma once

#include <concepts>
#include <cstddef>
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
#include "games/stones.hpp"

namespace plyground {

// A move is a point of the grid, or the pass: point 0 is border, where no stone stands.
inline constexpr Move pass_move = 0;

// The options in which the rules of such games differ. A game without the choice has a constant of that name.
template <class S>
concept CaptureSettings = requires(const S settings) {
  { settings.size } -> std::convertible_to<int>;
  { settings.captures } -> std::convertible_to<bool>;  // whether groups without liberties are captured
  { settings.suicide } -> std::convertible_to<bool>;   // whether suicide is legal
  // only immediate recapture is forbidden, not every earlier board
  { settings.simple_ko } -> std::convertible_to<bool>;
  { settings.situational } -> std::convertible_to<bool>;  // an earlier board counts only with the same side to move
  { settings.may_pass } -> std::convertible_to<bool>;
};

// Capacity is the largest board size of this type, so that small boards use small positions.
template <int Capacity, CaptureSettings Settings>
class CapturePosition {
 public:
  using Board = Grid<Capacity>;
  using MoveList = plyground::MoveList<static_cast<std::size_t>(Capacity* Capacity + 1)>;
  static constexpr bool finished_counts = false;

  [[nodiscard]] Color turn() const { return turn_; }
  [[nodiscard]] const Settings& settings() const { return settings_; }
  [[nodiscard]] const Stones<Capacity>& stones() const { return stones_; }
  [[nodiscard]] Move ko() const { return ko_; }         // the point that ko forbids now; 0: none
  [[nodiscard]] int passes() const { return passes_; }  // consecutive passes just made

  [[nodiscard]] bool legal(Move move) const {
    if (move == pass_move) return settings_.may_pass;
    if (!stones_.is_empty(move) || move == ko_) return false;
    return !is_forbidden_suicide(move);
  }

  // An empty point or, if it is allowed, the pass; all equally likely.
  [[nodiscard]] Move sample(Random& random) const {
    const int empties = stones_.empties().count();
    const int choices = empties + (settings_.may_pass ? 1 : 0);
    const auto choice = static_cast<int>(random.below(static_cast<std::uint32_t>(choices)));
    return choice == empties ? pass_move : static_cast<Move>(stones_.empties().select(choice));
  }

  [[nodiscard]] std::uint64_t key() const {
    return stones_.hash() ^ turn_key(turn_) ^ fact_key(1, ko_) ^ fact_key(2, passes_);
  }
  [[nodiscard]] Repetition repetition() const {
    if (!settings_.captures) return Repetition::allowed;  // without captures, boards only fill up
    return settings_.simple_ko ? Repetition::simple_ko : Repetition::superko;
  }
  [[nodiscard]] std::uint64_t repetition_key() const { return stones_.hash() ^ side_key(turn_); }
  // Whether boards repeat so often that a search must not ignore the path to a position.
  [[nodiscard]] bool past_matters() const { return settings_.captures && (settings_.size <= 3 || settings_.suicide); }
  [[nodiscard]] bool may_repeat(Move move) const {
    if (move == pass_move) return false;
    return stones_.was_vacated(move) || (settings_.suicide && stones_.is_suicide(move, turn_));
  }
  [[nodiscard]] std::uint64_t repetition_key_after(Move move) const {
    return stones_.hash_after(move, turn_) ^ side_key(other(turn_));
  }

  [[nodiscard]] static bool is_pass(Move move) { return move == pass_move; }
  [[nodiscard]] std::string move_text(Move move) const { return move == pass_move ? "pass" : label(move); }
  [[nodiscard]] Reading read_move(std::string_view text) const {
    return read_placement(text, go_labels, settings_.size, pass_move,
                          [](Cell cell) { return static_cast<Move>(Board::point(cell)); });
  }
  [[nodiscard]] std::optional<Refusal> refuse(Move move) const {
    if (move == pass_move) {
      if (settings_.may_pass) return std::nullopt;
      return Refusal{"must_not_pass", {}};
    }
    if (!stones_.is_empty(move)) return Refusal{"occupied", {{"point", label(move)}}};
    if (is_forbidden_suicide(move)) return Refusal{"suicide", {{"point", label(move)}}};
    if (move == ko_) return Refusal{"ko", {{"move", label(move)}}};
    return std::nullopt;
  }

  [[nodiscard]] Shape shape() const { return go_labels.shape(true, settings_.size, settings_.size); }
  [[nodiscard]] std::vector<Piece> pieces() const {
    std::vector<Piece> list;
    for_each_stone([&](std::size_t point, Color color) { list.push_back({label(point), color, "stone"}); });
    return list;
  }
  [[nodiscard]] static std::vector<HandPiece> hands() { return {}; }
  [[nodiscard]] MoveParts parts(Move move) const {
    if (move == pass_move) return {.from = "", .to = "", .kind = "pass", .piece = ""};
    return {.from = "", .to = label(move), .kind = "place", .piece = "stone"};
  }

 protected:
  explicit CapturePosition(const Settings& settings) : settings_(settings), stones_(settings.size) {}

  // The legal moves, if the game goes on.
  void list_moves(MoveList& out) const {
    stones_.empties().for_each([&](std::size_t point) {
      if (legal(static_cast<Move>(point))) out.push_back(static_cast<Move>(point));
    });
    if (settings_.may_pass) out.push_back(pass_move);
  }

  // Places a stone or passes, and changes the turn.
  typename Stones<Capacity>::Placed put_or_pass(Move move) {
    typename Stones<Capacity>::Placed placed;
    ko_ = 0;
    if (move == pass_move) {
      ++passes_;
    } else {
      passes_ = 0;
      placed = put(move);
    }
    turn_ = other(turn_);
    return placed;
  }

  template <class Visit>
  void for_each_stone(Visit visit) const {
    Board::for_each_point(settings_.size, [&](std::size_t point) {
      if (const auto color = stones_.at(point)) visit(point, *color);
    });
  }

  [[nodiscard]] std::string label(std::size_t point) const {
    return go_labels.point(Board::cell(point), settings_.size);
  }

  // The star points, and the point that ko forbids.
  [[nodiscard]] std::vector<Mark> board_marks() const {
    std::vector<Mark> marks = star_marks(settings_.size);
    if (ko_ != 0) marks.push_back({"ko", {label(ko_)}});
    return marks;
  }

  // The beginning of a position's text: the board, the side to move, and the passes just made, if any.
  [[nodiscard]] std::string board_text() const {
    std::string text = write_rows(settings_.size, settings_.size, [&](Cell cell) -> std::string {
      const auto color = stones_.at(Board::point(cell));
      if (!color) return ".";
      return *color == Color::black ? "x" : "o";
    });
    text += " " + std::string(letter(turn_));
    if (passes_ > 0) text += " passes=" + std::to_string(passes_);
    return text;
  }
  [[nodiscard]] std::string ko_text() const { return ko_ == 0 ? "" : " ko=" + label(ko_); }

  // Reads that text back. With captures in force, a group without liberties is an error.
  void read_board(PositionText& fields) {
    turn_ = fields.turn();
    read_stones(fields.board(), settings_.size,
                [this](Cell cell, Color color) { stones_.put(Board::point(cell), color); });
    if (settings_.captures) {
      for_each_stone([this](std::size_t point, Color) {
        if (!stones_.has_liberty(point))
          reject("The stone at " + label(point) + " has no liberty, so it can't be there.");
      });
    }
    if (!settings_.may_pass) return;
    passes_ = static_cast<std::uint8_t>(read_number(fields.take("passes", "0"), 0, 2, "The word passes="));
  }
  // An empty point where the next move is illegal.
  void read_ko(PositionText& fields) {
    if (!settings_.captures) return;
    const std::string_view word = fields.take("ko", "");
    if (word.empty()) return;
    if (label_length(word) == word.size()) {
      const auto cell = go_labels.cell(word, settings_.size, settings_.size);
      if (cell && stones_.is_empty(Board::point(*cell))) {
        ko_ = static_cast<Move>(Board::point(*cell));
        return;
      }
    }
    reject("The word ko= must name an empty point, such as ko=C4, not " + quoted(word) + ".");
  }

  Settings settings_;
  Stones<Capacity> stones_;
  Move ko_ = 0;  // the point that ko forbids now; 0: none
  std::uint8_t passes_ = 0;
  Color turn_ = Color::black;

 private:
  [[nodiscard]] bool is_forbidden_suicide(Move move) const {
    return settings_.captures && !settings_.suicide && stones_.is_suicide(move, turn_);
  }

  [[nodiscard]] std::uint64_t side_key(Color turn) const {
    return settings_.situational || settings_.simple_ko ? turn_key(turn) : 0;
  }

  typename Stones<Capacity>::Placed put(Move move) {
    if (!settings_.captures) {
      stones_.put(move, turn_);
      return {};
    }
    const auto placed = stones_.place(move, turn_);
    if (placed.captured == 1 && stones_.is_lone_with_one_liberty(move)) ko_ = static_cast<Move>(placed.captured_at);
    return placed;
  }
};

}  // namespace plyground
