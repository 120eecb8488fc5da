"""Keeps data that only our records have in a private property of other formats, as JSON.

The other format holds all that it can express, and this property the rest, so that a round trip
loses nothing. Other programs ignore the property.
"""

import json
from collections.abc import Mapping
from typing import Any

from plyground.engine.results import Result
from plyground.records import journal
from plyground.records.record import Record

NAME = "PLYGROUND"

# Keys in `extra` that only describe how a file was written.
IMPLIED = "implied"  # a set-up that the file does not have but its next move needs
ABSENT = "absent"  # in the root: properties that its head leaves out and we would write
MARKS = (IMPLIED, ABSENT)


def read_result(known: Mapping[str, Any]) -> tuple[Result | None, list[str]]:
    """A result and the stones that were agreed to be dead."""
    return journal.read_result(known.get("result")), journal.read_dead(known)


def result_of(record: Record) -> dict[str, Any]:
    """The inverse."""
    known: dict[str, Any] = {"result": dict(vars(record.result)) if record.result else None}
    return known | ({"dead": list(record.dead)} if record.dead else {})


def to_json(known: Mapping[str, Any]) -> str:
    """As one line."""
    return journal.dump(known)


def from_json(text: str) -> dict[str, Any]:
    """The data of such a line."""
    try:
        known = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        known = None
    if not isinstance(known, dict):
        raise ValueError(f"{NAME} holds a JSON object, {{...}}.")
    return known


def _no_constant(name: str) -> float:
    raise ValueError(name)
