"""Dobutsu shogi as KIF-like text, the human-readable format of shogi programs.

`docs/reference/notation.md` defines the dialect that we write. The reader accepts more: English
headers, moves in our own notation, pieces by letter or by name.
"""

from plyground.games.dobutsu.kif.reader import is_like, read, split
from plyground.games.dobutsu.kif.writer import write
from plyground.records.notation.format import Format

__all__ = ["FORMAT", "is_like", "read", "split", "write"]

FORMAT = Format(
    "kif",
    ("kif", "kifu"),
    ("dobutsu",),
    "KIF-like text for Dobutsu shogi: everything, in readable form.",
    read,
    write,
    is_like,
    split,
    "cp932",
    rank=6,
)
