"""The rules of Connect Four in pictures."""

from plyground.engine.game_guide import AFTER, BEFORE, Figure, Frame

FIGURES = (
    Figure(
        "Dropping a disc",
        (
            "Choose a column. Your disc falls to the lowest empty square. Black begins, and both"
            " sides take turns."
        ),
        (
            Frame("7/7/7/7/3o3/2xx3 w", to="d3", label=BEFORE),
            Frame("7/7/7/7/3o3/2xx3 w", "d", label=AFTER),
        ),
    ),
    Figure(
        "Four in a row",
        "Four discs in an unbroken line win: along a row, a column or a diagonal.",
        (
            Frame("7/7/7/2xoo2/1xoxx2/xooxo2 b", to="d4", label=BEFORE),
            Frame("7/7/7/2xoo2/1xoxx2/xooxo2 b", "d", label=AFTER),
        ),
    ),
    Figure(
        "Three must be stopped",
        "Three in a row with room for a fourth is a threat: white has to play e1.",
        (Frame("7/7/7/1x5/1oo4/oxxx3 w", to="e1"),),
    ),
    Figure(
        "Two threats at once",
        "A disc that makes two threats wins, for only one of them can be stopped.",
        (Frame("7/7/7/7/2oo3/2xx3 b", to="e1", area="b1 f1"),),
    ),
    Figure(
        "The end",
        "When the board is full and nobody has four in a row, the game is a draw.",
        (Frame("xoxo/xoxo/oxox/oxox b"),),
        {"columns": 4, "rows": 4},
    ),
)
