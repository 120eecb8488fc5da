// The one implementation of State, for every game.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "bind/state.hpp"
#include "core/game.hpp"
#include "core/planes.hpp"
#include "core/random.hpp"
#include "core/specialist.hpp"
#include "core/squares.hpp"
#include "core/text.hpp"
#include "core/timeline.hpp"
#include "core/view.hpp"
#include "search/perft.hpp"
#include "search/random_play.hpp"

namespace plyground {

template <class P>
concept MarksDead = requires(const P position, const std::vector<std::string>& points) { position.with_dead(points); };

template <class P>
concept WordsItsEndings = requires(const P position) { position.result_words(); };

template <Game P>
  requires Viewable<P>
class StateOf final : public State {
 public:
  explicit StateOf(P start) : timeline_(std::move(start)) {}

  [[nodiscard]] Color turn() const override { return position().turn(); }

  [[nodiscard]] std::vector<std::string> moves() const override {
    return mapped([this](Move move) { return position().move_text(move); });
  }

  [[nodiscard]] Next play(const std::string& move) const override {
    Reading reading = timeline_.read(move);
    if (auto* refusal = std::get_if<Refusal>(&reading)) return std::move(*refusal);
    auto next = std::make_unique<StateOf>(*this);
    next->advance(std::get<Move>(reading));
    return next;
  }

  [[nodiscard]] std::optional<Refusal> explain(const std::string& move) const override {
    Reading reading = timeline_.read(move);
    if (auto* refusal = std::get_if<Refusal>(&reading)) return std::move(*refusal);
    return std::nullopt;
  }

  [[nodiscard]] std::optional<Result> result() const override { return timeline_.result(); }
  [[nodiscard]] std::string result_words() const override {
    if constexpr (WordsItsEndings<P>) return position().result_words();
    return {};
  }
  [[nodiscard]] std::uint64_t key() const override { return position().key(); }
  [[nodiscard]] std::string to_text() const override { return position().to_text(); }

  [[nodiscard]] std::vector<std::string> played() const override {
    std::vector<std::string> texts;
    for (const Move move : played_) texts.push_back(position().move_text(move));
    return texts;
  }
  [[nodiscard]] std::optional<std::string> last_move() const override {
    if (played_.empty()) return std::nullopt;
    return position().move_text(played_.back());
  }
  [[nodiscard]] std::size_t ply() const override { return played_.size(); }

  [[nodiscard]] Shape shape() const override { return position().shape(); }
  [[nodiscard]] std::vector<Piece> pieces() const override { return position().pieces(); }
  [[nodiscard]] std::vector<HandPiece> hands() const override { return position().hands(); }
  [[nodiscard]] std::vector<Mark> marks() const override { return position().marks(); }
  [[nodiscard]] std::vector<Aid> aids() const override {
    if constexpr (Aided<P>) {
      if (!timeline_.result()) return aids_of(position());
    }
    return {};
  }
  [[nodiscard]] std::optional<Score> score() const override { return position().score(); }
  [[nodiscard]] std::vector<MoveParts> move_parts() const override {
    return mapped([this](Move move) { return position().parts(move); });
  }
  [[nodiscard]] std::optional<MoveParts> last_parts() const override { return last_parts_; }

  [[nodiscard]] std::unique_ptr<State> with_dead(const std::vector<std::string>& points) const override {
    if constexpr (MarksDead<P>) {
      auto marked = std::make_unique<StateOf>(*this);
      marked->timeline_.replace(position().with_dead(points));
      return marked;
    }
    reject("Dead stones can be marked only in Go.");
  }

  [[nodiscard]] Ownership ownership(int playouts, std::uint64_t seed, const Poll& poll) const override {
    if constexpr (TellsOwners<SpecialistOf<P>, P>) {
      return SpecialistOf<P>().ownership(position(), playouts, seed, [&poll] { poll(); });
    }
    reject("Ownership and dead stones can be estimated only in Go.");
  }

  [[nodiscard]] std::uint64_t perft(int depth, bool passes, const Poll& poll) const override {
    Timeline<P> timeline = timeline_;
    Ticker tick([&poll] { poll(); });
    return plyground::perft(timeline, depth, passes, tick);
  }

  [[nodiscard]] std::vector<std::pair<std::string, std::uint64_t>> divide(int depth, bool passes,
                                                                          const Poll& poll) const override {
    std::vector<std::pair<std::string, std::uint64_t>> counts;
    Timeline<P> timeline = timeline_;
    Ticker tick([&poll] { poll(); });
    typename P::MoveList moves;
    timeline.legal_moves(moves);
    const P before = position();
    for (const Move move : moves) {
      if (!passes && before.is_pass(move)) continue;
      timeline.play(move);
      counts.emplace_back(before.move_text(move), plyground::perft(timeline, depth - 1, passes, tick));
      timeline.take_back(before);
    }
    return counts;
  }

