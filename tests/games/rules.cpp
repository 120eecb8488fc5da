// Random games of every game with all queries of a position, and short searches, run under the address and
// undefined-behaviour sanitizers: compiled and run by test_sanitized.py.
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "bind/search.hpp"
#include "core/planes.hpp"
#include "games/dobutsu/aids.hpp"
#include "games/dobutsu/heuristics.hpp"
#include "games/dobutsu/planes.hpp"
#include "games/dobutsu/rules.hpp"
#include "games/dobutsu/specialist.hpp"
#include "games/go/aids.hpp"
#include "games/go/heuristics.hpp"
#include "games/go/planes.hpp"
#include "games/go/rules.hpp"
#include "games/gomoku/aids.hpp"
#include "games/gomoku/heuristics.hpp"
#include "games/gomoku/planes.hpp"
#include "games/gomoku/rules.hpp"
#include "games/othello/aids.hpp"
#include "games/othello/heuristics.hpp"
#include "games/othello/planes.hpp"
#include "games/othello/rules.hpp"
#include "games/robogo/aids.hpp"
#include "games/robogo/heuristics.hpp"
#include "games/robogo/planes.hpp"
#include "games/robogo/rules.hpp"
#include "search/alphabeta/strong.hpp"
#include "search/alphabeta/table.hpp"
#include "search/random_play.hpp"

using namespace plyground;

namespace {

const std::atomic<bool> never{false};

// In memory of exactly the right size, so that a write past the board is detected.
template <class P>
std::size_t look(const P& position) {
  const PlanesShape shape = planes_shape_of(position);
  std::vector<float> numbers(shape.size());
  write_planes(position, shape, numbers);
  if (numbers[shape.size() - 1] < 0) std::abort();
  if constexpr (HasOwners<P>) {
    std::vector<std::int8_t> owners(shape.squares());
    write_owners(position, owners);
  }
  return numbers.size();
}

// Makes every query; the answers must be consistent.
template <class P>
std::size_t ask_all(const OptionValues& options, const P& position, const Evaluator<P>& evaluator) {
  std::size_t seen = position.pieces().size() + position.hands().size() + position.marks().size();
  seen += position.shape().columns.size() + static_cast<std::size_t>(position.score().has_value());
  if (!position.result()) seen += aids_of(position).size();
  seen += look(position);
  typename P::MoveList moves;
  position.moves(moves);
  for (const Move move : moves) {
    if (position.parts(move).kind.empty() || position.refuse(move)) std::abort();
    const Reading reading = position.read_move(position.move_text(move));
    seen += position.move_text(move).size() + sizeof reading;
  }
  const std::string text = position.to_text();
  if (P::parse(options, text).to_text() != text) std::abort();
  return seen + static_cast<std::size_t>(std::abs(evaluator(position)) >= 0);
}

template <class P>
void play(const OptionValues& options, int games) {
  const Evaluator<P> evaluator = weighed<P>({});
  for (int game = 0; game < games; ++game) {
    Random random(static_cast<std::uint64_t>(game));
    Timeline<P> timeline(P::start(options));
    std::size_t ply = 0;
    const auto ask_now_and_then = [&](Move) {
      if (ply++ % 5 == 0) ask_all(options, timeline.position(), evaluator);
    };
    play_randomly(timeline, random, 600, ask_now_and_then);
    ask_all(options, timeline.position(), evaluator);
  }
}

void search(const dobutsu::Position& position) {
  const Timeline<dobutsu::Position> start(position);
  Table table(1);
  Budget budget({.nodes = 20000}, never, {}, 64);
  const auto evaluator = weighed<dobutsu::Position>({});
  const Report report = Strong<dobutsu::Position>(start, evaluator, {}, &table, budget).run([](const Report&) {});
  if (report.lines.empty()) std::abort();
}

// Reads past the end of a list, to prove that the sanitizer works.
int overrun() {
  std::vector<int> list(8, 1);
  volatile std::size_t at = 8;
  return list.data()[at];
}

}  // namespace

int main(int count, char** words) {
  if (count > 1 && std::strcmp(words[1], "overrun") == 0) return overrun();
  const OptionValues go{{"size", "9"},         {"komi", "6.5"},     {"scoring", "territory"},
                        {"ko", "positional"},  {"suicide", "no"},   {"handicap", "0"},
                        {"max_moves", "none"}, {"seki", "counted"}, {"compensation", "none"},
                        {"rules", "custom"}};
  const OptionValues robogo{{"size", "9"}, {"line", "5"}, {"captures", "yes"}, {"ko", "positional"}, {"pass", "yes"}};
  const OptionValues dobutsu{{"try", "official"}, {"hand", "merged"}};
  play<othello::Position>({{"size", "8"}}, 100);
  play<othello::Position>({{"size", "6"}}, 100);
  play<gomoku::Position>({{"size", "15"}, {"line", "5"}, {"rule", "freestyle"}}, 15);
  play<gomoku::Position>({{"size", "15"}, {"line", "5"}, {"rule", "renju"}}, 15);
  play<go::Position<9>>(go, 40);
  play<robogo::Position<9>>(robogo, 40);
  play<dobutsu::Position>(dobutsu, 400);
  search(dobutsu::Position::start(dobutsu));
  std::puts("done");
}
