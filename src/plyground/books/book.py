"""A book in use: the best moves of a position, with what is known after them."""

import math
import random
from dataclasses import dataclass
from pathlib import Path

from plyground.books.boards import Boards, Key
from plyground.books.book_file import BookMove, Contents, read_book
from plyground.engine.game import Game, Position
from plyground.engine.report import WON, Line, Report

__all__ = ["Book", "BookMove"]

NEARLY = 0.02  # the largest cost of variety, in winning chance
_ALMOST = 0.01  # the least distance of an unproven chance from 0 and 1
_LONGEST = 40  # plies of a line


@dataclass(frozen=True)
class _Step:
    """A searched move on the board of a key: its number, its value, and the key that follows."""

    number: int
    value: BookMove
    after: Key


class Book:
    """The moves of the positions in a book, for all images of the board.

    The value of a move is that of the best reply, if the book has the position after it.

    >>> import plyground
    >>> from plyground.books.book_file import Contents
    >>> start = plyground.game("othello", size=4).start()
    >>> moves = {(): (BookMove("b1", 0.4),)}
    >>> book = Book(Contents(start.game, "search:nodes=1000", 1, moves))
    >>> [(row.move, row.chance) for row in book.moves(start)]
    [('a2', 0.4), ('b1', 0.4), ('c4', 0.4), ('d3', 0.4)]
    """

    def __init__(self, contents: Contents) -> None:
        self.contents = contents
        self._boards = Boards(contents.game)
        self._steps: dict[Key, list[_Step]] = {}
        self._plies: dict[Key, int] = {}
        self._values: dict[Key, tuple[BookMove, ...]] = {}
        start = self.game.start()
        for moves, found in contents.positions.items():
            self._enter(start.play_all(moves), found)

    @property
    def game(self) -> Game:
        """The game with its options."""
        return self.contents.game

    def __len__(self) -> int:
        """How many positions it has."""
        return len(self._steps)

    def key(self, position: Position) -> Key:
        """The same for all images of a position."""
        return self._boards.key(position)

    def __contains__(self, position: Position) -> bool:
        return position.game == self.game and self.key(position) in self._steps

    def add(self, position: Position, found: tuple[BookMove, ...]) -> None:
        """Adds a position that was searched, reached by moves from the start."""
        self.contents.positions[position.played] = found
        self._enter(position, found)
        self._values.clear()

    def moves(self, position: Position, *, images: bool = True) -> tuple[BookMove, ...]:
        """The moves of a position, the best first; none if it is not here.

        The values are for the side to move. Of moves that are images of each other, all are listed,
        or one without `images`.
        """
        if position.game != self.game:
            return ()
        key, turned = self._boards.turned(position)
        found: dict[str, BookMove] = {}
        for value in self._settled(key):
            texts = {self._boards.from_key(int(value.move), image) for image in turned}
            if not images and texts & set(found):  # an image of an earlier one
                continue
            for text in texts if images else [min(texts)]:
                found.setdefault(text, _renamed(value, text))
        by_name = sorted(found.values(), key=lambda row: row.move)
        return tuple(sorted(by_name, key=_rank, reverse=True))

    def line(self, position: Position) -> tuple[str, ...]:
        """The best moves of both sides, as far as the book goes."""
        moves: list[str] = []
        while len(moves) < _LONGEST and (best := self.moves(position)):
            moves.append(best[0].move)
            position = position.play(best[0].move)
        return tuple(moves)

    def report(self, position: Position, dice: random.Random | None = None) -> Report | None:
        """The book's moves as a search report; None if it has none that can be played.

        With dice, one of the almost equal best moves is in front. A proven win comes first, and the
        quickest of all.
        """
        rows = [row for row in self.moves(position) if position.explain(row.move) is None]
        if not rows:
            return None
        if dice is not None:
            best = rows[0]
            equal = [row for row in rows if _is_equal(row, best)]
            chosen = dice.choice(equal)
            rows = [chosen, *(row for row in rows if row is not chosen)]
        lines = tuple(self._line(position, row) for row in rows)
        return Report(lines, len(lines[0].pv), 0, 0.0)

    def _line(self, position: Position, row: BookMove) -> Line:
        score = (2 * row.chance - 1) * WON if row.proven else _score(position, row.chance)
        pv = (row.move, *self.line(position.play(row.move)))
        return Line(row.move, score, row.chance, row.mate, row.proven, pv)

    @property
    def deepest(self) -> int:
        """The most plies that lead to a position."""
        return max(map(len, self.contents.positions), default=0)

    def _enter(self, position: Position, found: tuple[BookMove, ...]) -> None:
        key, images = self._boards.turned(position)
        self._plies[key] = position.ply
        self._steps[key] = [
            _Step(
                self._boards.to_key(row.move, images[0]),
                row,
                self._boards.key(position.play(row.move)),
            )
            for row in found
        ]

    def _settled(self, key: Key) -> tuple[BookMove, ...]:
        """The moves of a position with the values of the positions after them."""
        if not self._values:  # the last positions first, so that values come from later ones only
            for one in sorted(self._steps, key=lambda key: -self._plies[key]):
                moves = [
                    _renamed(self._value_after(one, step), str(step.number))
                    for step in self._steps[one]
                ]
                self._values[one] = tuple(sorted(moves, key=_rank, reverse=True))
        return self._values.get(key, ())

    def _value_after(self, key: Key, step: _Step) -> BookMove:
        """What the best reply leaves. The book may lack the reply that a losing side has left."""
        later = self._plies.get(step.after, 0) > self._plies[key]
        if step.value.proven or not later:
            return step.value
        best = self._values[step.after][0]
        searched = max((one.value for one in self._steps[step.after]), key=_rank)
        if best.proven and (best.chance > 0 or searched.proven):
            mate = best.mate and -best.mate + (1 if best.mate < 0 else -1)
            return BookMove("", 1 - best.chance, True, mate)
        chance = min(1 - _ALMOST, max(_ALMOST, 1 - best.chance))
        return BookMove("", chance)


def load(path: Path) -> Book:
    """The book in a file; a ValueError says what is wrong with it."""
    contents = read_book(path)
    try:
        return Book(contents)
    except ValueError as wrong:
        raise ValueError(f"The book {path} has a move that can't be played: {wrong}") from None


def _renamed(value: BookMove, text: str) -> BookMove:
    return BookMove(text, value.chance, value.proven, value.mate)


def _rank(row: BookMove) -> tuple[float, int]:
    """The sort key: a quick proven win first, a quick proven loss last."""
    if row.mate is None:
        return row.chance, 0
    return row.chance, -row.mate  # a loss in 8 plies is -8: later is better


def _is_equal(row: BookMove, best: BookMove) -> bool:
    if best.mate is not None:
        return row.mate == best.mate
    return row.chance >= best.chance - NEARLY


def _score(position: Position, chance: float) -> float:
    """The inverse of report.chance_of()."""
    inside = min(1 - 1e-6, max(1e-6, chance))
    return position.win_scale * math.log(inside / (1 - inside))
