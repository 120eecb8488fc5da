"""A short game of Gomoku, played by levels."""

from plyground.engine.game_guide import Demo

DEMO = Demo(
    "d5 d4 e4 c6 f7 e6 f5 c5 f6 f8 g6 d3 h5 e8 f3 f4 g5 e5 g2 h1 g4 g3 e2 i6 d1",
    shown=13,
    options={"size": 9},
)
