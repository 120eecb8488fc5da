"""What the reader and the writer of SGF agree on about a node."""

import re

from plyground.record import Evaluation
from plyground.view import Turn

IMPLIED = "implied"  # in `extra`: a set-up that the file does not have but its next move needs
SIDES: dict[str, Turn] = {"B": "black", "W": "white"}
CLOCKS: dict[Turn, str] = {"black": "BL", "white": "WL"}


def seconds_of(text: str) -> float | None:
    """What is left on a clock; None if that is no number."""
    return float(text) if re.fullmatch(r"\s*-?\d{1,9}(\.\d{1,9})?\s*", text) else None


def value_of(evaluation: Evaluation | None, side: Turn | None) -> str | None:
    """SGF's value of a node: good for black above nought."""
    if evaluation is None or side is None:
        return None
    score = evaluation.score if side == "black" else -evaluation.score
    return f"{score:.6g}"
