"""Grades of moves by how much winning chance they lost.

Review and teacher grade by these numbers, so that they agree. docs/how-to/review.md explains them.
"""

import math
from collections.abc import Iterable
from typing import Literal

Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder"]

GRADES: tuple[Grade, ...] = ("best", "good", "inaccuracy", "mistake", "blunder")
# The smallest loss of each grade, in winning chance: 0.1 is the difference between 60 % and 50 %.
INACCURACY = 0.05
MISTAKE = 0.1
BLUNDER = 0.2
BEST = 0.005  # two runs of the same search may differ by this much
_STEEPNESS = 4.0  # a loss of a quarter leaves an accuracy of about a third


def grade(loss: float) -> Grade:
    """The grade of a loss.

    >>> [grade(loss) for loss in (0, 0.03, 0.05, 0.12, 0.5)]
    ['best', 'good', 'inaccuracy', 'mistake', 'blunder']
    """
    if loss >= BLUNDER:
        return "blunder"
    if loss >= MISTAKE:
        return "mistake"
    if loss >= INACCURACY:
        return "inaccuracy"
    return "best" if loss <= BEST else "good"


def accuracy(losses: Iterable[float]) -> float | None:
    """The accuracy from 0 to 100: 100 if nothing was lost; None if nothing was played.

    It is the mean of a value per move that falls ever more slowly with the loss, so one blunder
    does not spoil the rest.

    >>> accuracy([0, 0]), round(accuracy([0, 0.25])), accuracy([])
    (100.0, 68, None)
    """
    marks = [100 * math.exp(-_STEEPNESS * max(0.0, loss)) for loss in losses]
    return sum(marks) / len(marks) if marks else None
