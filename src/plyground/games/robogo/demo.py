"""A short game of Robogo, played by levels."""

from plyground.engine.game_guide import Demo

DEMO = Demo(
    "F4 E5 D6 D5 F5 F6 E4 G4 C5 D4 C4 C3 D3 E6 B3 C2 E7 G6 C7 J6 H6 C8 F7 G7 B7 D7 D8 G5 D7",
    shown=17,
)