  [[nodiscard]] std::unique_ptr<State> random_game(std::uint64_t seed, std::uint64_t max_plies,
                                                   const Poll& poll) const override {
    auto end = std::make_unique<StateOf>(*this);
    Random random(seed, 0);
    play_randomly(end->timeline_, random, max_plies, [&](Move move) {
      end->remember(move);
      poll();
    });
    return end;
  }

  [[nodiscard]] RandomGames random_games(std::uint64_t games, std::uint64_t seed, std::uint64_t max_plies,
                                         const Poll& poll) const override {
    return plyground::random_games(timeline_, games, seed, max_plies, poll);
  }

  [[nodiscard]] double light_playouts(std::uint64_t games, std::uint64_t seed, const Poll& poll) const override {
    if constexpr (requires(SpecialistOf<P> s, Random r) { s.light_playout(position(), r); }) {
      SpecialistOf<P> specialist;
      Random random(seed);
      double sum = 0;
      for (std::uint64_t game = 0; game < games; ++game) {
        sum += static_cast<double>(specialist.light_playout(position(), random));
        poll();
      }
      return sum / static_cast<double>(games);
    } else {
      const RandomGames total = random_games(games, seed, max_ply, poll);
      return (static_cast<double>(total.black_wins) + static_cast<double>(total.draws) / 2) /
             static_cast<double>(games);
    }
  }

  [[nodiscard]] std::vector<Term> terms() const override {
    std::vector<Term> list;
    for (const auto& row : heuristics<P>()) {
      list.push_back(
          {.name = row.name, .sentence = row.sentence, .value = row.function(position()), .weight = row.weight});
    }
    return list;
  }
  [[nodiscard]] bool counts_margin() const override { return P::counts_margin; }
  [[nodiscard]] double win_scale() const override {
    if constexpr (requires { win_scale_of(&position()); }) {
      return win_scale_of(&position());
    }
    return 1;
  }
  [[nodiscard]] bool favours_monte_carlo() const override {
    if constexpr (HasFavourite<SpecialistOf<P>, P>) {
      return SpecialistOf<P>::favourite(position()) == Favourite::monte_carlo;
    }
    return false;
  }
  [[nodiscard]] std::vector<std::string> ordered_moves() const override {
    return mapped([this](Move move) { return position().move_text(move); }, true);
  }

  [[nodiscard]] std::unique_ptr<TextSolution> solve(const SolveRequest& request, const std::atomic<bool>& stop,
                                                    const Poll& poll, const OnProgress& on_progress) const override {
    return run_solve(timeline_, request, stop, poll, on_progress, runs_python() ? 1 : 64);
  }

  [[nodiscard]] TextReport search(const SearchRequest& request, const SearchCompany& company) const override {
    const std::uint32_t nodes_between_looks = runs_python() ? 1 : 64;
    if (request.original_list) return search_original_list(request, company);
    if (const auto* judge = judge_of<P>(request)) {
      return run_search(timeline_, played_, judging(*judge, request.monte_carlo.win_scale), request, company, 1);
    }
    if (request.patterns) {
      return run_search(timeline_, played_, by_patterns<P>(request), request, company, nodes_between_looks);
    }
    if (!request.evaluator) {
      return run_search(timeline_, played_, weighed<P>(request.terms), request, company, nodes_between_looks);
    }
    const Evaluator<P> evaluator([&request](const P& at) { return request.evaluator(std::make_unique<StateOf>(at)); });
    return run_search(timeline_, played_, evaluator, request, company, 1);
  }

  [[nodiscard]] std::shared_ptr<const AnyJudge> judge(std::shared_ptr<const Network> network,
                                                      const std::vector<std::string>& actions) const override {
    return std::make_shared<NetworkJudge<P>>(std::move(network), position(), actions);
  }
  [[nodiscard]] std::vector<SelfPlayRow> self_play(const AnyJudge& judge, const SelfPlayPlan& plan,
                                                   const std::atomic<bool>& stop, const Poll& poll) const override {
    const auto* its = dynamic_cast<const NetworkJudge<P>*>(&judge);
    if (its == nullptr) reject("The network is for another game or another board size.");
    const SelfPlayGame game = SelfPlay<P>(timeline_, *its, plan, stop, poll).play();
    std::vector<SelfPlayRow> rows;
    for (const SelfPlayMove& move : game.moves) rows.push_back(row_of(move, *its));
    return rows;
  }

