// Python bindings for networks as judges of games, and for their self-play games.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string>
#include <vector>

#include "bind/judge.hpp"
#include "bind/py_network.hpp"
#include "bind/search.hpp"
#include "bind/state.hpp"
#include "bind/unlocked.hpp"
#include "search/mcts/self_play.hpp"

namespace plyground {

inline void bind_judges(nb::module_& m) {
  nb::class_<AnyJudge>(m, "Judge").def("action", &AnyJudge::action, nb::arg("move"));
}

inline void bind_self_play(nb::module_& m) {
  nb::class_<SelfPlayPlan>(m, "SelfPlayPlan")
      .def(nb::init<>())
      .def_prop_ro(
          "search", [](SelfPlayPlan& plan) -> MctsPlan& { return plan.search; }, nb::rv_policy::reference_internal)
      .def_rw("visits", &SelfPlayPlan::visits)
      .def_rw("quick_visits", &SelfPlayPlan::quick_visits)
      .def_rw("full_share", &SelfPlayPlan::full_share)
      .def_rw("random_plies", &SelfPlayPlan::random_plies)
      .def_rw("chance", &SelfPlayPlan::chance)
      .def_rw("decided", &SelfPlayPlan::decided)
      .def_rw("random_starts", &SelfPlayPlan::random_starts)
      .def_rw("start_plies", &SelfPlayPlan::start_plies)
      .def_rw("temperature", &SelfPlayPlan::temperature)
      .def_rw("half_life", &SelfPlayPlan::half_life)
      .def_rw("stops_proven", &SelfPlayPlan::stops_proven)
      .def_rw("most_plies", &SelfPlayPlan::most_plies)
      .def_rw("seed", &SelfPlayPlan::seed);
  nb::class_<SelfPlayRow>(m, "SelfPlayRow")
      .def_ro("move", &SelfPlayRow::move)
      .def_ro("searched", &SelfPlayRow::searched)
      .def_ro("full", &SelfPlayRow::full)
      .def_ro("actions", &SelfPlayRow::actions)
      .def_ro("policy", &SelfPlayRow::policy)
      .def_ro("share", &SelfPlayRow::share)
      .def_ro("surprise", &SelfPlayRow::surprise)
      .def_ro("proven", &SelfPlayRow::proven);
}

inline void bind_learning(nb::class_<State>& state) {
  state
      .def(
          "judge",
          [](const State& its, const HeldNetwork& held, const std::vector<std::string>& actions) {
            return std::const_pointer_cast<AnyJudge>(its.judge(held.network, actions));
          },
          nb::arg("network"), nb::arg("actions"))
      .def(
          "self_play",
          [](const State& its, const AnyJudge& judge, const SelfPlayPlan& plan, Stop& stop) {
            return unlocked(its, [&](const Poll& poll) { return its.self_play(judge, plan, stop.is_set, poll); });
          },
          nb::arg("judge"), nb::arg("plan"), nb::arg("stop"));
}

}  // namespace plyground
