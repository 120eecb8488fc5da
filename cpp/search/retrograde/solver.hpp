// Solves a whole game by retrograde analysis: from the positions that a move decides to those before them, ply by ply,
// until nothing changes. The rest is drawn. The solver does not depend on any game; a universe numbers the positions
// and generates moves in both directions.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <thread>
#include <vector>

#include "search/retrograde/shared_bits.hpp"
#include "search/retrograde/value.hpp"

namespace plyground {

// The work is divided into blocks of positions and can pause after any block. `Place` and the arrays are the complete
// state, so it can continue now or from a file.
template <class Universe>
class Retrograde {
 public:
  using Number = std::uint32_t;
  // NOLINTNEXTLINE(performance-enum-size): a place is written to a file as a whole, without padding
  enum class Phase : std::uint32_t { reaching, filling, solving, ending, done };
  struct Place {
    Phase phase = Phase::reaching;
    std::uint32_t level = 1;   // solving: the distance whose predecessors are looked for
    std::uint32_t block = 0;   // the first block that is not done yet
    std::uint32_t found = 0;   // whether this round changed anything
    std::uint32_t idle = 0;    // solving: consecutive levels without a position
    std::uint32_t looked = 0;  // progress, in positions
  };

  explicit Retrograde(const Universe& universe)
      : universe_(universe), values_(universe.size()), reached_(universe.size()), over_(universe.over_size()) {
    reached_.add(universe.start());
  }

  // Works for this long with this many threads; true when all is done.
  bool work(int threads, double seconds) {
    const auto end =
        std::chrono::steady_clock::now() + std::chrono::microseconds(static_cast<std::int64_t>(seconds * 1e6));
    while (place_.phase != Phase::done) {
      next_ = place_.block;
      found_ = place_.found != 0;
      looked_ = place_.looked;
      std::vector<std::thread> crew;
      for (int i = 1; i < threads; ++i) crew.emplace_back([this, end] { take_blocks(end); });
      take_blocks(end);
      for (std::thread& one : crew) one.join();
      place_.block = std::min(next_.load(), blocks());
      place_.found = found_ ? 1 : 0;
      place_.looked = looked_;
      if (place_.block == blocks()) next_round();
      if (std::chrono::steady_clock::now() >= end) break;
    }
    return place_.phase == Phase::done;
  }

  // The classes of positions reachable from the start.
  struct Counts {
    std::uint64_t over = 0;  // or is decided by the next move
    std::array<std::uint64_t, 256> by_value{};
  };
  [[nodiscard]] Counts count(int threads) const {
    const auto shares = static_cast<std::uint32_t>(threads);
    std::vector<Counts> parts(shares);
    std::vector<std::thread> crew;
    for (std::uint32_t i = 0; i < shares; ++i)
      crew.emplace_back([this, &parts, i] { count_share(parts[i], i, parts.size()); });
    for (std::thread& one : crew) one.join();
    Counts all;
    all.over = over_.count();
    for (const Counts& part : parts) {
      for (std::size_t value = 0; value < part.by_value.size(); ++value) all.by_value[value] += part.by_value[value];
    }
    return all;
  }

  // The share of the work that is done, approximately.
  [[nodiscard]] double share() const {
    const double within = static_cast<double>(place_.block) / blocks();
    const double looked = static_cast<double>(place_.looked) / universe_.size();
    switch (place_.phase) {
      case Phase::reaching:
      case Phase::filling:
        return look_share * looked;
      case Phase::solving:
        return look_share + (1 - look_share) * (1 - 4 / (3 + place_.level + within));
      default:
        return 1;
    }
  }

  [[nodiscard]] Place& place() { return place_; }
  [[nodiscard]] const Place& place() const { return place_; }
  [[nodiscard]] std::span<TablebaseValue> values() { return values_; }
  [[nodiscard]] std::span<std::uint64_t> reached() { return reached_.words(); }
  [[nodiscard]] std::span<std::uint64_t> over() { return over_.words(); }

  [[nodiscard]] bool is_reached(Number number) const { return reached_.has(number); }

 private:
  static constexpr double look_share = 0.6;
  static constexpr std::uint32_t block_size = 1 << 14;
  static constexpr std::size_t batch = 64;

  [[nodiscard]] std::uint32_t blocks() const { return (universe_.size() + block_size - 1) / block_size; }

  void count_share(Counts& counts, std::uint32_t share, std::size_t shares) const {
    const std::size_t size = universe_.size();
    const auto last = static_cast<Number>(size * (share + 1) / shares);
    for (auto number = static_cast<Number>(size * share / shares); number < last; ++number) {
      const Number twin = universe_.twin(number);
      if (number <= twin && (is_reached(number) || is_reached(twin))) ++counts.by_value[values_[number]];
    }
  }

