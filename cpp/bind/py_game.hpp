// Runs a game written in Python like any other game, with the same timeline, perft and searches.
//
// The author's class holds a state with turn, moves(), play(), result(), key() and to_text(). What only front ends need
// goes through `hooks`, an object of plyground.python_game that supplies what the author left out.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bind/view_planes.hpp"
#include "core/game.hpp"
#include "core/heuristic.hpp"
#include "core/planes.hpp"
#include "core/text.hpp"
#include "core/view.hpp"

namespace plyground {

namespace nb = nanobind;

class MoveVector {
 public:
  void push_back(Move move) { moves_.push_back(move); }
  void replace(std::size_t at, Move move) { moves_[at] = move; }
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

// An author's position with its cached answers. Positions never change, so each question is asked once.
struct PyNode {
  explicit PyNode(nb::object its_state) : state(std::move(its_state)) {}

  nb::object state;
  std::optional<Color> turn;
  std::optional<std::optional<Result>> result;
  std::optional<std::vector<Move>> moves;
  std::optional<std::uint64_t> key;
  std::optional<double> opinion;
  std::optional<std::vector<std::uint8_t>> squares;  // what stands on each square, for patterns
  std::vector<std::pair<Move, std::shared_ptr<PyNode>>> after;
};

// How a network sees positions: by the author's own planes, or else by the view.
struct PyLook {
  std::optional<std::vector<std::string>> own_names;
  ViewPlanes view;
};

// What all positions of one game share: the hooks, the numbers of the moves seen so far, and the recent positions. A
// recent position that comes up again, by the same moves or by others, costs no call into Python. Positions that
// compare equal are the same position. Positions that do not (or cannot be hashed) are queried again.
class PyRules {
 public:
  PyRules(nb::object hooks, bool repetition_draws) : hooks_(std::move(hooks)), repetition_draws_(repetition_draws) {}
  PyRules(const PyRules&) = delete;
  PyRules& operator=(const PyRules&) = delete;
  PyRules(PyRules&&) = delete;
  PyRules& operator=(PyRules&&) = delete;
  ~PyRules() { forget(); }

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

  std::shared_ptr<PyNode> node(nb::object state) {
    const Py_hash_t hash = PyObject_Hash(state.ptr());
    if (hash == -1) {
      if (PyErr_ExceptionMatches(PyExc_TypeError) == 0) throw nb::python_error();  // keep Ctrl-C and similar exceptions
      PyErr_Clear();
      return std::make_shared<PyNode>(std::move(state));
    }
    if (met_.size() >= most_met) forget();
    if (places_.contains(state)) return met_[nb::cast<std::size_t>(places_[state])];
    places_[state] = met_.size();
    met_.push_back(std::make_shared<PyNode>(std::move(state)));
    return met_.back();
  }

  // Created when a network first needs it, because finding the kinds of pieces takes some random games.
  const PyLook& look() {
    if (!look_) {
      using Names = std::vector<std::string>;
      auto [own, on_board, in_hand] = nb::cast<std::tuple<std::optional<Names>, Names, Names>>(hooks_.attr("look")());
      look_ = PyLook{std::move(own), ViewPlanes(std::move(on_board), std::move(in_hand))};
    }
    return *look_;
  }

  // The pieces that patterns see, whichever planes the author gives.
  const ViewPlanes& view() {
    if (!view_) {
      using Names = std::vector<std::string>;
      auto [on_board, in_hand] = nb::cast<std::tuple<Names, Names>>(hooks_.attr("kinds_seen")());
      view_ = ViewPlanes(std::move(on_board), std::move(in_hand));
    }
    return *view_;
  }

  std::shared_ptr<PyNode> after(const std::shared_ptr<PyNode>& before, Move move) {
    for (const auto& [known, next] : before->after) {
      if (known == move) return next;
    }
    auto next = node(before->state.attr("play")(python_text(move)));
    before->after.emplace_back(move, next);
    return next;
  }

 private:
  static constexpr std::size_t most_met = 100000;

  // Nodes that link to each other would keep each other alive.
  void forget() {
    for (const auto& met : met_) met->after.clear();
    met_.clear();
    places_.clear();
  }

