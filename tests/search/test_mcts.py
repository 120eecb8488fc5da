"""Monte Carlo tree search: correct proofs, and limits that are kept."""

import subprocess
import sys
import threading
import time

import pytest

import plyground
from plyground import Line, Memory, Position
from tests.conftest import scaled
from tests.games.cases import EVERY_GAME, every_game
from tests.search import plain

SOON = 20.0  # seconds; a generous margin for a stop that takes milliseconds
# A tree no larger than its search needs: sanitizers mark every byte of the usual 256 MB each time.
SMALL = "memory=16"
SWITCHES = ("rave", "priors", "bias", "solver", "policy", "reuse")


def sign(number: float) -> int:
    return (number > 0) - (number < 0)


def check_line(position: Position, line: Line) -> None:
    """The moves are legal, and a proven end is where the line says it is."""
    end = position.play_all(line.pv)
    assert line.move == line.pv[0]
    assert 0 <= line.win_chance <= 1
    if line.mate is not None and line.exact and len(line.pv) == abs(line.mate):
        result = end.result()
        assert result is not None
        assert (result.winner == position.turn) == (line.mate > 0)


@every_game
def test_proven_results_are_correct(game: plyground.Game) -> None:
    """Against a full search: who wins, and by how much where it says that this is proven, too."""
    claims = 0
    for position in plain.random_positions(game, plain.how_many(game, 60), "mcts claims"):
        playouts = 100 if len(position.moves()) > 60 else 800
        report = plyground.search(position, f"mcts:playouts={playouts},memory=4,seed=1")
        check_line(position, report.lines[0])
        if not report.exact and report.win_chance not in (0, 1):
            continue
        reference = plyground.search(
            position, "alphabeta", depth=plain.depth_that_fits(position, 10_000, 12)
        )
        if reference.exact:
            claims += 1
            assert sign(report.score) == sign(reference.score), position
            if position.counts_margin:
                assert not report.exact or report.score == reference.score, position
            elif reference.mate is not None and reference.mate > 0:
                assert report.mate is not None
                assert report.mate >= reference.mate, position
    assert claims > 0 or game.name in (
        "go",
        "gomoku",
        "robogo",
        "othello",
        "domineering",
        "connect_four",
    )


@every_game
def test_a_proven_move_keeps_what_was_proven(game: plyground.Game) -> None:
    """The move it chooses, not only the value: a win stays a win against the best reply."""
    for position in plain.random_positions(game, plain.how_many(game, 30), "mcts keeps"):
        playouts = 100 if len(position.moves()) > 60 else 800
        report = plyground.search(position, f"mcts:playouts={playouts},memory=4,seed=2")
        if report.win_chance != 1 or report.move is None:
            continue
        after = position.play(report.move)
        depth = plain.depth_that_fits(after, 10_000, 12) if after.result() is None else 0
        if depth > 0:
            reference = plyground.search(after, "alphabeta", depth=depth)
            assert not reference.exact or reference.score < 0, position


def solved(name: str, moves: str = "", spec: str = "", **options: object) -> plyground.Report:
    position = plyground.game(name, **options).start().play_all(moves)
    report = plyground.search(position, f"mcts:playouts=200000,seed=3{spec}")
    check_line(position, report.lines[0])
    return report


@pytest.mark.parametrize("spec", ["", ",threads=3", ",rave=off,bias=off", ",policy=off,priors=off"])
def test_small_games_are_solved(spec: str) -> None:
    draw = solved("gomoku", spec=spec, size=3, line=3)
    assert (draw.score, draw.exact, draw.win_chance) == (0, True, 0.5)
    won = solved("gomoku", spec=spec, size=4, line=3)
    assert (won.exact, won.win_chance) == (True, 1)
    assert won.mate is not None
    assert won.mate >= 5
    assert solved("robogo", spec=spec, size=3, line=3).win_chance == 1
    assert solved("othello", spec=spec, size=4).win_chance == 0  # white wins by 10


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(
    ("name", "moves", "best", "mate"),
    [
        ("gomoku", "h8 a1 h9 a3 h10 a5 h11 a7", "h7 h12", 1),
        ("gomoku", "h8 a1 h9 a3 h10 a5", "h7 h11", 3),
        ("robogo", "E5 A1 E4 A3 E6 A5 E7 A7", "E3 E8", 1),
        ("robogo", "E5 A1 E4 A3 E6 A5", "E3 E7", 3),
        ("dobutsu", "b2b3 b4b3 b1b2", "b3b2", 1),
    ],
)
def test_forced_wins_are_found(name: str, moves: str, best: str, mate: int, threads: int) -> None:
    report = solved(name, moves, spec=f",threads={threads}")
    assert report.move in best.split()
    assert (report.mate, report.exact, report.win_chance) == (mate, True, 1)


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(
    ("name", "moves", "blocks"),
    [
        ("gomoku", "h8 h7 h9 a3 h10 a5 h11", "h12"),
        ("gomoku", "h8 a1 h9 a3 h10", "h6 h7 h11 h12"),
        ("robogo", "E5 E3 E4 A3 E6 A5 E7", "E8"),
    ],
)
def test_threats_are_blocked(name: str, moves: str, blocks: str, threads: int) -> None:
    position = plyground.game(name).start().play_all(moves)
    report = plyground.search(position, f"mcts:playouts=5000,seed=4,threads={threads}")
    assert report.move in blocks.split()


