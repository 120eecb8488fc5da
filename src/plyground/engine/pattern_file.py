"""The file of a table of patterns: a header, the weights, and a checksum (checked_file.py).

The file begins with "PLYPAT1". The header has the fields of `PatternHeader`. The body is the
weights, compressed by zlib: whole numbers of 16 bits, little-endian, each `unit` large. The weights
of a stage follow one another pattern by pattern; if the colours are not equivalent, those for Black
to move come before those for White. In a pattern the first cell is the least significant digit: the
content of a cell, a number from 0, is multiplied by the number of values of the cells before it.

docs/explanation/patterns.md describes the fields.
"""

import dataclasses
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from plyground.engine.checked_file import pack, read_checked, write_whole
from plyground.engine.pattern_layout import PatternLayout

ENDING = ".plypat"
MEANINGS = ("odds", "margin")
_MAGIC = b"PLYPAT1\n"
_WHAT = "table of patterns"
_MOST_WEIGHTS = 1 << 26


@dataclass(frozen=True)
class PatternHeader:
    """The description of a table of patterns: its game, its shapes and its training."""

    game: str
    options: Mapping[str, str | int | float | None]  # the options it was trained with
    layout: PatternLayout
    meaning: str  # what the sum means: "odds" (their natural logarithm) or "margin"
    unit: float
    about: Mapping[str, Any] = field(default_factory=dict)  # how it was trained


@dataclass(frozen=True)
class PatternFile:
    """The content of a table's file."""

    header: PatternHeader
    weights: bytes


def write_patterns(path: Path, table: PatternFile) -> None:
    """Writes a table."""
    header = dataclasses.asdict(table.header)
    write_whole(path, pack(_MAGIC, header, zlib.compress(table.weights, 6)))


def read_patterns(path: Path) -> PatternFile:
    """Reads a table; a ValueError says what is wrong with the file."""
    fields, body = read_checked(path, _MAGIC, _WHAT)
    try:
        header = PatternHeader(
            game=str(fields["game"]),
            options=dict(fields["options"]),
            layout=PatternLayout.of_fields(fields["layout"]),
            meaning=str(fields["meaning"]),
            unit=float(fields["unit"]),
            about=dict(fields["about"]),
        )
        opened = zlib.decompressobj()
        weights = opened.decompress(body, 2 * _MOST_WEIGHTS)
        if not opened.eof:
            raise ValueError
    except (KeyError, TypeError, ValueError, zlib.error):
        raise ValueError(f"The {_WHAT} {path} can't be read: fields are missing.") from None
    return PatternFile(header, weights)
