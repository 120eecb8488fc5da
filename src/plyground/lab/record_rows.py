"""The records of a study as flat rows, ready for pandas or a spreadsheet."""

import importlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyground.lab.store import read_study
from plyground.records.journal import dump

if TYPE_CHECKING:
    from plyground.lab.ratings import Pairing

Row = dict[str, Any]


def rows(folder: str | Path) -> list[Row]:
    """One row for every game, search or batch of random games of a study, in plan order.

    All rows of a study have the same columns with plain values: texts, numbers, booleans or None.
    `frame` turns them into a pandas table.
    """
    study = read_study(Path(folder))
    return [
        {"study": study.head["name"], **row}
        for record in study.records
        for row in _ROWS[record["kind"]](record)
    ]


def frame(*folders: str | Path) -> Any:
    """The rows of one or more studies as a `pandas.DataFrame`, with a column `study`."""
    try:
        pandas = importlib.import_module("pandas")
    except ModuleNotFoundError as missing:
        raise ModuleNotFoundError(
            f"There is no module {missing.name!r} here; frame() needs `pip install pandas`, rows()"
            " does without.",
            name=missing.name,
        ) from None
    return pandas.DataFrame([row for folder in folders for row in rows(folder)])


def pairings(folder: str | Path) -> "list[Pairing]":
    """The pairs of games of a study, in the form that `plyground.lab.ratings` takes."""
    return pairings_of(read_study(Path(folder)).records)


def pairings_of(records: Iterable[Mapping[str, Any]]) -> "list[Pairing]":
    """The pairs among these records; all meetings played the same openings, which are named."""
    # imported here, because it needs packages that rows do not
    from plyground.lab.ratings import Pairing

    return [
        Pairing(
            record["first"],
            record["second"],
            (black["points"], white["points"]),
            dump(record["opening"]),
        )
        for record in records
        if record["kind"] == "pair"
        for black, white in [record["games"]]
    ]


def _of_pair(record: Mapping[str, Any]) -> Iterator[Row]:
    opening = record["opening"]
    for game in record["games"]:
        names = {"black": record["first"], "white": record["second"]}
        if game["first"] == "white":
            names = {"black": record["second"], "white": record["first"]}
        yield {
            "task": record["task"],
            "first": record["first"],
            "second": record["second"],
            "pair": record["pair"],
            **names,
            "first_color": game["first"],
            "points": float(game["points"]),
            "winner": names.get(game["winner"]),
            "winning_color": game["winner"],
            "ending": game["ending"],
            "margin": None if game["margin"] is None else float(game["margin"]),
            **{name: game[name] for name in ("plies", "moves")},
            "opening": " ".join(opening["moves"]),
            "position": opening["position"],
            **_by_player("nodes", game["nodes"]),
            **_spent(game["spent"], "seconds"),
            **_spent(game["spent"], "cpu_seconds"),
        }


def _by_player(name: str, values: Mapping[str, Any]) -> Row:
    return {f"{name}_{place}": value for place, value in values.items()}


def _spent(spent: Mapping[str, Any], name: str) -> Row:
    return _by_player(name, {place: effort[name] for place, effort in spent.items()})


def _of_search(record: Mapping[str, Any]) -> Iterator[Row]:
    plain = {
        name: value
        for name, value in record.items()
        if name not in ("number", "kind", "options", "opening", "spent")
    }
    yield {
        **plain,
        **{f"option_{name}": value for name, value in record["options"].items()},
        "opening": " ".join(record["opening"]["moves"]),
        "position": record["opening"]["position"],
        **record["spent"],
    }


def _of_random(record: Mapping[str, Any]) -> Iterator[Row]:
    captures = record["captures"]
    yield {
        **{name: record[name] for name in ("task", "case", "games")},
        **{f"option_{name}": value for name, value in record["options"].items()},
        **{name: record[name] for name in ("black", "white", "draw", "unfinished")},
        "plies": sum(record["plies"]),
        "captures": None if captures is None else sum(captures),
        **record["spent"],
    }


_ROWS = {"pair": _of_pair, "count": _of_search, "time": _of_search, "random": _of_random}
