"""Faults during a search: exceptions, interrupts, the end of the process."""

import functools
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import Any

import pytest

import plyground
from plyground import Position
from tests.games.cases import EVERY_GAME
from tests.project import ROOT

SOON = 20.0  # seconds that a busy machine may take instead of milliseconds


class Oops(Exception):  # noqa: N818 - stands for any exception of an author
    def __init__(self, message: str, number: int) -> None:
        super().__init__(message, number)
        self.number = number


@dataclass(frozen=True)
class Counting:
    """A game of counting to ten; variants of it fail in one method at one count."""

    count: int = 0
    breaks = ("nowhere", 0)

    def _may_break(self, here: str) -> None:
        if self.breaks == (here, self.count):
            raise Oops(here, self.count)

    @property
    def turn(self) -> str:
        self._may_break("turn")
        return "white" if self.count % 2 else "black"

    def moves(self) -> list[str]:
        self._may_break("moves")
        return ["a1", "b1"]

    def play(self, move: str) -> "Counting":
        self._may_break("play")
        assert move in ("a1", "b1")
        return type(self)(self.count + 1)

    def result(self) -> str | None:
        self._may_break("result")
        return "draw" if self.count >= 10 else None

    def evaluate(self) -> float:
        self._may_break("evaluate")
        return 0.0

    def board(self) -> list[str]:
        return [".."]

    def to_text(self) -> str:
        return str(self.count)

    @classmethod
    def from_text(cls, text: str) -> "Counting":
        return cls(int(text))


@functools.cache
def faulty_game(method: str, count: int) -> plyground.Game:
    name = f"faulty_{method}_{count}"
    plyground.register(type("Faulty", (Counting,), {"name": name, "breaks": (method, count)}))
    return plyground.game(name)


@pytest.mark.parametrize("spec", ["minimax", "alphabeta", "deepening"])
@pytest.mark.parametrize("method", ["moves", "play", "result", "evaluate", "turn"])
def test_an_exception_of_a_game_arrives_whole(spec: str, method: str) -> None:
    start = faulty_game(method, 3).start()
    depth = 3 if method == "evaluate" else 4  # only leaves are evaluated
    with pytest.raises(Oops) as caught:
        plyground.search(start, spec, depth=depth)
    with pytest.raises(Oops) as later:
        list(plyground.analyse(start, spec, depth=depth))
    for error in (caught, later):
        assert (error.value.args, error.value.number) == ((method, 3), 3)
        assert any(entry.name == "_may_break" for entry in error.traceback)
    assert start.moves() == ["a1", "b1"]


def test_reports_before_an_exception_are_not_lost() -> None:
    analysis = iter(plyground.analyse(faulty_game("play", 4).start(), "deepening:depth=9"))
    assert [next(analysis).depth for _ in range(4)] == [1, 2, 3, 4]
    with pytest.raises(Oops):
        next(analysis)


@pytest.mark.parametrize("game", EVERY_GAME)
def test_an_exception_of_an_evaluation_arrives_whole(game: plyground.Game) -> None:
    calls = 0

    def evaluate(position: Position) -> float:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise Oops(position.to_text(), calls)
        return 0.0

    with pytest.raises(Oops) as caught:
        plyground.search(game.start(), "minimax:depth=2", evaluate=evaluate)
    assert caught.value.number == 3
    assert any(entry.name == "evaluate" for entry in caught.traceback)


