"""The rules of Robogo in pictures."""

from plyground.engine.game_guide import AFTER, BEFORE, Figure, Frame
from plyground.games.stones import CAPTURE, NO_SUICIDE

FIGURES = (
    Figure(
        "Five in a row",
        "Five stones in a row or a column win. Black plays F5 and wins.",
        (
            Frame("9/9/9/2oo5/1xxxx4/2o1o4/9/9/9 b", to="F5", label=BEFORE),
            Frame("9/9/9/2oo5/1xxxx4/2o1o4/9/9/9 b", "F5", label=AFTER),
        ),
    ),
    Figure(
        "Not diagonally",
        "A diagonal line does not count.",
        (Frame("9/9/6x2/5x3/4x4/3x1oo2/2x1oo3/9/9 w", area="C3 D4 E5 F6 G7"),),
    ),
    CAPTURE,
    NO_SUICIDE,
    Figure(
        "A capture opens a line",
        (
            "The white stone on F5 blocks Black's four. Black captures it with F4 and can then"
            " play F5."
        ),
        (
            Frame("9/9/9/4ox3/oxxxxox2/1oo1o4/9/9/9 b", to="F4", label=BEFORE),
            Frame("9/9/9/4ox3/oxxxxox2/1oo1o4/9/9/9 b", "F4", area="F5", label=AFTER),
        ),
    ),
)
