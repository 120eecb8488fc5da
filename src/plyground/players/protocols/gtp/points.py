"""Conversion of points and colours between GTP and our own names.

GTP's columns are letters without I. A game's guide may define its own letters: Gomoku has an i, and
lower-case letters. Othello's row 1 is at the top in both, as is usual in that game's programs.
"""

import re
from functools import lru_cache

from plyground.engine.game import Game
from plyground.engine.game_guide import GtpGuide, guide_of, native_guides
from plyground.engine.view import Turn

_COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
_VERTEX = re.compile(r"([A-HJ-Z])([1-9][0-9]?)")
_COLOURS: dict[str, Turn] = {"b": "black", "black": "black", "w": "white", "white": "white"}
PASS = "pass"  # noqa: S105 - a move
RESIGN = "resign"


def gtp_of(game: Game) -> GtpGuide:
    """The GTP settings of the game's guide."""
    return guide_of(game.name).gtp


def native_games() -> list[str]:
    """The native games that GTP supports."""
    guides = native_guides()
    known = [name for name in guides if guides[name].gtp.columns]
    return sorted(known, key=lambda name: guides[name].gtp.rank)


def to_vertex(game: Game, move: str) -> str:
    """A move of ours, or a point, as GTP writes it.

    >>> import plyground
    >>> to_vertex(plyground.game("gomoku"), "i9"), to_vertex(plyground.game("othello"), "f5")
    ('J9', 'F5')
    """
    if move == PASS:
        return move
    own = gtp_of(game).columns
    return _COLUMNS[own.index(move[0])] + move[1:] if move[0] in own else move.upper()


def from_vertex(game: Game, vertex: str) -> str:
    """A GTP vertex as one of our moves, in either case; ValueError if it is not a vertex.

    >>> import plyground
    >>> from_vertex(plyground.game("gomoku"), "J9"), from_vertex(plyground.game("go"), "PASS")
    ('i9', 'pass')
    """
    if vertex.lower() == PASS:
        return PASS
    own = gtp_of(game).columns
    if not own:
        return _labels(game).get(vertex.upper(), vertex)
    match = _VERTEX.fullmatch(vertex.upper())
    if match is None:
        raise ValueError(f"A vertex is a letter except I and a number, as D4, not {vertex[:20]!r}.")
    return own[_COLUMNS.index(match[1])] + match[2]


@lru_cache(maxsize=8)
def _labels(game: Game) -> dict[str, str]:
    """The points of a game written in Python, by their names in capitals."""
    view = game.start().view()
    labels = [column + row for column in view["columns"] for row in view["rows"]]
    return {label.upper(): label for label in labels}


def check_game(game: Game) -> None:
    """Refuses games that GTP does not support.

    >>> import plyground
    >>> check_game(plyground.game("dobutsu"))
    Traceback (most recent call last):
        ...
    ValueError: GTP is for games with stones on points, such as go, othello, gomoku and robogo; \
dobutsu is another kind of game.
    """
    if {move["kind"] for move in game.start().view()["moves"]} - {"place", "pass"}:
        *most, last = native_games()
        raise ValueError(
            f"GTP is for games with stones on points, such as {', '.join(most)} and {last};"
            f" {game.name} is another kind of game."
        )


def read_colour(word: str) -> Turn:
    """The side for b, black, w or white, in any case.

    >>> read_colour("W")
    'white'
    """
    if word.lower() not in _COLOURS:
        raise ValueError(f"A colour is black or white, not {word[:20]!r}.")
    return _COLOURS[word.lower()]
