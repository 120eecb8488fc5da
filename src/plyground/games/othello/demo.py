"""A short game of Othello, played by levels."""

from plyground.engine.game_guide import Demo

DEMO = Demo(
    (
        "c4 c5 d6 c7 d7 c3 e6 f5 c6 d8 c8 b8 d3 f4 b4 e3 b3 b5 a4 f7 c2 e7 f6 b6 a6 a5 f8 g6"
        " e8 g8 d2 d1 g5 g4 f3 e2 c1 g3 f1 f2 e1 b7 h3 g7 a8 a7 h8 h7 h4 a2 a3"
    ),
    shown=19,
)