def test_a_lost_position_still_blocks_what_it_can() -> None:
    """An open four loses to either end; a stone at one of them at least asks for the other."""
    position = plyground.game("gomoku").start().play_all("h8 a1 h9 a3 h10 a5 h11")
    report = plyground.search(position, "mcts:playouts=50000,seed=5")
    assert (report.mate, report.exact) == (-2, True)
    assert report.move in ("h7", "h12")


def test_a_sure_draw_is_better_than_a_doubtful_game() -> None:
    """The last safe move of a game of noughts and crosses."""
    position = plyground.game("gomoku", size=3, line=3).start().play_all("b2 a1 a3 c1")
    report = plyground.search(position, "mcts:playouts=1000,seed=6")
    assert (report.move, report.score, report.exact) == ("b1", 0, True)


@pytest.mark.heavy
def test_a_draw_is_not_exact_while_a_win_may_be_missed() -> None:
    """With one playout the only proven move is a draw; nothing is known of the others."""
    position = plyground.game("gomoku", size=3, line=3).start()
    for moves in ("b2 a1", "b2 a1 a3 c1 b1", "a1 b2"):
        after = position.play_all(moves)
        reference = plyground.search(after, "alphabeta", depth=9)
        for playouts in range(1, 200):
            report = plyground.search(after, f"mcts:playouts={playouts},seed=6,{SMALL}")
            assert not report.exact or sign(report.score) == sign(reference.score)


@pytest.mark.heavy
@every_game
def test_one_thread_is_deterministic(game: plyground.Game) -> None:
    for position in plain.random_positions(game, 2, "mcts twice"):
        first, second = (
            plyground.search(position, f"mcts:playouts=400,seed=7,{SMALL}", lines=2)
            for _ in range(2)
        )
        assert (first.lines, first.nodes) == (second.lines, second.nodes)


def test_another_seed_is_another_search() -> None:
    start = plyground.game("othello").start()
    chances = {plyground.search(start, f"mcts:playouts=400,seed={n}").win_chance for n in range(5)}
    assert len(chances) > 1


@every_game
def test_every_technique_can_be_switched_off_alone(game: plyground.Game) -> None:
    start = game.start()
    for switch in SWITCHES:
        report = plyground.search(start, f"mcts:playouts=50,{switch}=off,{SMALL}")
        assert report.move in start.moves()


def test_a_technique_that_is_on_changes_the_search() -> None:
    """A switch that did nothing would be a lie; the visits tell, in the chances of the lines."""
    go = plyground.game("go", size=9).start()
    othello = plyground.game("othello").start()
    ending = plyground.game("gomoku", size=4, line=3).start()
    for position, switch in [
        (go, "priors"),
        (go, "policy"),
        (go, "rave"),
        (othello, "bias"),
        (othello, "rave"),
        (ending, "solver"),
    ]:
        on, off = (
            plyground.search(
                position, f"mcts:playouts=600,seed=8,{switch}={to},{SMALL}", lines=3
            ).lines
            for to in ("on", "off")
        )
        assert on != off, switch


def test_without_the_solver_nothing_is_proven() -> None:
    start = plyground.game("gomoku", size=3, line=3).start()
    report = plyground.search(start, "mcts:playouts=20000,seed=9,solver=off")
    assert (report.exact, report.nodes) == (False, 20_000)


@every_game
def test_limits_on_playouts_are_exact(game: plyground.Game) -> None:
    start = game.start()
    for limit in ("playouts", "nodes"):
        for count in (1, 2, 65):
            report = plyground.search(start, f"mcts:{limit}={count},{SMALL}")
            assert report.nodes == count or (report.nodes < count and report.exact)
            assert report.move in start.moves()
    if not start.runs_python:
        assert plyground.search(start, "mcts:playouts=300,threads=4").nodes <= 300


def test_all_threads_together_keep_to_the_playouts() -> None:
    start = plyground.game("othello").start()
    assert plyground.search(start, "mcts:playouts=5000,threads=4").nodes == 5000


@every_game
def test_several_lines_come_best_first(game: plyground.Game) -> None:
    for position in plain.random_positions(game, 3, "mcts lines"):
        lines = plyground.search(position, f"mcts:playouts=300,seed=1,{SMALL}", lines=3).lines
        assert len(lines) == min(3, len(position.moves()))
        assert len({line.move for line in lines}) == len(lines)
        for line in lines:
            check_line(position, line)


