// The solver of whole games, and the numbers and backward moves of Dobutsu shogi that it uses, under the sanitizers:
// compiled and run by test_sanitized.py. Any inconsistency is printed, and the program fails.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "core/random.hpp"
#include "games/dobutsu/universe.hpp"
#include "search/retrograde/solver.hpp"

using namespace plyground;

namespace {

void expect(bool holds, const char* what, std::uint64_t number) {
  if (holds) return;
  std::printf("%s: %llu\n", what, static_cast<unsigned long long>(number));
  std::exit(1);
}

// A meaningless game: from every position some moves to others, a few of which win at once.
class Nonsense {
 public:
  explicit Nonsense(std::uint64_t seed, std::uint32_t size) : next_(size), before_(size), wins_(size) {
    Random random(seed);
    for (std::uint32_t at = 0; at < size; ++at) {
      wins_[at] = random.below(9) == 0;
      for (auto moves = random.below(5); moves > 0; --moves) {
        const auto to = static_cast<std::uint32_t>(random.below(size));
        next_[at].push_back(to);
        before_[to].push_back(at);
      }
    }
  }

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(next_.size()); }
  [[nodiscard]] std::uint32_t over_size() const { return size(); }
  [[nodiscard]] static std::uint32_t start() { return 0; }
  [[nodiscard]] static std::uint32_t twin(std::uint32_t at) { return at; }

  template <class OnOpen, class OnOver>
  bool look(std::uint32_t at, const OnOpen& on_open, const OnOver& on_over) const {
    for (const std::uint32_t to : next_[at]) on_open(to);
    if (wins_[at]) on_over([at] { return at; });
    return wins_[at];
  }
  template <class Visit>
  void before(std::uint32_t at, const Visit& visit) const {
    for (const std::uint32_t one : before_[at]) visit(one);
  }

  // The same result by repeated passes over all positions.
  [[nodiscard]] std::vector<std::uint8_t> solved() const {
    std::vector<std::uint8_t> values(next_.size(), 0);
    for (std::uint8_t plies = 1; plies < 170; ++plies) {
      auto longer = values;
      for (std::uint32_t at = 0; at < size(); ++at) {
        if (values[at] == 0 && ends_in(plies, at, values)) longer[at] = plies;
      }
      values = longer;
    }
    return values;
  }

 private:
  [[nodiscard]] bool ends_in(int plies, std::uint32_t at, const std::vector<std::uint8_t>& values) const {
    const auto& next = next_[at];
    if (plies == 1) return wins_[at];
    const auto loses = [&](std::uint32_t to) { return values[to] != 0 && values[to] % 2 == 0; };
    const auto wins = [&](std::uint32_t to) { return values[to] % 2 == 1; };
    if (plies % 2 == 1) return std::any_of(next.begin(), next.end(), loses);
    return std::all_of(next.begin(), next.end(), wins);
  }

  std::vector<std::vector<std::uint32_t>> next_;
  std::vector<std::vector<std::uint32_t>> before_;
  std::vector<bool> wins_;
};

void solve_nonsense() {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Nonsense game(seed, seed == 1 ? 50000 : 800);
    Retrograde<Nonsense> work(game);
    std::uint64_t rests = 0;
    while (!work.work(seed % 2 == 0 ? 3 : 1, 1e-5)) ++rests;
    const auto values = game.solved();
    expect(std::equal(values.begin(), values.end(), work.values().begin()), "nonsense is solved wrongly", seed);
    expect(seed != 1 || rests > 0, "it never rested", seed);
    const auto counts = work.count(2);
    std::uint64_t reached = 0;
    for (std::uint32_t at = 0; at < game.size(); ++at) reached += work.is_reached(at) ? 1 : 0;
    std::uint64_t counted = 0;
    for (const std::uint64_t count : counts.by_value) counted += count;
    expect(counted == reached && reached > 0, "counted wrongly", seed);
  }
}

// Every move forward must be a move backward, exactly as often, and vice versa.
void compare_both_ways() {
  const dobutsu::Universe universe;
  Random random(7);
  for (int i = 0; i < 3000; ++i) {
    const auto number = static_cast<std::uint32_t>(random.below(universe.size()));
    std::vector<std::uint32_t> next;
    (void)universe.look(number, [&](std::uint32_t to) { next.push_back(to); }, [](const auto& over) { (void)over(); });
    for (const std::uint32_t to : next) {
      std::ptrdiff_t back = 0;
      universe.before(to, [&](std::uint32_t from) { back += from == number ? 1 : 0; });
      expect(back == std::count(next.begin(), next.end(), to), "a move is not undone as often as it is made", number);
    }
    universe.before(number, [&](std::uint32_t from) {
      bool leads_here = false;
      (void)universe.look(from, [&](std::uint32_t to) { leads_here |= to == number; }, [](const auto&) {});
      expect(leads_here, "a move is undone that can't be made", number);
    });
  }
}

void number_all(dobutsu::Numbering::Scope scope) {
  const dobutsu::Numbering numbering(scope);
  Random random(3);
  for (int i = 0; i < 20000; ++i) {
    const auto number =
        static_cast<std::uint32_t>(i < 1000 ? numbering.size() - 1 - i : random.below(numbering.size()));
    const dobutsu::Board board = numbering.board(number);
    expect(numbering(board) == number, "a board has another number", number);
    expect(numbering.is_middle(number) || numbering(board.mirrored()) == number, "so has its mirror image", number);
    expect(board.turned().turned().packed() == board.packed(), "turned twice it is another", number);
    expect(board.mirrored().mirrored().packed() == board.packed(), "mirrored twice it is another", number);
  }
}

}  // namespace

int main() {
  solve_nonsense();
  number_all(dobutsu::Numbering::Scope::open);
  number_all(dobutsu::Numbering::Scope::any);
  compare_both_ways();
  std::puts("done");
}
