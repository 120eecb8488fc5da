// The notation of Dobutsu shogi: pieces, moves and boards.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/game.hpp"
#include "core/grid.hpp"
#include "core/text.hpp"
#include "games/dobutsu/board.hpp"

namespace plyground::dobutsu {

// A move packs the target square, the source square (or 12 + kind for a drop), a bit for a promotion and a bit that
// distinguishes drops of two equal pieces if they count as different.
inline constexpr Move promotion_bit = 0x100;
inline constexpr Move second_copy_bit = 0x200;
inline constexpr Move pass = 0xffff;  // only used to refuse it

constexpr Move step_move(int from, int to, bool promotes) {
  return static_cast<Move>(from << 4 | to | (promotes ? promotion_bit : 0));
}
constexpr Move drop_move(Kind kind, int to, bool second_copy) {
  return static_cast<Move>((squares + static_cast<int>(kind)) << 4 | to | (second_copy ? second_copy_bit : 0));
}
constexpr int to_square(Move move) { return move & 0xf; }
constexpr int from_square(Move move) { return (move >> 4) & 0xf; }
constexpr bool is_drop(Move move) { return from_square(move) >= squares; }
constexpr Kind dropped_kind(Move move) { return static_cast<Kind>(from_square(move) - squares); }
constexpr bool promotes(Move move) { return (move & promotion_bit) != 0; }

inline constexpr Labels labels{.first_row_at_bottom = true};
inline constexpr std::array<std::string_view, 5> kind_names{"chick", "elephant", "giraffe", "lion", "hen"};
inline constexpr std::string_view kind_letters = "CEGL";

constexpr int square_of(Cell cell) { return cell.row * columns + cell.column; }
inline std::string label(int square) { return labels.point({square / columns, square % columns}, rows); }
inline std::string name(Kind kind) { return std::string(kind_names[index(kind)]); }

// The kind that a letter of either case stands for.
constexpr std::optional<Kind> kind_of(char letter) {
  for (std::size_t i = 0; i < kind_letters.size(); ++i) {
    if (lower(kind_letters[i]) == lower(letter)) return static_cast<Kind>(i);
  }
  return std::nullopt;
}

// Capital letters are Black's pieces; a hen is a promoted chick.
inline std::string letters(Color color, Kind kind) {
  if (kind == Kind::hen) return "+" + letters(color, Kind::chick);
  const char capital = kind_letters[index(kind)];
  return {color == Color::black ? capital : lower(capital)};
}
constexpr Color color_of(char letter) { return lower(letter) == letter ? Color::white : Color::black; }

inline std::string write_move(Move move) {
  if (move == pass) return "pass";
  const std::string to = label(to_square(move));
  if (is_drop(move)) return letters(Color::black, dropped_kind(move)) + "*" + to;
  return label(from_square(move)) + to + (promotes(move) ? "+" : "");
}

// The square that a point names, or a refusal if it is not on this board.
inline std::variant<int, Refusal> read_square(std::string_view point) {
  const auto cell = labels.cell(point, rows, columns);
  if (!cell) return Refusal{"off_board", {{"point", std::string(point.substr(0, 8))}}};
  return square_of(*cell);
}

// `C*b3` or `C@b3`.
inline Reading read_drop(std::string_view word) {
  const auto kind = kind_of(word[0]);
  const std::string_view to = word.substr(2);
  if (!kind || to.empty() || label_length(to) != to.size()) return Refusal{"unreadable", {}};
  const auto square = read_square(to);
  if (const auto* refusal = std::get_if<Refusal>(&square)) return *refusal;
  return drop_move(*kind, std::get<int>(square), false);
}

// `b2b3`, `b2-b3`, and either with a `+`.
inline Reading read_step(std::string_view word) {
  const bool plus = word.ends_with('+');
  if (plus) word.remove_suffix(1);
  const std::string_view from = word.substr(0, label_length(word));
  std::string_view to = word.substr(from.size());
  if (!from.empty() && to.starts_with('-')) to.remove_prefix(1);
  if (from.empty() || to.empty() || label_length(to) != to.size()) return Refusal{"unreadable", {}};
  const auto start = read_square(from);
  if (const auto* refusal = std::get_if<Refusal>(&start)) return *refusal;
  const auto stop = read_square(to);
  if (const auto* refusal = std::get_if<Refusal>(&stop)) return *refusal;
  return step_move(std::get<int>(start), std::get<int>(stop), plus);
}

inline Reading read_any_move(std::string_view text) {
  const std::string_view word = trimmed(text);
  if (equals_ignoring_case(word, "pass")) return pass;
  if (word.size() > 1 && (word[1] == '*' || word[1] == '@')) return read_drop(word);
  return read_step(word);
}

// Reads a board with its hands, and checks that there are no more pieces than the game has.
class BoardReader {
 public:
  explicit BoardReader(std::string_view text) {
    const std::size_t bracket = text.find('[');
    if (bracket == std::string_view::npos || text.back() != ']') {
      reject("A board must end with the pieces in hand in brackets, such as '[EGc]' or '[-]', not " + quoted(text) +
             ".");
    }
    const auto lines = read_rows(text.substr(0, bracket), rows);
    for (int row = 0; row < rows; ++row) read_row(row, lines[static_cast<std::size_t>(row)]);
    read_hands(text.substr(bracket + 1, text.size() - bracket - 2));
    if (lions_[0] + lions_[1] == 0) reject("At least one lion must be on the board.");
  }

