"""Options of a game: what may be set, and reading values people and programs give."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

Value: TypeAlias = str | int | float | None


@dataclass(frozen=True)
class Option:
    """One option of a game: its type, what is allowed, and the default.

    >>> size = Option("size", "Rows and columns.", "int", 8, choices=(8, 4, 6))
    >>> size.read("6")
    6
    >>> size.read(7)
    Traceback (most recent call last):
        ...
    ValueError: size can be 8, 4 or 6, not 7.
    """

    name: str
    sentence: str
    type: Literal["int", "float", "choice"]
    default: Value
    choices: tuple[Value, ...] = ()
    low: float | None = None
    high: float | None = None
    may_be_none: bool = False

    @property
    def allowed(self) -> str:
        """The values that are allowed, in words.

        >>> Option("komi", "Points for white.", "float", 6.5, low=-20, high=20).allowed
        'a number from -20 to 20'
        """
        if self.choices:
            words = [show(choice) for choice in self.choices]
            return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
        kind = "a whole number" if self.type == "int" else "a number"
        words = [f"{kind} from {show(self.low)} to {show(self.high)}"]
        return " or ".join(words + ["none"] * self.may_be_none)

    def read(self, value: object) -> Value:
        """The value as this option keeps it; a ValueError says what is allowed.

        >>> Option("pass", "May one pass?", "choice", "yes", choices=("yes", "no")).read(False)
        'no'
        """
        try:
            return self._read(value)
        except (ValueError, TypeError, OverflowError):
            raise ValueError(f"{self.name} can be {self.allowed}, not {show(value)}.") from None

    def _read(self, value: object) -> Value:
        if self.may_be_none and (value is None or value == "none"):
            return None
        if self.type == "choice":
            value = {True: "yes", False: "no"}.get(value, value) if _is_bool(value) else value
        elif _is_bool(value) or not isinstance(value, str | int | float):
            raise TypeError
        elif self.type == "int":
            value = int(value) if isinstance(value, str) else _whole(value)
        else:
            value = float(value)
        if self.choices:
            return self.choices[self.choices.index(value)]  # type: ignore[arg-type]
        if not isinstance(value, int | float) or not self._in_range(value):
            raise ValueError
        return value

    def _in_range(self, value: float) -> bool:
        low, high = self.low, self.high
        return (low is None or low <= value) and (high is None or value <= high)


def _is_bool(value: object) -> bool:
    return isinstance(value, bool)


def _whole(value: float) -> int:
    if value != int(value):
        raise ValueError
    return int(value)


def show(value: object) -> str:
    """The value as it is written after `name=`.

    >>> show(6.5), show(7.0), show(None), show("area")
    ('6.5', '7', 'none', 'area')
    """
    if value is None:
        return "none"
    return f"{value:g}" if isinstance(value, float) else str(value)


def read_values(
    game: str, options: tuple[Option, ...], given: Mapping[str, object]
) -> dict[str, Value]:
    """All options of a game with the given values read and the others at their defaults.

    A trailing underscore is dropped from a name, since `try` and `pass` are words of Python.

    >>> read_values("x", (Option("pass", "", "choice", "yes", choices=("yes", "no")),),
    ...             {"pass_": "no"})
    {'pass': 'no'}
    """
    values = {option.name: option.default for option in options}
    by_name = {option.name: option for option in options}
    for written, value in given.items():
        name = written.removesuffix("_")
        if name not in by_name:
            known = ", ".join(by_name) or "none"
            raise ValueError(f"{game} has no option {name!r}; its options are: {known}.")
        values[name] = by_name[name].read(value)
    return values
