"""Records as append-only files of JSON lines.

A record is a head, a line for every move, later remarks, and a result: `docs/reference/records.md`
describes the format. One file may hold many records. Reading replays every move and refuses illegal
ones.
"""

from plyground.records.journal.events import dump, events_of, lines_of, remarks_of
from plyground.records.journal.reading import (
    MAX_LINE,
    iterate_records,
    load_records,
    read_dead,
    read_records,
    read_remarks,
    read_result,
    whole_lines,
    whole_lines_of,
)
from plyground.records.journal.writing import Journal, append, mend

__all__ = [
    "MAX_LINE",
    "Journal",
    "append",
    "dump",
    "events_of",
    "iterate_records",
    "lines_of",
    "load_records",
    "mend",
    "read_dead",
    "read_records",
    "read_remarks",
    "read_result",
    "remarks_of",
    "whole_lines",
    "whole_lines_of",
]