@every_game
def test_a_millisecond_is_enough_for_a_move(game: plyground.Game) -> None:
    for threads in (1, 2):
        begin = time.monotonic()
        report = plyground.search(game.start(), f"mcts:seconds=0.001,threads={threads}")
        assert report.move in game.start().moves()
        assert time.monotonic() - begin < SOON


@every_game
def test_a_stop_at_once_still_answers(game: plyground.Game) -> None:
    with plyground.analyse(game.start(), "mcts:playouts=1000000000,solver=off") as analysis:
        analysis.stop()
        last = list(analysis)[-1]
    assert last.move in game.start().moves()


@pytest.mark.parametrize("threads", [1, 4])
@pytest.mark.parametrize("name", ["othello", "gomoku", "robogo", "dobutsu", "go", "connect_four"])
def test_every_thread_obeys_a_stop(name: str, threads: int) -> None:
    before = set(threading.enumerate())
    spec = f"mcts:playouts=1000000000,threads={threads}"
    with plyground.analyse(plyground.game(name).start(), spec) as analysis:
        time.sleep(0.05)
        begin = time.monotonic()
        analysis.stop()
        last = list(analysis)[-1]
    assert time.monotonic() - begin < SOON
    assert last.move is not None
    assert set(threading.enumerate()) <= before


@pytest.mark.parametrize(
    ("name", "options"), [("othello", {}), ("dobutsu", {}), ("go", {"size": 9})]
)
def test_tree_is_reused_for_the_next_move(name: str, options: dict[str, object]) -> None:
    """After the two best moves the line goes on at once; a fresh tree has to begin again."""
    memory = Memory()
    start = plyground.game(name, **options).start()
    first = plyground.search(start, "mcts:playouts=3000,seed=1", memory=memory)
    assert len(first.pv) > 4
    later = start.play_all(first.pv[:2])
    warm = plyground.search(later, "mcts:playouts=1,seed=1", memory=memory)
    fresh = plyground.search(later, "mcts:playouts=1,seed=1")
    assert warm.depth >= len(first.pv) - 3 > fresh.depth
    forgetful = plyground.search(later, "mcts:playouts=1,seed=1,reuse=off", memory=memory)
    assert forgetful.lines == fresh.lines


def test_tree_of_another_line_is_not_reused() -> None:
    """Going back, or another past, means a tree of its own, with the same answers as without."""
    game = plyground.game("othello")
    start = game.start()
    spec = "mcts:playouts=500,seed=1"
    other_past = start.play_all("c4 c3 d3")
    by_text = game.position(start.play_all("d3 c3 c4").to_text())
    for other in (start, start.play_all("d3 c5"), other_past, by_text):
        memory = Memory()
        plyground.search(start.play_all("d3 c3 c4"), spec, memory=memory)
        found = plyground.search(other, spec, memory=memory)
        assert found.lines == plyground.search(other, spec).lines


def test_a_whole_game_on_one_tree() -> None:
    """Many moves on little memory: the tree is cut back, moved and entered again and again."""
    for name in ("othello", "dobutsu", "robogo"):
        memory = Memory()
        position = plyground.game(name).start()
        for _ in range(scaled(30)):
            if position.result() is not None:
                break
            report = plyground.search(
                position, "mcts:playouts=3000,memory=1,seed=1,threads=2", memory=memory
            )
            check_line(position, report.lines[0])
            assert report.move is not None
            position = position.play(report.move)


MEASURE = """
import resource, plyground
start = plyground.game("gomoku").start()
plyground.search(start, "mcts:playouts=10,memory=1")
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
report = plyground.search(start, "mcts:playouts=20000,memory=4,seed=1,threads=2")
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(report.nodes, after - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the unit of ru_maxrss is the system's own")
def test_memory_stays_within_what_was_given() -> None:
    """Without a bound these playouts take 30 MB and more."""
    run = subprocess.run(
        [sys.executable, "-c", MEASURE], check=True, capture_output=True, text=True
    )
    nodes, kilobytes = map(int, run.stdout.split())
    assert nodes == 20_000
    assert kilobytes < 12_000


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_finished_game_has_no_move(game: plyground.Game) -> None:
    end = plyground.random_game(game.start(), seed=3)
    if end.result() is not None:
        report = plyground.search(end, "mcts:seconds=1")
        assert (report.move, report.lines) == (None, ())


def test_an_evaluation_in_python_that_fails_ends_the_search() -> None:
    start = plyground.game("othello").start()
    calls = 0

    def fails_late(position: Position) -> float:
        nonlocal calls
        calls += 1
        if calls > 50:
            raise ArithmeticError(position.to_text())
        return 0.5

    memory = Memory()
    with pytest.raises(ArithmeticError):
        plyground.search(start, "mcts:playouts=1000", evaluate=fails_late, memory=memory)
    report = plyground.search(start, "mcts:playouts=100", memory=memory)
    assert report.nodes == 100
