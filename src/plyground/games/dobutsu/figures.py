"""The rules of Dobutsu shogi in pictures."""

from plyground.engine.game_guide import AFTER, BEFORE, Figure, Frame

FIGURES = (
    Figure(
        "The board",
        (
            "Each side has a lion, a giraffe, an elephant and a chick. The dots on a piece"
            " show its directions."
        ),
        (Frame(),),
    ),
    Figure(
        "How they move",
        "Every animal steps one square. The marked squares are within its reach.",
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
            "A piece that you capture goes to your hand. Instead of moving, you may drop it on"
            " any empty square as your own piece."
        ),
        (
            Frame(came="b2", to="b3", label="Black captures the chick"),
            Frame(moves="b2b3 c4b3", area="c3", label="…and may drop it later"),
            Frame(moves="b2b3 c4b3 C*c3", label="Dropped"),
        ),
    ),
    Figure(
        "The hen",
        "A chick that moves to the last rank becomes a hen. A chick that is dropped there does"
        " not.",
        (
            Frame("2l/C2/3/1L1[-] b", came="a3", to="a4", label=BEFORE),
            Frame("2l/C2/3/1L1[-] b", "a3a4+", label=AFTER),
        ),
    ),
    Figure(
        "Catch the lion",
        "Capture your opponent's lion to win.",
        (
            Frame("1l1/1G1/c2/1L1[-] b", came="b3", to="b4", label=BEFORE),
            Frame("1l1/1G1/c2/1L1[-] b", "b3b4", label=AFTER),
        ),
    ),
    Figure(
        "The try",
        "You also win if your lion reaches the far rank and can't be captured there.",
        (
            Frame("3/L2/2l/1E1[-] b", came="a3", to="a4", label=BEFORE),
            Frame("3/L2/2l/1E1[-] b", "a3a4", label=AFTER),
        ),
    ),
)