@pytest.mark.parametrize("answer", [None, "much", [1.0]])
def test_an_evaluation_that_gives_no_number_is_reported(answer: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        plyground.search(
            plyground.game("othello").start(), "minimax:depth=1", evaluate=lambda _: answer
        )


def test_a_margin_of_a_game_in_python_is_no_distance() -> None:
    """A win by 7 points in one ply is a win in one ply."""

    @plyground.register
    @dataclass(frozen=True)
    class Points:
        count: int = 0
        turn: str = "black"
        name = "points_in_one"

        def moves(self) -> list[str]:
            return ["a1"]

        def play(self, move: str) -> "Points":
            return Points(self.count + len(move) // 2, "white")

        def result(self) -> tuple[str, str, float] | None:
            return ("black", "more points", 7.0) if self.count else None

        def board(self) -> list[str]:
            return ["."]

        def to_text(self) -> str:
            return str(self.count)

        @classmethod
        def from_text(cls, text: str) -> "Points":
            return cls(int(text))

    report = plyground.search(plyground.game("points_in_one").start(), "minimax:depth=2")
    assert (report.mate, report.exact, report.pv) == (1, True, ("a1",))


def test_an_interrupt_while_a_position_is_hashed_arrives() -> None:
    """Python handles Ctrl-C wherever its own code runs, including a game's __hash__."""
    calls = 0

    @plyground.register
    @dataclass(frozen=True)
    class Hashed:
        count: int = 0
        turn: str = "black"
        name = "hashed_for_an_interrupt"

        def __hash__(self) -> int:
            nonlocal calls
            calls += 1
            if calls == 20:
                raise KeyboardInterrupt
            return self.count

        def moves(self) -> list[str]:
            return ["a1", "b1"]

        def play(self, move: str) -> "Hashed":
            turn = "white" if self.turn == "black" else "black"
            return Hashed(2 * self.count + (1 if move == "a1" else 2), turn)

        def result(self) -> None:
            return None

        def board(self) -> list[str]:
            return [". ."]

        def to_text(self) -> str:
            return f"{self.count} {self.turn}"

        @classmethod
        def from_text(cls, text: str) -> "Hashed":
            return cls(int(text.split(maxsplit=1)[0]))

    start = plyground.game("hashed_for_an_interrupt").start()
    with pytest.raises(KeyboardInterrupt):
        plyground.search(start, "minimax:depth=8")
    assert calls == 20


INTERRUPTED = """
import signal, sys, threading, time, plyground
plyground.load("examples/domineering.py")
signal.signal(signal.SIGINT, signal.default_int_handler)
start = plyground.game(sys.argv[1]).start()
evaluate = (lambda position: 0.0) if sys.argv[2] == "python" else None

def tell_when_it_searches():
    begin = time.process_time()
    while time.process_time() < begin + 0.1:
        time.sleep(0.01)
    print("ready", flush=True)

try:
    threading.Thread(target=tell_when_it_searches, daemon=True).start()
    plyground.search(start, "minimax:depth=60", evaluate=evaluate)
except KeyboardInterrupt:
    print("interrupted", start.ply, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a process there can't be sent Ctrl-C alone")
@pytest.mark.parametrize(
    ("name", "evaluate"), [("othello", "core"), ("othello", "python"), ("domineering", "core")]
)
def test_ctrl_c_ends_a_search(name: str, evaluate: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, name, evaluate],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == "ready\n"
            begin = time.monotonic()
            process.send_signal(signal.SIGINT)
            assert process.stdout.readline() == "interrupted 0\n"
            assert time.monotonic() - begin < SOON
            assert process.wait(timeout=60) == 0
        finally:
            process.kill()


@pytest.mark.parametrize(
    "spec", ["search:seconds=600", "mcts:seconds=600", "search:seconds=600,threads=2"]
)
def test_a_program_may_end_while_a_search_runs(spec: str) -> None:
    """An analysis that is still running must not crash the process at exit."""
    program = f"""
import time, plyground
analysis = plyground.analyse(plyground.game("othello").start(), "{spec}", seconds=600)
next(iter(analysis))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_an_interrupt_while_a_search_is_started_ends_the_process_in_order() -> None:
    code = (
        "import _thread, threading, time\n"
        "import plyground\n"
        "class Late(threading.Thread):\n"
        "    def start(self):\n"
        "        _thread.start_new_thread(self.run, ())\n"
        "        raise KeyboardInterrupt  # before the thread counts as started\n"
        "class Slow:\n"
        "    def __del__(self, sleep=time.sleep):\n"
        "        sleep(0.3)  # the interpreter takes its time to end\n"
        "slow = Slow()\n"
        "threading.Thread = Late\n"
        "plyground.analyse(plyground.game('go').start(), 'search:seconds=20')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode in (1, -signal.SIGINT), done.stderr
    assert "terminate called" not in done.stderr
    assert done.stderr.rstrip().endswith("KeyboardInterrupt")
