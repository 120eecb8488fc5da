"""Reads TOML files; every value knows its line, so that error messages can name it."""

import re
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

MAX_FILE = 200_000  # bytes: an experiment is written by hand

Steps = tuple[str | int, ...]  # the path to a value: keys of tables, indexes of arrays

_AT = re.compile(r"^(.*) \(at (?:line ([0-9]+), column [0-9]+|end of document)\)$", re.DOTALL)


class Source:
    r"""A text that was read as TOML, with the lines of its values.

    >>> source = Source("kind = 'nodes'\n[players]\na = 'random'\n", "study.toml")
    >>> source.line(("players", "a"))
    3
    >>> raise source.error(("players", "a"), "This player does not search.")
    Traceback (most recent call last):
        ...
    ValueError: study.toml, line 3: This player does not search.
    """

    def __init__(self, text: str, name: str, folder: Path | None = None) -> None:
        self.text, self.name = text, name
        self._folder = folder or Path()
        try:
            self.values = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise self._not_toml(str(error)) from None
        except RecursionError:
            raise ValueError(f"{name}: The file nests too deeply.") from None

    @classmethod
    def read(cls, path: Path) -> "Source":
        """The file with that name."""
        try:
            data = path.read_bytes()
        except OSError as error:
            why = (error.strerror or type(error).__name__).lower()
            raise ValueError(f"{path} can't be read: {why}.") from None
        if len(data) > MAX_FILE:
            raise ValueError(f"{path.name}: An experiment has at most {MAX_FILE} bytes.")
        try:
            return cls(data.decode("utf-8-sig"), path.name, path.parent)
        except UnicodeDecodeError as error:
            line = data[: error.start].count(b"\n") + 1
            raise ValueError(f"{path.name}, line {line}: This is not text in UTF-8.") from None

    def beside(self, name: str) -> Path:
        """The path of a file that the text names, relative to the text's folder."""
        return self._folder / name

    def _not_toml(self, message: str) -> ValueError:
        match = _AT.match(message)
        reason, line = (match[1], match[2]) if match else (message, None)
        place = line or len(self.text.splitlines()) or 1
        return ValueError(f"{self.name}, line {place}: This is not TOML: {reason}.")

    def error(self, steps: Steps, sentence: str) -> ValueError:
        """The error for the value at the end of this path, with its line."""
        line = self.line(steps)
        return ValueError(f"{self.name}{'' if line is None else f', line {line}'}: {sentence}")

    def line(self, steps: Steps) -> int | None:
        """The line where a value's statement begins; None for a missing value.

        The parser keeps no line numbers. So the file is read line by line: a value belongs to the
        first statement after which it is present, and a statement begins after the last complete
        one.
        """
        while steps and not _has(self.values, steps):
            steps = steps[:-1]
        if not steps:
            return None
        lines, begin = self.text.splitlines(keepends=True), 0
        for end in range(1, len(lines) + 1):
            try:
                values = tomllib.loads("".join(lines[:end]))
            except tomllib.TOMLDecodeError:
                continue  # in the middle of a statement
            if _has(values, steps):
                return begin + 1
            begin = end
        return None


def _has(values: Any, steps: Steps) -> bool:
    for step in steps:
        if isinstance(step, int):
            if not isinstance(values, list) or step >= len(values):
                return False
        elif not isinstance(values, dict) or step not in values:
            return False
        values = values[step]
    return True


