"""The limits of a search, and stopping it."""

import itertools
import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import plyground
from plyground import Position, Report
from tests.conftest import scaled
from tests.games.cases import every_game
from tests.search import plain

SOON = 20.0  # seconds that a busy machine may take instead of milliseconds
SPECS = ("minimax", "alphabeta", "alphabeta:order=on", "deepening")


@every_game
@pytest.mark.parametrize("spec", SPECS)
def test_a_limit_on_nodes_is_exact(game: plyground.Game, spec: str) -> None:
    for position in plain.random_positions(game, scaled(2), "nodes"):
        for nodes in (1, 2, 3, 63, 64, 65, 100):
            report = plyground.search(position, spec, depth=6, nodes=nodes)
            is_done = report.depth == 6 or report.exact
            assert report.nodes == nodes or (report.nodes < nodes and is_done)
            assert report.move in position.moves()
            position.play_all(report.pv)


def test_a_limit_that_just_fits_does_not_matter() -> None:
    start = plyground.game("dobutsu").start()
    free = plyground.search(start, "alphabeta:depth=5")
    fits = plyground.search(start, "alphabeta:depth=5", nodes=free.nodes)
    assert (fits.lines, fits.depth, fits.nodes) == (free.lines, 5, free.nodes)
    short = plyground.search(start, "alphabeta:depth=5", nodes=free.nodes - 1)
    assert short.depth < 5


@every_game
def test_seconds_end_a_search(game: plyground.Game) -> None:
    position = next(plain.random_positions(game, 1, "seconds"))
    for spec in ("minimax:depth=60", "deepening"):
        begin = time.monotonic()
        report = plyground.search(position, spec, seconds=0.03)
        assert time.monotonic() - begin < SOON
        assert report.move in position.moves()
        assert report.seconds < SOON


def test_a_clock_gives_a_share_of_its_time() -> None:
    start = plyground.game("othello").start()
    for clock, most in (((2.0, 0.0), 0.4), ((0.1, 0.0), 0.1), ((0.05, 10.0), 0.05)):
        report = plyground.search(start, "deepening", clock=clock)
        assert report.seconds < most + SOON
        assert report.move in start.moves()
    begin = time.monotonic()
    plyground.search(start, "minimax:depth=60", clock=(0.5, 0.0))
    assert time.monotonic() - begin < 0.5 + SOON


# One legal move, and most of the game still to come.
FORCED = "8/8/8/2xxx2o/3xxxoo/5o1o/3xxx2/8 b"


@pytest.mark.parametrize("limits", [{"seconds": 6}, {"clock": (150, 0)}])
@pytest.mark.parametrize("spec", ["search", "search:threads=2", "mcts", "mcts:threads=2"])
def test_forced_move_takes_no_time(spec: str, limits: dict[str, Any]) -> None:
    position = plyground.game("othello").position(FORCED)
    assert position.moves() == ["g7"]
    begin = time.monotonic()
    reports = list(plyground.analyse(position, spec, **limits))
    assert time.monotonic() - begin < 4  # it takes 0.3, a twentieth of the 6 seconds
    assert reports[-1].move == "g7"
    assert reports[-1].depth > 1  # a short search all the same
    assert -1000 < reports[-1].score < 1000
    position.play_all(reports[-1].pv)


LONG, PAUSE = 20.0, 1.1  # seconds; a short search is a twentieth of the long time


def slow_first_evaluation() -> Callable[[Position], float]:
    """An evaluation whose first call alone takes longer than a short search."""
    calls = itertools.count()

    def evaluate(_: Position) -> float:
        if next(calls) == 0:
            time.sleep(PAUSE)
        return 0.0

    return evaluate


