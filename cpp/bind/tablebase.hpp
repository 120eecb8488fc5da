// Tablebases: the value of every position of a game, computed here and looked up by State. A game gets one by
// declaring, in its own namespace,
//
//     Universe universe_of(const Position*);        // never defined: only its type is used
//
// with what search/retrograde/solver.hpp requires of a universe, and `value`, which looks up a position.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "search/retrograde/solver.hpp"
#include "search/retrograde/value.hpp"

namespace plyground {

using TablebaseValues = std::span<const TablebaseValue>;

template <class P>
concept HasTablebase = Game<P> && requires { universe_of(static_cast<const P*>(nullptr)); };

template <HasTablebase P>
const auto& universe() {
  static const decltype(universe_of(static_cast<const P*>(nullptr))) made;
  return made;
}

struct TablebaseMove {
  std::string move;
  int value = 0;
};

struct TablebaseCounts {
  std::uint64_t over = 0;
  std::vector<std::uint64_t> by_value;
};

class TablebaseBuilder {
 public:
  TablebaseBuilder() = default;
  TablebaseBuilder(const TablebaseBuilder&) = delete;
  TablebaseBuilder& operator=(const TablebaseBuilder&) = delete;
  TablebaseBuilder(TablebaseBuilder&&) = delete;
  TablebaseBuilder& operator=(TablebaseBuilder&&) = delete;
  virtual ~TablebaseBuilder() = default;

  virtual bool work(int threads, double seconds) = 0;
  [[nodiscard]] virtual std::string phase() const = 0;
  [[nodiscard]] virtual std::uint32_t level() const = 0;
  [[nodiscard]] virtual double share() const = 0;
  [[nodiscard]] virtual TablebaseCounts count(int threads) const = 0;
  [[nodiscard]] virtual std::span<std::uint8_t> values() = 0;
  // Everything needed to continue later.
  virtual std::vector<std::span<std::byte>> memory() = 0;
};

template <HasTablebase P>
class TablebaseBuilderOf final : public TablebaseBuilder {
 public:
  bool work(int threads, double seconds) override { return work_.work(threads, seconds); }

  [[nodiscard]] std::string phase() const override {
    static constexpr std::array<const char*, 5> names{"reaching", "filling", "solving", "ending", "done"};
    return names[static_cast<std::size_t>(work_.place().phase) % names.size()];
  }
  [[nodiscard]] std::uint32_t level() const override { return work_.place().level; }
  [[nodiscard]] double share() const override { return work_.share(); }

  [[nodiscard]] TablebaseCounts count(int threads) const override {
    const auto counts = work_.count(threads);
    return {.over = counts.over, .by_value = {counts.by_value.begin(), counts.by_value.end()}};
  }
  [[nodiscard]] std::span<std::uint8_t> values() override { return work_.values(); }
  std::vector<std::span<std::byte>> memory() override {
    return {std::as_writable_bytes(std::span(&work_.place(), 1)), std::as_writable_bytes(work_.values()),
            std::as_writable_bytes(work_.reached()), std::as_writable_bytes(work_.over())};
  }

 private:
  Retrograde<std::remove_cvref_t<decltype(universe<P>())>> work_{universe<P>()};
};

// How other code reaches the tablebase of a game.
struct TablebaseDoor {
  std::size_t (*size)();
  std::unique_ptr<TablebaseBuilder> (*builder)();
  std::string (*text)(std::uint32_t number);  // of the position with this number
};

template <HasTablebase P>
constexpr TablebaseDoor tablebase_door{
    .size = []() -> std::size_t { return universe<P>().size(); },
    .builder = []() -> std::unique_ptr<TablebaseBuilder> { return std::make_unique<TablebaseBuilderOf<P>>(); },
    .text = [](std::uint32_t number) { return universe<P>().position(number).to_text(); },
};

}  // namespace plyground
