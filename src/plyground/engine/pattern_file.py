"""The file of a table of patterns: a header, the weights, and a checksum (checked_file.py).

The file begins with "PLYPAT1". The header has the fields of `PatternHeader`. The body is the
weights, compressed by zlib: whole numbers of 16 bits, little-endian, each `unit` large. The weights
of a stage follow one another pattern by pattern; where the colours are not alike, those for black
to move come before those for white. In a pattern the content of the first cell counts least:
what a cell holds, a number from 0, is multiplied by how many values the cells before it have.

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
    """What a table of patterns is: for which game, where it looks, made how."""

    game: str
    options: Mapping[str, str | int | float | None]  # those it was trained with
    layout: PatternLayout
    meaning: str  # what the sum is: "odds" (their natural logarithm) or "margin"
    unit: float
    about: Mapping[str, Any] = field(default_factory=dict)  # how it was made


@dataclass(frozen=True)
class PatternFile:
    """A table of patterns as its file has it."""

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
