"""Short games to look at, one a game. They are written down: nobody has to think for the home page.

They come from the levels; a game that is not here, as one written in Python, asks its desk.
"""

import functools
from typing import Any

from plyground.web import desks
from plyground.web.desk import Refused
from plyground.web.sheet import Sheet, Step

Data = dict[str, Any]

# Options, moves, and how many of them stand on the board that a visitor sees first.
_GAMES: dict[str, tuple[dict[str, Any], str, int]] = {
    "go": (
        {"size": 9},
        (
            "F3 C6 D6 E5 E7 D5 B6 C7 F5 F6 F8 G7 H6 H7 E6 J7 G5 F4 G4 G6 H9 H5 C5 C4 B5 D4 B4 H4 D3"
            " G3 G5 C3 D2 C2 D1 F2 E1 C1 B7 C8 F7 G8 H8 G9 E3 G2 F9 B8 A9 B9 A7 A8 D7 B3"
        ),
        28,
    ),
    "gomoku": (
        {"size": 9},
        "d5 d4 e4 c6 f7 e6 f5 c5 f6 f8 g6 d3 h5 e8 f3 f4 g5 e5 g2 h1 g4 g3 e2 i6 d1",
        13,
    ),
    "othello": (
        {},
        (
            "c4 c5 d6 c7 d7 c3 e6 f5 c6 d8 c8 b8 d3 f4 b4 e3 b3 b5 a4 f7 c2 e7 f6 b6 a6 a5 f8 g6 e8"
            " g8 d2 d1 g5 g4 f3 e2 c1 g3 f1 f2 e1 b7 h3 g7 a8 a7 h8 h7 h4 a2 a3"
        ),
        19,
    ),
    "robogo": (
        {},
        "F4 E5 D6 D5 F5 F6 E4 G4 C5 D4 C4 C3 D3 E6 B3 C2 E7 G6 C7 J6 H6 C8 F7 G7 B7 D7 D8 G5 D7",
        17,
    ),
    "dobutsu": (
        {},
        (
            "b1c2 a4a3 c2b1 b4c3 c1c2 c3b4 b2b3 c4b3 a1b2 C*c4 C*c3 b3a2 b1c1 c4c3 b2c3 b4a4 c3b2"
            " a2b3 c2c3 a4b4 b2a3 b4c3 C*c2 b3c2 a3b2 c3b4 c1c2 G*b3 E*c3 b4a4 G*c4 C*a2 c2c1 a2a1+"
            " b2a1 C*a2 a1b2 b3c3 C*a3 a4b3 c4c3"
        ),
        7,
    ),
}


def first_ply(name: str) -> int:
    """How far the game has come on the board that a visitor sees first."""
    return _GAMES[name][2] if name in _GAMES else 0


@functools.lru_cache(maxsize=64)
def first_view(name: str) -> Data:
    """The board that a visitor sees first."""
    if name not in _GAMES:
        start: Data = desks.of(name).describe(name)["view"]
        return start
    view: Data = desks.of(name).look(_sheet(name), first_ply(name))["view"]
    return view


@functools.lru_cache(maxsize=64)
def views(name: str) -> list[Data]:
    """Every board of the game, without the moves that would be legal: nobody plays here."""
    desk = desks.of(name)
    if name not in _GAMES:
        return [view | {"moves": []} for view in _played(name)]
    sheet = _sheet(name)
    seen = [desk.look(sheet, ply)["view"] for ply in range(len(sheet.moves) + 1)]
    return [view | {"moves": []} for view in seen]


def _played(name: str) -> list[Data]:
    """What the desk plays; of a game that can't, or not in time, its first board from now on."""
    try:
        return desks.of(name).demo(name)
    except Refused as refused:
        if refused.code == "game_busy":
            raise
        return [first_view(name)]


def _sheet(name: str) -> Sheet:
    options, moves, _ = _GAMES[name]
    steps = tuple(Step(move) for move in moves.split())
    return Sheet(name, options, moves=steps, at=len(steps))