  [[nodiscard]] const Board& board() const { return board_; }

 private:
  void read_row(int row, std::string_view text) {
    const std::string where = "Row " + std::to_string(row + 1) + " from the top";
    int column = 0;
    while (!text.empty() && column < columns) {
      std::size_t length = 0;
      while (length < text.size() && is_digit(text[length])) ++length;
      if (length > 0) {
        column += read_number(text.substr(0, length), 1, columns, where + ": a run of empty squares");
      } else {
        length = read_piece(where, text, square_of({row, column}));
        ++column;
      }
      text.remove_prefix(length);
    }
    if (column != columns || !text.empty()) {
      reject(where + " must describe " + std::to_string(columns) + " squares.");
    }
  }

  // Places the piece at the start of the text on a square and returns how many characters it used.
  std::size_t read_piece(const std::string& where, std::string_view text, int square) {
    const bool hen = text[0] == '+' && text.size() > 1 && kind_of(text[1]) == Kind::chick;
    const char letter = text[hen ? 1 : 0];
    const auto kind = hen ? Kind::hen : kind_of(letter);
    if (!kind) {
      reject(where + " can contain only C, +C, E, G, L in either case and numbers, not " + quoted(text.substr(0, 2)) +
             ".");
    }
    count(color_of(letter), *kind);
    board_.put(color_of(letter), *kind, square);
    return hen ? 2 : 1;
  }

  void read_hands(std::string_view text) {
    if (text == "-") return;
    for (const char letter : text) {
      const auto kind = kind_of(letter);
      if (!kind || *kind == Kind::lion) {
        reject("The hands can contain only C, E and G in either case, or be '-' for none, not " + quoted({&letter, 1}) +
               ".");
      }
      count(color_of(letter), *kind);
      board_.add_to_hand(color_of(letter), *kind);
    }
  }

  void count(Color color, Kind kind) {
    if (kind == Kind::lion && ++lions_[index(color)] > 1) reject("A side can have at most one lion.");
    if (kind == Kind::lion) return;
    const Kind held = kind == Kind::hen ? Kind::chick : kind;
    if (++others_[index(held)] > 2) {
      reject("A position can have at most two " + name(held) + "s, including those in hand" +
             (held == Kind::chick ? " and hens." : "."));
    }
  }

  Board board_;
  std::array<int, 2> lions_{};
  std::array<int, 3> others_{};
};

}  // namespace plyground::dobutsu
