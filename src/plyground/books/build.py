"""Builds a book: searches the most likely positions, one after the other.

The next position is the one with the least cost: each ply costs a little, and each move costs what
it loses against the best one. Values of later positions correct those of earlier ones at once, so
the best lines are followed the furthest.
"""

import heapq
import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from plyground.books.book import Book, load
from plyground.books.book_file import BookMove, Contents, write_book
from plyground.engine.game import Game, Position
from plyground.engine.report import Line, Report
from plyground.engine.search import search
from plyground.engine.solution import solve
from plyground.engine.spec import read_spec
from plyground.engine.stop import Stop

_PLY = 0.02  # the cost of a ply, in winning chance
_LOSES = 0.15  # moves that lose more are not followed
_EVERY = 20.0  # seconds between two writings of the file


@dataclass(frozen=True)
class Plan:
    """How a book is searched: by what, how many moves of a position, and by what proof."""

    search: str
    lines: int = 4
    proof_nodes: int = 0  # 0: no proofs beyond those of the search


def build(
    game: Game,
    path: Path,
    plan: Plan,
    positions: int,
    *,
    stop: Stop | None = None,
    on_progress: Callable[[int, Position], None] | None = None,
) -> Book:
    """Builds the book in this file, or continues it, until it has this many positions.

    A `stop` ends it early; what was found is in the file. `on_progress` is called with the number
    of positions and the position to be searched next.
    """
    book = _open(game, path, plan)
    written = time.monotonic()
    while len(book) < positions and not (stop and stop.is_set()):
        position = next_position(book)
        if position is None:
            break
        if on_progress:
            on_progress(len(book), position)
        found = _search(position, plan, stop)
        if stop and stop.is_set():  # its last search was cut short
            break
        book.add(position, found)
        if time.monotonic() - written > _EVERY:
            write_book(path, book.contents)
            written = time.monotonic()
    write_book(path, book.contents)
    return book


def _open(game: Game, path: Path, plan: Plan) -> Book:
    read_spec(plan.search)
    if not path.exists():
        return Book(Contents(game, plan.search, plan.lines))
    book = load(path)
    known = book.contents
    if (known.game, known.search, known.lines) != (game, plan.search, plan.lines):
        raise ValueError(
            f"{path} is a book of {known.game!r}, searched by {known.search} with"
            f" {known.lines} lines. Continue it with the same settings, or choose another file."
        )
    return book


def next_position(book: Book) -> Position | None:
    """The position to search next; None if there is none left.

    >>> import plyground
    >>> gomoku = plyground.game("gomoku", size=3, line=3)
    >>> next_position(Book(Contents(gomoku, "search:nodes=100", 1))).played
    ()
    """
    number = itertools.count()  # positions of the same cost: in the order in which they are found
    waiting = [(0.0, next(number), book.game.start())]
    seen = set()
    while waiting:
        cost, _, position = heapq.heappop(waiting)
        key = book.key(position)
        if key in seen or position.result():
            continue
        seen.add(key)
        moves = book.moves(position)
        if not moves:
            return position
        for row in _followed(moves):
            after = cost + _PLY + moves[0].chance - row.chance
            heapq.heappush(waiting, (after, next(number), position.play(row.move)))
    return None


def _followed(moves: tuple[BookMove, ...]) -> list[BookMove]:
    """The moves whose replies are searched: of a proven win only the quickest."""
    best = moves[0]
    if best.proven and best.chance == 1:
        return [best]
    return [row for row in moves if row.chance >= best.chance - _LOSES]


def _search(position: Position, plan: Plan, stop: Stop | None) -> tuple[BookMove, ...]:
    """The moves of a position. A proof replaces the search's result if it finds a winner."""
    report = _searched(position, plan, stop)
    if plan.proof_nodes and not report.exact and not (stop and stop.is_set()):
        proof = solve(position, nodes=plan.proof_nodes, stop=stop)
        if proof.verdict == "win":
            return (BookMove(proof.line[0], 1.0, True, len(proof.line)),)
    return tuple(map(_move, report.lines))


def _searched(position: Position, plan: Plan, stop: Stop | None) -> Report:
    """The last report of which all lines are of one depth: only such values can be compared."""
    reports: list[Report] = []
    last = search(position, plan.search, lines=plan.lines, stop=stop, on_report=reports.append)
    whole = [report for report in reports[:-1] if report.depth == last.depth]
    return whole[-1] if whole and not last.exact else last


def _move(line: Line) -> BookMove:
    if not line.exact or line.win_chance not in (0.0, 0.5, 1.0):
        return BookMove(line.move, min(0.999, max(0.001, round(line.win_chance, 3))))
    return BookMove(line.move, line.win_chance, True, line.mate)
