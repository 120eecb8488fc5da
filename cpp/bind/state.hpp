// A position and its past behind one interface for all games: what Python sees. Nothing here depends on Python, so each
// game's own translation unit stays small and compiles quickly.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "bind/judge.hpp"
#include "bind/patterns.hpp"
#include "bind/search.hpp"
#include "bind/solve.hpp"
#include "bind/tablebase.hpp"
#include "core/game.hpp"
#include "core/planes.hpp"
#include "core/specialist.hpp"
#include "core/squares.hpp"
#include "core/view.hpp"
#include "net/network.hpp"
#include "search/mcts/self_play.hpp"
#include "search/random_play.hpp"

namespace plyground {

using Poll = std::function<void()>;  // called now and then by long work; throws to stop it

class State {
 public:
  using Next = std::variant<std::unique_ptr<State>, Refusal>;

  State() = default;
  State(const State&) = default;
  State(State&&) = default;
  State& operator=(const State&) = default;
  State& operator=(State&&) = default;
  virtual ~State() = default;

  [[nodiscard]] virtual Color turn() const = 0;
  [[nodiscard]] virtual std::vector<std::string> moves() const = 0;
  [[nodiscard]] virtual Next play(const std::string& move) const = 0;
  [[nodiscard]] virtual std::optional<Refusal> explain(const std::string& move) const = 0;
  [[nodiscard]] virtual std::optional<Result> result() const = 0;
  [[nodiscard]] virtual std::string result_words() const = 0;  // for a game that words its own endings
  [[nodiscard]] virtual std::uint64_t key() const = 0;
  [[nodiscard]] virtual std::string to_text() const = 0;
  [[nodiscard]] virtual std::vector<std::string> played() const = 0;  // the moves since the first position
  [[nodiscard]] virtual std::optional<std::string> last_move() const = 0;
  [[nodiscard]] virtual std::size_t ply() const = 0;

  [[nodiscard]] virtual Shape shape() const = 0;
  [[nodiscard]] virtual std::vector<Piece> pieces() const = 0;
  [[nodiscard]] virtual std::vector<HandPiece> hands() const = 0;
  [[nodiscard]] virtual std::vector<Mark> marks() const = 0;
  [[nodiscard]] virtual std::vector<Aid> aids() const = 0;  // none if the game is over
  [[nodiscard]] virtual std::optional<Score> score() const = 0;
  [[nodiscard]] virtual std::vector<MoveParts> move_parts() const = 0;  // in the order of moves()
  [[nodiscard]] virtual std::optional<MoveParts> last_parts() const = 0;

  [[nodiscard]] virtual std::unique_ptr<State> with_dead(const std::vector<std::string>& points) const = 0;

  // Who will own which points, estimated with this many playouts.
  [[nodiscard]] virtual Ownership ownership(int playouts, std::uint64_t seed, const Poll& poll) const = 0;

  // Perft after each first move, in move order.
  [[nodiscard]] virtual std::vector<std::pair<std::string, std::uint64_t>> divide(int depth, bool passes,
                                                                                  const Poll& poll) const = 0;
  [[nodiscard]] virtual std::uint64_t perft(int depth, bool passes, const Poll& poll) const = 0;
  [[nodiscard]] virtual std::unique_ptr<State> random_game(std::uint64_t seed, std::uint64_t max_plies,
                                                           const Poll& poll) const = 0;
  [[nodiscard]] virtual RandomGames random_games(std::uint64_t games, std::uint64_t seed, std::uint64_t max_plies,
                                                 const Poll& poll) const = 0;

  // Black's mean share of this many uniformly random games, played by the game's fastest method; history is ignored.
  [[nodiscard]] virtual double light_playouts(std::uint64_t games, std::uint64_t seed, const Poll& poll) const = 0;

