"""A stop is never lost: set before, between or during searches, every player answers at once."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import plyground
from plyground import Answer, Clock, Player, Position, Report, Stop
from plyground.engine.stop import check_stop
from plyground.players.kinds import make_player
from plyground.players.level import LevelPlayer
from plyground.players.player import EnginePlayer
from plyground.session.advice import Adviser
from tests.conftest import scaled
from tests.games.cases import load_examples
from tests.project import ROOT

SOON = 20.0  # seconds that a busy machine may take instead of milliseconds
NATIVE = ("othello", "gomoku", "go", "robogo", "dobutsu", "connect_four")
GAMES = (*NATIVE, "domineering")  # the last one is written in Python
# None of these would end by itself during the test.
LONG = (
    "search:seconds=3600",
    "search:seconds=3600,threads=2",
    "mcts:seconds=3600,solver=off",
    "mcts:seconds=3600,solver=off,threads=2",
    "proof:seconds=3600",
    "deepening:seconds=3600",
    "minimax:depth=60",
    "level:8",
)
LEVELS = tuple(f"level:{level}" for level in range(1, 9))
HOUR = Clock(80_000.0)  # a level's share of it is about an hour

load_examples()


def ended(stop: Stop) -> Stop:
    """A stop that is already set."""
    stop.set()
    return stop


def player_of(spec: str) -> Player:
    if spec == "adviser":
        return Adviser()
    # Without a tablebase, which answers at once.
    by_search = spec.startswith("search") and "tablebase" not in spec
    return make_player(f"{spec},tablebase=off" if by_search else spec, plyground.game("othello"))


@contextmanager
def soon() -> Iterator[None]:
    begin = time.monotonic()
    yield
    assert time.monotonic() - begin < SOON


def threads_of_the_system() -> int:
    """The threads of this process, including those of the core."""
    tasks = Path("/proc/self/task")
    return len(list(tasks.iterdir())) if tasks.exists() else threading.active_count()


@pytest.fixture
def no_thread_stays() -> Iterator[None]:
    before = threads_of_the_system()
    yield
    end = time.monotonic() + SOON  # a joined thread may stay in the list for a moment
    while threads_of_the_system() > before and time.monotonic() < end:
        time.sleep(0.01)
    assert threads_of_the_system() <= before


# The object itself


def test_a_stop_is_set_once_and_for_all() -> None:
    stop = Stop()
    assert not stop.is_set()
    stop.set()
    stop.set()
    assert stop.is_set()


def test_a_waiter_is_called_once() -> None:
    stop, calls = Stop(), list[str]()
    with stop.calling(lambda: calls.append("in the midst")):
        stop.set()
        stop.set()
        assert calls == ["in the midst"]
    with stop.calling(lambda: calls.append("before")):
        assert calls == ["in the midst", "before"]
    stop.set()
    assert calls == ["in the midst", "before"]


def test_a_waiter_that_left_is_not_called() -> None:
    stop, calls = Stop(), list[int]()
    with stop.calling(lambda: calls.append(1)), stop.calling(lambda: calls.append(2)):
        pass
    with pytest.raises(ZeroDivisionError), stop.calling(lambda: calls.append(3)):
        raise ZeroDivisionError
    stop.set()
    assert calls == []


def test_wait_returns_whether_the_stop_was_set() -> None:
    stop = Stop()
    assert not stop.wait(0.01)
    assert not stop.wait(0)
    threading.Timer(0.05, stop.set).start()
    assert stop.wait()
    assert stop.wait(0)


def test_waiters_are_called_once_if_many_threads_set_the_stop() -> None:
    for _ in range(scaled(50)):
        assert sorted(called_when_threads_race()) == [0, 1, 2]


def called_when_threads_race() -> list[int]:
    """Three threads start to wait while two set the stop; returns which of the three it woke."""
    stop, calls, gate = Stop(), list[int](), threading.Barrier(5)

    def wait(number: int) -> None:
        gate.wait()
        with stop.calling(lambda: calls.append(number)):
            assert stop.wait(SOON)

    def set_it() -> None:
        gate.wait()
        stop.set()

    threads = [threading.Thread(target=wait, args=(number,)) for number in range(3)]
    threads += [threading.Thread(target=set_it) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SOON)
        assert not thread.is_alive()
    return calls


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers there")
def test_signal_handler_can_set_the_stop() -> None:
    stop = Stop()
    before = signal.signal(signal.SIGALRM, lambda *_: stop.set())
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with soon():
            assert stop.wait(SOON)
        stop = Stop()
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with soon():
            plyground.search(plyground.game("go").start(), "mcts:seconds=3600", stop=stop)
        assert stop.is_set()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_event_instead_of_a_stop_is_refused() -> None:
    start, event = plyground.game("othello", size=4).start(), threading.Event()
    check_stop(None)
    for work in (
        lambda: plyground.search(start, "alphabeta:depth=1", stop=event),  # type: ignore[arg-type]
        lambda: plyground.analyse(start, "alphabeta:depth=1", stop=event),  # type: ignore[arg-type]
        lambda: plyground.solve(start, stop=event),  # type: ignore[arg-type]
        lambda: plyground.trace(start, "alphabeta:depth=1", stop=event),  # type: ignore[arg-type]
    ):
        with pytest.raises(ValueError, match=r"stop is a plyground.Stop\(\), not <threading.Event"):
            work()


# Before


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("spec", [*LONG, "adviser", *LEVELS[:-1]])
def test_stop_before_the_search_gets_a_legal_move_at_once(spec: str, game: str) -> None:
    start = plyground.game(game).start()
    with player_of(spec) as player, soon():
        answer = player.choose(start, stop=ended(Stop()))
    assert answer.move in start.moves()
    assert answer.report is not None
    assert answer.report.nodes <= 40, "it has looked at no more than it had to"


def test_a_random_player_needs_no_stop() -> None:
    start = plyground.game("go").start()
    assert make_player("random", start.game).choose(start, stop=ended(Stop())).move


@pytest.mark.parametrize("level", [1, 4, 6])
def test_a_level_that_is_not_stopped_plays_as_without_a_stop(level: int) -> None:
    position = plyground.game("gomoku", size=9).start().play_all("e5 d4 f6")
    with LevelPlayer(f"level:{level},seed=3") as player:
        assert player.choose(position, stop=Stop()).move == player.choose(position).move


def test_searches_proofs_traces_and_analyses_take_the_same_stop() -> None:
    start, stop = plyground.game("gomoku").start(), ended(Stop())
    with soon():
        assert plyground.search(start, "search:seconds=3600", stop=stop).nodes <= 1
        assert plyground.solve(start, stop=stop).verdict == "unknown"
        assert plyground.trace(start, "minimax:depth=9", stop=stop)["searched"] <= 1
        analysis = plyground.analyse(start, "search:seconds=3600", stop=stop)
        assert list(analysis)[-1].move in start.moves()


def test_leaving_an_analysis_does_not_set_the_stop_of_others() -> None:
    stop = Stop()
    start = plyground.game("othello").start()
    with plyground.analyse(start, "deepening:seconds=3600", stop=stop):
        pass
    assert not stop.is_set()


# Between


@pytest.mark.parametrize("spec", ["search:nodes=3000", "mcts:playouts=300", "level:7"])
def test_stop_between_two_searches_ends_only_the_next(spec: str) -> None:
    """An old stop does not cut the next search short, and a new one set early is not lost."""
    start = plyground.game("go", size=9).start()
    with player_of(spec) as player:
        stop = Stop()
        full = player.choose(start, stop=stop).report
        stop.set()  # its question is answered, so it has no effect
        player.new_game()
        again = player.choose(start, stop=Stop()).report
        player.new_game()
        short = player.choose(start, stop=stop).report
    assert full is not None
    assert again is not None
    assert short is not None
    assert again.nodes == full.nodes > 100
    assert short.nodes <= 1


# During a search


@pytest.mark.usefixtures("no_thread_stays")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("spec", LONG)
def test_a_stop_from_another_thread_ends_every_player(spec: str, game: str) -> None:
    start, stop = plyground.game(game).start(), Stop()
    timer = threading.Timer(0.05, stop.set)
    with player_of(spec) as player, soon():
        timer.start()
        answer = player.choose(start, clock=HOUR if spec == "level:8" else None, stop=stop)
    timer.join()
    assert answer.move in start.moves()


@pytest.mark.usefixtures("no_thread_stays")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_a_stop_in_the_midst_of_a_level(level: str, game: str) -> None:
    start, stop = plyground.game(game).start(), Stop()
    timer = threading.Timer(0.001, stop.set)
    with player_of(level) as player, soon():
        timer.start()
        answer = player.choose(start, stop=stop)
    timer.join()
    assert answer.move in start.moves()


def test_a_report_may_set_the_stop() -> None:
    start, stop, depths = plyground.game("othello").start(), Stop(), list[int]()

    def enough(report: Report) -> None:
        depths.append(report.depth)
        if report.depth == 3:
            stop.set()

    plyground.search(start, "deepening:seconds=3600", on_report=enough, stop=stop)
    assert depths[:3] == [1, 2, 3]
    assert max(depths) <= 4


def test_a_choice_needs_no_other_thread() -> None:
    start, stop, seen = plyground.game("go", size=9).start(), Stop(), set[tuple[str, int]]()
    before = threads_of_the_system()

    def look(_: Report) -> None:
        seen.add((threading.current_thread().name, threads_of_the_system()))

    for spec in ("mcts:playouts=500", "deepening:depth=2", "level:3", "adviser"):
        player_of(spec).choose(start, on_report=look, stop=stop)
    assert seen == {(threading.current_thread().name, before)}


@pytest.mark.usefixtures("no_thread_stays")
def test_stop_at_a_random_moment_gets_a_legal_move() -> None:
    dice = random.Random(1)
    players = {spec: player_of(spec) for spec in LONG}
    for _ in range(scaled(60)):
        spec, game = dice.choice(LONG), dice.choice(NATIVE)
        position, stop = plyground.game(game).start(), Stop()
        for _ in range(dice.randrange(4)):
            position = position.play(dice.choice(position.moves()))
        timer = threading.Timer(dice.random() ** 3 * 0.03, stop.set)
        timer.start()
        with soon():
            answer = players[spec].choose(
                position, clock=HOUR if spec == "level:8" else None, stop=stop
            )
        timer.join()
        assert answer.move is None or answer.move in position.moves()
        players[spec].new_game()


def test_one_stop_ends_several_players() -> None:
    stop, answers = Stop(), list[Answer]()
    start = plyground.game("othello").start()

    def choose(spec: str) -> None:
        answers.append(player_of(spec).choose(start, stop=stop))

    specs = ("search:seconds=3600", "mcts:seconds=3600", "minimax:depth=60")
    threads = [threading.Thread(target=choose, args=(spec,)) for spec in specs]
    with soon():
        for thread in threads:
            thread.start()
        stop.set()
        for thread in threads:
            thread.join(SOON)
    assert len(answers) == 3


# Other duties of a player in the caller's own thread


def test_a_listeners_error_is_raised_and_the_player_goes_on() -> None:
    def fail(_: Report) -> None:
        raise ZeroDivisionError

    start = plyground.game("go", size=9).start()
    for spec in (
        "search:seconds=3600,method=alphabeta",
        "mcts:seconds=3600",
        "mcts:seconds=9,threads=2",
    ):
        with EnginePlayer(spec) as player:
            with pytest.raises(ZeroDivisionError), soon():
                player.choose(start, on_report=fail)
            assert player.choose(start, stop=ended(Stop())).move in start.moves()


class Patient(Player):
    """A custom player that waits for the stop itself."""

    def choose(
        self,
        position: Position,
        *,
        clock: Clock | None = None,  # noqa: ARG002
        on_report: object = None,  # noqa: ARG002
        stop: Stop | None = None,
    ) -> Answer:
        assert stop is not None
        assert stop.wait(SOON)
        return Answer(position.moves()[0])


def test_custom_player_can_wait_for_the_stop() -> None:
    stop = Stop()
    threading.Timer(0.05, stop.set).start()
    with soon():
        assert Patient("patient").choose(plyground.game("othello").start(), stop=stop).move


INTERRUPTED = """
import signal, sys, threading, time, plyground
plyground.load("examples/domineering.py")
signal.signal(signal.SIGINT, signal.default_int_handler)
game = plyground.game(sys.argv[1])

