"""Positions of Dobutsu with their true values, Black to move; see dobutsu_values.txt."""

from collections.abc import Iterator
from pathlib import Path

FILE = Path(__file__).with_suffix(".txt")


def known_values() -> Iterator[tuple[str, int, set[str]]]:
    """A position's text, its value in plies, and the moves that keep it."""
    for line in FILE.read_text().splitlines():
        if not line.startswith("#"):
            text, value, moves = line.split("|")
            yield text, int(value), set(moves.split())
