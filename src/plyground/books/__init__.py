"""Opening books: moves for the first positions of a game, from deep searches and proofs.

A book is a small text file (docs/reference/books.md). `plyground book GAME build` makes one. Levels
7, 8 and `maximum` play from it, and the analysis board shows it.
"""

from plyground.books.book import Book, BookMove
from plyground.books.finding import find

__all__ = ["Book", "BookMove", "find"]
