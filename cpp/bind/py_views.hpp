// Python bindings for the plain types in which the core describes games and positions.
#pragma once

#include <nanobind/nanobind.h>

namespace plyground {

void bind_views(nanobind::module_& m);

}  // namespace plyground