def test_forced_moves_still_obey_the_requested_limits() -> None:
    position = plyground.game("othello").position(FORCED)
    asked: list[tuple[str, dict[str, Any]]] = [
        ("search", {"nodes": 3000}),
        ("mcts", {"nodes": 300}),
        ("mcts:playouts=300", {}),
        ("search", {"depth": 5}),
        ("search", {}),
        ("mcts", {}),
    ]
    analyses = [
        plyground.analyse(position, spec, seconds=LONG, evaluate=slow_first_evaluation(), **limits)
        for spec, limits in asked
    ]
    reports = [list(analysis)[-1] for analysis in analyses]
    assert [report.nodes for report in reports[:3]] == [3000, 300, 300]
    assert reports[3].depth == 5
    assert all(report.nodes < 64 for report in reports[4:]), "only these are cut short"


def test_choice_uses_its_time() -> None:
    start = plyground.game("othello").start()
    assert plyground.search(start, "mcts", seconds=0.2).seconds >= 0.2
    assert plyground.search(start, "search", seconds=0.2).seconds >= 0.1


def test_lines_of_monte_carlo_have_their_visits() -> None:
    start = plyground.game("go", size=5).start()
    report = plyground.search(start, "mcts:playouts=500,solver=off", lines=100)
    visits = [line.visits for line in report.lines]
    assert len(visits) == 26
    assert sum(visits) in (499, 500)  # the first may stop at the root
    assert all(count >= 0 for count in visits)
    assert max(visits) > 20
    assert plyground.search(start, "alphabeta:depth=1").lines[0].visits == 0


COMBINATIONS: list[dict[str, Any]] = [
    {"depth": 2, "nodes": 10_000_000, "seconds": 60},
    {"depth": 200, "nodes": 50, "seconds": 60},
    {"depth": 200, "nodes": 10**12, "seconds": 0.02},
    {"depth": 200, "nodes": 10**12, "seconds": 60, "clock": (0.5, 0)},
    {"nodes": 50, "clock": (60, 1)},
    {"depth": 1, "nodes": 1, "seconds": 1e-9, "clock": (1e-9, 0)},
]


@pytest.mark.parametrize("limits", COMBINATIONS)
@pytest.mark.parametrize("spec", ["alphabeta:depth=9", "deepening"])
def test_first_limit_reached_ends_the_search(spec: str, limits: dict[str, Any]) -> None:
    start = plyground.game("othello").start()
    begin = time.monotonic()
    report = plyground.search(start, spec, **limits)
    assert time.monotonic() - begin < SOON
    assert report.move in start.moves()
    assert report.depth <= limits.get("depth", 200)
    assert report.nodes <= limits.get("nodes", 10**12)


def test_given_limit_overrides_that_of_the_spec() -> None:
    start = plyground.game("dobutsu").start()
    assert plyground.search(start, "alphabeta:depth=9", depth=2).depth == 2
    assert plyground.search(start, "deepening:nodes=1000000", nodes=20).nodes == 20
    assert plyground.search(start, "minimax:depth=2", depth=None).depth == 2


def test_a_search_cut_short_still_gives_the_best_it_saw() -> None:
    """The first moves were searched completely; the answer is the best of them."""
    position = plyground.game("gomoku", size=9).start().play_all("e5 a1 e6 a2 e7 a3 e8 a4")
    width = len(position.moves())
    index = position.moves().index("e9")
    report = plyground.search(position, "minimax:depth=2", nodes=1 + (index + 1) * width)
    assert report.move == "e9"


