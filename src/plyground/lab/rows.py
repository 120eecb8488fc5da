"""The records of a study as rows: flat, plain, ready for pandas or a spreadsheet."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyground.lab.store import read_study

if TYPE_CHECKING:
    from plyground.lab.ratings import Pairing

Row = dict[str, Any]


def rows(folder: str | Path) -> list[Row]:
    """A row for every game, search or batch of random games of a study, in the order of its plan.

    `pandas.DataFrame(plyground.lab.rows("studies/mine"))` makes a table of them.
    """
    found: list[Row] = []
    for record in read_study(Path(folder)).records:
        found += _ROWS[record["kind"]](record)
    return found


def pairings(folder: str | Path) -> "list[Pairing]":
    """The pairs of games of a study, as `plyground.lab.ratings` rates them."""
    from plyground.lab.ratings import Pairing  # needs what rows do without

    return [
        Pairing(record["first"], record["second"], (black["points"], white["points"]))
        for record in read_study(Path(folder)).records
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
            "points": game["points"],
            "winner": names.get(game["winner"]),
            "winning_color": game["winner"],
            **{name: game[name] for name in ("ending", "margin", "plies", "moves")},
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
