// The Python module. It only gives the core's types plain names; the public package is src/plyground.
#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "bind/games.hpp"
#include "bind/py_game.hpp"
#include "bind/py_learning.hpp"
#include "bind/py_network.hpp"
#include "bind/py_patterns.hpp"
#include "bind/py_planes.hpp"
#include "bind/py_tablebase.hpp"
#include "bind/py_views.hpp"
#include "bind/state.hpp"
#include "bind/state_of.hpp"
#include "bind/unlocked.hpp"
#include "core/data_folder.hpp"
#include "core/game.hpp"
#include "core/specialist.hpp"
#include "core/text.hpp"
#include "core/view.hpp"
#include "search/random_play.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace plyground {
namespace {

TextReport search(const State& state, SearchRequest request, const nb::object& evaluator, Stop& stop,
                  const nb::object& on_report, Memory& memory, Trace* trace) {
  if (!evaluator.is_none()) {
    request.evaluator = [&evaluator](std::unique_ptr<State> at) {
      const nb::gil_scoped_acquire lock;
      return nb::cast<double>(evaluator(std::move(at)));
    };
  }
  OnTextReport tell;
  if (!on_report.is_none()) {
    tell = [&on_report](const TextReport& report) {
      const nb::gil_scoped_acquire lock;
      on_report(report);
    };
  }
  return unlocked(state, [&](const Poll& poll) {
    return state.search(request,
                        {.stop = stop.is_set, .poll = poll, .on_report = tell, .memory = memory, .trace = trace});
  });
}

std::unique_ptr<TextSolution> solve(const State& state, const SolveRequest& request, Stop& stop,
                                    const nb::object& on_progress) {
  const OnProgress tell = [&on_progress](const ProofProgress& progress) {
    const nb::gil_scoped_acquire lock;
    on_progress(progress.nodes, progress.lower, progress.upper);
  };
  return unlocked(state, [&](const Poll& poll) { return state.solve(request, stop.is_set, poll, tell); });
}

std::string name_of(MctsHow how) {
  if (how == MctsHow::proven) return "proven";
  return how == MctsHow::over ? "over" : "played";
}

std::string name_of(NodeKind kind) {
  if (kind == NodeKind::inner) return "inner";
  return kind == NodeKind::leaf ? "leaf" : "over";
}

// A field of a request, addressed by its member pointers.
template <class Get>
void field(nb::class_<SearchRequest>& request, const char* name, Get get) {
  using Type = std::remove_reference_t<decltype(get(std::declval<SearchRequest&>()))>;
  request.def_prop_rw(
      name, [get](SearchRequest& r) -> Type { return get(r); },
      [get](SearchRequest& r, Type value) { get(r) = value; });
}

void bind_strong(nb::class_<SearchRequest>& request) {
  field(request, "engine", [](SearchRequest& r) -> Engine& { return r.engine; });
  field(request, "table_megabytes", [](SearchRequest& r) -> std::size_t& { return r.table_megabytes; });
  field(request, "to_depth", [](SearchRequest& r) -> bool& { return r.strong.to_depth; });
  field(request, "killers", [](SearchRequest& r) -> bool& { return r.strong.use.killers; });
  field(request, "history", [](SearchRequest& r) -> bool& { return r.strong.use.history; });
  field(request, "aspiration", [](SearchRequest& r) -> bool& { return r.strong.use.aspiration; });
  field(request, "reductions", [](SearchRequest& r) -> bool& { return r.strong.use.reductions; });
  field(request, "extensions", [](SearchRequest& r) -> bool& { return r.strong.use.extensions; });
  field(request, "quiescence", [](SearchRequest& r) -> bool& { return r.strong.use.quiescence; });
  field(request, "probcut", [](SearchRequest& r) -> bool& { return r.strong.use.probcut; });
  field(request, "futility", [](SearchRequest& r) -> bool& { return r.strong.use.futility; });
  field(request, "razoring", [](SearchRequest& r) -> bool& { return r.strong.use.razoring; });
  field(request, "counting", [](SearchRequest& r) -> bool& { return r.strong.use.counting; });
  field(request, "counters", [](SearchRequest& r) -> bool& { return r.strong.use.counters; });
  field(request, "specialist", [](SearchRequest& r) -> bool& { return r.strong.use.specialist; });
}

// What a Monte Carlo search has recorded.
void bind_playouts(nb::module_& m) {
  nb::class_<MctsRow>(m, "PlayoutNode")
      .def_ro("parent", &MctsRow::parent)
      .def_ro("move", &MctsRow::move)
      .def_ro("black", &MctsRow::black);
  nb::class_<MctsStep>(m, "PlayoutStep")
      .def_ro("node", &MctsStep::node)
      .def_ro("share", &MctsStep::share)
      .def_prop_ro("outcome", [](const MctsStep& step) { return static_cast<int>(step.outcome); })
      .def_prop_ro("mean", [](const MctsStep& step) { return step.choice.mean; })
      .def_prop_ro("rave", [](const MctsStep& step) { return step.choice.rave; })
      .def_prop_ro("explore", [](const MctsStep& step) { return step.choice.explore; })
      .def_prop_ro("second", [](const MctsStep& step) { return step.choice.second; })
      .def_prop_ro("instead", [](const MctsStep& step) { return step.choice.instead; });
  nb::class_<MctsPlayout>(m, "Playout")
      .def_ro("steps", &MctsPlayout::steps)
      .def_prop_ro("how", [](const MctsPlayout& playout) { return name_of(playout.how); })
      .def_ro("black", &MctsPlayout::black)
      .def_ro("opinion", &MctsPlayout::opinion)
      .def_ro("played", &MctsPlayout::played)
      .def_ro("mix", &MctsPlayout::mix)
      .def_ro("plies", &MctsPlayout::plies);
}

void bind_search(nb::module_& m) {
  nb::class_<Memory>(m, "Memory").def(nb::init<>());
  nb::enum_<Engine>(m, "Engine")
      .value("textbook", Engine::textbook)
      .value("strong", Engine::strong)
      .value("monte_carlo", Engine::monte_carlo);
  nb::class_<Stop>(m, "Stop")
      .def(nb::init<>())
      .def("set", [](Stop& stop) { stop.is_set = true; })
      .def("is_set", [](const Stop& stop) { return stop.is_set.load(); });
  nb::class_<Term>(m, "Term")
      .def_ro("name", &Term::name)
      .def_ro("sentence", &Term::sentence)
      .def_ro("value", &Term::value)
      .def_ro("weight", &Term::weight);
  nb::class_<MctsPlan>(m, "MonteCarloPlan")
      .def_rw("playouts", &MctsPlan::playouts)
      .def_rw("rave", &MctsPlan::rave)
      .def_rw("priors", &MctsPlan::priors)
      .def_rw("bias", &MctsPlan::bias)
      .def_rw("solver", &MctsPlan::solver)
      .def_rw("policy", &MctsPlan::policy)
      .def_rw("reuse", &MctsPlan::reuse)
      .def_rw("exploration", &MctsPlan::exploration)
      .def_rw("fpu", &MctsPlan::fpu)
      .def_rw("mix", &MctsPlan::mix)
      .def_rw("seed", &MctsPlan::seed)
      .def_rw("memory_mb", &MctsPlan::memory_mb)
      .def_prop_rw(
          "considered", [](const MctsPlan& p) { return p.guided.considered; },
          [](MctsPlan& p, int moves) { p.guided.considered = moves; })
      .def_prop_rw(
          "batch", [](const MctsPlan& p) { return p.guided.batch; },
          [](MctsPlan& p, int positions) { p.guided.batch = positions; })
      .def_prop_rw(
          "guided_specialist", [](const MctsPlan& p) { return p.guided.specialist; },
          [](MctsPlan& p, bool on) { p.guided.specialist = on; })
      .def_prop_rw(
          "guided_exploration", [](const MctsPlan& p) { return p.guided.exploration; },
          [](MctsPlan& p, double amount) { p.guided.exploration = amount; })
      .def_prop_rw(
          "guided_fpu", [](const MctsPlan& p) { return p.guided.fpu; },
          [](MctsPlan& p, double amount) { p.guided.fpu = amount; })
      .def_prop_rw(
          "value_scale", [](const MctsPlan& p) { return p.guided.value_scale; },
          [](MctsPlan& p, double scale) { p.guided.value_scale = scale; })
      .def_prop_rw(
          "rescale_values", [](const MctsPlan& p) { return p.guided.rescale_values; },
          [](MctsPlan& p, bool on) { p.guided.rescale_values = on; })
      .def_prop_rw(
          "noise_share", [](const MctsPlan& p) { return p.guided.noise_share; },
          [](MctsPlan& p, double share) { p.guided.noise_share = share; })
      .def_prop_rw(
          "forced_visits", [](const MctsPlan& p) { return p.guided.forced; },
          [](MctsPlan& p, double forced) { p.guided.forced = forced; });
  nb::class_<SearchRequest> request(m, "SearchRequest");
  bind_strong(request);
  request.def(nb::init<>())
      .def_prop_rw(
          "prunes", [](const SearchRequest& r) { return r.plan.method == Method::alphabeta; },
          [](SearchRequest& r, bool on) { r.plan.method = on ? Method::alphabeta : Method::minimax; })
      .def_prop_rw(
          "ordered", [](const SearchRequest& r) { return r.plan.manner.ordered; },
          [](SearchRequest& r, bool on) { r.plan.manner.ordered = on; })
      .def_prop_rw(
          "repetition", [](const SearchRequest& r) { return r.plan.manner.repetition; },
          [](SearchRequest& r, bool on) { r.plan.manner.repetition = on; })
      .def_prop_rw(
          "deepening", [](const SearchRequest& r) { return r.plan.deepening; },
          [](SearchRequest& r, bool on) { r.plan.deepening = on; })
      .def_prop_rw(
          "depth", [](const SearchRequest& r) { return r.plan.depth; },
          [](SearchRequest& r, int depth) { r.plan.depth = r.strong.depth = depth; })
      .def_prop_rw(
          "first_depth", [](const SearchRequest& r) { return r.plan.first_depth; },
          [](SearchRequest& r, int depth) { r.plan.first_depth = depth; })
      .def_prop_rw(
          "lines", [](const SearchRequest& r) { return r.plan.lines; },
          [](SearchRequest& r, int lines) { r.plan.lines = r.strong.lines = r.monte_carlo.lines = lines; })
      .def_prop_rw(
          "threads", [](const SearchRequest& r) { return r.strong.threads; },
          [](SearchRequest& r, int threads) { r.strong.threads = r.monte_carlo.threads = threads; })
      .def_prop_rw(
          "unit", [](const SearchRequest& r) { return r.strong.unit; },
          [](SearchRequest& r, double unit) { r.strong.unit = r.monte_carlo.win_scale = unit; })
      .def_prop_ro(
          "monte_carlo", [](SearchRequest& r) -> MctsPlan& { return r.monte_carlo; }, nb::rv_policy::reference_internal)
      .def_prop_rw(
          "nodes", [](const SearchRequest& r) { return r.limits.nodes; },
          [](SearchRequest& r, std::optional<std::uint64_t> nodes) { r.limits.nodes = nodes; }, nb::arg().none())
      .def_prop_rw(
          "seconds", [](const SearchRequest& r) { return r.limits.seconds; },
          [](SearchRequest& r, std::optional<double> seconds) { r.limits.seconds = seconds; }, nb::arg().none())
      .def_rw("original_list", &SearchRequest::original_list)
      .def_rw("terms", &SearchRequest::terms)
      .def_prop_rw(
          "judge", [](const SearchRequest& r) { return r.judge; },
          [](SearchRequest& r, std::shared_ptr<const AnyJudge> judge) { r.judge = std::move(judge); }, nb::arg().none())
      .def_prop_rw(
          "patterns", [](const SearchRequest& r) { return r.patterns; },
          [](SearchRequest& r, std::shared_ptr<const AnyPatterns> patterns) { r.patterns = std::move(patterns); },
          nb::arg().none());
  nb::class_<TextLine>(m, "TextLine")
      .def_ro("value", &TextLine::value)
      .def_ro("exact", &TextLine::exact)
      .def_ro("moves", &TextLine::moves)
      .def_ro("visits", &TextLine::visits);
  nb::class_<TextReport>(m, "TextReport")
      .def_ro("depth", &TextReport::depth)
      .def_ro("nodes", &TextReport::nodes)
      .def_ro("seconds", &TextReport::seconds)
      .def_ro("lines", &TextReport::lines);
  nb::class_<TraceNode>(m, "TraceNode")
      .def_ro("parent", &TraceNode::parent)
      .def_ro("move", &TraceNode::move)
      .def_ro("alpha", &TraceNode::alpha)
      .def_ro("beta", &TraceNode::beta)
      .def_ro("value", &TraceNode::value)
      .def_prop_ro("kind", [](const TraceNode& node) { return name_of(node.kind); })
      .def_ro("cut", &TraceNode::cut)
      .def_ro("moves", &TraceNode::moves)
      .def_ro("black", &TraceNode::black);
  bind_playouts(m);
  nb::class_<Trace>(m, "Trace")
      .def(nb::init<std::size_t>(), "most"_a)
      .def("nodes", [](const Trace& trace) -> const auto& { return trace.textbook.nodes(); })
      .def_prop_ro("left_out", [](const Trace& trace) { return trace.textbook.left_out(); })
      .def("rows", [](const Trace& trace) -> const auto& { return trace.monte_carlo.rows(); })
      .def("playouts", [](const Trace& trace) -> const auto& { return trace.monte_carlo.playouts(); })
      .def_prop_ro("playouts_left_out", [](const Trace& trace) { return trace.monte_carlo.left_out(); });
  m.attr("WIN_VALUE") = win_value;
  m.attr("MAX_PLY") = max_ply;
}

void bind_solve(nb::module_& m) {
  nb::class_<SolveRequest>(m, "SolveRequest")
      .def(nb::init<>())
      .def_prop_rw(
          "memory_mb", [](const SolveRequest& r) { return r.plan.memory_mb; },
          [](SolveRequest& r, std::size_t megabytes) { r.plan.memory_mb = megabytes; })
      .def_prop_rw(
          "trust", [](const SolveRequest& r) { return r.plan.trust; },
          [](SolveRequest& r, bool on) { r.plan.trust = on; })
      .def_prop_rw(
          "specialist", [](const SolveRequest& r) { return r.plan.specialist; },
          [](SolveRequest& r, bool on) { r.plan.specialist = on; })
      .def_prop_rw(
          "nodes", [](const SolveRequest& r) { return r.limits.nodes; },
          [](SolveRequest& r, std::optional<std::uint64_t> nodes) { r.limits.nodes = nodes; }, nb::arg().none())
      .def_prop_rw(
          "seconds", [](const SolveRequest& r) { return r.limits.seconds; },
          [](SolveRequest& r, std::optional<double> seconds) { r.limits.seconds = seconds; }, nb::arg().none());
  nb::class_<TextSolution>(m, "TextSolution")
      .def_ro("verdict", &TextSolution::verdict)
      .def_ro("margin", &TextSolution::margin)
      .def_ro("lower", &TextSolution::lower)
      .def_ro("upper", &TextSolution::upper)
      .def_ro("line", &TextSolution::line)
      .def_ro("nodes", &TextSolution::nodes)
      .def_ro("checked_nodes", &TextSolution::checked_nodes)
      .def_ro("rejected", &TextSolution::rejected)
      .def_ro("trusted_leaves", &TextSolution::trusted_leaves)
      .def_ro("seconds", &TextSolution::seconds)
      .def("reply", &TextSolution::reply, "moves"_a);
}

nb::object play(const State& state, const std::string& move) {
  State::Next next = state.play(move);
  if (auto* refusal = std::get_if<Refusal>(&next)) return nb::cast(std::move(*refusal));
  return nb::cast(std::move(std::get<std::unique_ptr<State>>(next)));
}

void bind_state(nb::module_& m) {
  nb::class_<State> cls(m, "State");
  bind_planes(cls);
  bind_learning(cls);
  bind_squares(cls);
  cls.def_prop_ro("turn", [](const State& state) { return std::string(name(state.turn())); })
      .def("moves", &State::moves)
      .def("play", &play, "move"_a, nb::sig("def play(self, move: str) -> State | Refusal"))
      .def("explain", &State::explain, "move"_a)
      .def("result", &State::result)
      .def("result_words", &State::result_words)
      .def_prop_ro("key", &State::key)
      .def("to_text", &State::to_text)
      .def("played", &State::played)
      .def("last_move", &State::last_move)
      .def_prop_ro("ply", &State::ply)
      .def("shape", &State::shape)
      .def("pieces", &State::pieces)
      .def("hands", &State::hands)
      .def("marks", &State::marks)
      .def("aids", &State::aids)
      .def("score", &State::score)
      .def("move_parts", &State::move_parts)
      .def("last_parts", &State::last_parts)
      .def("with_dead", &State::with_dead, "points"_a)
      .def(
          "ownership",
          [](const State& state, int playouts, std::uint64_t seed) {
            return unlocked(state, [&](const Poll& poll) { return state.ownership(playouts, seed, poll); });
          },
          "playouts"_a, "seed"_a)
      .def(
          "perft",
          [](const State& state, int depth, bool passes) {
            return unlocked(state, [&](const Poll& poll) { return state.perft(depth, passes, poll); });
          },
          "depth"_a, "passes"_a)
      .def(
          "random_game",
          [](const State& state, std::uint64_t seed, std::uint64_t max_plies) {
            return unlocked(state, [&](const Poll& poll) { return state.random_game(seed, max_plies, poll); });
          },
          "seed"_a, "max_plies"_a)
      .def(
          "divide",
          [](const State& state, int depth, bool passes) {
            return unlocked(state, [&](const Poll& poll) { return state.divide(depth, passes, poll); });
          },
          "depth"_a, "passes"_a)
      .def(
          "random_games",
          [](const State& state, std::uint64_t games, std::uint64_t seed, std::uint64_t max_plies) {
            return unlocked(state, [&](const Poll& poll) { return state.random_games(games, seed, max_plies, poll); });
          },
          "games"_a, "seed"_a, "max_plies"_a)
      .def(
          "light_playouts",
          [](const State& state, std::uint64_t games, std::uint64_t seed) {
            return unlocked(state, [&](const Poll& poll) { return state.light_playouts(games, seed, poll); });
          },
          "games"_a, "seed"_a)
      .def("terms", &State::terms)
      .def_prop_ro("win_scale", &State::win_scale)
      .def_prop_ro("counts_margin", &State::counts_margin)
      .def_prop_ro("favours_monte_carlo", &State::favours_monte_carlo)
      .def_prop_ro("runs_python", &State::runs_python)
      .def("ordered_moves", &State::ordered_moves)
      .def("solve", &solve, "request"_a, "stop"_a, "on_progress"_a)
      .def("has_repeated", &State::has_repeated)
      .def("came_before", &State::came_before)
      .def_prop_ro("repetition", &State::repetition)
      .def("winning_sets", &State::winning_sets)
      .def("search", &search, "request"_a, "evaluator"_a.none(), "stop"_a, "on_report"_a.none(), "memory"_a,
           "trace"_a.none())
      .def_prop_ro("position_bytes", &State::position_bytes);
}

// A game written in Python: `hooks` as py_game.hpp describes them, and the author's own state.
void bind_python_games(nb::module_& m) {
  nb::class_<PyRules>(m, "PythonRules").def(nb::init<nb::object, bool>(), "hooks"_a, "repetition_draws"_a);
  m.def(
      "python_state",
      [](std::shared_ptr<PyRules> rules, nb::object state) -> std::unique_ptr<State> {
        return std::make_unique<StateOf<PyPosition>>(PyPosition(std::move(rules), std::move(state)));
      },
      "rules"_a, "state"_a);
}

#ifdef PLYGROUND_PLANTED_BUG
// Reads past the end of an array on request, to prove that the sanitizer build detects it.
int planted_bug(std::size_t at) {
  const std::vector<int> numbers{1, 2, 3};
  return numbers.data()[at];  // NOLINT
}
#endif

}  // namespace
}  // namespace plyground

NB_MODULE(PLYGROUND_MODULE, m) {
  using namespace plyground;
  nb::set_leak_warnings(false);  // positions outlive the module when the interpreter exits while a global holds one
  bind_views(m);
  bind_networks(m);
  bind_judges(m);
  bind_patterns(m);
  bind_search(m);
  bind_self_play(m);
  bind_solve(m);
  bind_state(m);
  bind_tablebases(m);
  bind_python_games(m);
  m.def("set_data_folder", [](const std::string& folder) { data_folder = folder; }, "folder"_a);
  m.def("games", [] {
    std::vector<GameInfo> list;
    for (const GameDoor* game : all_games) list.push_back(game->info());
    return list;
  });
  m.def(
      "start", [](const std::string& game, const OptionValues& options) { return find_game(game).start(options); },
      "game"_a, "options"_a);
  m.def(
      "parse",
      [](const std::string& game, const OptionValues& options, std::string_view text) {
        return find_game(game).parse(options, text);
      },
      "game"_a, "options"_a, "text"_a);
#ifdef PLYGROUND_PLANTED_BUG
  m.def("planted_bug", &planted_bug, "at"_a);
#endif
}
