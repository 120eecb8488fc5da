"""The schema of a study's records: a damaged or foreign line raises an error that names the line.

Reports and rows rely on exactly what is checked here. Other keys are allowed, because a later
version may add some.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from plyground.lab.kinds import KINDS
from plyground.lab.parts import SEPARATOR
from plyground.lab.toml_reader import is_number, shown

MOST = 1e15  # the limit of any number: larger integers are not exact

Shape = tuple[str, Callable[[Any], bool]]  # the description of a value, and its test


def _whole(least: int = 0) -> Shape:
    return (
        f"a whole number from {least} on",
        lambda value: type(value) is int and least <= value <= MOST,
    )


def _one_of(*values: object) -> Shape:
    return (
        " or ".join(map(repr, values)),
        lambda value: not isinstance(value, dict | list | bool) and value in values,
    )


def _or_none(shape: Shape) -> Shape:
    what, fits = shape
    return f"{what}, or null", lambda value: value is None or fits(value)


def _list(shape: Shape, size: int | None = None) -> Shape:
    what, fits = shape
    return (
        f"a list of {'' if size is None else f'{size}, each '}{what}",
        lambda value: (
            isinstance(value, list)
            and (size is None or len(value) == size)
            and all(map(fits, value))
        ),
    )


def _object(shape: Shape | None = None) -> Shape:
    what, fits = shape or ("", lambda _: True)
    return (
        f"an object{f' with {what} for each name' if what else ''}",
        lambda value: isinstance(value, dict) and all(map(fits, value.values())),
    )


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, str | bool) or _is_amount(value)


def _is_amount(value: object) -> bool:
    return is_number(value) and abs(value) <= MOST  # type: ignore[arg-type]


_TEXT: Shape = ("a text", lambda value: isinstance(value, str))
_AMOUNT: Shape = ("a number", _is_amount)
_POSITIVE: Shape = ("a number from 0 on", lambda value: _is_amount(value) and value >= 0)
_SCALARS = _object(("a plain value", _is_plain))
_OPENING: Shape = (
    "an object with moves, a list of texts, and position, a text or null",
    lambda value: (
        isinstance(value, dict)
        and _list(_TEXT)[1](value.get("moves"))
        and _or_none(_TEXT)[1](value.get("position", 0))
    ),
)
_COLOR = _one_of("black", "white")

_HEAD: dict[str, Shape] = {
    "title": _TEXT,
    "question": _TEXT,
    "name": _TEXT,
    "kind": ("one of " + ", ".join(KINDS), lambda value: isinstance(value, str) and value in KINDS),
    "game": _TEXT,
    "options": _SCALARS,
    "seed": ("a whole number", lambda value: type(value) is int),
    "players": _object(_TEXT),
    "meetings": ("a list", lambda value: isinstance(value, list)),
    "openings": _TEXT,
    "time": _or_none(_TEXT),
    "cases": _list(_object()),
    "games": _whole(),
    "repeats": _whole(1),
    "test": _or_none(_object(_AMOUNT)),
    "files": _object(_TEXT),
    "tasks": _whole(),
    "played": _object(),
}
_CASE: dict[str, Shape] = {
    "title": _TEXT,
    "options": _SCALARS,
    "opening": _OPENING,
    "depths": _list(_whole(1)),
}
_EFFORT: dict[str, Shape] = {"seconds": _POSITIVE, "cpu_seconds": _POSITIVE}
_GAME: dict[str, Shape] = {
    "winner": _or_none(_COLOR),
    "points": ("0, 0.5 or 1", lambda value: _is_amount(value) and value in (0, 0.5, 1)),
    "ending": _TEXT,
    "margin": _or_none(_AMOUNT),
    "plies": _whole(),
    "moves": _TEXT,
    "nodes": _object(_whole()),
    "spent": _object(_object(_POSITIVE)),
}
_SEARCH: dict[str, Shape] = {
    "player": _TEXT,
    "spec": _TEXT,
    "case": _whole(),
    "title": _TEXT,
    "options": _SCALARS,
    "opening": _OPENING,
    "depth": _or_none(_whole(1)),
    "repeat": _whole(),
    "reached": _whole(),
    "nodes": _whole(),
    "move": _or_none(_TEXT),
    "score": _or_none(_AMOUNT),
    "spent": _object(),
}
_RANDOM: dict[str, Shape] = {
    "case": _whole(),
    "options": _SCALARS,
    "games": _whole(1),
    **dict.fromkeys(("black", "white", "draw", "unfinished"), _whole()),
    "plies": _list(_whole()),
    "captures": _or_none(_list(_whole())),
    "spent": _object(_POSITIVE),
}


def check_head(head: Mapping[str, Any]) -> None:
    """Checks the head of a study; a ValueError says what is wrong.

    >>> check_head({"title": 3})
    Traceback (most recent call last):
        ...
    ValueError: title is a text, not 3.
    """
    _fields(head, _HEAD)
    _fields(head["played"], {"plyground": _TEXT, "table": _one_of_booleans()}, "played.")
    meeting = "two players and a number of pairs"
    for place, each in enumerate(head["meetings"]):
        if not (
            isinstance(each, list)
            and len(each) == 3
            and all(isinstance(name, str) and name in head["players"] for name in each[:2])
            and _whole(1)[1](each[2])
        ):
            raise ValueError(f"meetings[{place}] is {meeting}, not {shown(each)}.")
    for place, case in enumerate(head["cases"]):
        _fields(case, _CASE, f"cases[{place}].")
        if set(case["options"]) != set(head["cases"][0]["options"]):
            raise ValueError(f"cases[{place}] has other options than cases[0].")
    _check_what_is_measured(head)
    check_band(head.get("band"))


def _one_of_booleans() -> Shape:
    return "true or false", lambda value: isinstance(value, bool)


def _check_what_is_measured(head: Mapping[str, Any]) -> None:
    """Checks that a head has the parts of its kind."""
    kind = _task_kind(head)
    if kind == "pair" and not head["meetings"]:
        raise ValueError("meetings is empty.")
    if kind != "pair" and not head["cases"]:
        raise ValueError("cases is empty.")
    if head["kind"] == "tuning":
        _fields(head, {"tuning": _object()})
        weights = dict.fromkeys(("terms", "held"), _object(_AMOUNT))
        _fields(head["tuning"], {**weights, "ridge": _POSITIVE}, "tuning.")
    if head["kind"] == "sprt":
        _check_test(head)


def _check_test(head: Mapping[str, Any]) -> None:
    if len(head["meetings"]) != 1:
        raise ValueError("meetings has one meeting in a sequential test.")
    test = head["test"] or {}
    _fields(test, dict.fromkeys(("elo0", "elo1", "alpha", "beta"), _AMOUNT), "test.")
    if not (
        -1000 <= test["elo0"] < test["elo1"] <= 1000
        and all(0.0001 <= test[name] <= 0.4999 for name in ("alpha", "beta"))
        and len(test) == 4
    ):
        raise ValueError(f"test is not a sequential test: {shown(test)}.")


def check_band(band: object) -> None:
    """Checks the band of a ladder, or its absence; a ValueError says what is wrong."""
    if band is None:
        return
    if not (
        isinstance(band, list)
        and len(band) == 2
        and all(map(_is_amount, band))
        and 0 <= band[0] < band[1] <= 100
    ):
        raise ValueError(f"band is two numbers from 0 to 100, not {shown(band)}.")


def check_record(head: Mapping[str, Any], record: Mapping[str, Any]) -> None:
    """Checks a record of that study; a ValueError says what is wrong."""
    kind = _task_kind(head)
    _fields(record, {"task": _TEXT, "number": _whole(), "kind": _one_of(kind)})
    words = _CHECKS[kind](head, record)
    task = SEPARATOR.join(map(str, words))
    if record["task"] != task:
        raise ValueError(f"task is {task!r} by its content, not {shown(record['task'])}.")


def _task_kind(head: Mapping[str, Any]) -> str:
    kinds = {"nodes": "count", "timing": "time", "random": "random"}
    return kinds.get(head["kind"], "pair")


def _pair(head: Mapping[str, Any], record: Mapping[str, Any]) -> Sequence[object]:
    _fields(record, {"first": _TEXT, "second": _TEXT, "pair": _whole(), "opening": _OPENING})
    first, second, pair = record["first"], record["second"], record["pair"]
    if not any(each[:2] == [first, second] for each in head["meetings"]):
        raise ValueError(f"{shown(first)} and {shown(second)} do not meet in this study.")
    _fields(record, {"games": _list(_object(), 2)})
    for place, (game, color) in enumerate(zip(record["games"], ("black", "white"), strict=True)):
        where = f"games[{place}]."
        _fields(game, {"first": _one_of(color), **_GAME}, where)
        won = 0.5 if game["winner"] is None else float(game["winner"] == color)
        if game["points"] != won:
            raise ValueError(f"{where}points is {won:g} by its winner, not {game['points']}.")
        _fields(game["nodes"], dict.fromkeys(("first", "second"), _whole()), f"{where}nodes.")
        for side in ("first", "second"):
            _fields(game["spent"], {side: _object()}, f"{where}spent.")
            effort = {"moves": _whole(), **_EFFORT}
            _fields(game["spent"][side], effort, f"{where}spent.{side}.")
    return "pair", first, second, pair


def _search(head: Mapping[str, Any], record: Mapping[str, Any]) -> Sequence[object]:
    _fields(record, _SEARCH)
    _fields(record["spent"], _EFFORT, "spent.")
    if record["player"] not in head["players"]:
        raise ValueError(f"{shown(record['player'])} is not a player of this study.")
    _check_case(head, record["case"])
    depth = record["depth"] or ""
    return record["kind"], record["case"], depth, record["player"], record["repeat"]


def _random(head: Mapping[str, Any], record: Mapping[str, Any]) -> Sequence[object]:
    _fields(record, _RANDOM)
    _fields(record["spent"], {"cpu_seconds": _POSITIVE}, "spent.")
    _check_case(head, record["case"])
    ended = sum(record[name] for name in ("black", "white", "draw", "unfinished"))
    sizes = [ended, len(record["plies"])]
    if record["captures"] is not None:
        sizes.append(len(record["captures"]))
    if any(size != record["games"] for size in sizes):
        raise ValueError(f"games is {record['games']}, but its results are of other games.")
    *_, begin = record["task"].split(SEPARATOR)
    return "random", record["case"], begin


def _check_case(head: Mapping[str, Any], case: int) -> None:
    if case >= len(head["cases"]):
        raise ValueError(f"case is a number below {len(head['cases'])}, not {case}.")


def _fields(given: Mapping[str, Any], shapes: Mapping[str, Shape], where: str = "") -> None:
    for name, (what, fits) in shapes.items():
        if name not in given:
            raise ValueError(f"{where}{name} is missing.")
        if not fits(given[name]):
            raise ValueError(f"{where}{name} is {what}, not {shown(given[name])}.")


_CHECKS: dict[str, Callable[[Mapping[str, Any], Mapping[str, Any]], Sequence[object]]] = {
    "pair": _pair,
    "count": _search,
    "time": _search,
    "random": _random,
}
