#include "bind/py_patterns.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bind/patterns.hpp"
#include "bind/state.hpp"
#include "bind/unlocked.hpp"
#include "core/text.hpp"
#include "patterns/learner.hpp"
#include "patterns/self_play.hpp"
#include "patterns/shape.hpp"
#include "patterns/table.hpp"

namespace plyground {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

// Searches share the table and may outlive the Python object.
struct HeldTable {
  std::shared_ptr<const PatternTable> table;
};

using Cells = std::vector<std::vector<std::uint16_t>>;
using Turned = std::vector<std::vector<std::uint8_t>>;

PatternMeaning read_meaning(const std::string& meaning) {
  if (meaning == "odds") return PatternMeaning::odds;
  if (meaning == "margin") return PatternMeaning::margin;
  reject("The meaning of patterns must be odds or margin, not " + quoted(meaning) + ".");
}

void add_pattern(PatternPlan& plan, const Cells& places, const Turned& turned) {
  Pattern pattern{.cells = places.empty() ? 0 : places[0].size(), .slots = {}, .turned = turned};
  for (const auto& place : places) {
    if (place.size() != pattern.cells) reject("All places of a pattern must have the same number of cells.");
    pattern.slots.insert(pattern.slots.end(), place.begin(), place.end());
  }
  plan.patterns.push_back(std::move(pattern));
}

// Little-endian whole numbers of 16 bits.
std::vector<std::int16_t> read_weights(const nb::bytes& bytes) {
  const std::span<const std::uint8_t> from(reinterpret_cast<const std::uint8_t*>(bytes.c_str()), bytes.size());
  if (from.size() % 2 != 0) {
    reject("The size of the weights must be a multiple of 2 bytes, not " + std::to_string(from.size()) + " bytes.");
  }
  std::vector<std::int16_t> weights(from.size() / 2);
  for (std::size_t at = 0; at < weights.size(); ++at) {
    const auto bits = static_cast<std::uint16_t>(from[2 * at] | (from[2 * at + 1] << 8));
    weights[at] = std::bit_cast<std::int16_t>(bits);
  }
  return weights;
}

nb::tuple whole_weights(const PatternLearner& learner) {
  const WholeWeights whole = learner.whole_weights();
  std::vector<std::uint8_t> bytes;
  bytes.reserve(2 * whole.weights.size());
  for (const std::int16_t weight : whole.weights) {
    const auto bits = std::bit_cast<std::uint16_t>(weight);
    bytes.push_back(static_cast<std::uint8_t>(bits & 0xff));
    bytes.push_back(static_cast<std::uint8_t>(bits >> 8));
  }
  return nb::make_tuple(nb::bytes(bytes.data(), bytes.size()), whole.unit);
}

// A state stays on the machine that wrote it, so its numbers are in the machine's own format.
nb::bytes state_of(const PatternLearner& learner) {
  const std::vector<float> state = learner.state();
  return nb::bytes(state.data(), state.size() * sizeof(float));
}

void restore(PatternLearner& learner, const nb::bytes& bytes) {
  std::vector<float> state(bytes.size() / sizeof(float));
  if (bytes.size() % sizeof(float) != 0) reject("The state is for patterns of another shape.");
  std::memcpy(state.data(), bytes.c_str(), bytes.size());
  learner.restore(state);
}

void make_plan(PatternPlan* to, std::size_t squares, std::size_t extras, std::size_t contents, std::size_t stages,
               bool by_turn) {
  new (to) PatternPlan{
      .squares = squares, .extras = extras, .contents = contents, .patterns = {}, .stages = stages, .by_turn = by_turn};
}

void bind_training(nb::module_& m) {
  nb::class_<PatternTraining>(m, "PatternTraining")
      .def(nb::init<>())
      .def_rw("rate", &PatternTraining::rate)
      .def_rw("result_weight", &PatternTraining::lambda)
      .def_rw("explore", &PatternTraining::explore)
      .def_rw("random_plies", &PatternTraining::random_plies)
      .def_rw("depth", &PatternTraining::depth)
      .def_rw("width", &PatternTraining::width)
      .def_rw("most_plies", &PatternTraining::most_plies)
      .def_rw("seed", &PatternTraining::seed);
  nb::class_<PatternGames>(m, "PatternGames")
      .def_ro("games", &PatternGames::games)
      .def_ro("positions", &PatternGames::positions)
      .def_ro("plies", &PatternGames::plies)
      .def_ro("black_wins", &PatternGames::black_wins)
      .def_ro("white_wins", &PatternGames::white_wins)
      .def_ro("error", &PatternGames::error);
}

}  // namespace

void bind_patterns(nb::module_& m) {
  nb::class_<PatternPlan>(m, "PatternPlan")
      .def("__init__", &make_plan, nb::kw_only(), "squares"_a, "extras"_a, "contents"_a, "stages"_a, "by_turn"_a)
      .def("add", &add_pattern, "places"_a, "turned"_a);
  nb::class_<AnyPatterns>(m, "Patterns");  // NOLINT(bugprone-unused-raii): to be known is enough
  nb::class_<HeldTable>(m, "PatternTable")
      .def(
          "__init__",
          [](HeldTable* to, const PatternPlan& plan, const std::string& meaning, const nb::bytes& weights,
             double unit) {
            new (to) HeldTable{std::make_shared<const PatternTable>(PatternShape(plan), read_meaning(meaning),
                                                                    read_weights(weights), unit)};
          },
          "plan"_a, "meaning"_a, "weights"_a, "unit"_a)
      .def_prop_ro("weights", [](const HeldTable& held) { return held.table->shape().weights(); });
  nb::class_<PatternLearner>(m, "PatternLearner")
      .def(
          "__init__",
          [](PatternLearner* to, const PatternPlan& plan, const std::string& meaning) {
            new (to) PatternLearner(PatternShape(plan), read_meaning(meaning));
          },
          "plan"_a, "meaning"_a)
      .def_prop_ro("weights", [](const PatternLearner& learner) { return learner.shape().weights(); })
      .def("whole_weights", &whole_weights, nb::sig("def whole_weights(self) -> tuple[bytes, float]"))
      .def("state", &state_of)
      .def("restore", &restore, "state"_a);
  bind_training(m);
}

void bind_squares(nb::class_<State>& state) {
  state
      .def("squares_shape",
           [](const State& at) {
             const SquaresShape shape = at.squares_shape();
             return std::make_tuple(shape.rows, shape.columns, shape.contents, shape.extras);
           })
      .def("squares", &State::squares)
      .def(
          "patterns",
          [](const State& its, const HeldTable& held) {
            return std::const_pointer_cast<AnyPatterns>(its.patterns(held.table));
          },
          "table"_a)
      .def("evaluate", &State::evaluate, "patterns"_a)
      .def(
          "learn_patterns",
          [](const State& its, PatternLearner& learner, const PatternTraining& plan, std::uint64_t first,
             std::uint64_t count, Stop& stop) {
            return unlocked(its, [&](const Poll& poll) {
              return its.learn_patterns(learner, plan, {.first = first, .count = count}, stop.is_set, poll);
            });
          },
          "learner"_a, "plan"_a, "first"_a, "count"_a, "stop"_a);
}

}  // namespace plyground