ABSURD: list[tuple[dict[str, Any], str]] = [
    ({"depth": 0}, "depth can be a whole number from 1 to 200, not 0"),
    ({"depth": -3}, "depth can be a whole number from 1 to 200"),
    ({"depth": 201}, "depth can be a whole number from 1 to 200"),
    ({"depth": 2.5}, "depth can be a whole number from 1 to 200"),
    ({"depth": True}, "depth can be a whole number from 1 to 200"),
    ({"depth": "3"}, "depth can be a whole number from 1 to 200"),
    ({"depth": 10**30}, "depth can be a whole number from 1 to 200"),
    ({"nodes": 0}, "nodes can be a whole number from 1 to 1000000000000"),
    ({"nodes": -1}, "nodes can be a whole number from 1"),
    ({"nodes": 1e6}, "nodes can be a whole number from 1"),
    ({"nodes": 10**20}, "nodes can be a whole number from 1 to 1000000000000"),
    ({"seconds": 0}, "seconds can be a number of seconds above 0, at most 86400"),
    ({"seconds": -1}, "seconds can be a number of seconds above 0"),
    ({"seconds": math.nan}, "seconds can be a number of seconds above 0"),
    ({"seconds": math.inf}, "seconds can be a number of seconds above 0, at most 86400"),
    ({"seconds": 1e9}, "seconds can be a number of seconds above 0, at most 86400"),
    ({"seconds": "1"}, "seconds can be a number of seconds above 0"),
    ({"seconds": 10**400}, "seconds can be a number of seconds above 0"),
    ({"clock": (0, 1)}, "clock can be"),
    ({"clock": (-5, 1)}, "clock can be"),
    ({"clock": (math.nan, 1)}, "clock can be"),
    ({"clock": (10, -1)}, "clock"),
    ({"clock": (10, math.nan)}, "clock"),
    ({"clock": (10, "1")}, "clock"),
    ({"clock": 10}, "clock"),
    ({"clock": "10+1"}, "clock"),
    ({"clock": (10,)}, "clock"),
    ({"clock": (10, 1), "seconds": "1"}, "seconds can be a number of seconds above 0"),
    ({"plies": 3}, "limits are: depth, nodes, seconds, clock"),
    ({"lines": 0}, "lines can be a whole number from 1 to 1000"),
    ({"lines": 1001}, "lines can be a whole number from 1 to 1000"),
    ({"lines": "2"}, "lines can be a whole number from 1 to 1000"),
]


