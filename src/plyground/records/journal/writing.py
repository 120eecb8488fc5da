"""Writes records to files so that no written line is ever lost."""

import contextlib
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import IO, Any

from plyground.records.journal.events import (
    REMARKS,
    dump,
    lines_of,
    node_event,
    remarks_of,
    result_event,
)
from plyground.records.journal.reading import MAX_LINE, load_records
from plyground.records.record import Node, Record


class Journal:
    """Writes a record to a file during play; when a call returns, its event is in the file.

    An existing file is continued, never rewritten: it must hold this record and no other.
    """

    def __init__(self, path: Path, record: Record) -> None:
        self.path = path
        self.record = record
        path.parent.mkdir(parents=True, exist_ok=True)
        mend(path)
        self._size = path.stat().st_size if path.exists() else 0
        if not self._size:
            record.renumber()
            self._size = append(path, lines_of(record), after=0)
        elif not _holds(path, record):
            raise ValueError(f"{path.name} contains another game; it is left unchanged.")
        self._remember()

    def _remember(self) -> None:
        self._written = len(self.record.nodes)
        self._current = self.record.current
        self._written_remarks = {node: remarks_of(node) for node in self.record.nodes}

    def catch_up(self) -> None:
        """Appends new moves and remarks, and the current position, since the last call.

        If writing fails, the next call tries again.
        """
        events = [
            _remark(node)
            for node, written in self._written_remarks.items()
            if remarks_of(node) != written
        ]
        current = self._current
        for node in self.record.nodes[self._written :]:
            assert node.parent is not None, "only the root has none"
            events.append(node_event(node, node.number, node.parent.number))
            if node.parent is current and len(node.parent.children) == 1:
                current = node
        if self.record.current is not current:
            events.append({"current": self.record.current.number})
        self._write(events)
        self._remember()

    def finish(self) -> None:
        """Appends the result, or that there is none any more."""
        self._write([result_event(self.record) if self.record.result else {"result": None}])

    def _write(self, events: Iterable[Mapping[str, Any]]) -> None:
        lines = [dump(event) for event in events]
        if lines:
            self._size = append(self.path, lines, after=self._size)


def _remark(node: Node) -> dict[str, Any]:
    """All remarks of an earlier node as they are now; a removed one is null."""
    return {"at": node.number, **dict.fromkeys(REMARKS), **remarks_of(node)}


def _holds(path: Path, record: Record) -> bool:
    held = load_records(path)
    if held != [record]:
        return False
    pairs = zip(held[0].nodes, record.nodes, strict=True)
    return all(mine.move == theirs.move for mine, theirs in pairs)


def append(path: Path, lines: Iterable[str], *, after: int | None = None) -> int:
    """Appends all lines, or nothing; returns the file's size.

    `after` is the expected size: another size means that another process has written to the file.

    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp(), "games.jsonl")
    >>> size = append(file, ['{"record":1,"game":"go"}'])
    >>> append(file, ['{"node":1,"move":"C3"}'], after=size) - size
    23
    """
    data = memoryview("".join(line + "\n" for line in lines).encode())
    with path.open("ab", buffering=0) as file:
        if after is not None:
            _lock(file)
        size = file.seek(0, os.SEEK_END)
        if after not in (None, size):
            raise ValueError(
                f"Another program has written to {path.name}; this one stops writing to it."
            )
        try:
            while data:
                data = data[file.write(data) or 0 :]
        except OSError:
            file.truncate(size)  # an incomplete line would spoil the next one
            raise
        return file.tell()


def _lock(file: IO[bytes]) -> None:
    """Keeps others from writing between a check and a write, if the system has such locks."""
    with contextlib.suppress(ImportError, OSError):
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX)


def mend(path: Path) -> bool:
    r"""Cuts off a last line that a stopped program left incomplete; returns whether it did.

    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp(), "games.jsonl")
    >>> _ = file.write_text('{"record":1,"game":"go"}\n{"node":1,"mo')
    >>> mend(file), mend(file), file.read_text()
    (True, False, '{"record":1,"game":"go"}\n')
    """
    if not path.exists():
        return False
    size = path.stat().st_size
    with path.open("r+b") as file:
        start = max(0, size - MAX_LINE)
        file.seek(start)
        whole = start + file.read().rfind(b"\n") + 1
        if whole == size:
            return False
        file.truncate(whole)
    return True
