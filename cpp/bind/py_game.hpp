// A game written in Python, as a game like any other: the same timeline, perft and searches run on it.
//
// The author's class holds a state with turn, moves(), play(), result(), key() and to_text(). What only front ends
// ask for goes through `hooks`, an object of plyground.python_game that fills in what the author left out.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/heuristic.hpp"
#include "core/view.hpp"

namespace plyground {

namespace nb = nanobind;

class MoveVector {
 public:
  void push_back(Move move) { moves_.push_back(move); }
  void clear() { moves_.clear(); }
  [[nodiscard]] std::size_t size() const { return moves_.size(); }
  [[nodiscard]] bool empty() const { return moves_.empty(); }
  Move operator[](std::size_t at) const { return moves_[at]; }
  [[nodiscard]] auto begin() const { return moves_.begin(); }
  [[nodiscard]] auto end() const { return moves_.end(); }
  template <class Predicate>
  void remove_if(Predicate predicate) {
    std::erase_if(moves_, predicate);
  }

 private:
  std::vector<Move> moves_;
};

// What all positions of one game share: the hooks, and the numbers of the moves seen so far.
class PyRules {
 public:
  PyRules(nb::object hooks, bool repetition_draws) : hooks_(std::move(hooks)), repetition_draws_(repetition_draws) {}

  [[nodiscard]] const nb::object& hooks() const { return hooks_; }
  [[nodiscard]] bool repetition_draws() const { return repetition_draws_; }
  [[nodiscard]] const std::string& text(Move move) const { return texts_[move].first; }
  [[nodiscard]] const nb::str& python_text(Move move) const { return texts_[move].second; }

  Move number(const std::string& text) {
    const auto found = numbers_.find(text);
    if (found != numbers_.end()) return found->second;
    if (texts_.size() > 0xffff)
      throw nb::value_error("A game written in Python can have at most 65536 different moves.");
    const auto move = static_cast<Move>(texts_.size());
    texts_.emplace_back(text, nb::str(text.c_str(), text.size()));
    numbers_.emplace(text, move);
    return move;
  }

 private:
  nb::object hooks_;
  bool repetition_draws_;
  std::vector<std::pair<std::string, nb::str>> texts_;
  std::unordered_map<std::string, Move> numbers_;
};

class PyPosition {
 public:
  using MoveList = MoveVector;
  static constexpr bool finished_counts = false;
  static constexpr bool counts_margin = false;
  static constexpr bool runs_python = true;

  PyPosition(std::shared_ptr<PyRules> rules, nb::object state) : rules_(std::move(rules)), state_(std::move(state)) {}

  [[nodiscard]] const nb::object& state() const { return state_; }
  [[nodiscard]] std::string to_text() const { return nb::cast<std::string>(state_.attr("to_text")()); }
  [[nodiscard]] Color turn() const { return read_color(nb::cast<std::string>(state_.attr("turn"))); }

  void moves(MoveList& out) const {
    out.clear();
    if (result()) return;
    for (const nb::handle move : state_.attr("moves")()) out.push_back(rules_->number(nb::cast<std::string>(move)));
  }
  void play(Move move) { state_ = state_.attr("play")(rules_->python_text(move)); }

  [[nodiscard]] std::optional<Result> result() const {
    const nb::object said = state_.attr("result")();
    if (said.is_none()) return std::nullopt;
    Result result;
    const nb::object said_winner = winner_of(said);
    if (!nb::isinstance<nb::str>(said_winner)) {
      throw nb::type_error(
          "result() must be None, 'black', 'white' or 'draw', or a tuple that begins with one of these.");
    }
    const auto winner = nb::cast<std::string>(said_winner);
    if (winner != "draw") result.winner = read_color(winner);
    if (nb::isinstance<nb::tuple>(said) && nb::len(said) > 2) result.margin = nb::cast<double>(said[2]);
    return result;
  }
  [[nodiscard]] std::string result_words() const {
    const nb::object said = state_.attr("result")();
    if (!nb::isinstance<nb::tuple>(said) || nb::len(said) < 2) return {};
    return nb::cast<std::string>(said[1]);
  }
  [[nodiscard]] static std::optional<Result> stuck() { return draw(Ending::no_moves); }