  [[nodiscard]] virtual std::vector<Term> terms() const = 0;  // every heuristic of the game, evaluated here
  [[nodiscard]] virtual double win_scale() const = 0;
  [[nodiscard]] virtual bool counts_margin() const = 0;
  [[nodiscard]] virtual bool favours_monte_carlo() const = 0;  // or alpha-beta
  [[nodiscard]] virtual std::vector<std::string> ordered_moves() const = 0;
  [[nodiscard]] virtual std::unique_ptr<TextSolution> solve(const SolveRequest& request, const std::atomic<bool>& stop,
                                                            const Poll& poll, const OnProgress& on_progress) const = 0;
  [[nodiscard]] virtual TextReport search(const SearchRequest& request, const SearchCompany& company) const = 0;

  // A network as the judge of this game; `actions` are the texts of all moves, in the order of the network's policy.
  [[nodiscard]] virtual std::shared_ptr<const AnyJudge> judge(std::shared_ptr<const Network> network,
                                                              const std::vector<std::string>& actions) const = 0;
  // A self-play game of the judge from here; moves that were not searched have no policy.
  [[nodiscard]] virtual std::vector<SelfPlayRow> self_play(const AnyJudge& judge, const SelfPlayPlan& plan,
                                                           const std::atomic<bool>& stop, const Poll& poll) const = 0;

  // What stands on each square (core/squares.hpp), and a table of patterns as an evaluation of this game.
  [[nodiscard]] virtual SquaresShape squares_shape() const = 0;
  [[nodiscard]] virtual std::vector<std::uint8_t> squares() const = 0;
  [[nodiscard]] virtual std::shared_ptr<const AnyPatterns> patterns(
      std::shared_ptr<const PatternTable> table) const = 0;
  // Black's advantage in this position by a table of patterns.
  [[nodiscard]] virtual double evaluate(const AnyPatterns& patterns) const = 0;
  // Self-play games from here, from which the learner learns.
  [[nodiscard]] virtual PatternGames learn_patterns(PatternLearner& learner, const PatternTraining& plan,
                                                    const GameNumbers& numbers, const std::atomic<bool>& stop,
                                                    const Poll& poll) const = 0;

  // The tablebase's values of this position and of every move; nothing if the position is not in it.
  [[nodiscard]] virtual std::optional<int> tablebase_value(TablebaseValues values) const = 0;
  [[nodiscard]] virtual std::vector<TablebaseMove> tablebase_moves(TablebaseValues values) const = 0;
  // The best play of both sides from here, up to this many plies.
  [[nodiscard]] virtual std::vector<std::string> tablebase_line(TablebaseValues values, std::size_t most) const = 0;
  // Whether a position has occurred twice since the beginning, so that a draw by repetition may be near.
  [[nodiscard]] virtual bool has_repeated() const = 0;
  [[nodiscard]] virtual bool came_before() const = 0;        // this position itself included
  [[nodiscard]] virtual std::string repetition() const = 0;  // what a repeated position means, in one word
  // Sets of points, one of which a side must fill to win, if the game has such sets (HasWinningSets).
  [[nodiscard]] virtual std::vector<std::vector<std::string>> winning_sets() const = 0;

  // How a network sees the position (core/planes.hpp). The shape is the same for all positions of a game.
  [[nodiscard]] virtual std::vector<std::string> plane_names() const = 0;
  [[nodiscard]] virtual PlanesShape planes_shape() const = 0;
  virtual void write_planes(const PlanesShape& shape, std::span<float> out) const = 0;
  [[nodiscard]] virtual Symmetry symmetry() const = 0;
  // The owner of each square in a finished game: 1 Black, -1 White, 0 nobody.
  [[nodiscard]] virtual bool has_owners() const = 0;
  [[nodiscard]] virtual std::vector<std::int8_t> owners() const = 0;

  [[nodiscard]] virtual bool runs_python() const = 0;  // a game written in Python holds the interpreter's lock
  [[nodiscard]] virtual std::size_t position_bytes() const = 0;
};

// How other code reaches a game of the core.
struct GameDoor {
  GameInfo (*info)();
  std::unique_ptr<State> (*start)(const OptionValues& values);
  std::unique_ptr<State> (*parse)(const OptionValues& values, std::string_view text);
  const TablebaseDoor* tablebase = nullptr;  // if the game is small enough for one
};

}  // namespace plyground
