"""Finds the winning moves of a puzzle: by a threat search, a full search, or a tablebase.

One of these finds a puzzle, and another one proves it again.
"""

from typing import Protocol

from plyground.engine import tablebase
from plyground.engine.game import Game, Position
from plyground.engine.game_guide import guide_of
from plyground.engine.search import search
from plyground.engine.tablebase import Tablebase
from plyground.engine.view import View
from plyground.puzzles.threats import Board

_TEXTBOOK = 5  # plies that the textbook search covers in seconds


class Judge(Protocol):
    """Finds the winning moves; with `sees_all` also longer wins."""

    sees_all: bool

    def winning(self, position: Position, plies: int) -> dict[str, int]:
        """The moves that win within this many plies, with their plies; it stops after two."""

    def plies(self, position: Position, most: int) -> int | None:
        """The number of plies in which the side to move wins, if at most this many."""


class ByThreats:
    """The threat search of `threats.py`, which implements its own rules."""

    sees_all = False

    def winning(self, position: Position, plies: int) -> dict[str, int]:
        """As Judge says."""
        view = position.view()
        board, side = _board(position, view), _side(position)
        names = {_number(view, move["to"] or ""): move["text"] for move in view["moves"]}
        found = board.winning_moves(side, plies)
        return {names[point]: within for point, within in found.items()}

    def plies(self, position: Position, most: int) -> int | None:
        """As Judge says."""
        return _board(position, position.view()).plies(_side(position), most)

    @staticmethod
    def knows(game: Game) -> bool:
        """Whether stones never move in this game, and no extra stone harms its owner.

        >>> import plyground
        >>> ByThreats.knows(plyground.game("gomoku")), ByThreats.knows(plyground.game("robogo"))
        (True, False)
        """
        return guide_of(game.name).line_directions(game) is not None


class BySearch:
    """A search of every move to a depth, without selection and without heuristics.

    Plain: the textbook's alpha-beta; beyond 5 plies the strong search without its table, which
    tries good moves first. Otherwise the strong search with its table.
    """

    sees_all = False

    def __init__(self, *, plain: bool) -> None:
        self._plain = plain

    def winning(self, position: Position, plies: int) -> dict[str, int]:
        """As Judge says."""
        report = search(position, self._spec(position, plies), lines=2)
        found = {line.move: line.mate for line in report.lines}
        return {
            move: mate for move, mate in found.items() if mate is not None and 0 < mate <= plies
        }

    def plies(self, position: Position, most: int) -> int | None:
        """As Judge says."""
        report = search(position, self._spec(position, most))
        return report.mate if report.mate and 0 < report.mate <= most else None

    def _spec(self, position: Position, plies: int) -> str:
        terms = position.explain_score()
        blind = f",eval={terms[0].name}*0" if terms else ""
        if self._plain and plies <= _TEXTBOOK:
            return f"alphabeta:depth={plies}{blind}"
        if self._plain:
            return f"search:depth={plies},extras=off,killers=on,history=on{blind}"
        off = "reductions=off,extensions=off,quiescence=off,specialist=off"
        return f"search:depth={plies},{off}{blind}"


class ByTablebase:
    """The tablebase of a solved game: it sees every win, however long."""

    sees_all = True

    def __init__(self, table: Tablebase) -> None:
        self._table = table

    def winning(self, position: Position, plies: int) -> dict[str, int]:  # noqa: ARG002
        """As Judge says."""
        return {move: value for move, value in self._table.moves(position) if value > 0}

    def plies(self, position: Position, most: int) -> int | None:
        """As Judge says."""
        value = self._table.value(position)
        return value if value is not None and 0 < value <= most else None


def finder(game: Game) -> Judge:
    """The judge that finds a game's puzzles: the fastest exact one."""
    if (table := tablebase.find(game.name)) is not None:
        return ByTablebase(table)
    return ByThreats() if ByThreats.knows(game) else BySearch(plain=False)


def second(game: Game) -> Judge:
    """The judge that proves them again; never the same as the finder."""
    return BySearch(plain=not ByThreats.knows(game))


def _side(position: Position) -> int:
    return 0 if position.turn == "black" else 1


def _number(view: View, label: str) -> int:
    """The index of a point from its label: a column and a row."""
    columns = view["columns"]
    for place, row in enumerate(view["rows"]):
        column = label.removesuffix(row)
        if column != label and column in columns:
            return place * len(columns) + columns.index(column)
    raise ValueError(f"There is no point {label!r} on this board.")


def _board(position: Position, view: View) -> Board:
    values = position.game.values
    line = int(str(values["line"]))
    directions = guide_of(position.game.name).line_directions(position.game)
    assert directions is not None, "it was asked before whether the game is known"
    board = Board(len(view["columns"]), len(view["rows"]), line, directions)
    for piece in view["pieces"]:
        board.put(_number(view, piece["at"]), 0 if piece["owner"] == "black" else 1)
    return board
