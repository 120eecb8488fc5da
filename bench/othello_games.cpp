// Plays self-play games of Othello with the package's weights, as training data for bench/fit_othello_patterns.cpp:
//
//   g++ -std=c++20 -O3 -march=native -Icpp bench/othello_games.cpp -o games && ./games 0 1000 > 0.games
//
// The two numbers are the first game and the one after the last. A game begins with random moves, continues with a
// search of five plies, and is solved once 14 squares are empty. From there it continues with random and shallow moves,
// and every position is solved.
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "core/specialist.hpp"
#include "games/othello/endgame.hpp"
#include "games/othello/midgame.hpp"
#include "othello_games.hpp"

namespace plyground {

namespace endgame = othello::endgame;
namespace midgame = othello::midgame;

using Squares = std::uint64_t;

constexpr std::uint64_t seed = 1000;
constexpr int depth = 5;
constexpr int solved_at = 14;  // empty squares
constexpr int most = 2 * midgame::decided;

struct Board {
  Squares own = 0x0000000810000000;
  Squares enemy = 0x0000001008000000;

  [[nodiscard]] Squares moves() const { return othello::mobility(own, enemy); }
  [[nodiscard]] int empties() const { return 64 - std::popcount(own | enemy); }
  [[nodiscard]] Board passed() const { return {enemy, own}; }
  [[nodiscard]] Board played(int square) const {
    const Squares flipped = othello::flips(square, own, enemy);
    return {enemy ^ flipped, own | flipped | (Squares{1} << square)};
  }
};

int random_square(Random& random, Squares moves) {
  for (std::uint32_t left = random.below(static_cast<std::uint32_t>(std::popcount(moves))); left > 0; --left) {
    moves &= moves - 1;
  }
  return std::countr_zero(moves);
}

class Player {
 public:
  Player() : search_(false, tick_), solver_(table_, 8, tick_) { table_.reserve(8); }

  // The best move by a search, and its value.
  std::pair<int, int> best(const Board& board, int plies) {
    std::vector<std::pair<int, int>> order;  // of the other side's value, and the square
    for (Squares left = board.moves(); left != 0; left &= left - 1) {
      order.emplace_back(value(board.played(std::countr_zero(left)), plies > 3 ? 1 : 0, -most, most),
                         std::countr_zero(left));
    }
    std::ranges::sort(order);
    std::pair<int, int> found{order[0].second, -most};
    for (const auto& [rank, square] : order) {
      const int worth = -value(board.played(square), plies - 1, -most, -found.second);
      if (worth > found.second) found = {square, worth};
    }
    return found;
  }

  int score(const Board& board) {
    return solver_.score(solver_.board(board.own, board.enemy, ~(board.own | board.enemy)), -65, 65);
  }

 private:
  int value(const Board& board, int plies, int alpha, int beta) {
    return search_.value(board.own, board.enemy, plies, alpha, beta);
  }

  AnyTick tick_;
  endgame::Table table_;
  midgame::Search<AnyTick> search_;
  endgame::Search<AnyTick> solver_;
};

// Openings of many lengths, so that all stages also see unusual positions; none if the game ended.
std::optional<Board> opening(Random& random) {
  const std::uint32_t kind = random.below(10);
  const std::uint32_t plies =
      kind < 6 ? 6 + random.below(8) : (kind < 8 ? 12 + random.below(10) : 20 + random.below(14));
  Board board;
  for (std::uint32_t ply = 0; ply < plies; ++ply) {
    if (board.moves() == 0) board = board.passed();
    if (board.moves() == 0) return std::nullopt;
    board = board.played(random_square(random, board.moves()));
  }
  return board;
}

Sample sample(const Board& board, int value, int score, bool exact, int game) {
  return {.own = board.own,
          .enemy = board.enemy,
          .value = static_cast<std::int16_t>(std::clamp(value * 100 / othello::patterns::unit, -6400, 6400)),
          .score = static_cast<std::int8_t>(score),
          .exact = static_cast<std::int8_t>(exact),
          .game = game};
}

// The middle game; the final score is assigned to all of its positions.
Board play_on(Player& player, Board board, int game, std::vector<Sample>& samples) {
  const std::size_t first = samples.size();
  std::vector<int> signs;
  int sign = 1;
  while (board.empties() > solved_at) {
    if (board.moves() == 0) {
      board = board.passed();
      sign = -sign;
      if (board.moves() == 0) break;
      continue;
    }
    const auto [square, value] = player.best(board, depth);
    samples.push_back(sample(board, value, 0, false, game));
    signs.push_back(sign);
    board = board.played(square);
    sign = -sign;
  }
  const int score = player.score(board);
  for (std::size_t at = first; at < samples.size(); ++at) {
    samples[at].score = static_cast<std::int8_t>(sign * signs[at - first] * score);
  }
  samples.push_back(sample(board, 0, score, true, game));
  return board;
}

void play_out(Player& player, Random& random, Board board, int game, std::vector<Sample>& samples) {
  while (board.empties() > 4) {
    if (board.moves() == 0) board = board.passed();
    if (board.moves() == 0) return;
    const bool at_random = board.empties() <= 10 || random.below(10) < 3;
    board = board.played(at_random ? random_square(random, board.moves()) : player.best(board, 2).first);
    samples.push_back(sample(board, 0, player.score(board), true, game));
  }
}

void run(int first, int last) {
  Player player;
  for (int game = first; game < last; ++game) {
    Random random(seed, static_cast<std::uint64_t>(game));
    const auto start = opening(random);
    if (!start) continue;
    std::vector<Sample> samples;
    play_out(player, random, play_on(player, *start, game, samples), game, samples);
    std::fwrite(samples.data(), sizeof(Sample), samples.size(), stdout);
  }
}

}  // namespace plyground

int main(int count, char** words) {
  if (count < 3) return 2;
  plyground::run(std::atoi(words[1]), std::atoi(words[2]));
}
