"""The file of a match: a head, then the record of every finished game. A match can be continued.

Games are appended whole. An incomplete game at the end, left by a stopped program, is cut off.
"""

import contextlib
import errno
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Literal, Self

from plyground.matches.openings import Opening
from plyground.matches.settings import FORMAT, Match, circumstances
from plyground.records.journal import append, dump, read_records, whole_lines
from plyground.records.record import Malformed, Record

_HEAD = b'{"match":'


class MatchFile:
    """The file of a match; `done` has the games that it already held, by number."""

    def __init__(self, path: Path, match: Match) -> None:
        self.path = path
        self.done: dict[int, Record] = {}
        with file_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = lock(path, f"Another match is writing to {path.name}.")
        try:
            with file_errors(path):
                self._open(match)
        except BaseException:
            self._lock.close()
            raise

    def _open(self, match: Match) -> None:
        _refuse_strangers(self.path)
        cut_to_whole_games(self.path)
        if not self.path.stat().st_size:
            head = {"format": FORMAT, **match.as_json(), "played": circumstances(match.game.name)}
            self.add([dump({"match": head})])
            return
        lines = list(whole_lines(self.path))
        _compare(self.path, _keys(lines[0]).get("match"), match)
        for record in read_records(lines[1:], first_line=2):
            self.done.setdefault(_number(self.path, record, match), record)
        if len(self.done) < match.games:
            self.add([dump({"note": {"continued": circumstances(match.game.name)}})])

    def known_openings(self, match: Match) -> dict[int, Opening]:
        """The openings of the pairs that have begun."""
        return {match.pair(number): _opening(record) for number, record in self.done.items()}

    def add(self, lines: Iterable[str]) -> None:
        """Appends a finished game, or another line, completely or not at all."""
        add_whole(self.path, lines)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._lock.close()


class NotWritten(ValueError):  # noqa: N818 - names the outcome
    """The system refuses to write to a file."""


def add_whole(path: Path, lines: Iterable[str]) -> None:
    """Appends lines to a file that no other program writes, all of them or none."""
    given = list(lines)
    size = path.stat().st_size
    with file_errors(path):
        try:
            append(path, given)
            if path.stat().st_size - size < sum(len(line.encode()) + 1 for line in given):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))  # it was cut short
        except OSError:
            os.truncate(path, size)
            raise


@contextlib.contextmanager
def file_errors(path: Path) -> Iterator[None]:
    """Turns system errors into a ValueError that names the file."""
    try:
        yield
    except OSError as error:
        why = (error.strerror or type(error).__name__).lower()
        raise NotWritten(f"{path} can't be written: {why}.") from None


def _number(path: Path, record: Record, match: Match) -> int:
    """The number of a game, if it belongs to this match."""
    info, number = record.info, record.info.get("number")
    if (
        not isinstance(number, int)
        or (info.get("pair"), info.get("first")) != (match.pair(number), match.color(number))
        or not isinstance(info.get("opening"), int)
    ):
        raise ValueError(f"{path.name} contains a game of another match: {info}.")
    return number


def _opening(record: Record) -> Opening:
    return Opening(record.moves[: record.info["opening"]], record.start)


def lock(path: Path, refusal: str, *, mode: Literal["ab", "r+b"] = "ab") -> IO[bytes]:
    """Keeps a second program from writing to the same file; the system releases the lock at exit.

    With "ab" a missing file is created.
    """
    file = path.open(mode)
    try:
        import fcntl
    except ImportError:  # a system without such locks
        return file
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise ValueError(refusal) from None
    return file


def _refuse_strangers(path: Path) -> None:
    """Refuses a file that is not a match's, so that it is neither cut nor extended."""
    with path.open("rb") as file:
        begin = file.read(len(_HEAD))
    if not _HEAD.startswith(begin):
        raise ValueError(f"{path.name} exists and is not the file of a match; name another file.")


def cut_to_whole_games(path: Path) -> None:
    """Cuts off everything after the last whole game."""
    whole, end, inside = 0, 0, False
    with path.open("rb") as file:
        for line in file:
            if not line.endswith(b"\n"):
                break
            end += len(line)
            event = _keys(line)
            inside = ("record" in event or inside) and "result" not in event
            if not inside:
                whole = end
    with path.open("r+b") as file:
        file.truncate(whole)


def _keys(line: str | bytes) -> dict[str, Any]:
    try:
        event = json.loads(line)
    except (ValueError, RecursionError):
        return {}  # reading the file will report the problem
    return event if isinstance(event, dict) else {}


def _compare(path: Path, head: object, match: Match) -> None:
    """The match of the file must be this one; only the number of games may differ."""
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise Malformed("line 1", f"This version continues matches of format {FORMAT} only.")
    for name, value in json.loads(dump(match.settings())).items():
        if head.get(name) != value:
            raise ValueError(
                f"{path.name} holds another match: its {name} is {dump_short(head.get(name))},"
                f" not {dump_short(value)}; use the same arguments, or another file."
            )


def dump_short(value: object) -> str:
    """A value for a sentence."""
    return json.dumps(value, ensure_ascii=False)[:120]
