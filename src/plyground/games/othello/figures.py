"""The rules of Othello in pictures."""

from plyground.engine.game_guide import AFTER, BEFORE, Figure, Frame

FIGURES = (
    Figure(
        "Where to play",
        (
            "Your disc must enclose at least one of your opponent's discs, in a straight line,"
            " between itself and another of your discs. Black's first move has four choices."
        ),
        (Frame(area="d3 c4 f5 e6"),),
    ),
    Figure(
        "Flipping",
        "Enclosed discs are flipped. Black plays d3, and the disc on d4 turns black.",
        (Frame(to="d3", label=BEFORE), Frame(moves="d3", label=AFTER)),
    ),
    Figure(
        "All directions at once",
        "A move flips discs in every direction in which it encloses some.",
        (
            Frame("8/1x1x1x2/2ooo3/1xo1ox2/8/8/8/8 b", to="d4", label=BEFORE),
            Frame("8/1x1x1x2/2ooo3/1xo1ox2/8/8/8/8 b", "d4", label=AFTER),
        ),
    ),
    Figure(
        "Corners",
        (
            "A disc in a corner can never be flipped. A square next to an empty corner is"
            " dangerous, because it may give the corner away."
        ),
        (Frame("x7/1o6/2ox4/3xo3/3xo3/5o2/6o1/8 w", area="a1 h8 g7"),),
    ),
    Figure(
        "The end",
        (
            "A player without a legal move passes. When neither side can move, the game is"
            " over, and the side with more discs wins: here Black, ten to six."
        ),
        (Frame("xxxx/xxoo/xxoo/xxoo b"),),
        {"size": 4},
    ),
)
