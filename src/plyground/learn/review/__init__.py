"""Reviews of finished games: the value of every move, and better moves.

docs/how-to/review.md explains them.
"""

from plyground.engine.stop import Stopped
from plyground.learn.review.export import FORMATS, annotate, percent, remark
from plyground.learn.review.judging import EFFORT, nodes, review
from plyground.learn.review.model import Data, Judged, Reason, Review

__all__ = [
    "EFFORT",
    "FORMATS",
    "Data",
    "Judged",
    "Reason",
    "Review",
    "Stopped",
    "annotate",
    "nodes",
    "percent",
    "remark",
    "review",
]
