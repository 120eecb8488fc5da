"""Perft and random play in every game; long work shares the processor and can be stopped."""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import pytest

import plyground
from plyground import Game, Position
from tests.conftest import SCALE, deep_after
from tests.games.cases import (
    ONE_OF_EACH,
    every_game,
    everything_of,
    sample,
)
from tests.project import ROOT


@every_game
def test_random_games_are_played_by_the_rules_and_repeatable(game: Game) -> None:
    for position in sample(game)[:4]:
        for seed in (0, 7, -1, 2**64 + 7):
            end = plyground.random_game(position, seed)
            assert end.result() is not None
            assert end.played[: position.ply] == position.played
            assert everything_of(plyground.random_game(position, seed)) == everything_of(end)
            first = plyground.random_games(position, 1, seed)
            result = end.result()
            assert result is not None
            wins = (first.black_wins, first.white_wins, first.draws)
            assert wins == tuple(int(result.winner == w) for w in ("black", "white", None))
            assert (first.games, first.unfinished) == (1, 0)
            assert first.plies == end.ply - position.ply
    replayed = game.start().play_all(plyground.random_game(game.start(), 3).played)
    assert everything_of(replayed) == everything_of(plyground.random_game(game.start(), 3))
    assert plyground.random_game(game.start(), 7) == plyground.random_game(game.start(), 2**64 + 7)


@every_game
def test_many_random_games_add_up(game: Game) -> None:
    many = plyground.random_games(game.start(), 5, seed=2)
    assert many.black_wins + many.white_wins + many.draws + many.unfinished == many.games == 5
    assert many == plyground.random_games(game.start(), 5, seed=2)
    short = plyground.random_games(game.start(), 5, seed=2, max_plies=1)
    assert (short.unfinished, short.plies) == (5, 5)
    assert plyground.random_games(game.start(), 0).games == 0
    with pytest.raises(ValueError, match="n is a whole number from 0"):
        plyground.random_games(game.start(), -1)


def leaves(position: Position) -> int:
    """Perft 1 by the list of moves; only in Othello a finished game is a leaf at every depth."""
    return len(position.moves()) or int(position.game.name == "othello")


@every_game
def test_perft_counts_the_moves_that_are_listed(game: Game) -> None:
    for position in sample(game):
        result = position.result()
        if result is not None and result.code == "repetition":
            continue  # perft ignores it by convention
        assert plyground.perft(position, 0) == 1
        assert plyground.perft(position, 1) == leaves(position)
        followers = [position.play(move) for move in position.moves()]
        results = [follower.result() for follower in followers]
        if any(result is not None and result.code == "repetition" for result in results):
            continue
        expected = sum(map(leaves, followers)) if followers else leaves(position)
        assert plyground.perft(position, 2) == expected
        if followers:
            assert sum(plyground.divide(position, 2).values()) == expected
        without = [move for move in position.moves() if move != "pass"]
        if result is None:
            assert plyground.perft(position, 1, passes=False) == len(without)


@every_game
def test_a_bad_depth_is_a_value_error(game: Game) -> None:
    for depth in (-1, 201, 10**30):
        with pytest.raises(ValueError, match="A depth is a whole number from 0 to 200"):
            plyground.perft(game.start(), depth)
    with pytest.raises(ValueError, match="at least 1"):
        plyground.divide(game.start(), 0)


def ticks_during(work: Callable[[], object]) -> int:
    """How often this thread runs while another one works."""
    thread = threading.Thread(target=work)
    ticks = 0
    thread.start()
    while thread.is_alive():
        time.sleep(0.002)
        ticks += 1
    return ticks


def long_enough(work: Callable[[int], object], sizes: list[int]) -> int:
    """The first size that keeps this machine busy for a while."""
    for size in sizes:
        began = time.thread_time()  # other programs do not count
        work(size)
        if time.thread_time() - began > 0.15:
            return size
    pytest.skip(f"nothing in this game takes long; {sizes[-1]} was the largest size tried")


@pytest.mark.heavy
@pytest.mark.parametrize(
    "game",
    deep_after(1, [game.values[0] for game in ONE_OF_EACH], [game.id for game in ONE_OF_EACH]),
)
@pytest.mark.parametrize("kind", ["perft", "random_games"])
def test_long_work_releases_the_gil(game: Game, kind: str) -> None:
    start = game.start()

    def work(size: int) -> None:
        if kind == "perft":
            plyground.perft(start, size)
        else:
            plyground.random_games(start, size)

    size = long_enough(work, list(range(2, 20)) if kind == "perft" else [4**n for n in range(15)])
    # If the work held the interpreter's lock, it would be one or two, regardless of length and
    # repetition. A busy machine may leave this thread few turns, but not every time.
    assert any(ticks_during(lambda: work(size)) >= 10 for _ in range(5))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to one process")
@pytest.mark.parametrize(
    "work",
    deep_after(
        3,
        [
            "plyground.perft(plyground.game('othello').start(), 30)",
            "plyground.perft(plyground.game('domineering').start(), 30)",
            "plyground.random_games(plyground.game('go').start(), 10**12)",
            "plyground.random_games(plyground.game('domineering').start(), 10**12)",
            "plyground.perft(plyground.game('gomoku').start(), 30)",
            "plyground.perft(plyground.game('go').start(), 30)",
            "plyground.perft(plyground.game('robogo').start(), 30)",
            "plyground.perft(plyground.game('dobutsu').start(), 30)",
        ],
    ),
)
def test_a_keyboard_interrupt_ends_long_work(work: str) -> None:
    code = (
        "import signal, threading, time, plyground, tests.games.cases as cases\n"
        # A shell starts background jobs with the interrupt ignored, and child processes inherit
        # that.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "cases.load_examples()\n"
        "def tell_when_it_works():\n"
        "    begin = time.process_time()\n"
        "    while time.process_time() < begin + 0.1:\n"
        "        time.sleep(0.01)\n"
        "    print('ready', flush=True)\n"
        "threading.Thread(target=tell_when_it_works, daemon=True).start()\n"
        f"{work}\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGINT)
        try:
            process.wait(timeout=60 / min(1.0, SCALE))  # runs with smaller samples are slow ones
        finally:
            process.kill()
        assert process.stderr.read().strip().endswith("KeyboardInterrupt")
