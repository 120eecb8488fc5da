"""Tests of the games' rules: counts, referees, and named situations."""

import plyground


def code(position: plyground.Position, move: str) -> str | None:
    """Why a move is refused, or None where it is legal."""
    refusal = position.explain(move)
    return None if refusal is None else refusal.code
