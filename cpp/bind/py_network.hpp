// Python bindings for networks.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "net/network.hpp"

namespace plyground {

// Searches share the network and may outlive the Python object.
struct HeldNetwork {
  std::shared_ptr<const Network> network;
};

void bind_networks(nanobind::module_& m);

}  // namespace plyground