  [[nodiscard]] std::uint64_t key() const { return nb::cast<std::uint64_t>(rules_->hooks().attr("key")(state_)); }
  [[nodiscard]] Repetition repetition() const {
    return rules_->repetition_draws() ? Repetition::draws : Repetition::allowed;
  }
  [[nodiscard]] std::uint64_t repetition_key() const { return key(); }

  [[nodiscard]] bool is_pass(Move move) const { return rules_->text(move) == "pass"; }
  [[nodiscard]] std::string move_text(Move move) const { return rules_->text(move); }
  [[nodiscard]] Reading read_move(std::string_view text) const {
    const nb::object read = rules_->hooks().attr("read")(state_, nb::str(text.data(), text.size()));
    if (nb::isinstance<nb::str>(read)) return rules_->number(nb::cast<std::string>(read));
    Refusal refusal{nb::cast<std::string>(read[0]), {}};
    for (const auto& [name, value] : nb::cast<nb::dict>(read[1])) {
      refusal.args.emplace(nb::cast<std::string>(name), nb::cast<std::string>(value));
    }
    return refusal;
  }
  [[nodiscard]] static std::optional<Refusal> refuse(Move) { return std::nullopt; }  // read_move has said it all

  [[nodiscard]] Shape shape() const {
    const nb::object shape = ask("shape");
    return {.points = nb::cast<bool>(shape[0]),
            .columns = nb::cast<std::vector<std::string>>(shape[1]),
            .rows = nb::cast<std::vector<std::string>>(shape[2])};
  }
  [[nodiscard]] std::vector<Piece> pieces() const {
    std::vector<Piece> list;
    using Row = std::tuple<std::string, std::string, std::string>;
    for (const auto& [at, owner, kind] : nb::cast<std::vector<Row>>(ask("pieces"))) {
      list.push_back({at, read_color(owner), kind});
    }
    return list;
  }
  [[nodiscard]] std::vector<HandPiece> hands() const {
    std::vector<HandPiece> list;
    using Row = std::tuple<std::string, std::string, int>;
    for (const auto& [owner, kind, count] : nb::cast<std::vector<Row>>(ask("hands"))) {
      list.push_back({read_color(owner), kind, count});
    }
    return list;
  }
  [[nodiscard]] std::vector<Mark> marks() const {
    std::vector<Mark> list;
    using Row = std::tuple<std::string, std::vector<std::string>>;
    for (const auto& [kind, at] : nb::cast<std::vector<Row>>(ask("marks"))) list.push_back({kind, at});
    return list;
  }
  [[nodiscard]] MoveParts parts(Move move) const {
    using Row = std::tuple<std::string, std::string, std::string, std::string>;
    const auto [from, to, kind, piece] =
        nb::cast<Row>(rules_->hooks().attr("parts")(state_, rules_->python_text(move)));
    return {.from = from, .to = to, .kind = kind, .piece = piece};
  }
  [[nodiscard]] double evaluate() const {
    if (!nb::hasattr(state_, "evaluate")) return 0;
    return nb::cast<double>(state_.attr("evaluate")());
  }
  [[nodiscard]] std::optional<Score> score() const {
    const nb::object score = ask("score");
    if (score.is_none()) return std::nullopt;
    const auto [black, white, unit] = nb::cast<std::tuple<double, double, std::string>>(score);
    return Score{black, white, unit};
  }

 private:
  [[nodiscard]] nb::object ask(const char* hook) const { return rules_->hooks().attr(hook)(state_); }

  static nb::object winner_of(const nb::object& said) {
    if (nb::isinstance<nb::tuple>(said)) return said[0];
    return said;
  }
  static Color read_color(const std::string& color) {
    if (color == "black") return Color::black;
    if (color == "white") return Color::white;
    throw nb::value_error(("A game written in Python said '" + color + "' where black or white was expected.").c_str());
  }

  std::shared_ptr<PyRules> rules_;
  nb::object state_;
};

// An author may give a game an opinion about positions: evaluate(), black's advantage.
inline std::vector<Heuristic<PyPosition>> heuristics_of(const PyPosition*) {
  return {{.name = "evaluate",
           .sentence = "What the author's evaluate() says; 0 where there is none.",
           .function = [](const PyPosition& position) { return position.evaluate(); },
           .weight = 1}};
}

}  // namespace plyground
