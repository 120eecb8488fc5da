"""Puzzles: positions in which one move alone wins, with best play from there.

The file of a game has a puzzle in a line, with tabs between: in how many plies it is won, the
position, best play of both sides, and a game from the start that comes to the position. What
begins with # is a remark.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Puzzle:
    """The side to move wins in so many plies, and at each of its turns one move alone does.

    `line` is best play of both sides; the opponent resists as long as it can. On the last move
    any win will do. `played` leads to the position from the start.
    """

    game: str
    plies: int
    position: str
    line: tuple[str, ...]
    played: tuple[str, ...]


@cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, the shortest first; none where there are none.

    >>> {puzzle.plies for puzzle in puzzles("dobutsu")} >= {3, 5, 7, 9, 11, 13}
    True
    >>> puzzles("chess")
    ()
    """
    path = FOLDER / f"{game}.txt"
    if not path.is_file():
        return ()
    lines = path.read_text(encoding="utf-8").splitlines()
    return tuple(_read(game, line) for line in lines if line and not line.startswith("#"))


def _read(game: str, line: str) -> Puzzle:
    plies, position, best, played = line.split("\t")
    return Puzzle(game, int(plies), position, tuple(best.split()), tuple(played.split()))