class Table:
    r"""A TOML table, read key by key. Errors are reported with their line.

    >>> source = Source("games = 3\nseed = 'one'\n", "study.toml")
    >>> table = Table(source, source.values)
    >>> table.whole("games", 1, 10), table.whole("repeats", 1, 10, default=5)
    (3, 5)
    >>> table.whole("seed", 0, 10)
    Traceback (most recent call last):
        ...
    ValueError: study.toml, line 2: seed can be a whole number from 0 to 10, not 'one'.
    >>> table.text("kind")
    Traceback (most recent call last):
        ...
    ValueError: study.toml: kind is missing; it is a text in quotes.
    """

    def __init__(self, source: Source, values: Mapping[str, Any], steps: Steps = ()) -> None:
        self.source, self.values, self.steps = source, values, steps

    def __contains__(self, name: str) -> bool:
        return name in self.values

    def error(self, name: str | None, sentence: str) -> ValueError:
        """The error for the value with this name, or for the whole table."""
        return self.source.error(self.steps + (() if name is None else (name,)), sentence)

    def wrong(self, name: str, allowed: str) -> ValueError:
        """The error for a value that is not allowed."""
        if name not in self.values:
            return self.error(None, f"{name} is missing; it is {allowed}.")
        return self.error(name, f"{name} can be {allowed}, not {shown(self.values[name])}.")

    def allow(self, names: Collection[str], where: str) -> None:
        """Refuses all other keys."""
        for name in self.values:
            if name not in names:
                known = ", ".join(names)
                raise self.error(name, f"There is no key {name!r} in {where}; it takes: {known}.")

    def text(self, name: str, default: str | None = None, most: int = 10_000) -> str:
        """A text of at least one character."""
        value = self.values.get(name, default)
        if not isinstance(value, str) or not 0 < len(value.strip()) <= most:
            if name in self.values or default is None:
                raise self.wrong(name, "a text in quotes")
            return default
        return value

    def choice(self, name: str, choices: Collection[str], default: str | None = None) -> str:
        """One of these words."""
        value = self.values.get(name, default)
        if not isinstance(value, str) or value not in choices:
            words = list(choices)
            raise self.wrong(name, " or ".join(filter(None, [", ".join(words[:-1]), words[-1]])))
        return value

    def whole(self, name: str, low: int, high: int, default: int | None = None) -> int:
        """An integer in this range."""
        value = self.values.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.wrong(name, f"a whole number from {low} to {high}")
        return value

    def number(self, name: str, low: float, high: float, default: float | None = None) -> float:
        """A number in this range."""
        value = self.values.get(name, default)
        if not is_number(value) or not low <= value <= high:
            raise self.wrong(name, f"a number from {low:g} to {high:g}")
        return float(value)

    def wholes(self, name: str, low: int, high: int) -> tuple[int, ...]:
        """A list of different integers in this range; empty if missing."""
        value = self.values.get(name, [])
        if (
            not isinstance(value, list)
            or not all(type(each) is int and low <= each <= high for each in value)
            or len(set(value)) < len(value)
            or (name in self.values and not value)
        ):
            raise self.wrong(name, f"a list of different whole numbers from {low} to {high}")
        return tuple(value)

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of different texts; empty if missing."""
        value = self.values.get(name, [])
        if (
            not isinstance(value, list)
            or not all(isinstance(each, str) and each.strip() for each in value)
            or len(set(value)) < len(value)
            or (name in self.values and not value)
        ):
            raise self.wrong(name, "a list of different texts in quotes")
        return tuple(value)

    def table(self, name: str) -> "Table":
        """A nested table; empty if it is missing."""
        value = self.values.get(name, {})
        if not isinstance(value, dict):
            raise self.wrong(name, f"a table, [{name}]")
        return Table(self.source, value, (*self.steps, name))

    def tables(self, name: str) -> list["Table"]:
        """A list of tables; empty if missing."""
        value = self.values.get(name, [])
        if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
            raise self.wrong(name, f"a list of tables, [[{name}]]")
        return [
            Table(self.source, each, (*self.steps, name, place)) for place, each in enumerate(value)
        ]


def is_number(value: object) -> bool:
    """Whether this is a finite number, and not a boolean.

    >>> is_number(1), is_number(True), is_number(float("nan"))
    (True, False, False)
    """
    return type(value) in (int, float) and abs(value) < float("inf")  # type: ignore[arg-type]


def shown(value: object) -> str:
    """A value of a file, for a sentence."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
