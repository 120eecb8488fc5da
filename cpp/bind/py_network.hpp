// Networks as Python holds and asks them.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "net/network.hpp"

namespace plyground {

// Searches share the network, and may outlive what Python holds.
struct HeldNetwork {
  std::shared_ptr<const Network> network;
};

void bind_networks(nanobind::module_& m);

}  // namespace plyground
