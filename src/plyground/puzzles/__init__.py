"""Puzzles: positions in which only one move wins, or captures, against best play.

Each game keeps its puzzles in `puzzles.txt` of its folder, one per line; `puzzle_file.py` describes
the format. `make.py` finds new puzzles; `judges.py` and `again.py` prove them in two ways.
docs/how-to/puzzles.md explains what each claim means.
"""

import datetime
import os
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

from plyground.engine import registry
from plyground.engine.game import Position
from plyground.engine.game_guide import folder_of
from plyground.engine.registry import native
from plyground.puzzles.captures import Hunt
from plyground.puzzles.puzzle_file import Claim, Puzzle, read_file

__all__ = ["Claim", "Puzzle", "accepted", "begin", "daily", "find", "games", "puzzles", "use"]

FOLDERS = "PLYGROUND_PUZZLES"  # an environment variable: folders of additional puzzles, as in PATH


def folders() -> list[Path]:
    """The folders of additional puzzles, with one file per game."""
    return [Path(one) for one in os.environ.get(FOLDERS, "").split(os.pathsep) if one]


def files() -> list[tuple[str, Path]]:
    """All files of puzzles, each with its game; ours, from the games' folders, come first."""
    own = [(name, folder / "puzzles.txt") for name in native() if (folder := folder_of(name))]
    others = [(path.stem, path) for folder in folders() for path in folder.glob("*.txt")]
    return [(name, path) for name, path in own if path.is_file()] + others


def use(more: Sequence[Path]) -> None:
    """Adds the puzzles of these folders, in this process and its child processes.

    In a folder, `GAME.txt` has the puzzles of a game. A ValueError says what is wrong with one.
    """
    for folder in more:
        if not folder.is_dir():
            raise ValueError(f"{folder} is not a folder of puzzles.")
        for path in folder.glob("*.txt"):
            read_file(path, path.stem)
    known = [str(folder.resolve()) for folder in (*folders(), *more)]
    if known:
        os.environ[FOLDERS] = os.pathsep.join(dict.fromkeys(known))
    puzzles.cache_clear()
    games.cache_clear()


@cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, the easiest first; empty if it has none.

    >>> {puzzle.plies for puzzle in puzzles("dobutsu")} >= {3, 5, 7, 9, 11, 13}
    True
    >>> puzzles("chess")
    ()
    """
    found = [one for name, path in files() if name == game for one in read_file(path, game)]
    known = {one.id: one for one in found}
    return tuple(sorted(known.values(), key=lambda one: (one.rating, one.plies)))


@cache
def games() -> list[str]:
    """The games that have puzzles.

    >>> "dobutsu" in games()
    True
    """
    return sorted({name for name, _ in files()})


def find(game: str, key: str) -> Puzzle | None:
    """The puzzle of a game with this id, if there is one.

    >>> one = puzzles("dobutsu")[0]
    >>> find("dobutsu", one.id) == one, find("dobutsu", "nonsense")
    (True, None)
    """
    return next((one for one in puzzles(game) if one.id == key), None)


def daily(game: str, date: datetime.date) -> Puzzle:
    """The puzzle of the day, the same everywhere; ValueError for a game without puzzles.

    All puzzles are used once; then they are repeated in another order.

    >>> today = datetime.date(2026, 11, 16)
    >>> daily("dobutsu", today) == daily("dobutsu", today)
    True
    >>> len({daily("dobutsu", today + datetime.timedelta(days)) for days in range(3)})
    3
    """
    count = len(puzzles(game))
    if not count:
        known = ", ".join(games())
        raise ValueError(f"There are no puzzles for {game!r}; there are puzzles for: {known}.")
    rounds, place = divmod(date.toordinal(), count)
    return _order(game, rounds)[place]


def begin(puzzle: Puzzle) -> Position:
    """The position of a puzzle, with a new history.

    >>> begin(puzzles("dobutsu")[0]).turn
    'black'
    """
    return registry.game(puzzle.game, **puzzle.options).position(puzzle.position)


def accepted(puzzle: Puzzle) -> tuple[tuple[str, ...], ...]:
    """The right moves of each turn of the puzzle: the line's move; at the end, any winning one.

    After each except the last the opponent plays the line's reply, `puzzle.line[1::2]`.

    >>> one = puzzles("dobutsu")[0]
    >>> one.line, accepted(one)
    (('b1a1', 'b4a4', 'a1a2'), (('b1a1',), ('a1a2',)))
    """
    turns = [(move,) for move in puzzle.line[: puzzle.asked : 2]]
    if puzzle.asked < puzzle.plies:
        return tuple(turns)
    start = begin(puzzle)
    last = start.play_all(puzzle.line[:-1])
    if puzzle.claim == "capture":
        return (*turns[:-1], tuple(Hunt(start, puzzle.target).right(last, 1)))
    return (*turns[:-1], tuple(move for move in last.moves() if _wins(last, move)))


def _wins(position: Position, move: str) -> bool:
    result = position.play(move).result()
    return result is not None and result.winner == position.turn


def _order(game: str, rounds: int) -> list[Puzzle]:
    """All puzzles, in the order of this round; no puzzle comes on two consecutive days."""
    order, before = _shuffled(game, rounds), _shuffled(game, rounds - 1)
    if len(order) > 2 and order[0] == before[-1]:
        order[0], order[1] = order[1], order[0]
    return order


def _shuffled(game: str, rounds: int) -> list[Puzzle]:
    def place(one: Puzzle) -> bytes:
        return sha256(f"{rounds} {one.id}".encode()).digest()

    return sorted(puzzles(game), key=place)
