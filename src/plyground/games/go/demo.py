"""A short game of Go, played by levels."""

from plyground.engine.game_guide import Demo

DEMO = Demo(
    (
        "F3 C6 D6 E5 E7 D5 B6 C7 F5 F6 F8 G7 H6 H7 E6 J7 G5 F4 G4 G6 H9 H5 C5 C4 B5 D4 B4 H4"
        " D3 G3 G5 C3 D2 C2 D1 F2 E1 C1 B7 C8 F7 G8 H8 G9 E3 G2 F9 B8 A9 B9 A7 A8 D7 B3"
    ),
    shown=28,
    options={"size": 9},
)
