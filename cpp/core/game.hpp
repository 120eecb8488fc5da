// The vocabulary of every game and every search: colours, moves, results, refusals, and what a game must offer.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace plyground {

enum class Color : std::uint8_t { black, white };

constexpr Color other(Color color) { return color == Color::black ? Color::white : Color::black; }
constexpr std::size_t index(Color color) { return static_cast<std::size_t>(color); }
constexpr std::string_view name(Color color) { return color == Color::black ? "black" : "white"; }

// A move is a small number whose meaning belongs to the game; people and files see its text.
using Move = std::uint16_t;

// The moves of one position. The capacity is the game's proven bound, so the search never allocates.
template <std::size_t Capacity>
class MoveList {
 public:
  static constexpr std::size_t capacity = Capacity;

  MoveList() {}  // NOLINT(modernize-use-equals-default): the array stays uninitialised on purpose

  void push_back(Move move) { moves_[size_++] = move; }
  void replace(std::size_t at, Move move) { moves_[at] = move; }
  void clear() { size_ = 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  Move operator[](std::size_t at) const { return moves_[at]; }
  [[nodiscard]] const Move* begin() const { return moves_.data(); }
  [[nodiscard]] const Move* end() const { return moves_.data() + size_; }

  // Sorts by a small number, lowest first. The sort is stable.
  template <class Rank>
  void stable_sort_by(Rank rank) {
    for (std::size_t i = 1; i < size_; ++i) {  // insertion sort: lists are short, and nothing is allocated
      const Move move = moves_[i];
      const auto its_rank = rank(move);
      std::size_t at = i;
      for (; at > 0 && its_rank < rank(moves_[at - 1]); --at) moves_[at] = moves_[at - 1];
      moves_[at] = move;
    }
  }

  template <class Predicate>
  void remove_if(Predicate predicate) {
    const Move* const stop = std::remove_if(moves_.data(), moves_.data() + size_, predicate);
    size_ = static_cast<std::size_t>(stop - moves_.data());
  }

 private:
  std::size_t size_ = 0;
  std::array<Move, Capacity> moves_;
};

// Why a game ended.
enum class Ending : std::uint8_t {
  line,
  full_board,
  no_moves,
  two_passes,
  move_limit,
  repetition,
  lion_captured,
  reached_far_rank,
  custom,  // a game written in Python describes it in its own words
};

struct Result {
  std::optional<Color> winner;  // none: a draw
  Ending ending = Ending::custom;
  std::optional<double> margin;  // the margin, if the game counts one
  int line = 0;                  // the length of the winning line, if a line won
};

inline Result draw(Ending ending) { return {.winner = std::nullopt, .ending = ending, .margin = {}}; }
inline Result win(Color winner, Ending ending) { return {.winner = winner, .ending = ending, .margin = {}}; }

// A counted result: the larger score wins, and equal scores draw.
inline Result counted(Ending ending, double black, double white) {
  if (black == white) return {.winner = std::nullopt, .ending = ending, .margin = 0.0};
  const bool black_leads = black > white;
  return {.winner = black_leads ? Color::black : Color::white,
          .ending = ending,
          .margin = black_leads ? black - white : white - black};
}

// A refused move: a stable code, and the values that its sentence needs.
struct Refusal {
  std::string code;
  std::map<std::string, std::string> args;
};

using Reading = std::variant<Move, Refusal>;

// Options as `name=value` texts, complete and already checked against the game's rows.
using OptionValues = std::map<std::string, std::string>;

// One option of a game, as front ends see it. The first choice, or `fallback`, is the default.
struct OptionRow {
  enum class Kind : std::uint8_t { integer, number, choice };
  std::string name;
  std::string sentence;
  Kind kind = Kind::choice;
  std::string fallback;
  std::vector<std::string> choices = {};  // the only values allowed, if they are few
  double low = 0;                         // otherwise a range
  double high = 0;
  bool may_be_none = false;
};

// What a game says about itself.
struct GameInfo {
  std::string name;
  std::string title;
  std::string rules;  // one paragraph
  std::vector<OptionRow> options;
};

// The consequence of a repeated position.
enum class Repetition : std::uint8_t {
  allowed,    // nothing
  draws,      // the third occurrence ends the game
  simple_ko,  // recreating the position before the opponent's last move is forbidden; the third occurrence draws
  superko,    // recreating any earlier position is forbidden
};

// A position of a game, as a value. It knows its own rules but not its past; timeline.hpp handles rules that need both.
template <class P>
concept Game =
    requires(const P position, P mutable_position, Move move, typename P::MoveList& moves, std::string_view text) {
      { position.to_text() } -> std::same_as<std::string>;
      { position.turn() } -> std::same_as<Color>;
      { position.moves(moves) };        // legal except for repetition; none if the game is over
      { mutable_position.play(move) };  // the move is legal
      { position.result() } -> std::same_as<std::optional<Result>>;  // what the position alone decides
      { position.stuck() } -> std::same_as<std::optional<Result>>;   // the result if no legal move is left
      { position.key() } -> std::same_as<std::uint64_t>;
      { position.repetition() } -> std::same_as<Repetition>;
      { position.repetition_key() } -> std::same_as<std::uint64_t>;
      { position.is_pass(move) } -> std::same_as<bool>;
      { position.move_text(move) } -> std::same_as<std::string>;
      // refuses a move that is unreadable or off the board
      { position.read_move(text) } -> std::same_as<Reading>;
      { position.refuse(move) } -> std::same_as<std::optional<Refusal>>;  // every other reason except repetition
      // perft: a finished game counts as one leaf at every depth
      { P::finished_counts } -> std::convertible_to<bool>;
      { P::counts_margin } -> std::convertible_to<bool>;  // whether results have a margin
    };

// A game of the core creates its own positions from options that Python has checked. Bad texts and impossible
// combinations of options throw std::invalid_argument with a sentence.
template <class P>
concept NativeGame = Game<P> && requires(const OptionValues& values, std::string_view text) {
  { P::info() } -> std::same_as<GameInfo>;
  { P::start(values) } -> std::same_as<P>;
  { P::parse(values, text) } -> std::same_as<P>;
};

// A game may count its moves without listing them.
template <class P>
concept CountsMoves = Game<P> && requires(const P position) {
  { position.count_moves() } -> std::same_as<std::size_t>;
};

// A game may provide a better order than that of its move list. It may also leave hopeless moves out.
template <class P>
concept Orders = requires(const P position, typename P::MoveList& moves) { position.order(moves); };

// A game that is won by filling a set of points, and whose pieces stay forever, can list these sets: a side that never
// fills one of them never wins. The list is empty if pieces can leave the board, or if a side may not play everywhere.
template <class P>
concept HasWinningSets = requires(const P position) {
  { position.winning_sets() } -> std::same_as<std::vector<std::vector<std::string>>>;
};

// If the past can make a move illegal, the game can compute the key of the position after it.
template <class P>
concept ForbidsRepetition = Game<P> && requires(const P position, Move move) {
  { position.may_repeat(move) } -> std::same_as<bool>;  // a quick test that may answer yes wrongly but never no
  { position.repetition_key_after(move) } -> std::same_as<std::uint64_t>;
};

}  // namespace plyground