  [[nodiscard]] SquaresShape squares_shape() const override { return SquareReader<P>(position()).shape(); }
  [[nodiscard]] std::vector<std::uint8_t> squares() const override {
    const SquareReader<P> reader(position());
    std::vector<std::uint8_t> codes(reader.shape().size());
    reader.read(position(), codes);
    return codes;
  }
  [[nodiscard]] std::shared_ptr<const AnyPatterns> patterns(std::shared_ptr<const PatternTable> table) const override {
    return std::make_shared<PatternsOf<P>>(std::move(table), position());
  }
  [[nodiscard]] double evaluate(const AnyPatterns& patterns) const override {
    return patterns_of<P>(patterns).evaluate(position(), win_scale());
  }
  [[nodiscard]] PatternGames learn_patterns(PatternLearner& learner, const PatternTraining& plan,
                                            const GameNumbers& numbers, const std::atomic<bool>& stop,
                                            const Poll& poll) const override {
    return plyground::learn_patterns(timeline_, learner, plan, numbers, stop, poll);
  }

  [[nodiscard]] std::optional<int> tablebase_value([[maybe_unused]] TablebaseValues values) const override {
    if constexpr (HasTablebase<P>) {
      if (timeline_.result()) return std::nullopt;
      if (const auto value = universe<P>().value(position(), values)) return signed_plies(*value);
    }
    return std::nullopt;
  }
  [[nodiscard]] std::vector<TablebaseMove> tablebase_moves([[maybe_unused]] TablebaseValues values) const override {
    std::vector<TablebaseMove> list;
    if constexpr (HasTablebase<P>) {
      for (const auto& [move, value] : moves_by_tablebase(timeline_, values)) {
        list.push_back({.move = position().move_text(move), .value = value});
      }
    }
    return list;
  }
  [[nodiscard]] std::vector<std::string> tablebase_line([[maybe_unused]] TablebaseValues values,
                                                        [[maybe_unused]] std::size_t most) const override {
    std::vector<std::string> line;
    if constexpr (HasTablebase<P>) {
      Timeline<P> timeline = timeline_;
      while (line.size() < most) {
        const auto moves = moves_by_tablebase(timeline, values);
        if (moves.empty()) break;
        const Move best = best_by_tablebase(moves);
        line.push_back(timeline.position().move_text(best));
        timeline.play(best);
      }
    }
    return line;
  }
  [[nodiscard]] bool has_repeated() const override { return timeline_.past().has_twins(); }
  [[nodiscard]] bool came_before() const override { return timeline_.past().contains(position().repetition_key()); }
  [[nodiscard]] std::string repetition() const override {
    constexpr std::array words{"allowed", "draws", "simple_ko", "superko"};
    return words[static_cast<std::size_t>(position().repetition())];
  }
  [[nodiscard]] std::vector<std::vector<std::string>> winning_sets() const override {
    if constexpr (HasWinningSets<P>) return position().winning_sets();
    return {};
  }

  [[nodiscard]] std::vector<std::string> plane_names() const override {
    if constexpr (HasPlanes<P>) return plane_names_of(&position());
    reject_planes();
  }
  [[nodiscard]] PlanesShape planes_shape() const override {
    if constexpr (HasPlanes<P>) return planes_shape_of(position());
    reject_planes();
  }
  void write_planes([[maybe_unused]] const PlanesShape& shape, [[maybe_unused]] std::span<float> out) const override {
    if constexpr (HasPlanes<P>) return plyground::write_planes(position(), shape, out);
    reject_planes();
  }
  [[nodiscard]] Symmetry symmetry() const override {
    if constexpr (HasPlanes<P>) return symmetry_of(position());
    return Symmetry::none;
  }
  [[nodiscard]] bool has_owners() const override { return HasOwners<P>; }
  [[nodiscard]] std::vector<std::int8_t> owners() const override {
    if constexpr (HasOwners<P>) {
      if (!timeline_.result()) reject("The owners of the squares are known only when the game is over.");
      const Shape board = shape();
      std::vector<std::int8_t> list(board.rows.size() * board.columns.size());
      write_owners(position(), list);
      return list;
    }
    reject("This game does not count squares, so its squares have no owners.");
  }

  [[nodiscard]] bool runs_python() const override {
    if constexpr (requires { P::runs_python; }) return P::runs_python;
    return false;
  }
  [[nodiscard]] std::size_t position_bytes() const override { return sizeof(P); }

 private:
  [[nodiscard]] const P& position() const { return timeline_.position(); }

  [[nodiscard]] SelfPlayRow row_of(const SelfPlayMove& move, const AnyJudge& judge) const {
    SelfPlayRow row{.move = position().move_text(move.move),
                    .searched = move.searched,
                    .full = move.full,
                    .actions = {},
                    .policy = move.root.policy,
                    .share = move.root.share,
                    .surprise = move.root.surprise,
                    .proven = move.root.proven};
    for (const Move each : move.moves) row.actions.push_back(judge.action(position().move_text(each)));
    return row;
  }