  nb::object hooks_;
  bool repetition_draws_;
  std::optional<PyLook> look_;
  std::optional<ViewPlanes> view_;
  std::vector<std::shared_ptr<PyNode>> met_;
  nb::dict places_;  // the index of each recent position
  std::vector<std::pair<std::string, nb::str>> texts_;
  std::unordered_map<std::string, Move> numbers_;
};

class PyPosition {
 public:
  using MoveList = MoveVector;
  static constexpr bool finished_counts = false;
  static constexpr bool counts_margin = false;
  static constexpr bool runs_python = true;

  PyPosition(std::shared_ptr<PyRules> rules, nb::object state)
      : rules_(std::move(rules)), node_(rules_->node(std::move(state))) {}

  [[nodiscard]] std::string to_text() const { return nb::cast<std::string>(state().attr("to_text")()); }
  [[nodiscard]] Color turn() const {
    if (!node_->turn) node_->turn = read_color(nb::cast<std::string>(state().attr("turn")));
    return *node_->turn;
  }

  void moves(MoveList& out) const {
    out.clear();
    for (const Move move : known_moves()) out.push_back(move);
  }
  [[nodiscard]] std::size_t count_moves() const { return known_moves().size(); }
  void play(Move move) { node_ = rules_->after(node_, move); }

  [[nodiscard]] std::optional<Result> result() const {
    if (!node_->result) node_->result = ask_result();
    return *node_->result;
  }
  [[nodiscard]] std::string result_words() const {
    const nb::object answer = state().attr("result")();
    if (!nb::isinstance<nb::tuple>(answer) || nb::len(answer) < 2) return {};
    return nb::cast<std::string>(answer[1]);
  }
  [[nodiscard]] static std::optional<Result> stuck() { return draw(Ending::no_moves); }

  [[nodiscard]] std::uint64_t key() const {
    if (!node_->key) node_->key = nb::cast<std::uint64_t>(ask("key"));
    return *node_->key;
  }
  [[nodiscard]] Repetition repetition() const {
    return rules_->repetition_draws() ? Repetition::draws : Repetition::allowed;
  }
  [[nodiscard]] std::uint64_t repetition_key() const { return key(); }

  [[nodiscard]] bool is_pass(Move move) const { return rules_->text(move) == "pass"; }
  [[nodiscard]] std::string move_text(Move move) const { return rules_->text(move); }
  [[nodiscard]] Reading read_move(std::string_view text) const {
    const nb::object read = rules_->hooks().attr("read")(state(), nb::str(text.data(), text.size()));
    if (nb::isinstance<nb::str>(read)) return rules_->number(nb::cast<std::string>(read));
    Refusal refusal{nb::cast<std::string>(read[0]), {}};
    for (const auto& [name, value] : nb::cast<nb::dict>(read[1])) {
      refusal.args.emplace(nb::cast<std::string>(name), nb::cast<std::string>(value));
    }
    return refusal;
  }
  // read_move has already reported every error
  [[nodiscard]] static std::optional<Refusal> refuse(Move) { return std::nullopt; }