@pytest.mark.parametrize(("limits", "words"), ABSURD)
@pytest.mark.parametrize("call", [plyground.search, plyground.analyse])
def test_absurd_limits_are_refused(call: Any, limits: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        call(plyground.game("othello").start(), "alphabeta:depth=2", **limits)


@pytest.mark.parametrize(
    ("spec", "limits", "words"),
    [
        ("minimax", {}, "needs a limit: depth"),
        ("alphabeta", {"seconds": 1}, "needs a limit: depth"),
        ("deepening", {}, "needs a limit: seconds, nodes or depth"),
    ],
)
def test_a_search_without_end_is_refused(spec: str, limits: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        plyground.search(plyground.game("othello").start(), spec, **limits)


def test_a_random_player_is_held_to_the_same_limits() -> None:
    start = plyground.game("othello").start()
    with pytest.raises(ValueError, match="limits are"):
        plyground.search(start, "random", plies=3)
    with pytest.raises(ValueError, match="whole number"):
        plyground.search(start, "random", depth=0)
    with pytest.raises(ValueError, match="search, mcts, minimax or alphabeta"):
        plyground.analyse(start, "random")


def check_stream(position: Position, reports: list[Report]) -> None:
    assert reports
    depths = [report.depth for report in reports]
    assert depths[:-1] == sorted(set(depths[:-1]))
    assert depths == sorted(depths)
    nodes = [report.nodes for report in reports]
    assert nodes == sorted(nodes)
    assert [report.seconds for report in reports] == sorted(report.seconds for report in reports)
    for report in reports:
        assert report.move in position.moves()
        assert report.nodes_per_second >= 0
        position.play_all(report.pv)


@every_game
def test_reports_go_deeper_and_deeper(game: plyground.Game) -> None:
    for position in plain.random_positions(game, scaled(3), "stream"):
        depth = plain.depth_that_fits(position, 1000, 5)
        reports = list(plyground.analyse(position, "deepening", depth=depth, lines=2))
        check_stream(position, reports)
        assert reports[-1].depth == depth or reports[-1].exact
        assert [report.depth for report in reports] == list(range(1, len(reports) + 1))
        again = plyground.search(position, "deepening", depth=depth, lines=2)
        assert (again.lines, again.nodes) == (reports[-1].lines, reports[-1].nodes)


def test_deepening_begins_at_the_given_depth() -> None:
    start = plyground.game("othello").start()
    depths = [report.depth for report in plyground.analyse(start, "deepening:first=3,depth=5")]
    assert depths == [3, 4, 5]
    assert plyground.search(start, "deepening:first=5,depth=2").depth == 2


@pytest.mark.parametrize(
    "name", ["othello", "gomoku", "go", "robogo", "dobutsu", "connect_four", "domineering"]
)
@pytest.mark.parametrize("spec", ["minimax:depth=60", "deepening:seconds=3600"])
def test_an_analysis_can_be_stopped(name: str, spec: str) -> None:
    start = plyground.game(name).start()
    with plyground.analyse(start, spec) as analysis:
        time.sleep(0.05)
        begin = time.monotonic()
        analysis.stop()
        reports = list(analysis)
        assert time.monotonic() - begin < SOON
    check_stream(start, reports)


def test_a_search_with_a_python_evaluation_can_be_stopped() -> None:
    start = plyground.game("othello").start()
    with plyground.analyse(start, "minimax:depth=60", evaluate=plain.whim) as analysis:
        time.sleep(0.05)
        begin = time.monotonic()
        analysis.stop()
        assert list(analysis)[-1].move in start.moves()
        assert time.monotonic() - begin < SOON


@contextmanager
def busy_threads(count: int) -> Iterator[None]:
    done = threading.Event()

    def spin() -> None:
        number = 0
        while not done.is_set():
            number = (number + 1) % 1000

    threads = [threading.Thread(target=spin) for _ in range(count)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        done.set()
        for thread in threads:
            thread.join()


@pytest.mark.parametrize("name", ["othello", "go", "domineering"])
def test_stop_works_under_load(name: str) -> None:
    start = plyground.game(name).start()
    with busy_threads(3):
        for _ in range(scaled(3)):
            with plyground.analyse(start, "minimax:depth=60") as analysis:
                time.sleep(0.02)
                begin = time.monotonic()
                analysis.stop()
                assert list(analysis)[-1].move in start.moves()
                assert time.monotonic() - begin < SOON


def test_many_analyses_at_once() -> None:
    start = plyground.game("othello").start()
    analyses = [plyground.analyse(start, "deepening:seconds=3600") for _ in range(6)]
    for analysis in analyses:
        analysis.stop()
    for analysis in analyses:
        assert list(analysis)[-1].move in start.moves()


def test_leaving_an_analysis_stops_it() -> None:
    start = plyground.game("othello").start()
    begin = time.monotonic()
    with plyground.analyse(start, "deepening:seconds=3600") as analysis:
        first = next(iter(analysis))
        assert first.depth == 1
    assert time.monotonic() - begin < SOON
    assert not analysis._thread.is_alive()


def test_stopping_twice_or_after_the_end_does_no_harm() -> None:
    analysis = plyground.analyse(plyground.game("dobutsu").start(), "alphabeta:depth=2")
    assert list(analysis)[-1].depth == 2
    analysis.stop()
    analysis.stop()


def test_reports_read_to_the_end_are_read_no_more() -> None:
    """A second loop over a finished analysis ends at once instead of waiting forever."""
    analysis = plyground.analyse(plyground.game("dobutsu").start(), "alphabeta:depth=2")
    assert list(analysis)
    again: list[Report] = []
    reader = threading.Thread(target=lambda: again.extend(analysis), daemon=True)
    reader.start()
    reader.join(timeout=SOON)
    assert not reader.is_alive()
    assert again == []


@pytest.mark.parametrize("nodes", [3000, 5000, 20000])
@pytest.mark.parametrize("moves", ["C3 B3 B2", "C3 B3 B2 E2"])
def test_lines_begin_with_different_moves_wherever_the_search_ends(moves: str, nodes: int) -> None:
    position = plyground.game("robogo", size=5, line=4).start().play_all(moves)
    report = plyground.search(position, f"search:nodes={nodes}", lines=4)
    first = [line.move for line in report.lines]
    assert len(first) >= 2
    assert len(set(first)) == len(first)