  [[noreturn]] static void reject_planes() { reject("This game does not define planes for a network."); }

  [[nodiscard]] TextReport search_original_list(const SearchRequest& request, const SearchCompany& company) const {
    if constexpr (requires { original_list(position()); }) {
      using Listed = decltype(original_list(position()));
      const Timeline<Listed> start(original_list(position()), timeline_.past());
      if (request.patterns) {
        const Evaluator<P> patterns = by_patterns<P>(request);
        const Evaluator<Listed> evaluator([&patterns](const Listed& at) { return patterns(at.position()); });
        return run_textbook(start, evaluator, request, company, 64);
      }
      if (!request.evaluator) return run_textbook(start, weighed<Listed>(request.terms), request, company, 64);
      const Evaluator<Listed> evaluator(
          [&request](const Listed& at) { return request.evaluator(std::make_unique<StateOf>(at.position())); });
      return run_textbook(start, evaluator, request, company, 1);
    }
    reject("This game has no original list of moves.");
  }

  using ValuedMoves = std::vector<std::pair<Move, int>>;

  // Each legal move with its value for the side to move; empty if the tablebase lacks one of them.
  static ValuedMoves moves_by_tablebase(const Timeline<P>& timeline, TablebaseValues values) {
    ValuedMoves list;
    if (timeline.result() || !universe<P>().value(timeline.position(), values)) return list;
    typename P::MoveList moves;
    timeline.legal_moves(moves);
    for (const Move move : moves) {
      Timeline<P> after = timeline;
      after.play(move);
      if (const auto result = after.result()) {
        const int won = result->winner == timeline.position().turn() ? 1 : -1;
        list.emplace_back(move, result->winner ? won : 0);
      } else if (const auto value = universe<P>().value(after.position(), values)) {
        list.emplace_back(move, signed_plies_before(signed_plies(*value)));
      } else {
        return {};
      }
    }
    return list;
  }

  // The quickest win, else a draw, else the slowest loss; the first of equal moves.
  static Move best_by_tablebase(const ValuedMoves& moves) {
    const auto rank = [](int value) { return value > 0 ? 1000 - value : (value < 0 ? -1000 - value : 0); };
    return std::max_element(moves.begin(), moves.end(),
                            [&](const auto& a, const auto& b) { return rank(a.second) < rank(b.second); })
        ->first;
  }

  template <class Map>
  [[nodiscard]] auto mapped(Map map, bool ordered = false) const -> std::vector<decltype(map(Move{}))> {
    std::vector<decltype(map(Move{}))> list;
    if (timeline_.result()) return list;
    typename P::MoveList moves;
    timeline_.legal_moves(moves);
    if constexpr (Orders<P>) {
      if (ordered) position().order(moves);
    }
    list.reserve(moves.size());
    for (const Move move : moves) list.push_back(map(move));
    return list;
  }

  // Computed before the move is played, because afterwards the position no longer knows whether it captured.
  void remember(Move move) {
    last_parts_ = position().parts(move);
    played_.push_back(move);
  }
  void advance(Move move) {
    remember(move);
    timeline_.play(move);
  }

  Timeline<P> timeline_;
  std::vector<Move> played_;
  std::optional<MoveParts> last_parts_;
};

template <class P>
constexpr const TablebaseDoor* tablebase_of() {
  if constexpr (HasTablebase<P>) return &tablebase_door<P>;
  return nullptr;
}

template <NativeGame P>
constexpr GameDoor door{
    .info = &P::info,
    .start = [](const OptionValues& values) -> std::unique_ptr<State> {
      return std::make_unique<StateOf<P>>(P::start(values));
    },
    .parse = [](const OptionValues& values, std::string_view text) -> std::unique_ptr<State> {
      return std::make_unique<StateOf<P>>(P::parse(values, text));
    },
    .tablebase = tablebase_of<P>(),
};

// A game with a separate representation for small boards.
template <template <int> class P, int Small, int Large>
constexpr GameDoor door_by_size{
    .info = &P<Large>::info,
    .start =
        [](const OptionValues& values) {
          const bool small = integer_option(values, "size", 1, Large) <= Small;
          return small ? door<P<Small>>.start(values) : door<P<Large>>.start(values);
        },
    .parse =
        [](const OptionValues& values, std::string_view text) {
          const bool small = integer_option(values, "size", 1, Large) <= Small;
          return small ? door<P<Small>>.parse(values, text) : door<P<Large>>.parse(values, text);
        },
};

}  // namespace plyground
