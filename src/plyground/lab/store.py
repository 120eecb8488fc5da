"""The folder of a study: the experiment, and one line for every finished task.

`records.jsonl` begins with a head, and records are appended whole. An incomplete line at the end,
left by a stopped program, is cut off, so that a study can be killed and continued at any time. A
packed study is read as it is, and unpacked when there is something to append.
"""

import contextlib
import json
import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from plyground.lab.experiment import Experiment
from plyground.lab.plan import Plan
from plyground.lab.record_file import (
    PACKED,
    RECORDS,
    hold,
    is_packed,
    open_records,
    records_file,
)
from plyground.lab.record_schema import check_band, check_head, check_record
from plyground.lab.standing import Standing, sequential_test
from plyground.matches import Opening
from plyground.matches.file import add_whole, dump_short, file_errors
from plyground.matches.settings import circumstances
from plyground.records.journal import dump, mend, whole_lines_of
from plyground.records.record import Malformed

FORMAT = 1
EXPERIMENT = "experiment.toml"

_HEAD = b'{"study":'
_DEEP = 4  # levels of folders to search for studies

Record = Mapping[str, Any]


class Study:
    """A study open for writing; `done` has the records by the ids of their tasks.

    Use it in a `with`: no other process can write to the folder meanwhile.
    """

    def __init__(self, folder: Path, experiment: Experiment) -> None:
        self.folder, self.experiment = folder, experiment
        self.done: dict[str, Record] = {}
        if experiment.test:
            sequential_test(experiment.test)  # report a missing extra before a folder is created
        with file_errors(folder):
            folder.mkdir(parents=True, exist_ok=True)
        with file_errors(records_file(folder)):
            self._file = hold(folder)
        try:
            with file_errors(self._path):
                self._open()
        except BaseException:
            self._file.close()
            raise

    @property
    def _path(self) -> Path:
        return self._file.path

    def _open(self) -> None:
        if not is_packed(self._path):
            _refuse_strangers(self._path)
            mend(self._path)
        has_begun = is_packed(self._path) or self._path.stat().st_size > 0
        known = {}
        if has_begun:
            study = read_study(self.folder)
            _compare(self.folder, study.head, self.experiment)
            self.done = {record["task"]: record for record in study.records}
            known = _openings(self._path, study.records, self.experiment)
        self.plan = Plan(self.experiment, known)
        self._numbers = {name: number for number, name in enumerate(self.plan.ids)}
        if strangers := self.done.keys() - self._numbers.keys():
            raise ValueError(
                f"{self._path} holds {min(strangers)!r}, which is not a task of this study."
            )
        if not has_begun:
            self._begin()
        elif not self._is_finished():
            self._file.unpack()
            mend(self._path)
            add_whole(
                self._path,
                [dump({"note": {"continued": circumstances(self.experiment.game.name)}})],
            )

    def _is_finished(self) -> bool:
        """Whether there is nothing left to do. A sequential test may have decided early."""
        standing = Standing(self.experiment, len(self.plan.ids))
        for name in self.plan.ids:
            if name in self.done:
                standing.take(self.done[name])
        return standing.is_finished

    def _begin(self) -> None:
        """Writes the experiment first: a head implies that everything before it is there."""
        copy = self.folder / EXPERIMENT
        with file_errors(copy):
            _refuse_another(copy, self.experiment.text)
            half = copy.with_suffix(".part")
            half.write_text(self.experiment.text, encoding="utf-8")
            half.replace(copy)
        experiment = self.experiment
        head = {
            "format": FORMAT,
            "title": experiment.title,
            "question": experiment.question,
            **({"band": list(experiment.band)} if experiment.band else {}),
            **experiment.settings(),
            "tasks": len(self.plan.ids),
            "played": circumstances(experiment.game.name),
        }
        add_whole(self._path, [dump({"study": head})])

    def add(self, record: Record) -> bool:
        """Appends a record, unless that task was already done."""
        name = record["task"]
        if name in self.done:
            return False
        add_whole(self._path, [dump({"number": self._numbers[name], **record})])
        self.done[name] = record
        return True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


@dataclass(frozen=True)
class Written:
    """The content of a study's folder: the head, and the records in plan order."""

    folder: Path
    head: Mapping[str, Any]
    records: tuple[Record, ...]
    versions: tuple[Mapping[str, Any], ...]  # the circumstances of every run

    @property
    def is_finished(self) -> bool:
        """Whether every task was done; a sequential test may have ended without all tasks."""
        return len(self.records) >= int(self.head["tasks"])


