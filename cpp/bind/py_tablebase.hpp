// Python bindings for tablebases: build, load and query them.
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
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bind/games.hpp"
#include "bind/mapped_guard.hpp"
#include "bind/state.hpp"
#include "bind/tablebase.hpp"
#include "core/text.hpp"

namespace plyground {

namespace nb = nanobind;
using namespace nb::literals;

// A tablebase in Python: bytes, or a file mapped into memory.
class HeldTablebase {
 public:
  HeldTablebase(const std::string& game, const nb::object& values) : door_(find_tablebase(game)) {
    if (PyObject_GetBuffer(values.ptr(), &held_, PyBUF_SIMPLE) != 0) throw nb::python_error();
    if (static_cast<std::size_t>(held_.len) == door_.size()) {
      guard_.emplace(held_.buf, door_.size());
      return;
    }
    const Py_ssize_t length = held_.len;
    PyBuffer_Release(&held_);
    reject("A tablebase of " + game + " must have " + std::to_string(door_.size()) + " values, not " +
           std::to_string(length) + ".");
  }
  HeldTablebase(const HeldTablebase&) = delete;
  HeldTablebase& operator=(const HeldTablebase&) = delete;
  HeldTablebase(HeldTablebase&&) = delete;
  HeldTablebase& operator=(HeldTablebase&&) = delete;
  ~HeldTablebase() {
    guard_.reset();
    PyBuffer_Release(&held_);
  }

  static const TablebaseDoor& find_tablebase(const std::string& game) {
    const TablebaseDoor* const door = find_game(game).tablebase;
    if (door == nullptr) reject("There is no tablebase of " + game + ".");
    return *door;
  }

  [[nodiscard]] TablebaseValues values() const {
    return {static_cast<const std::uint8_t*>(held_.buf), static_cast<std::size_t>(held_.len)};
  }
  // False once the file behind the values was cut short: what was read then is no value.
  [[nodiscard]] bool is_whole() const { return !guard_ || !guard_->is_damaged(); }
  [[nodiscard]] std::string text(std::uint64_t number) const {
    if (number >= door_.size()) {
      reject("The number of a position must be from 0 to " + std::to_string(door_.size() - 1) + ", not " +
             std::to_string(number) + ".");
    }
    return door_.text(static_cast<std::uint32_t>(number));
  }

 private:
  const TablebaseDoor& door_;
  Py_buffer held_{};
  std::optional<MappedGuard> guard_;
};

// A part of the builder's memory, readable and writable. The builder lives as long as this view.
inline nb::object writable(TablebaseBuilder& builder, std::span<std::byte> part) {
  return nb::ndarray<nb::memview, std::uint8_t>(part.data(), {part.size()}, nb::find(builder)).cast();
}

inline void bind_tablebases(nb::module_& m) {
  nb::class_<HeldTablebase>(m, "Tablebase")
      .def(nb::init<const std::string&, const nb::object&>(), "game"_a, "values"_a)
      .def(
          "value",
          [](const HeldTablebase& held, const State& state) {
            const std::optional<int> value = state.tablebase_value(held.values());
            return held.is_whole() ? value : std::nullopt;
          },
          "state"_a)
      .def(
          "moves",
          [](const HeldTablebase& held, const State& state) {
            std::vector<std::pair<std::string, int>> list;
            for (const TablebaseMove& move : state.tablebase_moves(held.values()))
              list.emplace_back(move.move, move.value);
            if (!held.is_whole()) list.clear();
            return list;
          },
          "state"_a)
      .def(
          "line",
          [](const HeldTablebase& held, const State& state, std::size_t most) {
            std::vector<std::string> line = state.tablebase_line(held.values(), most);
            if (!held.is_whole()) line.clear();
            return line;
          },
          "state"_a, "most"_a)
      .def("text", &HeldTablebase::text, "number"_a);
  nb::class_<TablebaseCounts>(m, "TablebaseCounts")
      .def_ro("over", &TablebaseCounts::over)
      .def_ro("by_value", &TablebaseCounts::by_value);
  nb::class_<TablebaseBuilder>(m, "TablebaseBuilder")
      .def("work", &TablebaseBuilder::work, "threads"_a, "seconds"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("phase", &TablebaseBuilder::phase)
      .def_prop_ro("level", &TablebaseBuilder::level)
      .def_prop_ro("share", &TablebaseBuilder::share)
      .def("count", &TablebaseBuilder::count, "threads"_a, nb::call_guard<nb::gil_scoped_release>())
      .def(
          "values",
          [](TablebaseBuilder& builder) { return writable(builder, std::as_writable_bytes(builder.values())); },
          nb::sig("def values(self) -> memoryview"))
      .def(
          "memory",
          [](TablebaseBuilder& builder) {
            nb::list parts;
            for (const std::span<std::byte> part : builder.memory()) parts.append(writable(builder, part));
            return parts;
          },
          nb::sig("def memory(self) -> list[memoryview]"));
  m.def("tablebase_size", [](const std::string& game) { return HeldTablebase::find_tablebase(game).size(); }, "game"_a);
  m.def(
      "tablebase_builder", [](const std::string& game) { return HeldTablebase::find_tablebase(game).builder(); },
      "game"_a);
}

}  // namespace plyground
