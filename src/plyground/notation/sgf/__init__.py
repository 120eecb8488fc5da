"""SGF, the Smart Game Format, FF[1] to FF[4], of Go, Gomoku, Othello and Robogo.

`docs/notation.md` says how the properties are understood. What SGF has no words for (an
evaluation, an option of ours) stands in a private property as JSON, so nothing is lost.
"""

from plyground.notation.sgf.head import NUMBERS
from plyground.notation.sgf.reader import is_like, read, split
from plyground.notation.sgf.writer import write

__all__ = ["GAMES", "is_like", "read", "split", "write"]

GAMES = tuple(NUMBERS)
