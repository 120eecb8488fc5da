// The rules of Dobutsu shogi. README.md beside this file has them in prose.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/game.hpp"
#include "core/grid.hpp"
#include "core/random.hpp"
#include "core/text.hpp"
#include "core/view.hpp"
#include "games/dobutsu/board.hpp"
#include "games/dobutsu/notation.hpp"

namespace plyground::dobutsu {

class Position {
 public:
  // Six different pieces in hand, ten empty squares and a lion's eight steps: no position has more moves.
  using MoveList = plyground::MoveList<68>;
  static constexpr bool finished_counts = false;
  static constexpr bool counts_margin = false;

  static GameInfo info() {
    return {
        .name = "dobutsu",
        .title = "Dobutsu shogi",
        .rules =
            "A small shogi on three by four squares. The lion steps one square in any direction, the giraffe "
            "horizontally or vertically, the elephant diagonally, the chick only forward. A chick that moves to the "
            "last rank becomes a hen, which steps in any direction except diagonally backward. A captured piece goes "
            "to your hand. Instead of moving, you may drop a piece from your hand on any empty square. You win by "
            "capturing the lion, or by moving your own lion to the far rank if it is not captured there at once. A "
            "player without a legal move loses. The third occurrence of a position is a draw.",
        .options = {
            {.name = "try",
             .sentence = "When a lion on the far rank wins: official, if it can't be captured or is not captured at "
                         "once; entry, if it can't be captured when it arrives.",
             .kind = OptionRow::Kind::choice,
             .fallback = "official",
             .choices = {"official", "entry"}},
            {.name = "hand",
             .sentence = "Whether dropping either of two equal pieces counts as one move (merged) or two (distinct).",
             .kind = OptionRow::Kind::choice,
             .fallback = "merged",
             .choices = {"merged", "distinct"}}}};
  }

  explicit Position(const Board& board) : board_(board) {}

  static Position start(const OptionValues& values) { return {values, BoardReader("gle/1c1/1C1/ELG[-]")}; }

  static Position parse(const OptionValues& values, std::string_view text) {
    PositionText fields(text);
    Position position(values, BoardReader(fields.board()));
    if (fields.turn() == Color::white) position.board_.flip(Flag::white_to_move);
    if (position.board_.has(Flag::entry_rule)) position.read_entered(fields.take("entered", "0"));
    fields.expect_all_taken();
    return position;
  }

  [[nodiscard]] std::string to_text() const {
    const std::string board = write_rows(rows, columns, [this](Cell cell) -> std::string {
      const int square = square_of(cell);
      if ((board_.empty() & bit(square)) != 0) return ".";
      return letters(board_.owner_at(square), board_.kind_at(square));
    });
    std::string held;
    for (const HandCount& count : hand_counts()) {
      for (int i = 0; i < count.number; ++i) held += letters(count.owner, count.kind);
    }
    return board + "[" + (held.empty() ? "-" : held) + "] " + std::string(letter(turn())) +
           (board_.has(Flag::entered) ? " entered=1" : "");
  }

  [[nodiscard]] Color turn() const { return board_.has(Flag::white_to_move) ? Color::white : Color::black; }
  [[nodiscard]] const Board& board() const { return board_; }

  void moves(MoveList& out) const {
    out.clear();
    if (verdict() != Verdict::open) return;
    add_steps(out);
    add_drops(out);
  }

  // Captures, then drops, then other moves. The sort is stable.
  void order(MoveList& moves) const {
    const Squares taken = board_.occupied();
    moves.stable_sort_by([taken](Move move) {
      if (is_drop(move)) return 1;
      return (taken & bit(to_square(move))) != 0 ? 0 : 2;
    });
  }

  // The length of that list, without making it.
  [[nodiscard]] std::size_t count_moves() const {
    if (verdict() != Verdict::open) return 0;
    const Color mover = turn();
    int drops = 0;
    for (const Kind kind : hand_kinds) drops += droppable(mover, kind);
    return static_cast<std::size_t>(board_.steps(mover).count(all_squares & ~board_.of(mover)) +
                                    drops * std::popcount(board_.empty()));
  }

  void play(Move move) {
    const Color mover = turn();
    if (is_drop(move)) {
      board_.drop(mover, dropped_kind(move), to_square(move));
    } else {
      board_.step(mover, from_square(move), to_square(move), promotes(move));
    }
    board_.flip(Flag::white_to_move);
    if (board_.has(Flag::entry_rule) && entered_safely(move)) board_.flip(Flag::entered);
  }

