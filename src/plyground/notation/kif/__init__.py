"""Dobutsu shogi as KIF-like text, the form in which shogi programs show games to people.

`docs/notation.md` defines the dialect that is written. What is read is wider: English headers,
moves in our own notation, pieces by letter or by name.
"""

from plyground.notation.kif.reader import is_like, read, split
from plyground.notation.kif.writer import write

__all__ = ["GAMES", "is_like", "read", "split", "write"]

GAMES = ("dobutsu",)
