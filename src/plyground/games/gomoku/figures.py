"""The rules of Gomoku in pictures."""

from plyground.engine.game_guide import AFTER, BEFORE, Figure, Frame

FIGURES = (
    Figure(
        "Five in a row",
        "Five stones in an unbroken line win: in a row, a column or a diagonal.",
        (
            Frame("9/9/5x3/3oxo3/2oxo4/2xo5/9/9/9 b", to="b3", label=BEFORE),
            Frame("9/9/5x3/3oxo3/2oxo4/2xo5/9/9/9 b", "b3", label=AFTER),
        ),
        {"size": 9},
    ),
    Figure(
        "Four",
        "You must block four in a row with an open end at once. White has to play g5.",
        (Frame("9/9/4o4/3o5/1oxxxx3/9/5o3/9/9 w", to="g5"),),
        {"size": 9},
    ),
    Figure(
        "Open three",
        (
            "Three in a row with both ends open is a threat: one more stone makes a four that"
            " can't be blocked at both ends."
        ),
        (Frame("9/9/3o5/9/3xxx3/4o4/9/9/9 w", area="b5 c5 g5 h5"),),
        {"size": 9},
    ),
    Figure(
        "Two threats at once",
        "A stone that makes two threats wins, because only one of them can be blocked.",
        (Frame("9/4x4/4x4/4x4/5xx2/2o1o4/3o1o3/9/9 b", to="e5"),),
        {"size": 9},
    ),
    Figure(
        "Renju",
        (
            "The first player has a large advantage. In renju, Black may not make two open"
            " threes, two fours, or more than five in a row. Here e4 is forbidden."
        ),
        (Frame("9/9/9/4x4/4x4/5xx1o/9/9/9 b"),),
        {"size": 9, "rule": "renju"},
    ),
)
