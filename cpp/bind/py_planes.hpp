// Python bindings for the planes that a network sees.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "bind/state.hpp"
#include "core/planes.hpp"

namespace plyground {

inline std::string_view name_of(Symmetry symmetry) {
  if (symmetry == Symmetry::square) return "square";
  return symmetry == Symmetry::mirror ? "mirror" : "none";
}

// The numbers in the machine's own format, so numpy can use them without another copy.
inline nanobind::bytearray planes_of(const State& state) {
  const PlanesShape shape = state.planes_shape();
  std::vector<float> numbers(shape.size());
  state.write_planes(shape, numbers);
  const auto bytes = std::as_bytes(std::span<const float>(numbers));
  return nanobind::bytearray(bytes.data(), bytes.size());
}

inline void bind_planes(nanobind::class_<State>& state) {
  state.def("planes", &planes_of)
      .def("plane_names", &State::plane_names)
      .def("planes_shape",
           [](const State& at) {
             const PlanesShape shape = at.planes_shape();
             return std::make_tuple(shape.rows, shape.columns, shape.planes);
           })
      .def_prop_ro("symmetry", [](const State& at) { return std::string(name_of(at.symmetry())); })
      .def_prop_ro("has_owners", &State::has_owners)
      .def("owners", &State::owners);
}

}  // namespace plyground