  [[nodiscard]] std::optional<Result> result() const {
    const Verdict found = verdict();
    if (found == Verdict::open) return std::nullopt;
    const bool won = found == Verdict::took_lion || found == Verdict::won_by_try;
    const bool by_try = found == Verdict::lost_to_try || found == Verdict::won_by_try;
    return win(won ? turn() : other(turn()), by_try ? Ending::reached_far_rank : Ending::lion_captured);
  }

  [[nodiscard]] std::optional<Result> stuck() const { return win(other(turn()), Ending::no_moves); }

  // mix() is injective on words, so two positions of a game never share a key.
  [[nodiscard]] std::uint64_t key() const { return mix(board_.packed() + golden_step); }
  [[nodiscard]] static Repetition repetition() { return Repetition::draws; }
  [[nodiscard]] std::uint64_t repetition_key() const { return key(); }

  [[nodiscard]] static bool is_pass(Move move) { return move == pass; }
  [[nodiscard]] static std::string move_text(Move move) { return write_move(move); }

  // A `+` may be left out. An illegal one stays in the move, and refuse() reports it.
  [[nodiscard]] Reading read_move(std::string_view text) const {
    Reading reading = read_any_move(text);
    const Move* const move = std::get_if<Move>(&reading);
    if (move == nullptr || *move == pass || is_drop(*move) || !must_promote(*move)) return reading;
    return static_cast<Move>(*move | promotion_bit);
  }

  [[nodiscard]] std::optional<Refusal> refuse(Move move) const {
    if (move == pass) return Refusal{"must_not_pass", {}};
    const Squares own = board_.of(turn());
    const Squares blocked = is_drop(move) ? board_.occupied() : own;
    if ((blocked & bit(to_square(move))) != 0) return Refusal{"occupied", {{"point", label(to_square(move))}}};
    if (is_drop(move)) return refuse_drop(dropped_kind(move));
    const int from = from_square(move);
    if ((own & bit(from)) == 0) return Refusal{"not_your_piece", {{"point", label(from)}}};
    if ((reached_from(from) & bit(to_square(move))) != 0 && promotes(move) == must_promote(move)) return std::nullopt;
    return Refusal{"cannot_reach",
                   {{"move", write_move(move)},
                    {"piece", name(board_.kind_at(from))},
                    {"from", label(from)},
                    {"to", label(to_square(move))}}};
  }

  [[nodiscard]] static Shape shape() { return labels.shape(false, rows, columns); }
  [[nodiscard]] std::vector<Piece> pieces() const {
    std::vector<Piece> list;
    for (Squares left = board_.occupied(); left != 0; left &= left - 1) {
      const int square = std::countr_zero(left);
      list.push_back({label(square), board_.owner_at(square), name(board_.kind_at(square))});
    }
    return list;
  }
  [[nodiscard]] std::vector<HandPiece> hands() const {
    std::vector<HandPiece> list;
    for (const HandCount& count : hand_counts()) list.push_back({count.owner, name(count.kind), count.number});
    return list;
  }
  [[nodiscard]] std::vector<Mark> marks() const {
    Mark tries{.kind = "try", .at = {}};
    for (const Color color : {Color::black, Color::white}) {
      const Squares there = board_.lion(color) & far_rank(color);
      if (there != 0) tries.at.push_back(label(std::countr_zero(there)));
    }
    if (tries.at.empty()) return {};
    return {tries};
  }
  [[nodiscard]] MoveParts parts(Move move) const {
    const std::string to = label(to_square(move));
    if (is_drop(move)) return {.from = "", .to = to, .kind = "drop", .piece = name(dropped_kind(move))};
    const bool captures = (board_.occupied() & bit(to_square(move))) != 0;
    const Kind arriving = promotes(move) ? Kind::hen : board_.kind_at(from_square(move));
    return {.from = label(from_square(move)), .to = to, .kind = captures ? "capture" : "move", .piece = name(arriving)};
  }
  [[nodiscard]] static std::optional<Score> score() { return std::nullopt; }

 private:
  using Flag = Board::Flag;

  // The state of the game for the side to move.
  enum class Verdict : std::uint8_t { open, lost_lion, took_lion, lost_to_try, won_by_try };

  struct HandCount {
    Color owner;
    Kind kind;
    int number;
  };

