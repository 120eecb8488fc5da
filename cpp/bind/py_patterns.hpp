// Python bindings for tables of patterns: create, query and train them.
#pragma once

#include <nanobind/nanobind.h>

#include "bind/state.hpp"

namespace plyground {

void bind_patterns(nanobind::module_& m);
void bind_squares(nanobind::class_<State>& state);

}  // namespace plyground
