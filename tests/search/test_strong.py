"""The strong search: without its extras it equals minimax; with them it is faster."""

import threading
import time

import pytest

import plyground
from plyground import Line, Memory, Position
from plyground.engine.spec import SWITCHES
from tests.conftest import SCALE, scaled
from tests.games.cases import EVERY_GAME, every_game
from tests.search import plain

PLAIN = "search:extras=off,table=0"
TABLE = "search:extras=off,table=1"
SOON = 20.0  # seconds; a generous margin for a stop that takes milliseconds


def value_of(position: Position, line: Line) -> tuple[object, int | None]:
    return pytest.approx(line.score, rel=1e-6, abs=1e-6), distance(position, line)


def distance(position: Position, line: Line) -> int | None:
    """In games with a margin, the margin counts instead of the distance."""
    return None if position.counts_margin else line.mate


def search_value(position: Position, spec: str, depth: int) -> tuple[float, int | None]:
    line = plyground.search(position, spec, depth=depth).lines[0]
    return line.score, distance(position, line)


def check_line(position: Position, line: Line) -> None:
    end = position.play_all(line.pv)
    assert line.move == line.pv[0]
    if line.mate is not None and line.exact and len(line.pv) == abs(line.mate):
        result = end.result()
        assert result is not None
        assert (result.winner == position.turn) == (line.mate > 0)


@every_game
def test_without_extras_it_is_minimax(game: plyground.Game) -> None:
    for position in plain.random_positions(game, plain.how_many(game, 150), "strong plain"):
        depth = plain.depth_that_fits(position, 800, 5)
        expected = plyground.search(position, "alphabeta", depth=depth).lines[0]
        found = plyground.search(position, PLAIN, depth=depth)
        check_line(position, found.lines[0])
        assert search_value(position, PLAIN, depth) == value_of(position, expected), (
            position,
            depth,
        )


@every_game
def test_the_table_changes_no_value(game: plyground.Game) -> None:
    """Also if the past of the game, or of the line, forbids moves or makes draws."""
    for position in plain.random_positions(game, plain.how_many(game, 150), "strong table"):
        depth = plain.depth_that_fits(position, 3000, 6)
        expected = plyground.search(position, "alphabeta", depth=depth, nodes=100_000)
        if expected.nodes < 100_000:  # a capture may open a whole board
            found = search_value(position, TABLE, depth)
            assert found == value_of(position, expected.lines[0]), (position, depth)


@every_game
@pytest.mark.parametrize("technique", ["killers", "history", "aspiration"])
def test_order_and_windows_change_no_value(game: plyground.Game, technique: str) -> None:
    for position in plain.random_positions(game, plain.how_many(game, 20), technique):
        depth = plain.depth_that_fits(position, 1500, 6)
        expected = plyground.search(position, "alphabeta", depth=depth).lines[0]
        assert search_value(position, f"{PLAIN},{technique}=on", depth) == value_of(
            position, expected
        ), position


@every_game
def test_exact_results_are_correct(game: plyground.Game) -> None:
    """With everything switched on, a proven value equals that of a full search."""
    claims = 0
    for position in plain.random_positions(game, plain.how_many(game, 120), "claims"):
        report = plyground.search(position, "search:nodes=3000,table=1,method=alphabeta")
        check_line(position, report.lines[0])
        if not report.exact:
            continue
        depth = plain.depth_that_fits(position, 30_000, 12)
        reference = plyground.search(position, "alphabeta", depth=depth)
        if reference.exact:
            claims += 1
            assert (report.score > 0) - (report.score < 0) == (reference.score > 0) - (
                reference.score < 0
            )
            if position.counts_margin:
                assert report.score == reference.score
    if game.name in ("tictactoe", "dobutsu") and SCALE >= 1:
        assert claims > 0  # otherwise this test proves nothing


@pytest.mark.heavy
@every_game
def test_one_thread_is_deterministic(game: plyground.Game) -> None:
    spec = "search:nodes=2000,method=alphabeta,table=1"
    for position in plain.random_positions(game, 3, "twice"):
        first, second = (plyground.search(position, spec) for _ in range(2))
        assert first.lines == second.lines
        assert first.nodes == second.nodes


@pytest.mark.parametrize("name", ["othello", "gomoku", "robogo", "dobutsu", "connect_four"])
def test_two_threads_find_the_same_wins(name: str) -> None:
    game = plyground.game(name, size=9) if name == "gomoku" else plyground.game(name)
    for position in plain.random_positions(game, scaled(15), "two threads"):
        one = plyground.search(position, "search:depth=4,extras=off,table=1")
        two = plyground.search(position, "search:depth=4,extras=off,table=1,threads=3")
        if one.mate is not None:
            assert two.mate is not None
            assert (two.mate > 0) == (one.mate > 0)
        check_line(position, two.lines[0])


