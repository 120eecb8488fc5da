"""A short game of Dobutsu shogi, played by levels."""

from plyground.engine.game_guide import Demo

DEMO = Demo(
    (
        "b1c2 a4a3 c2b1 b4c3 c1c2 c3b4 b2b3 c4b3 a1b2 C*c4 C*c3 b3a2 b1c1 c4c3 b2c3 b4a4 c3b2"
        " a2b3 c2c3 a4b4 b2a3 b4c3 C*c2 b3c2 a3b2 c3b4 c1c2 G*b3 E*c3 b4a4 G*c4 C*a2 c2c1"
        " a2a1+ b2a1 C*a2 a1b2 b3c3 C*a3 a4b3 c4c3"
    ),
    shown=7,
)
