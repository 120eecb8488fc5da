"""The games, each with several sets of options, for the suites that cover every game."""

import functools
import os
import random
import subprocess
import sys
from typing import Any

import pytest

import plyground
from plyground import Position, _core
from tests.conftest import scaled
from tests.project import ROOT

NATIVE: list[tuple[str, dict[str, object]]] = [
    ("othello", {}),
    ("othello", {"size": 4}),
    ("othello", {"size": 6}),
    ("gomoku", {}),
    ("gomoku", {"size": 5, "line": 4, "rule": "exact"}),
    ("gomoku", {"size": 9, "rule": "renju"}),
    ("gomoku", {"size": 20, "line": 6}),
    ("go", {}),
    ("go", {"size": 2, "komi": 0}),
    ("go", {"size": 3, "ko": "situational", "suicide": "yes"}),
    ("go", {"size": 4, "ko": "simple", "scoring": "territory", "komi": 0.5}),
    ("go", {"size": 9, "handicap": 4, "max_moves": 30}),
    ("go", {"size": 25, "max_moves": 300}),
    ("robogo", {}),
    ("robogo", {"size": 3, "line": 3, "pass": "no"}),
    ("robogo", {"size": 4, "line": 4, "ko": "simple"}),
    ("robogo", {"size": 5, "line": 4, "captures": "no", "pass": "no"}),
    ("robogo", {"size": 19}),
    ("dobutsu", {}),
    ("dobutsu", {"try": "entry", "hand": "distinct"}),
    ("connect_four", {}),
    ("connect_four", {"columns": 4, "rows": 4, "line": 3}),
    ("connect_four", {"columns": 8, "rows": 7, "line": 5}),
]
WRITTEN_IN_PYTHON: list[tuple[str, dict[str, object]]] = [
    ("tictactoe", {}),
    ("domineering", {}),
    ("domineering", {"columns": 4, "rows": 5}),
]
EXAMPLES = ("tictactoe", "domineering")


def load_examples() -> None:
    for name in EXAMPLES:
        plyground.load(ROOT / "examples" / f"{name}.py")


def games(cases: list[tuple[str, dict[str, object]]]) -> list[Any]:
    """The cases as parameters, named after their options."""
    load_examples()
    list_of_games = [plyground.game(name, **options) for name, options in cases]
    return [pytest.param(game, id=name_of(game)) for game in list_of_games]


def name_of(game: plyground.Game) -> str:
    return "-".join([game.name, *(f"{name}={value}" for name, value in game.changed.items())])


@functools.cache
def sample(game: plyground.Game) -> list[plyground.Position]:
    """Positions of random games: starts, ends, and some between, each with its past."""
    dice = random.Random(f"sample {name_of(game)}")
    positions = [game.start()]
    for seed in range(scaled(3)):
        moves = plyground.random_game(game.start(), seed).played
        chosen = {1, len(moves), *dice.sample(range(len(moves)), min(4, len(moves)))}
        position = game.start()
        for ply, move in enumerate(moves, 1):
            position = position.play(move)
            if ply in chosen:
                positions.append(position)
    return positions


def everything_of(position: Position) -> tuple[object, ...]:
    """All data of a position."""
    return (
        position.to_text(),
        position.turn,
        position.key,
        position.ply,
        position.last_move,
        position.played,
        position.moves(),
        position.result(),
        position.score(),
        position.view(),
        position.aids(),
        position.ascii(),
    )


def run_python(code: str, **settings: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=ROOT,
        env=os.environ | settings,
        check=True,
    )
    return done.stdout


EVERY_GAME = games(NATIVE + WRITTEN_IN_PYTHON)
NATIVE_GAMES = games(NATIVE)
ONE_OF_EACH = games([(game.name, {}) for game in _core.games()])
every_game = pytest.mark.parametrize("game", EVERY_GAME)
native_games = pytest.mark.parametrize("game", NATIVE_GAMES)
