"""Tests of the games' rules: counts, referees, and named situations."""

import plyground


def code(position: plyground.Position, move: str) -> str | None:
    """The code of a refusal, or None if the move is legal."""
    refusal = position.explain(move)
    return None if refusal is None else refusal.code
