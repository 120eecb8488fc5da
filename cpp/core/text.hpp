// Positions as one line of text: rows from the top joined by `/`, the side to move, then `key=value` words.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/grid.hpp"

namespace plyground {

// A text that is no valid position: the message says what is wrong and what is allowed.
[[noreturn]] inline void reject(const std::string& sentence) { throw std::invalid_argument(sentence); }

inline constexpr std::size_t max_text = 4096;

inline std::vector<std::string_view> split(std::string_view text, char by) {
  std::vector<std::string_view> parts;
  for (std::size_t start = 0;;) {
    const std::size_t stop = text.find(by, start);
    parts.push_back(text.substr(start, stop - start));
    if (stop == std::string_view::npos) return parts;
    start = stop + 1;
  }
}

// Texts come from anywhere, so an error repeats only a short, printable part of them.
inline std::string quoted(std::string_view text) {
  std::string shown = "'";
  for (const char c : text.substr(0, 24)) shown += (c >= ' ' && c <= '~') ? c : '?';
  return shown + (text.size() > 24 ? "...'" : "'");
}

// A whole number from low to high, or an error about `what`.
inline int read_number(std::string_view text, int low, int high, const std::string& what) {
  int value = 0;
  bool good = !text.empty() && text.size() <= 9;
  for (const char c : text) {
    good = good && is_digit(c);
    if (good) value = value * 10 + (c - '0');
  }
  if (!good || value < low || value > high) {
    reject(what + " must be a whole number from " + std::to_string(low) + " to " + std::to_string(high) + ", not " +
           quoted(text) + ".");
  }
  return value;
}

// The fields of a position text. Words are taken one by one; a word left over is an error.
class PositionText {
 public:
  explicit PositionText(std::string_view text) {
    if (text.size() > max_text) reject("A position text can have at most " + std::to_string(max_text) + " characters.");
    std::vector<std::string_view> fields;
    for (const std::string_view field : split(trimmed(text), ' ')) {
      if (!field.empty()) fields.push_back(field);
    }
    if (fields.size() < 2 || (fields[1] != "b" && fields[1] != "w")) {
      reject("A position text must be a board, a space and the side to move, 'b' or 'w', not " + quoted(text) + ".");
    }
    board_ = fields[0];
    turn_ = fields[1] == "b" ? Color::black : Color::white;
    for (std::size_t i = 2; i < fields.size(); ++i) add_word(fields[i]);
  }

  [[nodiscard]] std::string_view board() const { return board_; }
  [[nodiscard]] Color turn() const { return turn_; }

  // The value of a word, or `fallback` if the text does not have it.
  [[nodiscard]] std::string_view take(const std::string& key, std::string_view fallback) {
    const auto found = words_.find(key);
    if (found == words_.end()) return fallback;
    const std::string_view value = found->second;
    words_.erase(found);
    return value;
  }

  void expect_all_taken() const {
    if (!words_.empty()) reject("This game does not use the word " + quoted(words_.begin()->first + "=") + ".");
  }

 private:
  void add_word(std::string_view word) {
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos) {
      reject("Each word after the side to move must be like 'passes=1', not " + quoted(word) + ".");
    }
    const std::string key(word.substr(0, equals));
    if (!words_.emplace(key, word.substr(equals + 1)).second) reject("The word " + quoted(key) + " appears twice.");
  }

  std::string_view board_;
  Color turn_ = Color::black;
  std::map<std::string, std::string_view> words_;
};

// Splits the board into its rows and checks their number.
inline std::vector<std::string_view> read_rows(std::string_view board, int rows) {
  auto fields = split(board, '/');
  if (fields.size() != static_cast<std::size_t>(rows)) {
    reject("The board must have " + std::to_string(rows) + " rows joined by '/', not " + std::to_string(fields.size()) +
           ".");
  }
  return fields;
}

// Visits the stones of a board of `x`, `o` and numbers for runs of empty points.
template <class Visit>
void read_stones(std::string_view board, int rows, int columns, Visit visit) {
  const auto texts = read_rows(board, rows);
  for (int row = 0; row < rows; ++row) {
    const std::string_view text = texts[static_cast<std::size_t>(row)];
    const std::string where = "Row " + std::to_string(row + 1) + " from the top";
    int column = 0;
    for (std::size_t at = 0; at < text.size() && column <= columns;) {
      std::size_t digits = 0;
      while (at + digits < text.size() && is_digit(text[at + digits])) ++digits;
      if (digits > 0) {
        column += read_number(text.substr(at, digits), 1, columns, where + ": a run of empty points");
        at += digits;
      } else if (text[at] == 'x' || text[at] == 'o') {
        if (column < columns) visit(Cell{row, column}, text[at] == 'x' ? Color::black : Color::white);
        ++column;
        ++at;
      } else {
        reject(where + " can contain only 'x', 'o' and numbers, not " + quoted(text.substr(at, 1)) + ".");
      }
    }
    if (column != columns) reject(where + " must describe " + std::to_string(columns) + " points.");
  }
}

// The same for a square board.
template <class Visit>
void read_stones(std::string_view board, int size, Visit visit) {
  read_stones(board, size, size, visit);
}

// Writes rows of characters, '.' for empty, with runs of empties as numbers.
template <class CharAt>
std::string write_rows(int rows, int columns, CharAt char_at) {
  std::string text;
  for (int row = 0; row < rows; ++row) {
    if (row > 0) text += '/';
    int empties = 0;
    for (int column = 0; column < columns; ++column) {
      const std::string shown = char_at(Cell{row, column});
      if (shown == ".") {
        ++empties;
        continue;
      }
      if (empties > 0) text += std::to_string(empties);
      empties = 0;
      text += shown;
    }
    if (empties > 0) text += std::to_string(empties);
  }
  return text;
}

constexpr std::string_view letter(Color turn) { return turn == Color::black ? "b" : "w"; }

// Options that Python has already checked against the game's rows. They are checked again here so that no caller can
// leave the board.
inline int integer_option(const OptionValues& values, const std::string& name, int low, int high) {
  const auto found = values.find(name);
  if (found == values.end()) reject("The option " + name + " is missing.");
  return read_number(found->second, low, high, "The option " + name);
}

inline std::size_t choice_option(const OptionValues& values, const std::string& name,
                                 const std::vector<std::string>& choices) {
  const auto found = values.find(name);
  if (found == values.end()) reject("The option " + name + " is missing.");
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (choices[i] == found->second) return i;
  }
  std::string known;
  for (const std::string& choice : choices) known += (known.empty() ? "" : ", ") + choice;
  reject("The option " + name + " must be one of " + known + ", not " + quoted(found->second) + ".");
}

}  // namespace plyground
