"""The rules of Connect Four in pictures."""

from plyground.engine.game_guide import AFTER, BEFORE, Figure, Frame

FIGURES = (
    Figure(
        "Dropping a disc",
        (
            "Choose a column. Your disc falls to the lowest empty square. Black begins, and"
            " the players take turns."
        ),
        (
            Frame("7/7/7/7/3o3/2xx3 w", to="d3", label=BEFORE),
            Frame("7/7/7/7/3o3/2xx3 w", "d", label=AFTER),
        ),
    ),
    Figure(
        "Four in a row",
        "Four discs in an unbroken line win: in a row, a column or a diagonal.",
        (
            Frame("7/7/7/2xoo2/1xoxx2/xooxo2 b", to="d4", label=BEFORE),
            Frame("7/7/7/2xoo2/1xoxx2/xooxo2 b", "d", label=AFTER),
        ),
    ),
    Figure(
        "Block three in a row",
        "Three in a row with room for a fourth is a threat. White has to play e1.",
        (Frame("7/7/7/1x5/1oo4/oxxx3 w", to="e1"),),
    ),
    Figure(
        "Two threats at once",
        "A disc that makes two threats wins, because only one of them can be blocked.",
        (Frame("7/7/7/7/2oo3/2xx3 b", to="e1", area="b1 f1"),),
    ),
    Figure(
        "The end",
        "If the board is full and neither player has four in a row, the game is a draw.",
        (Frame("xoxo/xoxo/oxox/oxox b"),),
        {"columns": 4, "rows": 4},
    ),
)
