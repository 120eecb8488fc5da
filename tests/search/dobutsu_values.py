"""Positions of Dobutsu with their true values, Black to move; see dobutsu_values.txt.gz."""

import gzip
from collections.abc import Iterator
from pathlib import Path

FILE = Path(__file__).with_suffix(".txt.gz")


def known_values() -> Iterator[tuple[str, int, set[str]]]:
    """A position's text, its value in plies, and the moves that keep it."""
    for line in gzip.decompress(FILE.read_bytes()).decode().splitlines():
        if not line.startswith("#"):
            text, value, moves = line.split("|")
            yield text, int(value), set(moves.split())
