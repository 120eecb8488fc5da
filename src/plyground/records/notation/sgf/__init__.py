"""SGF, the Smart Game Format, FF[1] to FF[4], of Go, Gomoku, Othello and Robogo.

`docs/reference/notation.md` explains how each property is read. Data that SGF cannot express (an
evaluation, an option of ours) goes into a private property as JSON, so nothing is lost.
"""

from plyground.records.notation.format import Format
from plyground.records.notation.sgf.head import games
from plyground.records.notation.sgf.reader import is_like, read, split
from plyground.records.notation.sgf.writer import write

__all__ = ["games", "is_like", "make_format", "read", "split", "write"]


def make_format() -> Format:
    """SGF's row in the table of notations; the games' guides list its games."""
    return Format(
        "sgf",
        ("sgf",),
        games(),
        "Smart Game Format: everything. A private property holds Plyground's own data.",
        read,
        write,
        is_like,
        split,
        rank=3,
    )