  void take_blocks(std::chrono::steady_clock::time_point end) {
    do {  // at least one, even without time
      const std::uint32_t block = next_.fetch_add(1);
      if (block >= blocks()) return;
      const Number first = block * block_size;
      const Number last = std::min<Number>(universe_.size(), first + block_size);
      switch (place_.phase) {
        case Phase::reaching:
          look_around(first, last, true);
          break;
        case Phase::filling:
          look_around(first, last, false);
          break;
        case Phase::solving:
          solve(first, last);
          break;
        default:
          settle(first, last);
      }
    } while (std::chrono::steady_clock::now() < end);
  }

  void next_round() {
    place_.block = 0;
    const bool found = place_.found != 0;
    place_.found = 0;
    switch (place_.phase) {
      case Phase::reaching:
        if (!found) place_.phase = Phase::filling;
        break;
      case Phase::filling:
        place_.phase = Phase::solving;
        break;
      case Phase::solving:
        place_.idle = found ? 0 : place_.idle + 1;
        ++place_.level;
        if (place_.idle == 2) place_.phase = Phase::ending;
        break;
      default:
        place_.phase = Phase::done;
    }
  }

  // Forward: counts the moves of each position that go on, and marks where they lead.
  void look_around(Number first, Number last, bool only_reached) {
    std::uint32_t looked = 0;
    for (Number number = first; number < last; ++number) {
      if (only_reached && !reached_.has_any_near(number)) {
        number |= 63;
        continue;
      }
      if (values_[number] != 0 || (only_reached && !reached_.has_now(number))) continue;
      values_[number] = only_reached ? outlook_marked(number) : outlook(number);
      ++looked;
    }
    if (looked == 0) return;
    found_ = true;
    looked_ += looked;
  }

  TablebaseValue outlook_marked(Number number) {
    std::uint8_t open = 0;
    std::array<Number, 128> next;
    std::array<Number, 128> over;
    std::size_t ends = 0;
    const bool wins = universe_.look(
        number,
        [&](Number after) {
          prefetch(reached_.address(after));
          next[open++] = after;
        },
        [&](const auto& number_of) {
          const Number after = number_of();
          prefetch(over_.address(after));
          over[ends++] = after;
        });
    for (std::size_t i = 0; i < open; ++i) reached_.add(next[i]);
    for (std::size_t i = 0; i < ends; ++i) over_.add(over[i]);
    return first_value(wins, open);
  }

  TablebaseValue outlook(Number number) {
    std::uint8_t open = 0;
    const bool wins = universe_.look(number, [&](Number) { ++open; }, [](const auto&) {});
    return first_value(wins, open);
  }

  // Backward: what follows from the positions that end in `level` plies.
  void solve(Number first, Number last) {
    const auto level = static_cast<TablebaseValue>(place_.level);
    std::array<Number, batch + 1> before;
    std::size_t count = 0;
    const auto flush = [&] {
      for (std::size_t i = 0; i < count; ++i) pass_on(before[i], level);
      count = 0;
    };
    bool found = false;
    for (Number number = next_with(level, first, last); number < last; number = next_with(level, number + 1, last)) {
      found = true;
      universe_.before(number, [&](Number one) {
        prefetch(&values_[one]);
        before[count++] = one;
        if (count == batch) flush();
      });
    }
    flush();
    if (found) found_ = true;
  }

  // Most levels have few positions, so the scan for them must be fast. Other threads may write the next level
  // meanwhile, which this scan ignores.
  [[nodiscard]] Number next_with(TablebaseValue level, Number from, Number last) const {
    const void* const found = std::memchr(values_.data() + from, level, last - from);
    return found == nullptr ? last : static_cast<Number>(static_cast<const TablebaseValue*>(found) - values_.data());
  }

  void pass_on(Number before, TablebaseValue level) {
    const std::atomic_ref<TablebaseValue> value(values_[before]);
    if (value.load(std::memory_order_relaxed) < first_undecided) return;
    // One winning move is enough for a win; a loss is certain when the last other move has failed.
    const bool is_settled = level % 2 == 0 || value.fetch_sub(1, std::memory_order_relaxed) == first_undecided + 1;
    if (is_settled) value.store(static_cast<TablebaseValue>(level + 1), std::memory_order_relaxed);
  }

  void settle(Number first, Number last) {
    for (Number number = first; number < last; ++number) {
      if (values_[number] >= first_undecided) values_[number] = 0;
    }
  }

  static void prefetch([[maybe_unused]] const void* address) {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(address, 1);
#endif
  }

  const Universe& universe_;
  Place place_;
  std::vector<TablebaseValue> values_;
  SharedBits reached_;
  SharedBits over_;
  std::atomic<std::uint32_t> next_ = 0;
  std::atomic<bool> found_ = false;
  std::atomic<std::uint32_t> looked_ = 0;
};

}  // namespace plyground
