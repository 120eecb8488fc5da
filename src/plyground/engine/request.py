"""Translates a spec and its limits into a search request for the core."""

import math
from typing import Any

from plyground import _core
from plyground.engine.game import Position
from plyground.engine.network import find_network
from plyground.engine.patterns import find_patterns
from plyground.engine.spec import MAX_DEPTH, NETWORK, PATTERNS, SWITCHES, Spec

_LIMITS = ("depth", "nodes", "seconds", "clock")
_TABLE = 64  # megabytes, unless the spec says otherwise
_TREE = 256
_FEW_VISITS = 128  # with a network: up to this many playouts follow a schedule
_CONSIDERED = 16  # the number of moves that it begins with
_BATCH = 8  # positions per evaluation of a network, if there are many


def make_request(
    position: Position, spec: Spec, lines: int, limits: dict[str, Any], *, own_evaluation: bool
) -> _core.SearchRequest:
    """The request for a search of this position by this spec."""
    settings = {**spec.settings, **read_limits(limits)}
    request = _core.SearchRequest()
    request.nodes = settings.get("nodes")
    request.seconds = settings.get("seconds")
    _set_evaluation(request, position, settings.get("eval", ()))
    request.lines = whole("lines", lines, 1, 1000)
    request.unit = position.win_scale
    # A game or an evaluation written in Python holds the interpreter lock: one thread.
    alone = own_evaluation or position.runs_python
    request.threads = 1 if alone else settings.get("threads", 1)
    if spec.algorithm == "mcts" or (
        spec.algorithm == "search" and _by_playouts(position, settings)
    ):
        _ask_monte_carlo(request, position, spec, settings)
        if "net" in settings:
            _ask_network(request, position, settings)
    elif spec.algorithm == "search" and position.may_move_again:
        _ask_deepening(request, spec, settings)
    elif spec.algorithm == "search":
        _ask_strong(request, spec, settings)
    else:
        _ask_textbook(request, spec, settings)
    return request


def _set_evaluation(
    request: _core.SearchRequest, position: Position, terms: tuple[tuple[str, float], ...]
) -> None:
    first = terms[0][0] if terms else ""
    game = position.game.name
    if first.startswith(NETWORK):
        request.judge = find_network(first.removeprefix(NETWORK), game).judge(position)
    elif first.startswith(PATTERNS):
        patterns = find_patterns(first.removeprefix(PATTERNS), game)
        request.patterns = patterns.evaluation(position)
    else:
        _check_terms(position, terms)
        request.terms = list(terms)


def _ask_textbook(request: _core.SearchRequest, spec: Spec, settings: dict[str, Any]) -> None:
    request.engine = _core.Engine.textbook
    request.prunes = spec.algorithm != "minimax"
    request.deepening = spec.algorithm == "deepening"
    request.ordered = settings.get("order") == "on"
    request.original_list = settings.get("list") == "original"
    request.repetition = settings.get("repetition") != "off"
    request.first_depth = settings.get("first", 1)
    request.depth = _depth(spec, settings, needs_depth=spec.algorithm != "deepening")


def _ask_strong(request: _core.SearchRequest, spec: Spec, settings: dict[str, Any]) -> None:
    request.engine = _core.Engine.strong
    request.depth = _depth(spec, settings, needs_depth=False)
    request.to_depth = "depth" in settings
    extras = settings.get("extras", "on")
    for name in SWITCHES:
        setattr(request, name, settings.get(name, extras) == "on")
    request.table_megabytes = settings.get("table", _TABLE if extras == "on" else 0)


def playout_search(position: Position, seed: int) -> str:
    """The default search of a game that favours playouts, as a spec without a limit.

    A game written in Python does not use its evaluation here: playouts have won against it, or
    there is none.

    >>> import plyground
    >>> playout_search(plyground.game("go").start(), 1)
    'mcts:seed=1'
    """
    return f"mcts:{'mix=0,bias=off,' if position.runs_python else ''}seed={seed}"


def _ask_deepening(request: _core.SearchRequest, spec: Spec, settings: dict[str, Any]) -> None:
    """The textbook's search: the strong one assumes that the sides take turns."""
    request.engine = _core.Engine.textbook
    request.prunes = request.deepening = request.ordered = True
    request.depth = _depth(spec, settings, needs_depth=False)


def _by_playouts(position: Position, settings: dict[str, Any]) -> bool:
    """Whether `search` means Monte Carlo here: as the game says, unless the spec decides it."""
    method = settings.get("method", "auto")
    plain = "depth" in settings or settings.get("extras") == "off"
    if method == "auto" and not plain:
        return position.favours_monte_carlo
    return bool(method == "mcts")


