// Tables of whole games as Python holds, makes and asks them.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bind/games.hpp"
#include "bind/state.hpp"
#include "bind/table.hpp"
#include "core/text.hpp"

namespace plyground {

namespace nb = nanobind;
using namespace nb::literals;

// A table of values that Python holds: bytes, or a file mapped into memory.
class HeldTable {
 public:
  HeldTable(const std::string& game, const nb::object& values) : door_(find_table(game)) {
    if (PyObject_GetBuffer(values.ptr(), &held_, PyBUF_SIMPLE) != 0) throw nb::python_error();
    if (static_cast<std::size_t>(held_.len) == door_.size()) return;
    PyBuffer_Release(&held_);
    reject("The table of " + game + " has " + std::to_string(door_.size()) + " values.");
  }
  HeldTable(const HeldTable&) = delete;
  HeldTable& operator=(const HeldTable&) = delete;
  HeldTable(HeldTable&&) = delete;
  HeldTable& operator=(HeldTable&&) = delete;
  ~HeldTable() { PyBuffer_Release(&held_); }

  static const TableDoor& find_table(const std::string& game) {
    const TableDoor* const door = find_game(game).table;
    if (door == nullptr) reject("There is no table of the whole game of " + game + ".");
    return *door;
  }

  [[nodiscard]] TableValues values() const {
    return {static_cast<const std::uint8_t*>(held_.buf), static_cast<std::size_t>(held_.len)};
  }
  [[nodiscard]] std::string text(std::uint64_t number) const {
    if (number >= door_.size()) reject("The table has no position with this number.");
    return door_.text(static_cast<std::uint32_t>(number));
  }

 private:
  const TableDoor& door_;
  Py_buffer held_{};
};

// A part of the builder's memory, to read and to write; the builder lives as long as anybody looks at it.
inline nb::object writable(TableBuilder& builder, std::span<std::byte> part) {
  return nb::ndarray<nb::memview, std::uint8_t>(part.data(), {part.size()}, nb::find(builder)).cast();
}

inline void bind_tables(nb::module_& m) {
  nb::class_<HeldTable>(m, "Table")
      .def(nb::init<const std::string&, const nb::object&>(), "game"_a, "values"_a)
      .def(
          "value", [](const HeldTable& table, const State& state) { return state.table_value(table.values()); },
          "state"_a)
      .def(
          "moves",
          [](const HeldTable& table, const State& state) {
            std::vector<std::pair<std::string, int>> list;
            for (const TableMove& move : state.table_moves(table.values())) list.emplace_back(move.move, move.value);
            return list;
          },
          "state"_a)
      .def(
          "line",
          [](const HeldTable& table, const State& state, std::size_t most) {
            return state.table_line(table.values(), most);
          },
          "state"_a, "most"_a)
      .def("text", &HeldTable::text, "number"_a);
  nb::class_<TableCounts>(m, "TableCounts")
      .def_ro("over", &TableCounts::over)
      .def_ro("by_value", &TableCounts::by_value);
  nb::class_<TableBuilder>(m, "TableBuilder")
      .def("work", &TableBuilder::work, "threads"_a, "seconds"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("phase", &TableBuilder::phase)
      .def_prop_ro("level", &TableBuilder::level)
      .def_prop_ro("share", &TableBuilder::share)
      .def("count", &TableBuilder::count, "threads"_a, nb::call_guard<nb::gil_scoped_release>())
      .def(
          "values", [](TableBuilder& builder) { return writable(builder, std::as_writable_bytes(builder.values())); },
          nb::sig("def values(self) -> memoryview"))
      .def(
          "memory",
          [](TableBuilder& builder) {
            nb::list parts;
            for (const std::span<std::byte> part : builder.memory()) parts.append(writable(builder, part));
            return parts;
          },
          nb::sig("def memory(self) -> list[memoryview]"));
  m.def("table_size", [](const std::string& game) { return HeldTable::find_table(game).size(); }, "game"_a);
  m.def("table_builder", [](const std::string& game) { return HeldTable::find_table(game).builder(); }, "game"_a);
}

}  // namespace plyground