def read_study(folder: Path) -> Written:
    """Reads a study's folder, also while the study is running; ValueError if it is not a study."""
    path = records_file(folder)
    if not path.is_file():
        raise ValueError(f"{folder} is not the folder of a study: it has no {RECORDS}.")
    head: dict[str, Any] = {}
    records: dict[str, Record] = {}
    versions = []
    for number, event in _events(path):
        try:
            if number == 1:
                head = _head(event)
                versions.append(head["played"])
            elif "task" in event:
                check_record(head, event)
                records.setdefault(event["task"], event)
            else:
                versions.append(_note(event))
        except ValueError as error:
            raise ValueError(f"{path}, line {number}: {error}") from None
    if not head:
        raise ValueError(f"{path} is empty: the study has not begun.")
    if head["kind"] == "ladder" and "band" not in head:
        head["band"] = _later_band(folder)
    ordered = sorted(records.values(), key=lambda record: int(record["number"]))
    return Written(folder, head, tuple(ordered), tuple(versions))


def _later_band(folder: Path) -> list[float] | None:
    """A band added to the experiment after its study had begun; no record depends on it."""
    with contextlib.suppress(OSError, ValueError):
        text = (folder / EXPERIMENT).read_text(encoding="utf-8")
        check_band(band := tomllib.loads(text).get("band"))
        return band
    return None


def find_studies(folder: Path) -> list[Path]:
    """The folders of studies here: this folder, and those inside it, a few levels deep."""
    if not folder.is_dir():
        raise ValueError(f"There is no folder {str(folder)!r}.")
    found = []
    for path, inside, files in os.walk(folder):
        here = Path(path)
        is_deep = len(here.relative_to(folder).parts) >= _DEEP
        inside[:] = [] if is_deep else sorted(each for each in inside if each[0] != ".")
        if RECORDS in files or PACKED in files:
            found.append(here)
    return found


def _refuse_strangers(path: Path) -> None:
    """Refuses a file that is not a study's, so that it is neither cut nor extended."""
    with path.open("rb") as file:
        begin = file.read(len(_HEAD))
    if not _HEAD.startswith(begin):
        raise ValueError(f"{path} exists and is not a file of a study; name another folder.")


def _refuse_another(copy: Path, text: str) -> None:
    """Refuses another experiment that was never run, so that it is not overwritten."""
    if copy.exists() and copy.read_bytes() != text.encode():
        raise ValueError(
            f"{copy} is another experiment without records; name another folder with --out, or"
            " move that file."
        )


def _events(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The whole lines of the file, as JSON, with their numbers."""
    try:
        with open_records(path) as file:
            for number, line in enumerate(whole_lines_of(file), 1):
                yield number, _event(number, line)
    except Malformed as error:
        raise ValueError(f"{path}, {error}") from None
    except OSError as error:
        why = (error.strerror or type(error).__name__).lower()
        raise ValueError(f"{path} can't be read: {why}.") from None


def _event(number: int, line: str) -> dict[str, Any]:
    try:
        event = json.loads(line, parse_constant=_no_number)
        if "\\u" in line:
            # half a surrogate pair, which no output shows
            json.dumps(event, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        event = None
    if not isinstance(event, dict):
        raise Malformed(f"line {number}", "This is not a JSON object.")
    return event


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not a JSON number")


def _head(event: Mapping[str, Any]) -> dict[str, Any]:
    head = event.get("study")
    if not isinstance(head, dict):
        raise ValueError("This is not the head of a study.")
    if head.get("format") != FORMAT:
        raise ValueError(f"This version reads studies of format {FORMAT} only.")
    check_head(head)
    return head


def _note(event: Mapping[str, Any]) -> Mapping[str, Any]:
    """Records the circumstances in which a study was continued."""
    note = event.get("note")
    if not isinstance(note, dict) or not isinstance(continued := note.get("continued", {}), dict):
        raise ValueError("This line is neither a record nor a note.")
    return continued


def _openings(
    path: Path, records: tuple[Record, ...], experiment: Experiment
) -> dict[int, Opening]:
    """The openings drawn before, so that none is drawn twice."""
    found: dict[int, Opening] = {}
    for record in records:
        if record["kind"] == "pair" and record["pair"] not in found:
            opening = found[record["pair"]] = Opening.of_json(record["opening"])
            try:
                opening.play(experiment.game)
            except ValueError as error:
                sentence = f"The opening of {record['task']!r} can't be played: {error}"
                raise ValueError(f"{path}: {sentence}") from None
    return found


def _compare(folder: Path, head: Mapping[str, Any], experiment: Experiment) -> None:
    """The study of the folder must be this one, played by this version."""
    for name, value in json.loads(dump(experiment.settings())).items():
        if head.get(name) != value:
            raise ValueError(
                f"{folder} holds a study of another experiment: its {name} is"
                f" {dump_short(head.get(name))}, not {dump_short(value)}; a study can't change"
                " after its start, so name another folder with --out."
            )
    begun, now = head["played"], circumstances(experiment.game.name)
    if begun["plyground"] != now["plyground"]:
        raise ValueError(
            f"{folder} was started with Plyground {begun['plyground']}, and this is"
            f" {now['plyground']}; records of two versions can't be compared. Name another"
            " folder with --out."
        )
    if begun["table"] != now["table"]:
        had, has = ("with", "none") if begun["table"] else ("without", "one")
        raise ValueError(
            f"{folder} was started {had} a tablebase of the game, and this machine has {has}; its"
            " players would change. Name another folder with --out."
        )
