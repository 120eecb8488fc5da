"""A short game of Connect Four, played by levels."""

from plyground.engine.game_guide import Demo

DEMO = Demo(
    "d b e f f d b e e d d g e e a d d g e c g g a f c c c c f",
    shown=15,
)
