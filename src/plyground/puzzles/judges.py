"""Finds the winning moves of a puzzle: by a threat search, a full search, or a tablebase.

A puzzle is found by one of these and proven again by another.
"""

from typing import Protocol

from plyground.engine import tablebase
from plyground.engine.game import Game, Position
from plyground.engine.game_guide import guide_of
from plyground.engine.search import search
from plyground.engine.tablebase import Tablebase
from plyground.engine.view import View
from plyground.puzzles.threats import Board

_TEXTBOOK = 5  # plies that the textbook sees through in seconds


class Judge(Protocol):
    """Finds the winning moves; with `sees_all` also those that take more plies."""

    sees_all: bool

    def winning(self, position: Position, plies: int) -> dict[str, int]:
        """The moves that win within so many plies, each with its plies; two of them are enough."""

    def plies(self, position: Position, most: int) -> int | None:
        """In how many plies the side to move wins, if within so many."""


class ByThreats:
    """The search by threats of `threats.py`, which has rules of its own."""

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
        """Whether stones only stand in this game, and no stone harms its owner.

        >>> import plyground
        >>> ByThreats.knows(plyground.game("gomoku")), ByThreats.knows(plyground.game("robogo"))
        (True, False)
        """
        return guide_of(game.name).line_directions(game) is not None


class BySearch:
    """A search of every move to a depth, with nothing left out and no heuristic in it.

    Plain: alpha-beta of the textbook; beyond 5 plies the strong search without its table, which
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
    """The table of a game that is solved as a whole: it sees every win, however long."""

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
    """The judge that puzzles of a game are found by: the quickest that is exact."""
    if (table := tablebase.find(game.name)) is not None:
        return ByTablebase(table)
    return ByThreats() if ByThreats.knows(game) else BySearch(plain=False)


def second(game: Game) -> Judge:
    """The judge that proves them again; never the same as the finder."""
    return BySearch(plain=not ByThreats.knows(game))


def _side(position: Position) -> int:
    return 0 if position.turn == "black" else 1


def _number(view: View, label: str) -> int:
    """The number of a point, by its label: a column and a row."""
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