def tell_when_it_thinks():
    begin = time.process_time()
    while time.process_time() < begin + 0.1:
        time.sleep(0.01)
    print("ready", flush=True)

player = plyground.make_player(sys.argv[2], game)
try:
    threading.Thread(target=tell_when_it_thinks, daemon=True).start()
    player.choose(game.start(), clock=plyground.Clock(80_000.0), on_report=lambda _: None)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a process there can't be sent Ctrl-C alone")
@pytest.mark.parametrize(
    ("game", "spec"),
    [
        ("othello", "search:seconds=1,threads=2"),
        ("go", "level:8"),
        ("gomoku", "proof:seconds=3600"),
        ("domineering", "level:8"),
    ],
)
def test_ctrl_c_ends_a_choice(game: str, spec: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, game, spec],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=os.environ | {"PLYGROUND_HOME": os.devnull},
    ) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == "ready\n"
            with soon():
                process.send_signal(signal.SIGINT)
                assert process.stdout.readline() == "interrupted\n"
            assert process.wait(timeout=60) == 0
        finally:
            process.kill()


@pytest.mark.parametrize("spec", ["search:seconds=600,threads=2", "mcts:seconds=600", "level:8"])
def test_a_program_may_end_while_a_player_thinks_in_a_thread(spec: str) -> None:
    """A search that is still running must not crash the process at exit."""
    program = f"""
import threading, plyground
game, thinks = plyground.game("othello"), threading.Event()

def think():
    player = plyground.make_player({spec!r}, game)
    clock = plyground.Clock(80_000.0)
    player.choose(game.start(), clock=clock, on_report=lambda _: thinks.set())
    player.choose(game.start(), clock=clock)  # while the interpreter ends

threading.Thread(target=think, daemon=True).start()
thinks.wait(60)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, "")