  [[nodiscard]] Shape shape() const {
    const nb::object shape = ask("shape");
    return {.points = nb::cast<bool>(shape[0]),
            .columns = nb::cast<std::vector<std::string>>(shape[1]),
            .rows = nb::cast<std::vector<std::string>>(shape[2]),
            .holes = nb::cast<bool>(shape[3])};
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
  [[nodiscard]] std::vector<Aid> aids() const {
    std::vector<Aid> list;
    using Labels = std::vector<std::string>;
    using Row = std::tuple<std::string, std::optional<std::string>, Labels, Labels, int>;
    for (const auto& [kind, owner, at, points, count] : nb::cast<std::vector<Row>>(ask("aids"))) {
      Aid aid{.kind = kind, .owner = {}, .at = at, .points = points, .count = count};
      if (owner) aid.owner = read_color(*owner);
      list.push_back(std::move(aid));
    }
    return list;
  }
  [[nodiscard]] MoveParts parts(Move move) const {
    using Row = std::tuple<std::string, std::string, std::string, std::string>;
    const auto [from, to, kind, piece] =
        nb::cast<Row>(rules_->hooks().attr("parts")(state(), rules_->python_text(move)));
    return {.from = from, .to = to, .kind = kind, .piece = piece};
  }
  [[nodiscard]] double evaluate() const {
    if (!node_->opinion) {
      node_->opinion = nb::hasattr(state(), "evaluate") ? nb::cast<double>(state().attr("evaluate")()) : 0;
    }
    return *node_->opinion;
  }
  [[nodiscard]] std::optional<Score> score() const {
    const nb::object score = ask("score");
    if (score.is_none()) return std::nullopt;
    const auto [black, white, unit] = nb::cast<std::tuple<double, double, std::string>>(score);
    return Score{black, white, unit};
  }

  [[nodiscard]] std::vector<std::string> plane_names() const {
    const PyLook& look = rules_->look();
    return look.own_names ? *look.own_names : look.view.names();
  }
  [[nodiscard]] Symmetry symmetry() const {
    const auto name = nb::cast<std::string>(rules_->hooks().attr("symmetry")());
    if (name == "square") return Symmetry::square;
    return name == "mirror" ? Symmetry::mirror : Symmetry::none;
  }
  [[nodiscard]] const ViewPlanes& view() const { return rules_->view(); }
  void write_squares(std::span<std::uint8_t> out) const {
    if (!node_->squares) {
      std::vector<std::uint8_t> codes(out.size());
      view().write_squares(*this, codes);
      node_->squares = std::move(codes);
    }
    std::ranges::copy(*node_->squares, out.begin());
  }
  void write_planes(Planes& out) const {
    const PyLook& look = rules_->look();
    if (!look.own_names) {
      look.view.write(*this, out);
      return;
    }
    const std::size_t planes = look.own_names->size();
    const auto numbers = nb::cast<nb::bytes>(ask("planes"));
    if (numbers.size() != out.squares() * planes * sizeof(float)) reject("A game can't change the size of its board.");
    for (std::size_t at = 0; at < out.squares() * planes; ++at) {
      float number = 0;
      std::memcpy(&number, numbers.c_str() + at * sizeof(float), sizeof(float));
      out.set(at % planes, at / planes, number);
    }
  }

 private:
  [[nodiscard]] const nb::object& state() const { return node_->state; }
  [[nodiscard]] nb::object ask(const char* hook) const { return rules_->hooks().attr(hook)(state()); }

  [[nodiscard]] const std::vector<Move>& known_moves() const {
    if (!node_->moves) {
      std::vector<Move> moves;
      if (!result()) {
        for (const nb::handle move : state().attr("moves")()) {
          moves.push_back(rules_->number(nb::cast<std::string>(move)));
        }
      }
      node_->moves = std::move(moves);
    }
    return *node_->moves;
  }

  [[nodiscard]] std::optional<Result> ask_result() const {
    const nb::object answer = state().attr("result")();
    if (answer.is_none()) return std::nullopt;
    Result result;
    const nb::object given_winner = winner_of(answer);
    if (!nb::isinstance<nb::str>(given_winner)) {
      throw nb::type_error(
          "result() must be None, 'black', 'white' or 'draw', or a tuple that begins with one of these.");
    }
    const auto winner = nb::cast<std::string>(given_winner);
    if (winner != "draw") result.winner = read_color(winner);
    if (nb::isinstance<nb::tuple>(answer) && nb::len(answer) > 2) result.margin = nb::cast<double>(answer[2]);
    return result;
  }

  static nb::object winner_of(const nb::object& answer) {
    if (nb::isinstance<nb::tuple>(answer)) return answer[0];
    return answer;
  }
  static Color read_color(const std::string& color) {
    if (color == "black") return Color::black;
    if (color == "white") return Color::white;
    throw nb::value_error(
        ("A game written in Python must name a side 'black' or 'white', not '" + color + "'.").c_str());
  }

  std::shared_ptr<PyRules> rules_;
  std::shared_ptr<PyNode> node_;
};

inline std::vector<Aid> aids_of(const PyPosition& position) { return position.aids(); }

inline std::vector<std::string> plane_names_of(const PyPosition* position) { return position->plane_names(); }
inline Symmetry symmetry_of(const PyPosition& position) { return position.symmetry(); }
inline void write_planes(const PyPosition& position, Planes& out) { position.write_planes(out); }

inline std::vector<std::string> contents_of(const PyPosition* position) { return position->view().contents(); }
inline std::vector<std::string> extras_of(const PyPosition* position) { return position->view().extras(); }
inline void write_squares(const PyPosition& position, std::span<std::uint8_t> out) { position.write_squares(out); }

// An author may add an evaluation to a game: evaluate(), Black's advantage.
inline std::vector<Heuristic<PyPosition>> heuristics_of(const PyPosition*) {
  return {{.name = "evaluate",
           .sentence = "The value of the game's evaluate(), or 0 if the game has none.",
           .function = [](const PyPosition& position) { return position.evaluate(); },
           .weight = 1}};
}

}  // namespace plyground
