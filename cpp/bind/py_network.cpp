#include "bind/py_network.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text.hpp"
#include "net/half.hpp"
#include "net/network.hpp"

namespace plyground {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using PlanesArray = nb::ndarray<const float, nb::ndim<4>, nb::c_contig, nb::device::cpu>;

constexpr const char* evaluate_signature =
    "def evaluate(self, planes: numpy.typing.NDArray[numpy.float32]) -> tuple[numpy.typing.NDArray[numpy.float32], "
    "numpy.typing.NDArray[numpy.float32], "
    "numpy.typing.NDArray[numpy.float32] | None, numpy.typing.NDArray[numpy.float32] | None]";
constexpr const char* measure_signature =
    "def measure_inputs(self, planes: numpy.typing.NDArray[numpy.float32]) -> list[float]";

// Little-endian numbers of 32 or 16 bits.
std::vector<float> read_weights(const nb::bytes& bytes, bool half) {
  const std::span<const std::uint8_t> from(reinterpret_cast<const std::uint8_t*>(bytes.c_str()), bytes.size());
  const std::size_t size = half ? 2 : 4;
  if (from.size() % size != 0) {
    reject("The size of the weights must be a multiple of " + std::to_string(size) + " bytes, not " +
           std::to_string(from.size()) + " bytes.");
  }
  std::vector<float> weights(from.size() / size);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    std::uint32_t bits = 0;
    for (std::size_t byte = 0; byte < size; ++byte) bits |= std::uint32_t{from[i * size + byte]} << (8 * byte);
    weights[i] = half ? from_half(static_cast<std::uint16_t>(bits)) : std::bit_cast<float>(bits);
  }
  return weights;
}

std::span<const float> check_planes(const Network& network, const PlanesArray& planes) {
  const auto wanted = static_cast<std::size_t>(network.shape().planes);
  if (planes.shape(3) != wanted) {
    reject("The network expects positions with " + std::to_string(wanted) + " planes, not " +
           std::to_string(planes.shape(3)) + ".");
  }
  return {planes.data(), planes.size()};
}

// One number for `row` of each answer in turn, as a Python array.
template <class Row>
nb::object to_array(std::span<const NetworkAnswer> answers, std::initializer_list<std::size_t> shape, const Row& row) {
  std::vector<float> all;
  for (const NetworkAnswer& answer : answers) {
    const auto numbers = row(answer);
    all.insert(all.end(), numbers.begin(), numbers.end());
  }
  auto kept = std::make_unique<std::vector<float>>(std::move(all));
  const nb::capsule owner(kept.get(), [](void* memory) noexcept { delete static_cast<std::vector<float>*>(memory); });
  return nb::ndarray<nb::numpy, float>(kept.release()->data(), shape, owner).cast();
}

nb::tuple evaluate(const HeldNetwork& held, const PlanesArray& planes) {
  const Network& network = *held.network;
  const std::span<const float> numbers = check_planes(network, planes);
  const auto count = planes.shape(0);
  const auto rows = planes.shape(1);
  const auto columns = planes.shape(2);
  std::vector<NetworkAnswer> answers(count);
  {
    const nb::gil_scoped_release release;
    thread_local Network::Scratch scratch;
    network.evaluate(numbers, static_cast<int>(rows), static_cast<int>(columns), answers, scratch);
  }
  const NetworkShape& shape = network.shape();
  const auto logits =
      static_cast<std::size_t>(shape.policy_planes) * rows * columns + static_cast<std::size_t>(shape.policy_extras);
  using Answer = const NetworkAnswer&;
  nb::object score = nb::none();
  nb::object ownership = nb::none();
  if (shape.has_score) score = to_array(answers, {count}, [](Answer one) { return std::array{one.score}; });
  if (shape.has_ownership) {
    ownership = to_array(answers, {count, rows, columns}, [](Answer one) { return std::span(one.ownership); });
  }
  return nb::make_tuple(
      to_array(answers, {count, 3}, [](Answer one) { return std::array{one.win, one.draw, one.loss}; }),
      to_array(answers, {count, logits}, [](Answer one) { return std::span(one.policy); }), score, ownership);
}

// What the network says about one position, given the planes that `State.planes()` returns. Needs no numpy.
NetworkAnswer answer(const HeldNetwork& held, const nb::bytearray& planes, int rows, int columns) {
  std::vector<float> numbers(planes.size() / sizeof(float));
  if (!numbers.empty()) std::memcpy(numbers.data(), planes.c_str(), numbers.size() * sizeof(float));
  std::vector<NetworkAnswer> found(1);
  const nb::gil_scoped_release release;
  thread_local Network::Scratch scratch;
  held.network->evaluate(numbers, rows, columns, found, scratch);
  return std::move(found.front());
}

std::vector<float> measure_inputs(const HeldNetwork& held, const PlanesArray& planes) {
  const std::span<const float> numbers = check_planes(*held.network, planes);
  const nb::gil_scoped_release release;
  return held.network->measure_inputs(numbers, static_cast<int>(planes.shape(1)), static_cast<int>(planes.shape(2)),
                                      static_cast<int>(planes.shape(0)));
}

void make_network(HeldNetwork* to, int planes, int blocks, int channels, int head_channels, int hidden,
                  int policy_planes, int policy_extras, bool has_score, bool has_ownership, const nb::bytes& weights,
                  bool half, const std::vector<float>& largest_inputs, const std::optional<std::string>& kernel) {
  const NetworkShape shape{.planes = planes,
                           .blocks = blocks,
                           .channels = channels,
                           .head_channels = head_channels,
                           .hidden = hidden,
                           .policy_planes = policy_planes,
                           .policy_extras = policy_extras,
                           .has_score = has_score,
                           .has_ownership = has_ownership};
  const std::vector<float> numbers = read_weights(weights, half);
  new (to) HeldNetwork{std::make_shared<const Network>(shape, numbers, largest_inputs, kernel.value_or(""))};
}

}  // namespace

void bind_networks(nb::module_& m) {
  const NetworkShape usual;
  nb::class_<NetworkAnswer>(m, "NetworkAnswer")
      .def_ro("win", &NetworkAnswer::win)
      .def_ro("draw", &NetworkAnswer::draw)
      .def_ro("loss", &NetworkAnswer::loss)
      .def_ro("score", &NetworkAnswer::score)
      .def_ro("policy", &NetworkAnswer::policy)
      .def_ro("ownership", &NetworkAnswer::ownership);
  nb::class_<HeldNetwork>(m, "Network")
      .def("__init__", &make_network, nb::kw_only(), "planes"_a, "blocks"_a, "channels"_a,
           "head_channels"_a = usual.head_channels, "hidden"_a = usual.hidden, "policy_planes"_a, "policy_extras"_a = 0,
           "has_score"_a = false, "has_ownership"_a = false, "weights"_a, "half"_a = false,
           "largest_inputs"_a = std::vector<float>(), "kernel"_a = nb::none())
      .def("evaluate", &evaluate, "planes"_a, nb::sig(evaluate_signature))
      .def("answer", &answer, "planes"_a, "rows"_a, "columns"_a)
      .def("measure_inputs", &measure_inputs, "planes"_a, nb::sig(measure_signature))
      .def_prop_ro("kernel", [](const HeldNetwork& held) { return held.network->kernel(); })
      .def_prop_ro("uses_integers", [](const HeldNetwork& held) { return held.network->uses_integers(); });
  m.def("network_kernels", &Network::kernels);
}

}  // namespace plyground
