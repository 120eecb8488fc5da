"""The rules of Othello in pictures."""

from plyground.engine.game_guide import AFTER, BEFORE, Figure, Frame

FIGURES = (
    Figure(
        "Where to play",
        (
            "A disc must enclose at least one disc of the other side, in a straight line,"
            " between itself and another of your own. Black may begin on one of four squares."
        ),
        (Frame(area="d3 c4 f5 e6"),),
    ),
    Figure(
        "Flipping",
        "What is enclosed is flipped. Black plays d3, and the disc on d4 turns black.",
        (Frame(to="d3", label=BEFORE), Frame(moves="d3", label=AFTER)),
    ),
    Figure(
        "All directions at once",
        "A disc flips in every direction in which it encloses something.",
        (
            Frame("8/1x1x1x2/2ooo3/1xo1ox2/8/8/8/8 b", to="d4", label=BEFORE),
            Frame("8/1x1x1x2/2ooo3/1xo1ox2/8/8/8/8 b", "d4", label=AFTER),
        ),
    ),
    Figure(
        "Corners",
        (
            "A disc in a corner can never be flipped. The square next to an empty corner is a"
            " dangerous one: it may give the corner away."
        ),
        (Frame("x7/1o6/2ox4/3xo3/3xo3/5o2/6o1/8 w", area="a1 h8 g7"),),
    ),
    Figure(
        "The end",
        (
            "Who has no move passes. When neither side can move the game is over, and more"
            " discs win: ten to six for black."
        ),
        (Frame("xxxx/xxoo/xxoo/xxoo b"),),
        {"size": 4},
    ),
)