def _ask_monte_carlo(
    request: _core.SearchRequest, position: Position, spec: Spec, settings: dict[str, Any]
) -> None:
    request.engine = _core.Engine.monte_carlo
    if not {"playouts", "nodes", "seconds"} & set(settings):
        raise ValueError(f"The search {str(spec)!r} needs a limit: playouts, nodes or seconds.")
    plan = request.monte_carlo
    plan.playouts = settings.get("playouts", 0)
    for name in ("rave", "priors", "bias", "solver", "policy", "reuse"):
        setattr(plan, name, settings.get(name, "on") == "on")
    for name in ("exploration", "fpu", "mix", "seed"):
        if name in settings:
            setattr(plan, name, settings[name])
    if spec.algorithm == "search" and position.runs_python:
        plan.mix, plan.bias = 0, False  # playouts have won against the evaluation
    plan.memory_mb = settings.get("memory") or settings.get("table") or _TREE


def _ask_network(
    request: _core.SearchRequest, position: Position, settings: dict[str, Any]
) -> None:
    """Lets a network guide the search. Small numbers of visits follow Gumbel's rule at the root."""
    network = find_network(settings["net"], position.game.name, settings.get("numbers", "auto"))
    request.judge = network.judge(position)
    plan = request.monte_carlo
    visits = plan.playouts or settings.get("nodes") or 0
    root = settings.get("root", "auto")
    if root == "gumbel" and not visits:
        raise ValueError("root=gumbel needs a number of playouts.")
    if root == "gumbel" or (root == "auto" and 0 < visits <= _FEW_VISITS):
        plan.playouts = plan.playouts or visits
        plan.considered = _CONSIDERED
    plan.batch = settings.get("batch", 1 if 0 < visits <= _FEW_VISITS else _BATCH)
    plan.guided_specialist = settings.get("specialist", "on") == "on"
    if "exploration" in settings:
        plan.guided_exploration = settings["exploration"]
    if "fpu" in settings:
        plan.guided_fpu = settings["fpu"]


def _depth(spec: Spec, settings: dict[str, Any], *, needs_depth: bool) -> int:
    if "depth" in settings:
        return int(settings["depth"])
    if not needs_depth and ("seconds" in settings or "nodes" in settings):
        return MAX_DEPTH
    need = "depth" if needs_depth else "seconds, nodes or depth"
    raise ValueError(f"The search {str(spec)!r} needs a limit: {need}.")


def read_limits(limits: dict[str, Any]) -> dict[str, Any]:
    """The limits given in addition to a spec, checked; a clock becomes seconds."""
    for name in limits:
        if name not in _LIMITS:
            raise ValueError(f"There is no limit {name!r}; the limits are: {', '.join(_LIMITS)}.")
    given = {name: value for name, value in limits.items() if value is not None}
    if "depth" in given:
        given["depth"] = whole("depth", given["depth"], 1, MAX_DEPTH)
    if "nodes" in given:
        given["nodes"] = whole("nodes", given["nodes"], 1, 10**12)
    if "seconds" in given:
        given["seconds"] = _positive("seconds", given["seconds"])
    if "clock" in given:
        share = _share_of(given.pop("clock"))
        given["seconds"] = min(share, given.get("seconds", math.inf))
    return given


def _share_of(clock: object) -> float:
    """The seconds for one move with a clock and an increment."""
    if not isinstance(clock, tuple | list) or len(clock) != 2:
        raise ValueError(f"clock is a pair of seconds left and increment, not {str(clock)[:40]}.")
    left = _positive("clock", clock[0])
    increment = 0.0 if clock[1] == 0 else _positive("clock's increment", clock[1])
    return min(left / 25 + 0.75 * increment, 0.8 * left)


def whole(name: str, value: object, low: int, high: int) -> int:
    """The value, if it is an integer in this range."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ValueError(f"{name} can be a whole number from {low} to {high}, not {value}.")
    return value


def _positive(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 86_400:
        shown = str(value)[:40]
        raise ValueError(f"{name} can be a number of seconds above 0, at most 86400, not {shown}.")
    return float(value)


def _check_terms(position: Position, terms: tuple[tuple[str, float], ...]) -> None:
    known = [term.name for term in position.explain_score()]
    for name, _ in terms:
        if name not in known:
            raise ValueError(
                f"{position.game.name} has no heuristic {name!r}; its heuristics are:"
                f" {', '.join(known)}."
            )
