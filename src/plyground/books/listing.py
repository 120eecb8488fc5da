"""A book's moves as text, for the command line and the prompt."""

from plyground.books.book import Book
from plyground.books.book_file import BookMove, value_text
from plyground.engine.game import Position


def list_moves(book: Book, position: Position) -> str:
    """A line for each move: its value for the side to move, and the best moves after it.

    >>> import plyground
    >>> from plyground.books.book_file import Contents
    >>> start = plyground.game("othello", size=4).start()
    >>> moves = {(): (BookMove("b1", 0.4),), ("b1",): (BookMove("a1", 0.0, True, -8),)}
    >>> print(list_moves(Book(Contents(start.game, "search:nodes=1000", 1, moves)), start))
        a2    win in 9 plies  a1
    """
    rows = book.moves(position, images=False)
    lines = [
        f"{row.move:>6}  {value_words(row):>16}  {' '.join(book.line(position.play(row.move)))}"
        for row in rows
    ]
    return "\n".join(map(str.rstrip, lines)) or "The book does not have this position."


def value_words(row: BookMove) -> str:
    """The value in words.

    >>> value_words(BookMove("e5", 0.561)), value_words(BookMove("e5", 1.0, True, 7))
    ('56.1%', 'win in 7 plies')
    """
    if not row.proven:
        return f"{row.chance:.1%}"
    word, slash, plies = value_text(row).partition("/")
    return f"{word} in {plies} plies" if slash else word
