"""The book of a game: one that was built here, or one that comes with Plyground."""

import random
import threading
from pathlib import Path

from plyground.books.book import Book, load
from plyground.engine.game import Game, Position
from plyground.engine.options import show
from plyground.engine.report import Report
from plyground.paths import data_folder, games_folder

_lock = threading.Lock()
_known: dict[Path, tuple[tuple[int, int], Book | None]] = {}


def file_name(game: Game) -> str:
    """The name of a game's book, by its options.

    >>> import plyground
    >>> file_name(plyground.game("robogo", size=7, line=4)), file_name(plyground.game("robogo"))
    ('size-7-line-4.book', 'default.book')
    """
    words = [f"{name}-{show(value)}" for name, value in game.changed.items()]
    return f"{'-'.join(words) or 'default'}.book"


def path_of(game: Game) -> Path:
    """Where `plyground book GAME build` puts a book, unless it is given a file."""
    return data_folder() / "books" / game.name / file_name(game)


def find(game: Game) -> Book | None:
    """The book of a game with these options; None if there is none, or only a bad file.

    Repeated calls are cheap, and notice new files.

    >>> import plyground
    >>> find(plyground.game("gomoku", size=3, line=3)) is None
    True
    """
    for path in (path_of(game), games_folder() / game.name / "books" / file_name(game)):
        book = _look(path)
        if book is not None and book.game == game:
            return book
    return None


def look_into_book(position: Position, dice: random.Random) -> Report | None:
    """The book's report with a move to play in front; None if the position is in no book.

    >>> import plyground
    >>> look_into_book(plyground.game("go", size=5).start(), random.Random(1)) is None
    True
    """
    book = find(position.game)
    return None if book is None else book.report(position, dice)


def _look(path: Path) -> Book | None:
    try:
        stat = path.stat()
    except OSError:
        return None
    stamp = (stat.st_mtime_ns, stat.st_size)
    with _lock:
        known = _known.get(path)
        if known is None or known[0] != stamp:
            try:
                known = (stamp, load(path))
            except ValueError:
                known = (stamp, None)
            _known[path] = known
    return known[1]
