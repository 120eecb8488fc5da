"""The rules of Go in pictures."""

from plyground.engine.game_guide import AFTER, BEFORE, Figure, Frame
from plyground.games.stones import CAPTURE, NO_SUICIDE, SMALL

FIGURES = (
    Figure(
        "Liberties",
        (
            "The empty points next to a stone, along the lines, are its liberties. This one has"
            " four."
        ),
        (Frame("5/5/2x2/5/5 w", area="B3 D3 C2 C4"),),
        SMALL,
    ),
    Figure(
        "Groups",
        (
            "Stones of one colour that are connected along the lines are a group and share"
            " their liberties. These three have seven."
        ),
        (Frame("5/5/1xx2/2x2/5 w", area="A3 B4 C4 D3 D2 C1 B2"),),
        SMALL,
    ),
    CAPTURE,
    NO_SUICIDE,
    Figure(
        "Ko",
        (
            "White captures a stone with B4. Black may not recapture at once, because that"
            " would repeat the board, and so on for ever. Black plays elsewhere first."
        ),
        (
            Frame("1xo2/x1xo1/1xo2/5/5 w", to="B4", label=BEFORE),
            Frame("1xo2/x1xo1/1xo2/5/5 w", "B4", area="C4", label=AFTER),
        ),
        SMALL,
    ),
    Figure(
        "The end",
        (
            "The game ends when both players pass. Dead stones are removed. Each side gets a"
            " point for every stone and every point it surrounds, and White gets komi for"
            " moving second. Here Black has 15 points, White 10 plus komi."
        ),
        (Frame("1xo2/1xo2/xxxo1/1x1xo/1xxxo b", area="A5 A4 A2 A1 C2"),),
        SMALL,
    ),
)
