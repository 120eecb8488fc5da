"""The options of a game: their types and ranges, and how given values are read."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias

Value: TypeAlias = str | int | float | None


@dataclass(frozen=True)
class Option:
    """One option of a game: its type, the allowed values and the default.

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
        """The allowed values in words.

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
        """The value in this option's type; a ValueError says what is allowed.

        >>> Option("pass", "", "choice", "yes", choices=("yes", "no")).read(False)
        'no'
        """
        try:
            return self._read(value)
        except (ValueError, TypeError, OverflowError):
            raise ValueError(f"{self.name} can be {self.allowed}, not {_quoted(value)}.") from None

    def _read(self, value: object) -> Value:
        if self.may_be_none and (value is None or value == "none"):
            return None
        read = _READERS[self.type](value)
        if self.choices:
            return self.choices[self.choices.index(read)]
        if not isinstance(read, int | float) or not self._in_range(read):
            raise ValueError
        return read

    def _in_range(self, value: float) -> bool:
        low, high = self.low, self.high
        return (low is None or low <= value) and (high is None or value <= high)


# longer than any number that people write
_NUMBER = re.compile(r"[-+]?[0-9]{1,12}(\.[0-9]{1,12})?")


def _as_choice(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, str):
        raise TypeError
    return value


def _as_number(value: object) -> float:
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        return float(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError
    return float(value)


def _as_integer(value: object) -> int:
    number = _as_number(value)
    if not number.is_integer():
        raise ValueError
    return int(number)


_READERS: dict[str, Callable[[object], str | int | float]] = {
    "choice": _as_choice,
    "float": _as_number,
    "int": _as_integer,
}


def _quoted(value: object) -> str:
    """A given value, short and printable whatever it is."""
    text = show(value).encode("ascii", "backslashreplace").decode()
    return text if len(text) <= 40 else text[:40] + "..."


def show(value: object) -> str:
    """The value as it is written after `name=`.

    >>> show(6.5), show(7.0), show(None), show("area")
    ('6.5', '7', 'none', 'area')
    """
    if value is None:
        return "none"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


@dataclass(frozen=True)
class RuleSet:
    """Rules with a name: values that belong to them, and others that are only their defaults."""

    fixed: Mapping[str, Value]
    usual: Mapping[str, Value]


RULES = "rules"  # the option that names a rule set


def defaults_under(
    options: tuple[Option, ...], rule_sets: Mapping[str, RuleSet], given: Mapping[str, object]
) -> dict[str, Value]:
    """The defaults of all options: those of the named rules, if `given` names any."""
    defaults = {option.name: option.default for option in options}
    for option in options:
        if option.name == RULES and RULES in given:
            named = option.read(given[RULES])
            rule_set = rule_sets.get(str(named))
            if rule_set is not None:
                defaults |= {RULES: named, **rule_set.fixed, **rule_set.usual}
    return defaults


def read_values(
    game: str,
    options: tuple[Option, ...],
    given: Mapping[str, object],
    rule_sets: Mapping[str, RuleSet] = MappingProxyType({}),
) -> dict[str, Value]:
    """The values of all options of a game: the given ones, and defaults for the others.

    A trailing underscore is dropped from a name, because `try` and `pass` are Python keywords.

    >>> read_values("x", (Option("pass", "", "choice", "yes", choices=("yes", "no")),),
    ...             {"pass_": "no"})
    {'pass': 'no'}
    """
    values = defaults_under(options, rule_sets, given)
    by_name = {option.name: option for option in options}
    seen: set[str] = set()
    for written, value in given.items():
        name = written.removesuffix("_")
        if name not in by_name:
            known = ", ".join(by_name) or "none"
            raise ValueError(f"{game} has no option '{_quoted(name)}'; its options are: {known}.")
        if name in seen:
            raise ValueError(f"The option {name} is given twice.")
        seen.add(name)
        values[name] = by_name[name].read(value)
    _check_rules(values, rule_sets)
    return values


def left_to_the_player(
    options: tuple[Option, ...], rule_sets: Mapping[str, RuleSet], given: Mapping[str, Value]
) -> dict[str, Value]:
    """The options of a form that always gives all of them, without those that its rules set.

    Rules have their own default for some options, such as komi: it replaces the usual default.
    """
    rule_set = rule_sets.get(str(given.get(RULES)))
    if rule_set is None:
        return dict(given)
    untouched = {
        option.name
        for option in options
        if option.name in rule_set.usual and given.get(option.name) == option.default
    }
    return {
        name: value
        for name, value in given.items()
        if name not in rule_set.fixed and name not in untouched
    }


def _check_rules(values: Mapping[str, Value], rule_sets: Mapping[str, RuleSet]) -> None:
    rules = values.get(RULES)
    rule_set = rule_sets.get(str(rules))
    if rule_set is None:
        return
    for name, value in rule_set.fixed.items():
        if values[name] != value:
            raise ValueError(
                f"{RULES}={show(rules)} means {name}={show(value)}, not {show(values[name])};"
                f" leave {name} out, or leave {RULES} out and set every option yourself."
            )
