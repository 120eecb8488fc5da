// The whole of a game as a table of values: made here, and asked by State. A game opens the door by declaring, in its
// own namespace,
//
//     Universe universe_of(const Position*);        // never defined: only its type is asked for
//
// with what search/retrograde/solver.hpp wants of a universe, and `value`, which finds a position in the table.
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

using TableValues = std::span<const TablebaseValue>;

template <class P>
concept Tabulated = Game<P> && requires { universe_of(static_cast<const P*>(nullptr)); };

template <Tabulated P>
const auto& universe() {
  static const decltype(universe_of(static_cast<const P*>(nullptr))) made;
  return made;
}

struct TableMove {
  std::string move;
  int value = 0;
};

struct TableCounts {
  std::uint64_t over = 0;
  std::vector<std::uint64_t> by_value;
};

class TableBuilder {
 public:
  TableBuilder() = default;
  TableBuilder(const TableBuilder&) = delete;
  TableBuilder& operator=(const TableBuilder&) = delete;
  TableBuilder(TableBuilder&&) = delete;
  TableBuilder& operator=(TableBuilder&&) = delete;
  virtual ~TableBuilder() = default;

  virtual bool work(int threads, double seconds) = 0;
  [[nodiscard]] virtual std::string phase() const = 0;
  [[nodiscard]] virtual std::uint32_t level() const = 0;
  [[nodiscard]] virtual double share() const = 0;
  [[nodiscard]] virtual TableCounts count(int threads) const = 0;
  [[nodiscard]] virtual std::span<std::uint8_t> values() = 0;
  // All there is to know to go on with it another time.
  virtual std::vector<std::span<std::byte>> memory() = 0;
};

template <Tabulated P>
class TableBuilderOf final : public TableBuilder {
 public:
  bool work(int threads, double seconds) override { return work_.work(threads, seconds); }

  [[nodiscard]] std::string phase() const override {
    static constexpr std::array<const char*, 5> names{"reaching", "filling", "solving", "ending", "done"};
    return names[static_cast<std::size_t>(work_.place().phase) % names.size()];
  }
  [[nodiscard]] std::uint32_t level() const override { return work_.place().level; }
  [[nodiscard]] double share() const override { return work_.share(); }

  [[nodiscard]] TableCounts count(int threads) const override {
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

// How the outside reaches the table of a game.
struct TableDoor {
  std::size_t (*size)();
  std::unique_ptr<TableBuilder> (*builder)();
  std::string (*text)(std::uint32_t number);  // of the position with this number
};

template <Tabulated P>
constexpr TableDoor table_door{
    .size = []() -> std::size_t { return universe<P>().size(); },
    .builder = []() -> std::unique_ptr<TableBuilder> { return std::make_unique<TableBuilderOf<P>>(); },
    .text = [](std::uint32_t number) { return universe<P>().position(number).to_text(); },
};

}  // namespace plyground