@pytest.mark.parametrize("switch", SWITCHES)
def test_every_technique_can_be_switched_off_alone(switch: str) -> None:
    for game in ("othello", "dobutsu", "gomoku", "robogo", "connect_four"):
        start = plyground.game(game).start()
        report = plyground.search(start, f"search:depth=4,{switch}=off")
        assert report.move in start.moves()


def test_a_technique_that_is_on_changes_the_search() -> None:
    """Every switch must have an effect, which the node count shows."""
    start = plyground.game("dobutsu").start()
    for switch in ("killers", "history", "aspiration", "reductions"):
        off = plyground.search(start, f"search:depth=9,extras=off,table=1,{switch}=off").nodes
        on = plyground.search(start, f"search:depth=9,extras=off,table=1,{switch}=on").nodes
        assert on != off, switch
    without = plyground.search(start, "search:depth=7,extras=off,table=0").nodes
    assert plyground.search(start, "search:depth=7,extras=off,table=1").nodes < without


@every_game
def test_several_lines_come_best_first(game: plyground.Game) -> None:
    for position in plain.random_positions(game, 3, "lines"):
        depth = plain.depth_that_fits(position, 300, 3)
        lines = plyground.search(position, PLAIN, depth=depth, lines=3).lines
        assert len(lines) == min(3, len(position.moves()))
        assert len({line.move for line in lines}) == len(lines)
        expected = plyground.search(position, "alphabeta", depth=depth, lines=3).lines
        scores = [line.score for line in lines]
        assert scores == pytest.approx([line.score for line in expected], rel=1e-6, abs=1e-6)


@every_game
def test_a_millisecond_is_enough_for_a_move(game: plyground.Game) -> None:
    for threads in (1, 2):
        begin = time.monotonic()
        report = plyground.search(game.start(), f"search:seconds=0.001,threads={threads}")
        assert report.move in game.start().moves()
        assert time.monotonic() - begin < SOON


@pytest.mark.parametrize("spec", ["search:depth=60,threads=4", "search:depth=60,threads=1"])
@pytest.mark.parametrize("name", ["othello", "gomoku", "robogo", "dobutsu", "connect_four"])
def test_every_thread_obeys_a_stop(name: str, spec: str) -> None:
    before = set(threading.enumerate())
    with plyground.analyse(plyground.game(name).start(), spec) as analysis:
        time.sleep(0.05)
        begin = time.monotonic()
        analysis.stop()
        last = list(analysis)[-1]
    assert time.monotonic() - begin < SOON
    assert last.move is not None
    assert set(threading.enumerate()) <= before


def test_a_limit_on_nodes_is_kept_by_all_threads_together() -> None:
    start = plyground.game("othello").start()
    assert plyground.search(start, "search:nodes=5000,method=alphabeta").nodes == 5000
    together = plyground.search(start, "search:nodes=50000,threads=4").nodes
    assert 50_000 <= together <= 50_000 + 4 * 64


def test_a_memory_serves_the_next_move_and_no_other_game() -> None:
    memory = Memory()
    start = plyground.game("othello").start()
    first = plyground.search(start, "search:depth=8", memory=memory)
    assert first.move is not None
    next_position = start.play(first.move)
    fresh = plyground.search(next_position, "search:depth=7")
    warm = plyground.search(next_position, "search:depth=7", memory=memory)
    assert warm.nodes < fresh.nodes
    small = plyground.game("othello", size=4).start()
    cold = plyground.search(small, "search:depth=6", memory=memory)
    assert cold.nodes == plyground.search(small, "search:depth=6").nodes


def test_a_memory_in_use_says_so() -> None:
    memory = Memory()
    start = plyground.game("othello").start()
    with plyground.analyse(start, "search:depth=60", memory=memory) as analysis:
        next(iter(analysis))  # it has begun
        with pytest.raises(ValueError, match="in use"):
            plyground.search(start, "search:depth=2", memory=memory)
    assert plyground.search(start, "search:depth=2", memory=memory).move is not None


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_finished_game_has_no_move(game: plyground.Game) -> None:
    end = plyground.random_game(game.start(), seed=3)
    if end.result() is not None:
        report = plyground.search(end, "search:seconds=1")
        assert report.move is None
        assert report.lines == ()


def test_an_evaluation_in_python_gets_one_thread() -> None:
    start = plyground.game("othello").start()
    report = plyground.search(start, "search:depth=3,threads=8,extras=off", evaluate=plain.whim)
    expected = plyground.search(start, "alphabeta:depth=3", evaluate=plain.whim)
    assert report.score == expected.score