  Position(const OptionValues& values, const BoardReader& reader) : board_(reader.board()) {
    if (choice_option(values, "try", {"official", "entry"}) == 1) board_.flip(Flag::entry_rule);
    if (choice_option(values, "hand", {"merged", "distinct"}) == 1) board_.flip(Flag::distinct_hand);
  }

  void read_entered(std::string_view value) {
    if (read_number(value, 0, 1, "The word entered=") == 0) return;
    const Color last = other(turn());
    if (board_.lion(turn()) == 0 || (board_.lion(last) & far_rank(last) & ~attacked_squares()) == 0) {
      reject("The word entered=1 requires both lions, and the lion that moved last must be safe on its far rank.");
    }
    board_.flip(Flag::entered);
  }

  [[nodiscard]] Verdict verdict() const {
    const Color mover = turn();
    const Squares lion = board_.lion(mover);
    const Squares enemy_lion = board_.lion(other(mover));
    if (lion == 0) return Verdict::lost_lion;
    if (enemy_lion == 0) return Verdict::took_lion;
    if (board_.has(Flag::entry_rule)) return board_.has(Flag::entered) ? Verdict::lost_to_try : Verdict::open;
    // The last move counts first: a safe try wins even if the other side's lion was already on its far rank.
    if ((enemy_lion & far_rank(other(mover))) != 0 && (enemy_lion & attacked_squares()) == 0) {
      return Verdict::lost_to_try;
    }
    return (lion & far_rank(mover)) != 0 ? Verdict::won_by_try : Verdict::open;
  }

  // Called right after the move, when the turn has passed to the other side. A step along the far rank also counts as
  // entering.
  [[nodiscard]] bool entered_safely(Move move) const {
    const Color last = other(turn());
    const Squares there = board_.lion(last) & far_rank(last) & bit(to_square(move));
    return there != 0 && board_.lion(turn()) != 0 && (there & attacked_squares()) == 0;
  }

  [[nodiscard]] Squares attacked_squares() const { return board_.steps(turn()).reached(); }
  [[nodiscard]] Squares reached_from(int square) const {
    return reach[index(turn())][index(board_.kind_at(square))][static_cast<std::size_t>(square)];
  }

  // Whether an own chick steps onto the last rank.
  [[nodiscard]] bool must_promote(Move move) const {
    const int from = from_square(move);
    return (board_.of(turn()) & bit(from)) != 0 && board_.kind_at(from) == Kind::chick &&
           (reached_from(from) & far_rank(turn()) & bit(to_square(move))) != 0;
  }

  [[nodiscard]] std::optional<Refusal> refuse_drop(Kind kind) const {
    if (kind != Kind::lion && board_.in_hand(turn(), kind) > 0) return std::nullopt;
    return Refusal{"not_in_hand", {{"piece", name(kind)}}};
  }

  // How many different drops of a kind one square allows.
  [[nodiscard]] int droppable(Color color, Kind kind) const {
    const int held = board_.in_hand(color, kind);
    return board_.has(Flag::distinct_hand) || held == 0 ? held : 1;
  }

  void add_steps(MoveList& out) const {
    const Squares own = board_.of(turn());
    for (Squares left = own; left != 0; left &= left - 1) {
      const int from = std::countr_zero(left);
      const Squares promoting = board_.kind_at(from) == Kind::chick ? far_rank(turn()) : 0;
      for (Squares to = reached_from(from) & ~own; to != 0; to &= to - 1) {
        out.push_back(step_move(from, std::countr_zero(to), (to & (~to + 1) & promoting) != 0));
      }
    }
  }

  void add_drops(MoveList& out) const {
    for (const Kind kind : hand_kinds) {
      for (int copy = 0; copy < droppable(turn(), kind); ++copy) {
        for (Squares to = board_.empty(); to != 0; to &= to - 1) {
          out.push_back(drop_move(kind, std::countr_zero(to), copy == 1));
        }
      }
    }
  }

  // The pieces in hand, in the order in which they are written.
  [[nodiscard]] std::vector<HandCount> hand_counts() const {
    std::vector<HandCount> counts;
    for (const Color color : {Color::black, Color::white}) {
      for (const Kind kind : hand_kinds) {
        const int number = board_.in_hand(color, kind);
        if (number > 0) counts.push_back({color, kind, number});
      }
    }
    return counts;
  }

  Board board_;
};

static_assert(sizeof(Position) == 8);

}  // namespace plyground::dobutsu
