// Plays Gomoku against itself and prints the games for bench/fit_gomoku.cpp:
//
//   g++ -std=c++20 -O3 -march=native -Icpp bench/gomoku_games.cpp -o games && ./games SEED GAMES NODES > games.txt
//
// A game begins with three to six stones near the centre that a search does not call decided. A move gets between half
// as many nodes and half as many again.
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/random.hpp"
#include "core/timeline.hpp"
#include "games/gomoku/heuristics.hpp"
#include "games/gomoku/rules.hpp"
#include "games/gomoku/specialist.hpp"
#include "search/alphabeta/strong.hpp"
#include "search/alphabeta/table.hpp"

namespace plyground::gomoku {

constexpr int size = 15;
constexpr int reach = 3;  // steps of the opening from the centre

class Games {
 public:
  Games(std::uint64_t seed, std::uint64_t nodes) : random_(seed), nodes_(nodes) {}

  void play_one() {
    while (!plays_on(opening())) continue;
  }

 private:
  Timeline<Position> opening() {
    Timeline<Position> game(Position::start({{"size", "15"}, {"line", "5"}, {"rule", "freestyle"}}));
    text_.clear();
    stones_ = 3 + random_.below(4);
    for (std::uint32_t stones = 0; stones < stones_;) {
      const auto near = [this] { return size / 2 - reach + static_cast<int>(random_.below(2 * reach + 1)); };
      const int row = near();
      const auto move = static_cast<Move>(Board::point({row, near()}));
      if (!game.position().legal(move)) continue;
      play(game, move);
      ++stones;
    }
    return game;
  }

  // False if the opening is decided.
  bool plays_on(Timeline<Position> game) {
    for (int ply = 0; !game.result(); ++ply) {
      Budget budget({.nodes = ply == 0 ? 5 * nodes_ : nodes_ / 2 + random_.below(static_cast<std::uint32_t>(nodes_))},
                    never_, {}, 64);
      StrongPlan plan;
      plan.unit = win_scale_of(static_cast<const Position*>(nullptr));
      const Report report = Strong<Position>(game, evaluator_, plan, &table_, budget).run([](const Report&) {});
      if (ply == 0 && is_decided(report.lines[0].value)) return false;
      play(game, report.lines[0].moves[0]);
    }
    const auto winner = game.result()->winner;
    std::printf("%s %u%s\n", !winner ? "0.5" : *winner == Color::black ? "1" : "0", stones_, text_.c_str());
    return true;
  }

  void play(Timeline<Position>& game, Move move) {
    text_ += ' ' + game.position().move_text(move);
    game.play(move);
  }

  Random random_;
  std::uint64_t nodes_;
  std::uint32_t stones_ = 0;
  std::string text_;
  std::atomic<bool> never_{false};
  Evaluator<Position> evaluator_{{{shapes, 1}}, true};
  Table table_{4};
};

}  // namespace plyground::gomoku

int main(int count, char** words) {
  if (count != 4) {
    std::fprintf(stderr, "Usage: games SEED GAMES NODES\n");
    return 2;
  }
  plyground::gomoku::Games games(std::strtoull(words[1], nullptr, 10), std::strtoull(words[3], nullptr, 10));
  for (int left = std::atoi(words[2]); left > 0; --left) games.play_one();
}
