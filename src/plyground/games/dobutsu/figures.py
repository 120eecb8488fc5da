"""The rules of Dobutsu shogi in pictures."""

from plyground.engine.game_guide import AFTER, BEFORE, Figure, Frame

FIGURES = (
    Figure(
        "The board",
        (
            "Each side has a lion, a giraffe, an elephant and a chick. The dots on a piece show"
            " where it can step."
        ),
        (Frame(),),
    ),
    Figure(
        "How they move",
        "Every animal steps one square. The marked squares are in its reach.",
        (
            Frame(
                "2l/3/1L1/3[-] b",
                area="a1 b1 c1 a2 c2 a3 b3 c3",
                label="Lion: any direction",
            ),
            Frame("2l/3/1G1/L2[-] b", area="b1 a2 c2 b3", label="Giraffe: straight"),
            Frame("2l/3/1E1/1L1[-] b", area="a1 c1 a3 c3", label="Elephant: diagonally"),
            Frame("2l/3/1C1/L2[-] b", area="b3", label="Chick: ahead"),
            Frame(
                "2l/3/1+C1/L2[-] b",
                area="b1 a2 c2 a3 b3 c3",
                label="Hen: not diagonally back",
            ),
        ),
    ),
    Figure(
        "Take and drop",
        (
            "A piece you take goes to your hand. Instead of moving you may drop it on any empty"
            " square; it is yours now."
        ),
        (
            Frame(came="b2", to="b3", label="Black takes the chick"),
            Frame(moves="b2b3 c4b3", area="c3", label="…and may drop it later"),
            Frame(moves="b2b3 c4b3 C*c3", label="Dropped"),
        ),
    ),
    Figure(
        "The hen",
        "A chick that moves onto the last rank becomes a hen. One that is dropped does not.",
        (
            Frame("2l/C2/3/1L1[-] b", came="a3", to="a4", label=BEFORE),
            Frame("2l/C2/3/1L1[-] b", "a3a4+", label=AFTER),
        ),
    ),
    Figure(
        "Catch the lion",
        "Take the other side's lion and you have won.",
        (
            Frame("1l1/1G1/c2/1L1[-] b", came="b3", to="b4", label=BEFORE),
            Frame("1l1/1G1/c2/1L1[-] b", "b3b4", label=AFTER),
        ),
    ),
    Figure(
        "The try",
        "You also win when your lion reaches the far rank and can't be taken there.",
        (
            Frame("3/L2/2l/1E1[-] b", came="a3", to="a4", label=BEFORE),
            Frame("3/L2/2l/1E1[-] b", "a3a4", label=AFTER),
        ),
    ),
)
